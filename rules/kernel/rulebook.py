"""What every game's ``Rules`` have in common: tables in force, saving, and chapters that are plain functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

import msgspec

from rules.kernel.answers import Value
from rules.kernel.errors import Refused
from rules.kernel.game import Length
from rules.kernel.requests import Request, Seat
from rules.kernel.saving import Codec, Migration
from rules.kernel.scenario import Scene
from rules.kernel.tables import AllTables
from rules.kernel.turns import Pace, pace_of

T = TypeVar("T", bound=AllTables)


class Ends(Protocol):
    """A state that says how the game ended."""

    @property
    def outcome(self) -> str:
        """'' while it goes on."""

    def play_with(self, tables: Any) -> None:
        """Put the tables in force."""


S = TypeVar("S", bound=Ends)
Policy = Callable[[Any, Request[Any], Seat], Value]
"""What to answer in a state to a question, for a seat."""
USUAL = "careful"
"""The policy of the autopilot that also stands in for people."""


class Rulebook(Generic[S, T]):
    """The part of ``rules.kernel.game.Rules`` that no game says differently; a game adds its chapters.

    ``state``: the type of the state; ``migrations``: from each older schema to the next. ``load``: reads the tables.
    ``read``: options from their written form. ``direct``: a position and a rule for scenario files. ``policies``: ways
    to play that only simulations know, besides the usual one.
    """

    schema = 1
    migrations: ClassVar[Mapping[int, Migration]] = {}
    rivals = False
    draws: tuple[str, ...] = ()
    by_the_book: ClassVar[Mapping[str, str]] = {}
    length: Length | None = None
    usual_orders: ClassVar[Mapping[Pace, msgspec.Struct]] = {}
    order_words = ""
    name: str
    policies: ClassVar[Mapping[str, Policy]] = {}
    state: ClassVar[type[Any]]
    load: ClassVar[staticmethod[[Path | None], Any]]
    read: ClassVar[staticmethod[[Mapping[str, str]], Any]]
    direct: ClassVar[staticmethod[[Any, str, Mapping[str, Any]], tuple[Any, Scene]]]

    def __init__(self, tables: T) -> None:
        self.tables = tables
        self._codec: Codec[S] = Codec(self.state, self.schema, self.migrations)

    @classmethod
    def with_tables(cls, own: Path | None = None) -> Self:
        """The game with the shipped tables, or a group's own where its folder has them; raises ``BadTable``."""
        return cls(cls.load(own))

    @property
    def digest(self) -> str:
        """A short hash of the tables in force."""
        return self.tables.digest

    def playing(self, policy: str) -> Self:
        """The same game with an autopilot of this policy; refuses those that it does not have."""
        if policy == USUAL:
            return self
        if policy not in self.policies:
            raise Refused("policy", game=self.name, policy=policy[:40], policies=(USUAL, *self.policies))
        other = copy(self)
        vars(other)["autopilot"] = self.policies[policy]
        return other

    def begin(self, seats: Sequence[Seat], options: Mapping[str, str]) -> S:
        """The state before the set-up; refuses options that do not exist."""
        return self.in_force(self.state(options=self.read(options), seats=tuple(seats), pace=pace_of(options)))

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

    def matches(self, state: S, saved: bytes, schema: int) -> bool:
        """Whether a saved state names no other value than this one; raises ``BadSave``."""
        return self._codec.matches(state, saved, schema)

    def scene(self, rule: str, setup: Mapping[str, Any]) -> tuple[S, Scene]:
        """A position and a rule for a scenario file; raises ``BadTable``."""
        return self.direct(self.tables, rule, setup)
