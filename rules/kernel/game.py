"""What a game must offer to be played: name, house rules, stage, view, autopilot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec

from rules.kernel.answers import Value
from rules.kernel.errors import Refused
from rules.kernel.lookups import Book
from rules.kernel.requests import Action, Request, Seat, Taken
from rules.kernel.table import Event, Table
from rules.kernel.turns import Pace
from rules.kernel.words import Word

Chosen = TypeVar("Chosen", bound=msgspec.Struct)
YES, NO = "yes", "no"


def chosen(options: type[Chosen], choices: Mapping[str, tuple[str, ...]], given: Mapping[str, str]) -> Chosen:
    """The options from their written form; raises ``Refused("option")`` for names and values that do not exist."""
    for name, value in given.items():
        if name not in choices or value not in choices[name]:
            raise Refused("option", name=name[:40], values=choices.get(name, tuple(choices)))
    plain = {name: value == YES if value in (YES, NO) else value for name, value in given.items()}
    return msgspec.convert(plain, options, strict=False)


def written(options: msgspec.Struct) -> dict[str, str]:
    """Options in their written form."""
    plain = msgspec.structs.asdict(options)
    return {
        name: {True: YES, False: NO}[value] if isinstance(value, bool) else str(value) for name, value in plain.items()
    }


def rewritten(now: msgspec.Struct, given: Mapping[str, str], fixed: Sequence[str]) -> dict[str, str]:
    """Options with some of them changed; raises ``Refused("option_fixed")`` when one of the ``fixed`` would change."""
    before = written(now)
    for name in fixed:
        if given.get(name, before[name]) != before[name]:
            raise Refused("option_fixed", name=Word(f"house.{name}"))
    return {**before, **given}


class Length(msgspec.Struct, frozen=True):
    """The switch that makes a game longer or shorter, and how many days it takes.

    ``days``: by pace, by the switch's value and by the number of people, who look in three times a day: the median of
    ``labirynt simulate --calendar``. A value that was not measured is not in it.
    """

    switch: str
    days: Mapping[Pace, Mapping[str, Mapping[int, float]]]

    def expected(self, pace: Pace, value: str, people: int) -> float | None:
        """Return the days that so many people need, by the nearest number that was measured."""
        measured = self.days[pace].get(value)
        if measured is None:
            return None
        return measured[min(measured, key=lambda number: abs(number - people))]


S = TypeVar("S")


class Rules(Protocol[S]):
    """One game's rules with the tables in force. ``S`` is the type of its state."""

    @property
    def name(self) -> str:
        """The game's id: the name of its package, with hyphens."""

    @property
    def version(self) -> int:
        """Rises when the rules change so that an open stage may run differently."""

    @property
    def schema(self) -> int:
        """Rises when the shape of the state changes."""

    @property
    def digest(self) -> str:
        """A short hash of the tables in force."""

    @property
    def seats(self) -> tuple[int, int]:
        """How few and how many can play."""

    @property
    def rivals(self) -> bool:
        """Whether players play against each other: what one has answered is then not for another to take back."""

    @property
    def budget(self) -> int:
        """Stages after which a simulation gives a game up."""

    @property
    def switches(self) -> Mapping[str, tuple[str, ...]]:
        """The house rules that a table may agree on: name → possible values, the usual one first."""

    @property
    def by_the_book(self) -> Mapping[str, str]:
        """The values that switches have at a table that plays by the book, where it has agreed on no others."""

    @property
    def length(self) -> Length | None:
        """What makes a game longer or shorter; None: nothing that a table may choose."""

    @property
    def usual_orders(self) -> Mapping[Pace, msgspec.Struct]:
        """The standing orders of who has given none, by pace; empty: the game knows none."""

    @property
    def order_words(self) -> str:
        """The head of the words' keys of standing orders."""

    @property
    def rolls(self) -> tuple[str, ...]:
        """The kinds of roll, as people may want to throw some of them by hand: first parts of their ``why``."""

    @property
    def draws(self) -> tuple[str, ...]:
        """What people may want to draw from a real box themselves: the ``why`` of each draw that everybody may see."""

    @property
    def events(self) -> tuple[type[Event], ...]:
        """Every event that the rules may tell."""

    def begin(self, seats: Sequence[Seat], options: Mapping[str, str]) -> S:
        """The state before stage 0; it knows seats only: who sits there under what name is no part of a game."""

    def stage(self, table: Table, state: S) -> None:
        """Play one stage; stage 0 is the set-up."""

    def corrections(self, state: S) -> Sequence[Action[Any]]:
        """What a game master may set right or place now; each action is the GM's and carries its own question."""

    def correct(self, table: Table, state: S, taken: Taken) -> None:
        """Set it right, and tell what is different now; at this table nothing can be asked."""

    def agree(self, state: S, options: Mapping[str, str]) -> None:
        """Put changed house rules in force; raises ``Refused("option")``."""

    def over(self, state: S) -> bool:
        """Whether the game has ended."""

    def view(self, state: S, viewer: Seat | None) -> Any:
        """What this seat may know; None: a spectator; ``GM``: everything."""

    def autopilot(self, state: S, request: Request[Any], seat: Seat) -> Value:
        """A sensible answer for this seat."""

    def playing(self, policy: str) -> Rules[S]:
        """The same game with an autopilot of this policy, to be simulated; refuses those that it does not have."""

    def figures(self, state: S) -> Mapping[str, int]:
        """Numbers about a game for the report of a simulation; ``HEAD.NAME`` belong together.

        ``rate.HEAD.NAME``: shown as a share of the games that have the figure; ``spread.NAME``: by its percentiles.
        """

    def scene(self, rule: str, setup: Mapping[str, Any]) -> tuple[Any, Callable[[Table], None]]:
        """A position and a rule by its name, for scenario files; raises ``BadTable``."""

    def encode(self, state: S) -> bytes:
        """The state as bytes."""

    def decode(self, saved: bytes, schema: int) -> S:
        """The state from bytes of this or an older schema; raises ``BadSave``."""

    def matches(self, state: S, saved: bytes, schema: int) -> bool:
        """Whether saved bytes name no other value than this state has; raises ``BadSave``."""


def seat_ids(count: int) -> tuple[Seat, ...]:
    """So many seats: ``s1``, ``s2``, …"""
    return tuple(f"s{n}" for n in range(1, count + 1))


class Manifest(msgspec.Struct, frozen=True):
    """A game: its id, its rules with the tables in force, and its tables to be looked up without playing.

    ``rules`` and ``book`` import what they need when they are called: whoever plays one game loads no other.
    ``place``: where it stands among the games, from the least; the first is played where none is named.
    """

    name: str
    rules: Callable[[Path | None], Rules[Any]]
    book: Callable[[], Book[Any]] | None = None
    place: int = 100
