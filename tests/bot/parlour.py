"""A parlour game for the tests of the face: it asks what it is given, and repeats each answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from bot.words.catalogues import LOCALES, Entry, adopt
from rules.kernel import requests
from rules.kernel.answers import Value
from rules.kernel.autopilot import Advice, plain
from rules.kernel.events import Event
from rules.kernel.saving import Codec
from rules.kernel.table import Table


class Heard(Event, frozen=True, tag=True):
    """The answer to a question, as the rules understood it."""

    why: str
    value: str


ONCE, OFTEN = "raz", "razy"
adopt("parlour", {locale: [Entry("earlier.Heard", (ONCE, OFTEN, OFTEN), is_counted=True)] for locale in LOCALES})


def heard(story: str) -> int:
    """How many answers a channel tells, also those that a message sums up or merges while it asks."""
    summed = re.findall(rf"-# … [\w ]+: (\d+) (?:{OFTEN}|{ONCE})\b", story)
    merged = re.findall(r"Heard ×(\d+)", story)
    return story.count("Heard") - len(merged) + sum(map(int, (*summed, *merged)))


class Parlour(msgspec.Struct):
    """The state: who plays, and whether all has been asked."""

    seats: tuple[requests.Seat, ...]
    over: bool = False


Question = Callable[[Parlour], requests.Request[Any]]


class ParlourRules:
    """Rules that ask these questions; ``long`` repeats what is told, for stories that fill several messages."""

    name, version, schema, digest, seats = "parlour", 1, 1, "parlour", (1, 4)
    rivals = False
    switches: Mapping[str, tuple[str, ...]] = {}
    by_the_book: Mapping[str, str] = {}
    length = None
    usual_orders: Mapping[Any, Any] = {}
    order_words = ""
    rolls: tuple[str, ...] = ()
    draws: tuple[str, ...] = ()
    switches_when_drawn: Mapping[str, Mapping[str, str]] = {}
    events: tuple[type[Event], ...] = (Heard,)

    def __init__(self, *questions: Question, long: int = 1) -> None:
        self._questions = questions
        self._long = long
        self._codec = Codec(Parlour, self.schema)
        self.encode = self._codec.encode
        self.decode = self._codec.decode
        self.matches = self._codec.matches

    def begin(self, seats: Sequence[requests.Seat], options: Mapping[str, str]) -> Parlour:
        """Everybody sits down."""
        return Parlour(tuple(seats))

    def stage(self, table: Table, state: Parlour) -> None:
        """One question after the other."""
        for question in self._questions:
            request = question(state)
            if isinstance(request, requests.Everyone):
                value: Any = dict(table.everyone(request.why, request.asks, secret=request.secret))
            else:
                value = table.ask(request)
            for _ in range(self._long):
                table.tell(Heard(request.why, said(value)))
        state.over = True

    def over(self, state: Parlour) -> bool:
        """All has been asked."""
        return state.over

    def view(self, state: Parlour, viewer: requests.Seat | None) -> Any:
        """Nothing that could be drawn."""
        return state

    def advise(self, state: Parlour, request: requests.Request[Any], seat: requests.Seat) -> Advice:
        """The autopilot's answer, without a reason."""
        return Advice(self.autopilot(state, request, seat))

    def autopilot(self, state: Parlour, request: requests.Request[Any], seat: requests.Seat) -> Value:
        """The plain answer."""
        return plain(request, seat)


def said(value: Any) -> str:
    """A value as the tests look for it."""
    match value:
        case dict():
            return " ".join(f"{key}={said(inner)}" for key, inner in value.items())
        case tuple():
            return (
                "/".join(said(inner) for inner in value) if value and isinstance(value[0], tuple) else ",".join(value)
            )
    if hasattr(value, "values") and not callable(value.values):
        return said(dict(value.values))
    if hasattr(value, "seat"):
        return f"{value.seat}:{value.id}:{value.value}"
    return str(value)


# Questions -------------------------------------------------------------------------------------------------

DOORS = tuple(
    requests.Option(id, id, facts={"letter": letter}) for id, letter in (("oak", "A"), ("iron", "B"), ("glass", "C"))
)
DRINKS = (requests.Option("tea", "tea"), requests.Option("mead", "mead"))
NAMES = (requests.Member("c1", "Ala"), requests.Member("c2", "Bob"), requests.Member("c3", "Cyd"))


def a_fight(state: Parlour) -> requests.Request[Any]:
    """To fight, with the chances, or not; in the words of a real game."""
    fight = requests.Option("fight", "ready.fight", facts={"wins": 21, "deadly": False})
    return requests.Choose(who=requests.PARTY, why="weapon", options=(fight, requests.Option("flee", "flee")))


def a_choice(state: Parlour) -> requests.Request[Any]:
    """Which door?"""
    return requests.Choose(who=requests.PARTY, why="door", options=DOORS)


