"""What people were promised: each press, and whether Discord showed them that it was taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

from bot.table.records import Address

REMEMBERED = 200
"""So many presses back the bot surely knows the interaction; with the clock's jumps it may be a month."""


class Given(NamedTuple):
    """A press that may answer a question. ``acknowledged``: the prompt said what was chosen."""

    game: str
    user: int
    address: Address
    interaction: int
    acknowledged: bool


class Ledger:
    """Every press, from outside."""

    def __init__(self) -> None:
        self.given: list[Given] = []

    def note(self, given: Given) -> None:
        """Somebody pressed."""
        self.given.append(given)

    @property
    def acknowledged(self) -> list[Given]:
        """Presses that must be in the store."""
        return [one for one in self.given if one.acknowledged]

    def compared(
        self, answers: Counter[tuple[str, int, Address]], interactions: set[int], games: Collection[str]
    ) -> list[str]:
        """What is lost, and what nobody gave: each acknowledged press is an answer, each answer was a press.

        ``games``: those that began here; a copy brings answers along.
        """
        sent = Counter(one[:3] for one in self.given)
        due = Counter(one[:3] for one in self.acknowledged)
        lost = [f"lost: {key} was acknowledged {due[key]} times, stored {answers[key]}" for key in due - answers]
        more = [
            f"twice or by nobody: {key} was sent {sent[key]} times, stored {answers[key]}"
            for key in answers - sent
            if key[0] in games
        ]
        fresh = self.acknowledged[-REMEMBERED:]
        unseen = [f"lost: interaction {one.interaction}" for one in fresh if one.interaction not in interactions]
        return [*lost, *more, *unseen]
