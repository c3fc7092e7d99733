"""Which tables are looked into, and on what the answer is written."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from bot.lookup.titles import Table, find_table, find_table_here
from rules.games import book as book_of
from rules.games import books
from rules.kernel.lookups import Book


class Paper(NamedTuple):
    """How many signs an answer may have, and how many a line that is not broken; whether it tells of options.

    Options are those of a command in Discord: what stands there is typed in one line elsewhere.
    """

    room: int
    width: int
    options: bool = True


MESSAGE = Paper(room=2000, width=36)
"""A message in Discord, on a phone."""


def sheet(width: int) -> Paper:
    """As long as need be."""
    return Paper(sys.maxsize, width, options=False)


@cache
def shipped(game: str) -> Any:
    """The tables of a game as they come with it."""
    return book_of(game).tables()


class Library(NamedTuple):
    """The tables that are looked into: those in force, the shipped ones of a game that is not played.

    ``in_force`` gives a game's tables by its name; None where it has none of its own. ``chosen``: the only game that is
    looked into; ``here``: the one that is played where somebody asks.
    """

    in_force: Callable[[str], Any] | None = None
    chosen: Book[Any] | None = None
    here: Book[Any] | None = None
    paper: Paper = MESSAGE

    @property
    def books(self) -> Sequence[Book[Any]]:
        """The games whose tables are offered."""
        only = self.chosen or self.here
        return [only] if only else books()

    def tables(self, book: Book[Any]) -> Any:
        """The tables of a game that are in force."""
        found = self.in_force(book.game) if self.in_force else None
        return shipped(book.game) if found is None else found

    def table(self, typed: str) -> Table | None:
        """The table that is meant."""
        return find_table(typed, [self.chosen]) if self.chosen else find_table_here(typed, self.here)