def a_long_choice(state: Parlour) -> requests.Request[Any]:
    """One of sixty boxes: too many for buttons."""
    return requests.Choose(
        who=requests.PARTY, why="box", options=tuple(requests.Option(f"box-{n}", f"box-{n}") for n in range(60))
    )


def some_choices(state: Parlour) -> requests.Request[Any]:
    """One or two doors."""
    return requests.ChooseSome(who=requests.PARTY, why="doors", options=DOORS, least=1, most=2)


def an_amount(state: Parlour) -> requests.Request[Any]:
    """How much, from 0 to 100?"""
    return requests.Amount(who=requests.PARTY, why="gold", least=0, most=100)


def a_text(state: Parlour) -> requests.Request[Any]:
    """A motto."""
    return requests.Text(who=requests.PARTY, why="motto", longest=20, usual="Onwards")


def a_formation(state: Parlour) -> requests.Request[Any]:
    """Three in ranks, one at least in front."""
    return requests.Formation(who=requests.PARTY, why="ranks", members=NAMES, now=(("c1", "c2"), ("c3",)), front=1)


def another_formation(state: Parlour) -> requests.Request[Any]:
    """Two at least in front, and not as they stand."""
    return requests.Formation(who=requests.PARTY, why="ranks", members=NAMES, now=(("c1", "c2"), ("c3",)), change=True)


def a_form(state: Parlour) -> requests.Request[Any]:
    """A form of the first seat, of every kind of field."""
    return _form("s1")


def everyones_secret(state: Parlour) -> requests.Request[Any]:
    """The same, and nobody may see what the others are offered."""
    return requests.Everyone(
        who=requests.PARTY, why="forms", asks={seat: _form(seat) for seat in state.seats}, secret=True
    )


def everyones_form(state: Parlour) -> requests.Request[Any]:
    """The same form for everybody at once."""
    return requests.Everyone(who=requests.PARTY, why="forms", asks={seat: _form(seat) for seat in state.seats})


def _form(seat: requests.Seat) -> requests.Form:
    fields = (
        requests.Field("drink", requests.Choose(who=seat, why="parlour.drink", options=DRINKS)),
        requests.Field("sips", requests.Amount(who=seat, why="sips", least=1, most=9)),
        requests.Field("toast", requests.Text(who=seat, why="toast", longest=30, usual="Cheers")),
        requests.Field("doors", requests.ChooseSome(who=seat, why="doors", options=DOORS, least=2, most=2)),
        requests.Field("second", requests.Choose(who=seat, why="second", options=DRINKS)),
    )
    return requests.Form(who=seat, why="form", fields=fields)


# Keys of the parlour's own where the catalogues have words under the plain ones.


def an_action(state: Parlour) -> requests.Request[Any]:
    """Wait, pay an amount, or (the first seat alone) drink."""
    pay = requests.Amount(who=requests.PARTY, why="parlour.pay", least=1, most=50)
    drink = requests.Choose(who="s1", why="parlour.drink", options=DRINKS)
    actions = (
        requests.Action(requests.PARTY, requests.Option("wait", "parlour.wait")),
        requests.Action(requests.PARTY, requests.Option("pay", "parlour.pay"), pay),
        requests.Action("s1", requests.Option("drink", "parlour.drink"), drink),
    )
    return requests.NextAction(who=requests.PARTY, why="next", actions=actions)


def an_errand(state: Parlour) -> requests.Request[Any]:
    """North or south; before that one may polish, hand a drink round, pay, or (each for themselves) sharpen."""
    asides: list[requests.Action[Any]] = [
        requests.Action(requests.PARTY, requests.Option("polish", "polish", "improvement.strength.note"), aside=True),
        requests.Action(
            requests.PARTY,
            requests.Option("hand", "hand"),
            requests.Choose(who=requests.PARTY, why="parlour.drink", options=DRINKS),
            aside=True,
        ),
        requests.Action(
            requests.PARTY,
            requests.Option("pay", "parlour.pay"),
            requests.Amount(who=requests.PARTY, why="parlour.pay", least=1, most=50),
            aside=True,
        ),
        *(requests.Action(seat, requests.Option("sharpen", "sharpen"), aside=True) for seat in state.seats),
    ]
    return _ways(*asides)


def a_busy_errand(state: Parlour) -> requests.Request[Any]:
    """North or south, and thirty things that may be done first."""
    return _ways(
        *(requests.Action(requests.PARTY, requests.Option(f"task-{n}", f"task-{n}"), aside=True) for n in range(30))
    )


