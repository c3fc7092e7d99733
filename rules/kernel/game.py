"""The interface that a game implements: name, house rules, stage, view, autopilot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct, convert
from msgspec.structs import asdict
from typing_extensions import TypeVar

from rules.kernel.answers import Value
from rules.kernel.autopilot import Advice
from rules.kernel.errors import Refused
from rules.kernel.events import Event
from rules.kernel.lookups import Book
from rules.kernel.requests import Action, Request, Seat, Taken
from rules.kernel.table import Table
from rules.kernel.turns import Pace
from rules.kernel.words import Word

Chosen = TypeVar("Chosen", bound=Struct)
YES, NO = "yes", "no"


def chosen(options: type[Chosen], choices: Mapping[str, tuple[str, ...]], given: Mapping[str, str]) -> Chosen:
    """Return the options parsed from their written form; raises ``Refused("option")`` for unknown names and values."""
    for name, value in given.items():
        if name not in choices or value not in choices[name]:
            raise Refused("option", name=name[:40], values=choices.get(name, tuple(choices)))
    plain = {name: value == YES if value in (YES, NO) else value for name, value in given.items()}
    return convert(plain, options, strict=False)


def written(options: Struct) -> dict[str, str]:
    """Return options in their written form."""
    plain = asdict(options)
    return {
        name: {True: YES, False: NO}[value] if isinstance(value, bool) else str(value) for name, value in plain.items()
    }


def rewritten(now: Struct, given: Mapping[str, str], fixed: Sequence[str]) -> dict[str, str]:
    """Return options with the given changes; raises ``Refused("option_fixed")`` when one of ``fixed`` would change."""
    before = written(now)
    for name in fixed:
        if given.get(name, before[name]) != before[name]:
            raise Refused("option_fixed", name=Word(f"house.{name}"))
    return {**before, **given}


class Length(Struct, frozen=True):
    """The house rule that makes a game longer or shorter, and how many days a game takes.

    ``days``: by pace, value of the switch and number of people, who look in three times a day; the median of ``labirynt
    simulate --calendar``. Values that were not measured are missing.
    """

    switch: str
    days: Mapping[Pace, Mapping[str, Mapping[int, float]]]

    def expected(self, pace: Pace, value: str, people: int) -> float | None:
        """Return the days for this many people, by the nearest number measured, or None if the value
        was not measured.
        """
        measured = self.days[pace].get(value)
        if measured is None:
            return None
        return measured[min(measured, key=lambda number: abs(number - people))]


S = TypeVar("S", default=Any)


class Rules(Protocol[S]):
    """One game's rules with the tables in force. ``S`` is the type of its state."""

    @property
    def name(self) -> str:
        """The game's id: the name of its package, with hyphens."""

    @property
    def version(self) -> int:
        """A number that rises when a change of the rules may make an open stage run differently."""

    @property
    def schema(self) -> int:
        """A number that rises when the shape of the state changes."""

    @property
    def digest(self) -> str:
        """A short hash of the tables in force."""

    @property
    def seats(self) -> tuple[int, int]:
        """The least and the greatest number of players."""

    @property
    def rivals(self) -> bool:
        """Whether players play against each other; then nobody may take back another's answer."""

    @property
    def budget(self) -> int:
        """The number of stages after which a simulation gives up."""

    @property
    def switches(self) -> Mapping[str, tuple[str, ...]]:
        """The house rules: name → possible values, the usual one first."""

    @property
    def by_the_book(self) -> Mapping[str, str]:
        """The values of house rules at a table that plays by the book."""

    @property
    def length(self) -> Length | None:
        """The house rule that sets the length of a game, or None if there is none."""

    @property
    def usual_orders(self) -> Mapping[Pace, Struct]:
        """The default standing orders by pace; empty if the game has no standing orders."""

    @property
    def order_words(self) -> str:
        """The prefix of the catalogue keys of standing orders."""

    @property
    def rolls(self) -> tuple[str, ...]:
        """The kinds of roll that people may make by hand: first parts of ``why``."""

    @property
    def draws(self) -> tuple[str, ...]:
        """The draws that people may make by hand from a real box: the ``why`` of each public draw."""

    @property
    def switches_when_drawn(self) -> Mapping[str, Mapping[str, str]]:
        """The values of house rules that a draw by hand implies: who draws a segment also lays it."""

    @property
    def events(self) -> tuple[type[Event], ...]:
        """All event types that the rules may tell."""

    def begin(self, seats: Sequence[Seat], options: Mapping[str, str]) -> S:
        """Return the state before stage 0; it holds seats, not people or names."""

    def stage(self, table: Table, state: S) -> None:
        """Play one stage; stage 0 is the set-up."""

    def corrections(self, state: S) -> Sequence[Action]:
        """Return the corrections available to a game master now; each is an action of the GM with its own question."""

    def corrections_later(self, state: S) -> Sequence[Action]:
        """Return what may be ruled at any question, to wait until ``corrections`` has it."""

    def correct(self, table: Table, state: S, taken: Taken) -> None:
        """Carry out a correction and tell the change; this table cannot ask."""

    def agree(self, state: S, options: Mapping[str, str]) -> None:
        """Put changed house rules in force; raises ``Refused("option")`` for unknown names or values."""

    def over(self, state: S) -> bool:
        """Whether the game has ended."""

    def view(self, state: S, viewer: Seat | None) -> Any:
        """Return what this seat may know; None is a spectator, ``GM`` sees everything."""

    def autopilot(self, state: S, request: Request, seat: Seat) -> Value:
        """Return a sensible answer for this seat."""

    def advise(self, state: S, request: Request, seat: Seat) -> Advice:
        """Return the autopilot's answer for this seat with its reason."""

    def playing(self, policy: str) -> Rules[S]:
        """Return the game with the autopilot of this policy, for simulations; raises ``Refused`` for an unknown
        policy.
        """

    def figures(self, state: S) -> Mapping[str, int]:
        """Return numbers about a game for a simulation's report; names ``HEAD.NAME`` are grouped by ``HEAD``.

        ``rate.HEAD.NAME`` is shown as the share of games that have it, ``spread.NAME`` by percentiles.
        """

    def scene(self, rule: str, setup: Mapping[str, Any]) -> tuple[Any, Callable[[Table], None]]:
        """Return a position and a rule by name, for scenario files; raises ``BadTable``."""

    def encode(self, state: S) -> bytes:
        """Return the state as bytes."""

    def decode(self, saved: bytes, schema: int) -> S:
        """Return the state from bytes of this or an older schema; raises ``BadSave``."""

    def matches(self, state: S, saved: bytes, schema: int) -> bool:
        """Whether saved bytes contain no value that differs from this state; raises ``BadSave``."""


def seat_ids(count: int) -> tuple[Seat, ...]:
    """Return this many seat ids: ``s1``, ``s2``, …"""
    return tuple(f"s{n}" for n in range(1, count + 1))


class Manifest(Struct, frozen=True):
    """A game's id, its rules and its look-up book.

    ``rules`` and ``book`` import their modules when called, so that unused games are not loaded. ``place`` orders the
    games; the lowest is the default game.
    """

    name: str
    rules: Callable[[Path | None], Rules[Any]]
    book: Callable[[], Book[Any]] | None = None
    place: int = 100
