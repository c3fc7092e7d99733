"""A camp in the hills: a game whose only stage is whatever plot a test gives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from rules.kernel import requests
from rules.kernel.advance import Position, Snapshot, advance, cut
from rules.kernel.answers import Answer, Value
from rules.kernel.autopilot import plain
from rules.kernel.chance import Chance, Scripted, Sealed
from rules.kernel.events import Event
from rules.kernel.saving import Codec, State
from rules.kernel.table import Table

SEED = b"the hills have thirty-two ears.."


class Camp(State[Any], kw_only=True):
    """The state: what was noted, and how many stages were played."""

    seats: tuple[requests.Seat, ...] = ("s1", "s2", "s3")
    notes: list[Any] = msgspec.field(default_factory=list)
    stage: int = 0
    last_stage: int = 0


class Noted(Event, frozen=True):
    """Something was said at the fire."""

    what: str


class Hushed(Event, frozen=True):
    """Somebody whispered; nobody else knows what."""


Plot = Callable[[Table, Camp], None]


class Hills:
    """The rules around a plot; implements ``rules.kernel.game.Rules``."""

    name = "hills"
    version = 1
    schema = 1
    digest = "hills"
    seats = (1, 4)
    rivals = False
    budget = 40
    switches: Mapping[str, tuple[str, ...]] = {"stages": ("1", "2", "3")}
    switches_when_drawn: Mapping[str, Mapping[str, str]] = {}
    by_the_book: Mapping[str, str] = {}
    length = None
    usual_orders: Mapping[Any, Any] = {}
    order_words = ""
    rolls = ("storm", "haggle")
    draws: tuple[str, ...] = ()
    events: tuple[type[Event], ...] = (Noted, Hushed)

    def __init__(self, plot: Plot) -> None:
        self._plot = plot
        codec = Codec(Camp, self.schema)
        self.encode = codec.encode
        self.decode = codec.decode
        self.matches = codec.matches

    def begin(self, seats: Sequence[requests.Seat], options: Mapping[str, str]) -> Camp:
        """A camp with a place for each seat."""
        return Camp(seats=tuple(seats))

    def stage(self, table: Table, state: Camp) -> None:
        """The plot, once more."""
        self._plot(table, state)
        state.stage += 1

    def corrections(self, state: Camp) -> Sequence[requests.Action[Any]]:
        """A price may be noted between 1 and 10; a note may be struck out."""
        offers: list[requests.Action[Any]] = [
            requests.Action(requests.GM, requests.Option("price", "price"), a_price(requests.GM))
        ]
        return [*offers, requests.Action(requests.GM, requests.Option("strike", "strike"))] if state.notes else offers

    def corrections_later(self, state: Camp) -> Sequence[requests.Action[Any]]:
        """A price may be noted at any question."""
        return self.corrections(state)[:1]

    def correct(self, table: Table, state: Camp, taken: requests.Taken) -> None:
        """Note it, or strike the last note out."""
        if taken.id == "price":
            state.notes.append(taken.value)
        else:
            state.notes.pop()
        table.tell(Noted(f"{taken.id} by the game master"))

    def agree(self, state: Camp, options: Mapping[str, str]) -> None:
        """So many stages."""
        state.last_stage = int(options["stages"]) - 1

    def over(self, state: Camp) -> bool:
        """After the last stage."""
        return state.stage > state.last_stage

    def view(self, state: Camp, viewer: requests.Seat | None) -> Any:
        """Everything."""
        return state

    def autopilot(self, state: Camp, request: requests.Request[Any], seat: requests.Seat) -> Value:
        """The plain answer."""
        return plain(request, seat)

    def figures(self, state: Camp) -> Mapping[str, int]:
        """Nothing worth counting."""
        return {}

    def scene(self, rule: str, setup: Mapping[str, Any]) -> tuple[Camp, Callable[[Table], None]]:
        """The plot as a scene; ``setup`` is the state."""
        camp = msgspec.convert(setup, Camp)
        return camp, lambda table: self._plot(table, camp)


# How a test plays it ---------------------------------------------------------------------------------------------


def start(plot: Plot, camp: Camp | None = None) -> Snapshot:
    """The snapshot at the beginning of a plot."""
    return cut(Hills(plot), camp or Camp(), 0)


def played(plot: Plot, answers: Sequence[Answer] = (), chance: Chance | None = None, people: Any = None) -> Position:
    """Where a plot stands after these answers; without ``chance`` all dice are sealed in the test's seed."""
    return advance(Hills(plot), start(plot), answers, chance or Sealed(SEED), people)


