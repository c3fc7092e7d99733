"""A parlour game for the tests of the face: it asks what it is given, and repeats each answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from rules.kernel.answers import Value
from rules.kernel.autopilot import plain
from rules.kernel.requests import (
    PARTY,
    Action,
    Amount,
    Choose,
    ChooseSome,
    Everyone,
    Field,
    Form,
    Formation,
    Member,
    NextAction,
    Option,
    Request,
    Seat,
    Text,
)
from rules.kernel.saving import Codec
from rules.kernel.table import Event, Table


class Heard(Event, frozen=True, tag=True):
    """The answer to a question, as the rules understood it."""

    why: str
    value: str


class Parlour(msgspec.Struct):
    """The state: who plays, and whether all has been asked."""

    seats: tuple[Seat, ...]
    over: bool = False


Question = Callable[[Parlour], Request[Any]]


class ParlourRules:
    """Rules that ask these questions; ``long`` repeats what is told, for stories that fill several messages."""

    name, version, schema, digest, seats = "parlour", 1, 1, "parlour", (1, 4)
    rivals = False
    switches: Mapping[str, tuple[str, ...]] = {}
    rolls: tuple[str, ...] = ()
    draws: tuple[str, ...] = ()
    events: tuple[type[Event], ...] = (Heard,)

    def __init__(self, *questions: Question, long: int = 1) -> None:
        self._questions = questions
        self._long = long
        self._codec = Codec(Parlour, self.schema)
        self.encode = self._codec.encode
        self.decode = self._codec.decode
        self.matches = self._codec.matches

    def begin(self, seats: Sequence[Seat], options: Mapping[str, str]) -> Parlour:
        """Everybody sits down."""
        return Parlour(tuple(seats))

    def stage(self, table: Table, state: Parlour) -> None:
        """One question after the other."""
        for question in self._questions:
            request = question(state)
            if isinstance(request, Everyone):
                value: Any = dict(table.everyone(request.why, request.asks, secret=request.secret))
            else:
                value = table.ask(request)
            for _ in range(self._long):
                table.tell(Heard(request.why, said(value)))
        state.over = True

    def over(self, state: Parlour) -> bool:
        """All has been asked."""
        return state.over

    def view(self, state: Parlour, viewer: Seat | None) -> Any:
        """Nothing that could be drawn."""
        return state

    def autopilot(self, state: Parlour, request: Request[Any], seat: Seat) -> Value:
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

DOORS = tuple(Option(id, id, facts={"letter": letter}) for id, letter in (("oak", "A"), ("iron", "B"), ("glass", "C")))
DRINKS = (Option("tea", "tea"), Option("mead", "mead"))
NAMES = (Member("c1", "Ala"), Member("c2", "Bob"), Member("c3", "Cyd"))


def a_fight(state: Parlour) -> Request[Any]:
    """To fight, with the chances, or not; in the words of a real game."""
    fight = Option("fight", "ready.fight", facts={"wins": 21, "deadly": False})
    return Choose(who=PARTY, why="weapon", options=(fight, Option("flee", "flee")))


def a_choice(state: Parlour) -> Request[Any]:
    """Which door?"""
    return Choose(who=PARTY, why="door", options=DOORS)


def a_long_choice(state: Parlour) -> Request[Any]:
    """One of sixty boxes: too many for buttons."""
    return Choose(who=PARTY, why="box", options=tuple(Option(f"box-{n}", f"box-{n}") for n in range(60)))


def some_choices(state: Parlour) -> Request[Any]:
    """One or two doors."""
    return ChooseSome(who=PARTY, why="doors", options=DOORS, least=1, most=2)


def an_amount(state: Parlour) -> Request[Any]:
    """How much, from 0 to 100?"""
    return Amount(who=PARTY, why="gold", least=0, most=100)


def a_text(state: Parlour) -> Request[Any]:
    """A motto."""
    return Text(who=PARTY, why="motto", longest=20, usual="Onwards")


def a_formation(state: Parlour) -> Request[Any]:
    """Three in ranks, one at least in front."""
    return Formation(who=PARTY, why="ranks", members=NAMES, now=(("c1", "c2"), ("c3",)), front=1)


def another_formation(state: Parlour) -> Request[Any]:
    """Two at least in front, and not as they stand."""
    return Formation(who=PARTY, why="ranks", members=NAMES, now=(("c1", "c2"), ("c3",)), change=True)


def a_form(state: Parlour) -> Request[Any]:
    """A form of the first seat, of every kind of field."""
    return _form("s1")


def everyones_secret(state: Parlour) -> Request[Any]:
    """The same, and nobody may see what the others are offered."""
    return Everyone(who=PARTY, why="forms", asks={seat: _form(seat) for seat in state.seats}, secret=True)


def everyones_form(state: Parlour) -> Request[Any]:
    """The same form for everybody at once."""
    return Everyone(who=PARTY, why="forms", asks={seat: _form(seat) for seat in state.seats})


def _form(seat: Seat) -> Form:
    fields = (
        Field("drink", Choose(who=seat, why="parlour.drink", options=DRINKS)),
        Field("sips", Amount(who=seat, why="sips", least=1, most=9)),
        Field("toast", Text(who=seat, why="toast", longest=30, usual="Cheers")),
        Field("doors", ChooseSome(who=seat, why="doors", options=DOORS, least=2, most=2)),
        Field("second", Choose(who=seat, why="second", options=DRINKS)),
    )
    return Form(who=seat, why="form", fields=fields)


# Keys of the parlour's own where the catalogues have words under the plain ones.


def an_action(state: Parlour) -> Request[Any]:
    """Wait, pay an amount, or (the first seat alone) drink."""
    pay = Amount(who=PARTY, why="parlour.pay", least=1, most=50)
    drink = Choose(who="s1", why="parlour.drink", options=DRINKS)
    actions = (
        Action(PARTY, Option("wait", "parlour.wait")),
        Action(PARTY, Option("pay", "parlour.pay"), pay),
        Action("s1", Option("drink", "parlour.drink"), drink),
    )
    return NextAction(who=PARTY, why="next", actions=actions)


def an_errand(state: Parlour) -> Request[Any]:
    """North or south; before that one may polish, hand a drink round, pay, or (each for themselves) sharpen."""
    asides: list[Action[Any]] = [
        Action(PARTY, Option("polish", "polish", "improvement.strength.note"), aside=True),
        Action(PARTY, Option("hand", "hand"), Choose(who=PARTY, why="parlour.drink", options=DRINKS), aside=True),
        Action(PARTY, Option("pay", "parlour.pay"), Amount(who=PARTY, why="parlour.pay", least=1, most=50), aside=True),
        *(Action(seat, Option("sharpen", "sharpen"), aside=True) for seat in state.seats),
    ]
    return _ways(*asides)


def a_busy_errand(state: Parlour) -> Request[Any]:
    """North or south, and thirty things that may be done first."""
    return _ways(*(Action(PARTY, Option(f"task-{n}", f"task-{n}"), aside=True) for n in range(30)))


def many_ways(state: Parlour) -> Request[Any]:
    """Nine ways on."""
    return NextAction(
        who=PARTY, why="errand", actions=tuple(Action(PARTY, Option(f"way{n}", f"way{n}")) for n in range(9))
    )


def _ways(*asides: Action[Any]) -> NextAction:
    """The ways come last, as the rules may give the actions in any order."""
    ways = (
        Action(PARTY, Option("north", "north", "improvement.skill.note")),
        Action(PARTY, Option("south", "south"), Choose(who=PARTY, why="door", options=DOORS)),
    )
    return NextAction(who=PARTY, why="errand", actions=(*asides, *ways))


def boxes(number: int) -> tuple[Option, ...]:
    """So many boxes."""
    return tuple(Option(f"box-{n}", f"box-{n}") for n in range(number))


def a_huge_choice(state: Parlour) -> Request[Any]:
    """One of a hundred and thirty boxes: too many even for selects."""
    return Choose(who=PARTY, why="box", options=boxes(130))


def a_long_form(state: Parlour) -> Request[Any]:
    """Sixty spells for two casters each, three doors for a fighter, and a motto."""
    fields = (
        Field("ann", Choose(who="s1", why="box", options=boxes(60)), "Ann"),
        Field("bob", Choose(who="s1", why="box", options=boxes(60)), "Bob"),
        Field("cid", Choose(who="s1", why="door", options=DOORS), "Cid"),
        Field("motto", Text(who="s1", why="motto", longest=20, usual="Onwards"), "Motto"),
    )
    return Form(who="s1", why="form", fields=fields)


def a_form_with_reasons(state: Parlour) -> Request[Any]:
    """Two races and a name: questions that say why they are asked."""
    race = Choose(who="s1", why="apprentice.race", options=DRINKS)
    name = Text(who="s1", why="apprentice.name", longest=20, usual="Ann")
    fields = (Field("race1", race), Field("name1", name), Field("race2", race))
    return Form(who="s1", why="form", fields=fields)


def a_form_of_many(state: Parlour) -> Request[Any]:
    """Two or three of forty boxes."""
    some = ChooseSome(who="s1", why="box", options=boxes(40), least=2, most=3)
    return Form(who="s1", why="form", fields=(Field("boxes", some, "Boxes"),))


def a_corridor(state: Parlour) -> Request[Any]:
    """There is but one way to go; before that one may polish."""
    polish = Action(PARTY, Option("polish", "polish"), aside=True)
    return NextAction(who=PARTY, why="errand", actions=(Action(PARTY, Option("north", "north")), polish))


class Thirsty(ParlourRules):
    """As usual the second seat polishes first."""

    def autopilot(self, state: Parlour, request: Request[Any], seat: Seat) -> Value:
        """The plain answer, but for the second seat."""
        return ["polish"] if seat == "s2" else super().autopilot(state, request, seat)


def a_song(state: Parlour) -> Request[Any]:
    """Everybody may listen; all but the last seat may sing."""
    *singers, _ = state.seats
    songs = (Action(seat, Option("sing", "sing")) for seat in singers)
    return NextAction(who=PARTY, why="song", actions=(Action(PARTY, Option("listen", "listen")), *songs))


def spells(number: int) -> Question:
    """Some of so many spells, each with a note of what it does."""
    options = tuple(Option(f"spell-{n}", f"spell-{n}", "improvement.strength.note") for n in range(number))
    return lambda state: ChooseSome(who=PARTY, why="doors", options=options, least=1, most=2)


def a_decorated_formation(state: Parlour) -> Request[Any]:
    """Somebody's name is full of Markdown."""
    members = (Member("c1", "Wit_*Mądry*"), Member("c2", "Bob"))
    return Formation(who=PARTY, why="ranks", members=members, now=(("c1",), ("c2",)), front=1)
