"""What every game's state has in common: it is played with tables that are no part of what is saved."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from rules.kernel.tables import AllTables

T = TypeVar("T", bound=AllTables)


class State(msgspec.Struct, Generic[T], kw_only=True, dict=True):
    """A game's state; a game adds its fields."""

    @property
    def tables(self) -> T:
        """The tables in force."""
        tables: T = self.__dict__["tables_in_force"]
        return tables

    def play_with(self, tables: T) -> None:
        """Put the tables in force."""
        self.__dict__["tables_in_force"] = tables