def no_dice() -> Scripted:
    """Chance that leaves every die and draw to a human hand."""
    return Scripted({})


def row(step: int, asked: str, seat: requests.Seat, value: Value, part: requests.Seat = "") -> Answer:
    """A row of the log."""
    return Answer(step, part, asked, seat, value)


def answered(position: Position, log: Sequence[Answer], seat: requests.Seat, value: Value) -> list[Answer]:
    """The log with one answer more, as a session would write it down."""
    ask = position.waiting
    assert ask is not None, "nothing is asked"
    part = ""
    if hasattr(ask, "asks"):
        ask, part = ask.asks[seat], seat
    return [*log, *position.given, Answer(position.step, part, ask.asked, seat, value)]


# Questions -------------------------------------------------------------------------------------------------------


def some(*ids: str) -> tuple[requests.Option, ...]:
    """Options that are called what they are."""
    return tuple(requests.Option(one, one) for one in ids)


def a_fork(who: requests.Seat = "s1", why: str = "fork", ids: Sequence[str] = ("left", "right")) -> requests.Choose:
    """Left or right?"""
    return requests.Choose(who=who, why=why, options=some(*ids))


def a_pack(who: requests.Seat = "s1", least: int = 1, most: int = 2) -> requests.ChooseSome:
    """What goes into the pack?"""
    return requests.ChooseSome(who=who, why="pack", options=some("rope", "lamp", "bread"), least=least, most=most)


def a_price(who: requests.Seat = "s1", least: int = 1, most: int = 10) -> requests.Amount:
    """How much?"""
    return requests.Amount(who=who, why="price", least=least, most=most)


def a_name(who: requests.Seat = "s1", longest: int = 12) -> requests.Text:
    """What are you called?"""
    return requests.Text(who=who, why="name", longest=longest, usual="Nobody")


def a_march(who: requests.Seat = requests.PARTY, *members: str, **limits: Any) -> requests.Formation:
    """Who walks in front? Without names: four of them, two and two."""
    ids = members or ("ala", "bolek", "cela", "dyzio")
    now = limits.pop("now", (ids[:2], ids[2:]) if len(ids) > 2 else (ids,))
    return requests.Formation(
        who=who, why="march", members=tuple(requests.Member(one, one) for one in ids), now=now, **limits
    )


def a_kit(who: requests.Seat = "s1") -> requests.Form:
    """A name, a fork and a price on one sheet."""
    fields = (
        requests.Field("name", a_name(who)),
        requests.Field("way", a_fork(who)),
        requests.Field("price", a_price(who)),
    )
    return requests.Form(who=who, why="kit", fields=fields)


def a_bargain(who: requests.Seat = "s1") -> requests.Form:
    """A sheet without words: a way and a price."""
    return requests.Form(
        who=who, why="bargain", fields=(requests.Field("way", a_fork(who)), requests.Field("price", a_price(who)))
    )


def an_evening() -> requests.NextAction:
    """Ala may sing, Bolek may pay, anybody may sleep."""
    return requests.NextAction(
        who=requests.PARTY,
        why="evening",
        actions=(
            requests.Action("s1", requests.Option("sing", "sing"), a_name("s1")),
            requests.Action("s2", requests.Option("pay", "pay"), a_price("s2")),
            requests.Action(requests.PARTY, requests.Option("sleep", "sleep")),
        ),
    )
