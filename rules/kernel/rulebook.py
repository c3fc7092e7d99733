"""The common base of all games' ``Rules``: tables in force, saving and options."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from msgspec import Struct

from rules.kernel.answers import Value
from rules.kernel.autopilot import Advice
from rules.kernel.corrections import Deed
from rules.kernel.errors import Refused
from rules.kernel.game import Length
from rules.kernel.requests import Action, Request, Seat, Taken
from rules.kernel.saving import Codec, Migration
from rules.kernel.scenario import Scene
from rules.kernel.table import Table
from rules.kernel.tables import AllTables
from rules.kernel.turns import Pace, pace_of

T = TypeVar("T", bound=AllTables)


class Ends(Protocol):
    """A state that knows how the game ended."""

    @property
    def outcome(self) -> str:
        """The result of the game; '' while it goes on."""

    def play_with(self, tables: Any) -> None:
        """Set the tables in force."""


S = TypeVar("S", bound=Ends)
Policy = Callable[[Any, Request, Seat], Value]
USUAL = "careful"
"""The policy of the default autopilot, which also stands in for people."""


class Rulebook(Generic[S, T]):
    """The part of ``rules.kernel.game.Rules`` that is equal for all games.

    ``state``: the type of the state; ``migrations``: from each older schema to the next. ``deeds``: each correction by
    the first word of its action's id. ``waiting``: those that may wait until nothing is under way, as in a state that
    ``put_to_rest`` has changed. ``load``: reads the tables. ``read``: parses options. ``direct``: returns a
    position and a rule for scenario files. ``policies``: further autopilots for simulations.
    """

    schema = 1
    migrations: ClassVar[Mapping[int, Migration]] = {}
    rivals = False
    draws: tuple[str, ...] = ()
    switches_when_drawn: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    by_the_book: ClassVar[Mapping[str, str]] = {}
    length: Length | None = None
    usual_orders: ClassVar[Mapping[Pace, Struct]] = {}
    order_words = ""
    name: str
    advise: Callable[[Any, Request, Seat], Advice]
    policies: ClassVar[Mapping[str, Policy]] = {}
    state: ClassVar[type[Any]]
    deeds: ClassVar[Mapping[str, Deed[Any]]] = {}
    corrections: Callable[[Any], Sequence[Action]]
    waiting: ClassVar[Collection[str]] = ()
    put_to_rest: Callable[[Any], None]
    load: ClassVar[staticmethod[[Path | None], Any]]
    read: ClassVar[staticmethod[[Mapping[str, str]], Any]]
    direct: ClassVar[staticmethod[[Any, str, Mapping[str, Any]], tuple[Any, Scene]]]

    def __init__(self, tables: T) -> None:
        self.tables = tables
        self._codec: Codec[S] = Codec(self.state, self.schema, self.migrations)

    @classmethod
    def with_tables(cls, own: Path | None = None) -> Self:
        """Return the game with the shipped tables, overridden by the files in ``own``; raises ``BadTable``."""
        return cls(cls.load(own))

    @property
    def digest(self) -> str:
        """A short hash of the tables in force."""
        return self.tables.digest

    def playing(self, policy: str) -> Self:
        """Return the game with the autopilot of this policy; raises ``Refused`` for an unknown policy."""
        if policy == USUAL:
            return self
        if policy not in self.policies:
            raise Refused("policy", game=self.name, policy=policy[:40], policies=(USUAL, *self.policies))
        other = copy(self)
        vars(other)["autopilot"] = self.policies[policy]
        return other

    def begin(self, seats: Sequence[Seat], options: Mapping[str, str]) -> S:
        """Return the state before the set-up; raises ``Refused`` for unknown options."""
        return self.in_force(self.state(options=self.read(options), seats=tuple(seats), pace=pace_of(options)))

    def in_force(self, state: S) -> S:
        """Set the tables of a state and return it."""
        state.play_with(self.tables)
        return state

    def over(self, state: S) -> bool:
        """Whether the game has ended."""
        return state.outcome != ""

    def encode(self, state: S) -> bytes:
        """Return the state as MessagePack."""
        return self._codec.encode(state)

    def decode(self, saved: bytes, schema: int) -> S:
        """Return the state with the tables in force; raises ``BadSave``."""
        return self.in_force(self._codec.decode(saved, schema))

    def matches(self, state: S, saved: bytes, schema: int) -> bool:
        """Whether saved bytes contain no value that differs from this state; raises ``BadSave``."""
        return self._codec.matches(state, saved, schema)

    def corrections_later(self, state: S) -> Sequence[Action]:
        """Return the corrections that may be ruled at any question, as if nothing was under way."""
        if not self.waiting:
            return ()
        rest = self.decode(self.encode(state), self.schema)
        self.put_to_rest(rest)
        return [action for action in self.corrections(rest) if action.option.id.partition(":")[0] in self.waiting]

    def correct(self, table: Table, state: S, taken: Taken) -> None:
        """Carry out a correction; objects are changed in place, as a running rule may hold them."""
        verb, _, about = taken.id.partition(":")
        self.deeds[verb](table, state, about, taken.value)

    def scene(self, rule: str, setup: Mapping[str, Any]) -> tuple[S, Scene]:
        """Return a position and a rule for a scenario file; raises ``BadTable``."""
        return self.direct(self.tables, rule, setup)
