"""Which tables of the rules somebody looks into most; known for as long as the process lives."""

from __future__ import annotations

from collections import Counter, OrderedDict

PEOPLE = 1_000
"""So many people are remembered, those who looked last."""


class Favourites:
    """Counts for each person how often a table was looked into."""

    def __init__(self) -> None:
        self._of: OrderedDict[int, Counter[str]] = OrderedDict()

    def note(self, user_id: int, table: str) -> None:
        """Somebody has looked into a table."""
        self._of.setdefault(user_id, Counter())[table] += 1
        self._of.move_to_end(user_id)
        if len(self._of) > PEOPLE:
            self._of.popitem(last=False)

    def times(self, user_id: int, table: str) -> int:
        """How often they have looked into it."""
        return self._of[user_id][table] if user_id in self._of else 0
