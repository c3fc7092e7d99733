"""A game master's ruling in a test of one rule: whatever it does, without what a game offers."""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.answers import Answer
from rules.kernel.table import Table


class Does:
    """Rulings that do this with each entry of the log; none waits."""

    def __init__(self, deed: Callable[[Table, Answer], object]) -> None:
        self._deed = deed

    def enter(self, table: Table, row: Answer) -> bool:
        """Do it."""
        self._deed(table, row)
        return True

    def apply_waiting(self, table: Table) -> Answer | None:
        """Nothing waits."""
