"""What every game's ``Rules`` have in common: tables in force, saving, and chapters that are plain functions."""

from __future__ import annotations

from typing import Any, Generic, Protocol, TypeVar

from rules.kernel.saving import Codec
from rules.kernel.tables import AllTables

T = TypeVar("T", bound=AllTables)


class Ends(Protocol):
    """A state that says how the game ended."""

    @property
    def outcome(self) -> str:
        """'' while it goes on."""

    def play_with(self, tables: Any) -> None:
        """Put the tables in force."""


S = TypeVar("S", bound=Ends)


class Rulebook(Generic[S, T]):
    """The part of ``rules.kernel.game.Rules`` that no game says differently; a game adds its chapters."""

    schema = 1
    rivals = False

    def __init__(self, tables: T, state: type[S]) -> None:
        self.tables = tables
        self._codec: Codec[S] = Codec(state, self.schema)

    @property
    def digest(self) -> str:
        """A short hash of the tables in force."""
        return self.tables.digest

    def in_force(self, state: S) -> S:
        """A state with the tables in force."""
        state.play_with(self.tables)
        return state

    def over(self, state: S) -> bool:
        """Whether the game has ended."""
        return state.outcome != ""

    def encode(self, state: S) -> bytes:
        """The state as MessagePack."""
        return self._codec.encode(state)

    def decode(self, saved: bytes, schema: int) -> S:
        """The state with the tables in force; raises ``BadSave``."""
        return self.in_force(self._codec.decode(saved, schema))
