"""A little game of its own for the tests of the bot: miners dig for gold, argue, and go deeper.

Stage 0: each miner fills in a form. Each further stage: actions until the party descends, then a vote on how to
share. After ``depth`` stages the game is over. Options: ``depth`` (stages), ``fault`` (``cave-in``: digging breaks the
rules), ``long`` (``1``: each stage has a loop of plain choices).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from rules.kernel import requests
from rules.kernel.answers import Value
from rules.kernel.autopilot import Advice, plain
from rules.kernel.dice import Rolled
from rules.kernel.errors import BadTable, Refused, RuleBroken
from rules.kernel.events import Event
from rules.kernel.saving import Codec
from rules.kernel.table import Table

NICK = requests.Field("nick", requests.Text(who="", why="mine.nick", longest=20, usual="Nobody"))
TOOL = requests.Field(
    "tool",
    requests.Choose(
        who="", why="mine.tool", options=(requests.Option("pick", "pick"), requests.Option("spade", "spade"))
    ),
)
LAMPS = requests.Field("lamps", requests.Amount(who="", why="mine.lamps", least=0, most=3))
GREED = (requests.Option("share", "share"), requests.Option("keep", "keep"))


class Equipped(Event, frozen=True, tag=True):
    """A miner has a name and a tool."""

    seat: requests.Seat
    nick: str
    tool: str


class Dug(Event, frozen=True, tag=True):
    """Somebody dug and found gold."""

    seat: requests.Seat
    gold: int


class Whispered(Event, frozen=True, tag=True):
    """A secret: where the vein runs."""

    vein: str


class Rested(Event, frozen=True, tag=True):
    """Somebody sat down."""

    seat: requests.Seat


class Shared(Event, frozen=True, tag=True):
    """The vote was taken: who kept."""

    keepers: tuple[requests.Seat, ...]


class GoldSet(Event, frozen=True, tag=True):
    """The game master counted the gold anew."""

    before: int
    now: int


class PiecePlaced(Event, frozen=True, tag=True):
    """The game master laid a piece among those that were found."""

    piece: str


class Mine(msgspec.Struct):
    """The state of the game."""

    seats: tuple[requests.Seat, ...]
    depth: int
    fault: str = ""
    loops: int = 0
    stage: int = 0
    gold: int = 0
    bag: dict[str, int] = msgspec.field(default_factory=lambda: {"copper": 3, "silver": 2, "ruby": 1})
    found: list[str] = []


class ToyRules:
    """The rules; ``why_dig`` renames a question, as a new version of the code might."""

    name = "toy"
    schema = 1
    seats = (1, 4)
    rivals = False
    budget = 40
    switches: Mapping[str, tuple[str, ...]] = {"depth": ("2", "1", "3"), "loops": ("0", "1", "2")}
    switches_when_drawn: Mapping[str, Mapping[str, str]] = {}
    by_the_book: Mapping[str, str] = {}
    length = None
    usual_orders: Mapping[Any, Any] = {}
    order_words = ""
    rolls = ("mine",)
    draws: tuple[str, ...] = ()
    digest = "toytoy"
    events: tuple[type[Event], ...] = (Equipped, Dug, Whispered, Rested, Shared, GoldSet, PiecePlaced)

    def __init__(self, version: int = 1, why_dig: str = "mine.next") -> None:
        self.version = version
        self._why = why_dig
        self._codec = Codec(Mine, self.schema)
        self.encode = self._codec.encode
        self.decode = self._codec.decode
        self.matches = self._codec.matches

    def begin(self, seats: Sequence[requests.Seat], options: Mapping[str, str]) -> Mine:
        """A mine with a miner for each seat at its mouth."""
        fault, loops = options.get("fault", ""), int(options.get("loops", "0"))
        return Mine(tuple(seats), int(options.get("depth", "2")), fault, loops)

    def stage(self, table: Table, state: Mine) -> None:
        """Set-up, then one gallery after the other."""
        if state.stage == 0:
            self._equip(table, state)
        else:
            self._dig(table, state)
            self._vote(table, state)
        state.stage += 1

    def corrections(self, state: Mine) -> Sequence[requests.Action[Any]]:
        """The gold; a piece of the bag that is found without being drawn."""
        gold = requests.Amount(who=requests.GM, why="gm.gold", least=0, most=99, facts={"now": state.gold})
        pieces = tuple(requests.Option(piece, piece) for piece, left in state.bag.items() if left)
        found = (
            [
                requests.Action(
                    requests.GM,
                    requests.Option("piece", "piece"),
                    requests.Choose(who=requests.GM, why="gm.piece", options=pieces),
                )
            ]
            if pieces
            else []
        )
        return [requests.Action(requests.GM, requests.Option("gold", "gold", facts={"now": state.gold}), gold), *found]

    def corrections_later(self, state: Mine) -> Sequence[requests.Action[Any]]:
        """None."""
        return ()

    def correct(self, table: Table, state: Mine, taken: requests.Taken) -> None:
        """Count the gold anew, or lay a piece among the finds."""
        if taken.id == "gold":
            table.tell(GoldSet(state.gold, taken.value))
            state.gold = taken.value
        else:
            state.bag[taken.value] -= 1
            state.found.append(taken.value)
            table.tell(PiecePlaced(taken.value))

    def agree(self, state: Mine, options: Mapping[str, str]) -> None:
        """How deep and how long may change; the mine is no shallower than the miners are."""
        for name, value in options.items():
            if value not in self.switches.get(name, ()):
                raise Refused("option", name=name, values=self.switches.get(name, tuple(self.switches)))
        state.depth = max(int(options.get("depth", state.depth)), state.stage)
        state.loops = int(options.get("loops", state.loops))

    def over(self, state: Mine) -> bool:
        """Deep enough."""
        return state.stage > state.depth

    def view(self, state: Mine, viewer: requests.Seat | None) -> Any:
        """Everything."""
        return state

    def advise(self, state: Mine, request: requests.Request[Any], seat: requests.Seat) -> Advice:
        """The autopilot's answer, without a reason."""
        return Advice(self.autopilot(state, request, seat))

    def autopilot(self, state: Mine, request: requests.Request[Any], seat: requests.Seat) -> Value:
        """Goes down at once; else the first legal answer."""
        if isinstance(request, requests.NextAction):
            return ["descend"]
        return plain(request, seat)

    def figures(self, state: Mine) -> Mapping[str, int]:
        """Nothing worth counting."""
        return {}

    def scene(self, rule: str, setup: Mapping[str, Any]) -> tuple[Any, Callable[[Table], None]]:
        """The mine has no scenario files."""
        raise BadTable("toy", rule, "no scenes")

    def _equip(self, table: Table, state: Mine) -> None:
        forms = {seat: requests.Form(who=seat, why="mine.equip", fields=fields_of(seat)) for seat in state.seats}
        for seat, filled in table.everyone("mine.equip", forms).items():
            table.tell(Equipped(seat, filled.values["nick"], filled.values["tool"]))

    def _dig(self, table: Table, state: Mine) -> None:
        for n in range(state.loops):
            table.set_right()
            table.choose("s1", "mine.loop", GREED, n=n)
        while True:
            table.set_right()
            taken = table.next_action(self._why, actions(state))
            if taken.id == "descend":
                return
            if taken.id == "rest":
                table.tell(Rested(taken.seat))
            else:
                self._swing(table, state, taken.seat)

    def _swing(self, table: Table, state: Mine, seat: requests.Seat) -> None:
        if state.fault == "cave-in":
            raise RuleBroken("the roof must not fall")
        gold: Rolled = table.roll("2K6", "mine.dig")
        state.gold += gold
        table.tell(Dug(seat, gold))
        if gold >= 9 and any(state.bag.values()):
            piece = table.draw(state.bag, "mine.vein")
            state.bag[piece] -= 1
            state.found.append(piece)
            table.tell(Whispered(piece), to=(seat,))

    def _vote(self, table: Table, state: Mine) -> None:
        votes = table.everyone(
            "mine.vote", {seat: requests.Choose(who=seat, why="mine.vote", options=GREED) for seat in state.seats}
        )
        table.tell(Shared(tuple(seat for seat, vote in votes.items() if vote == "keep")))


def fields_of(seat: requests.Seat) -> tuple[requests.Field[Any], ...]:
    """The form of a miner."""
    return tuple(
        msgspec.structs.replace(field, ask=msgspec.structs.replace(field.ask, who=seat))
        for field in (NICK, TOOL, LAMPS)
    )


def actions(state: Mine) -> list[requests.Action[Any]]:
    """What may be done in a gallery."""
    free: list[requests.Action[Any]] = [
        requests.Action(seat, requests.Option(f"dig-{seat}", "dig")) for seat in state.seats
    ]
    rest: list[requests.Action[Any]] = [
        requests.Action(requests.PARTY, requests.Option("rest", "rest")),
        requests.Action(requests.PARTY, requests.Option("descend", "descend")),
    ]
    return [*free, *rest]


def equipped(nick: str, tool: str = "pick", lamps: int = 1) -> dict[str, Value]:
    """A filled form of the set-up."""
    return {"nick": nick, "tool": tool, "lamps": lamps}