def a_full_pack(state: Parlour) -> requests.Request[Any]:
    """North or south; each hands on a thing or gold, and anybody casts one of three spells; the first can improve."""
    gifts = [
        requests.Action(
            seat, requests.Option(f"{kind}:{seat}", kind, facts={"who": f"hero of {seat}", "gold": 5}), aside=True
        )
        for seat in state.seats
        for kind in ("give", "pay")
    ]
    spells = [
        requests.Action(requests.PARTY, requests.Option(f"cast:{spell}", spell), aside=True)
        for spell in ("sleep", "charm", "cow")
    ]
    improve = requests.Action(
        "s1",
        requests.Option("improve", "improve", facts={"ready": 2}),
        requests.Choose(who="s1", why="parlour.drink", options=DRINKS),
        aside=True,
    )
    return _ways(*gifts, *spells, improve)


def many_ways(state: Parlour) -> requests.Request[Any]:
    """Nine ways on."""
    return requests.NextAction(
        who=requests.PARTY,
        why="errand",
        actions=tuple(requests.Action(requests.PARTY, requests.Option(f"way{n}", f"way{n}")) for n in range(9)),
    )


def _ways(*asides: requests.Action[Any]) -> requests.NextAction:
    """The ways come last, as the rules may give the actions in any order."""
    ways = (
        requests.Action(requests.PARTY, requests.Option("north", "north", "improvement.skill.note")),
        requests.Action(
            requests.PARTY,
            requests.Option("south", "south"),
            requests.Choose(who=requests.PARTY, why="door", options=DOORS),
        ),
    )
    return requests.NextAction(who=requests.PARTY, why="errand", actions=(*asides, *ways))


def boxes(number: int) -> tuple[requests.Option, ...]:
    """So many boxes."""
    return tuple(requests.Option(f"box-{n}", f"box-{n}") for n in range(number))


def a_huge_choice(state: Parlour) -> requests.Request[Any]:
    """One of a hundred and thirty boxes: too many even for selects."""
    return requests.Choose(who=requests.PARTY, why="box", options=boxes(130))


def a_long_form(state: Parlour) -> requests.Request[Any]:
    """Sixty spells for two casters each, three doors for a fighter, and a motto."""
    fields = (
        requests.Field("ann", requests.Choose(who="s1", why="box", options=boxes(60)), "Ann"),
        requests.Field("bob", requests.Choose(who="s1", why="box", options=boxes(60)), "Bob"),
        requests.Field("cid", requests.Choose(who="s1", why="door", options=DOORS), "Cid"),
        requests.Field("motto", requests.Text(who="s1", why="motto", longest=20, usual="Onwards"), "Motto"),
    )
    return requests.Form(who="s1", why="form", fields=fields)


def a_form_with_reasons(state: Parlour) -> requests.Request[Any]:
    """Two races and a name: questions that say why they are asked."""
    race = requests.Choose(who="s1", why="apprentice.race", options=DRINKS)
    name = requests.Text(who="s1", why="apprentice.name", longest=20, usual="Ann")
    fields = (requests.Field("race1", race), requests.Field("name1", name), requests.Field("race2", race))
    return requests.Form(who="s1", why="form", fields=fields)


def a_form_of_many(state: Parlour) -> requests.Request[Any]:
    """Two or three of forty boxes."""
    some = requests.ChooseSome(who="s1", why="box", options=boxes(40), least=2, most=3)
    return requests.Form(who="s1", why="form", fields=(requests.Field("boxes", some, "Boxes"),))


def a_corridor(state: Parlour) -> requests.Request[Any]:
    """There is but one way to go; before that one may polish."""
    polish = requests.Action(requests.PARTY, requests.Option("polish", "polish"), aside=True)
    return requests.NextAction(
        who=requests.PARTY,
        why="errand",
        actions=(requests.Action(requests.PARTY, requests.Option("north", "north")), polish),
    )


class Thirsty(ParlourRules):
    """As usual the second seat polishes first."""

    def autopilot(self, state: Parlour, request: requests.Request[Any], seat: requests.Seat) -> Value:
        """The plain answer, but for the second seat."""
        return ["polish"] if seat == "s2" else super().autopilot(state, request, seat)


def a_song(state: Parlour) -> requests.Request[Any]:
    """Everybody may listen; all but the last seat may sing."""
    *singers, _ = state.seats
    songs = (requests.Action(seat, requests.Option("sing", "sing")) for seat in singers)
    return requests.NextAction(
        who=requests.PARTY,
        why="song",
        actions=(requests.Action(requests.PARTY, requests.Option("listen", "listen")), *songs),
    )


def spells(number: int) -> Question:
    """Some of so many spells, each with a note of what it does."""
    options = tuple(requests.Option(f"spell-{n}", f"spell-{n}", "improvement.strength.note") for n in range(number))
    return lambda state: requests.ChooseSome(who=requests.PARTY, why="doors", options=options, least=1, most=2)


def a_decorated_formation(state: Parlour) -> requests.Request[Any]:
    """Somebody's name is full of Markdown."""
    members = (requests.Member("c1", "Wit_*Mądry*"), requests.Member("c2", "Bob"))
    return requests.Formation(who=requests.PARTY, why="ranks", members=members, now=(("c1",), ("c2",)), front=1)
