"""The closed family of questions a rule may ask. Each carries its legal answers, so nobody else need know them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, Literal

import msgspec
from typing_extensions import TypeVar

from rules.kernel.words import Fact, Phrase, Term

T = TypeVar("T")
W = TypeVar("W", default=str)
Seat = str
Ranks = tuple[tuple[str, ...], ...]
"""A marching order: ranks from the front, each from left to right, of character ids."""

PARTY: Seat = "party"
"""Any one seat may answer for all."""
CHANCE: Seat = "chance"
"""Dice and bags answer."""
GM: Seat = "gm"
"""The game master, who has no character."""

NO_FACTS: Mapping[str, Fact] = {}


class Option(msgspec.Struct, frozen=True):
    """One legal answer. ``label`` and ``note`` (what it costs) are catalogue keys, ``facts`` fill both."""

    id: str
    label: str
    note: str = ""
    facts: Mapping[str, Fact] = NO_FACTS


class Request(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """A question. ``why`` names it in the log, in the catalogues and in the tests; ``facts`` fill its words.

    ``secret``: only who is asked may learn what is offered and answered, and the facts. Of actions it means that
    some of them may be secret.
    """

    who: Seat
    why: str
    facts: Mapping[str, Fact] = NO_FACTS
    secret: bool = False

    @property
    def asked(self) -> str:
        """The short form that the log keeps beside the answer."""
        return f"{self.why} {type(self).__name__} {self.who}"


class Roll(Request[tuple[int, ...]], frozen=True, kw_only=True):
    """Dice are thrown; the answer is each natural die (1–6). The fact ``plus``, if any, is what the rule then adds."""

    code: str

    @property
    def plus(self) -> int:
        """What is added to the result, for whoever reads the dice; in words ``dice.WHY.plus``."""
        plus = self.facts.get("plus", 0)
        assert isinstance(plus, int)
        return plus

    @property
    def measure(self) -> Phrase | None:
        """What the result is held against or multiplied by, for whoever reads the dice; None: nothing of the kind."""
        measure = self.facts.get("measure")
        return measure if isinstance(measure, Phrase) else None

    @property
    def asked(self) -> str:
        """The short form for the log, with the dice to be thrown."""
        return f"{self.why} {self.code}"


Pieces = Callable[[], tuple[Option, ...]]
"""The pieces that may be drawn, in words; only worked out when people are asked."""


def pieces_of(pile: Iterable[str], name: Callable[[str], Term]) -> tuple[Option, ...]:
    """The pieces of a pile by their names."""
    return tuple(Option(piece, "piece", facts={"piece": name(piece)}) for piece in pile)


class Draw(Request[str], frozen=True, kw_only=True, eq=False):
    """One piece is drawn blindly from a pile: id → how many are in it.

    ``pieces``: what people may have drawn who draw by hand, in words; None: only the bot draws, as nobody may see it.
    """

    pile: Mapping[str, int]
    pieces: Pieces | None = None

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and _visible_fields(self) == _visible_fields(other)

    @property
    def offered(self) -> tuple[Option, ...]:
        """The pieces that may have been drawn by hand."""
        return self.pieces() if self.pieces is not None else ()

    @property
    def asked(self) -> str:
        """The short form for the log; chance needs no name beside it."""
        return f"{self.why} Draw"


UNSEEN = ("means", "check", "pieces")


def _visible_fields(request: msgspec.Struct) -> list[object]:
    """What a question shows; not what its answers mean or how its pieces are called, which are things of one state."""
    return [getattr(request, name) for name in request.__struct_fields__ if name not in UNSEEN]


class Choose(Request[W], Generic[W], frozen=True, kw_only=True, eq=False):
    """One of several options, by its id; ``always``: asked even where there is only one (see ``orders.window``).

    ``means``: what each id stands for, which is then the answer that the rule gets; without it the id itself is. The
    log keeps the id. Two are equal when nobody could see a difference, whatever they mean.
    """

    options: tuple[Option, ...]
    always: bool = False
    means: Mapping[str, W] | None = None

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and _visible_fields(self) == _visible_fields(other)


class ChooseSome(Request[tuple[W, ...]], Generic[W], frozen=True, kw_only=True, eq=False):
    """Between ``least`` and ``most`` different options, by their ids; ``means`` and equality as in ``Choose``."""

    options: tuple[Option, ...]
    least: int
    most: int
    means: Mapping[str, W] | None = None

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and _visible_fields(self) == _visible_fields(other)


class Amount(Request[int], frozen=True, kw_only=True):
    """A whole number between ``least`` and ``most``; ``step`` is what a prompt should offer, not a rule."""

    least: int
    most: int


class Text(Request[str], frozen=True, kw_only=True):
    """A few words typed by a person, at most ``longest`` characters; ``usual`` is what nobody minds."""

    longest: int
    usual: str = ""


class Member(msgspec.Struct, frozen=True):
    """Somebody who is to be placed in a formation."""

    id: str
    name: Term


class Formation(Request[Ranks], frozen=True, kw_only=True):
    """A marching order of all ``members``: ranks of at most ``widest``, at least ``front`` in the first.

    ``now`` is how they stand. With ``moves_per_rank`` set, at most that many may leave each rank; with ``change`` the
    order must be another one than now.
    """

    members: tuple[Member, ...]
    now: Ranks
    widest: int = 3
    front: int = 2
    deepest: int = 4
    moves_per_rank: int | None = None
    change: bool = False


class Field(msgspec.Struct, Generic[T], frozen=True):
    """A named part of a form; ``usual`` holds in plain form where an answer leaves it out (None: it may not)."""

    name: str
    ask: Request[T]
    title: Term = ""
    usual: Any = None


class Filled(msgspec.Struct, frozen=True):
    """A filled form; ``filled[field]`` has the type that the field asks for."""

    values: Mapping[str, Any]

    def __getitem__(self, field: Field[T]) -> T:
        value: T = self.values[field.name]
        return value


class Form(Request[Filled], frozen=True, kw_only=True, eq=False):
    """What one seat settles together, in one answer.

    ``check``: raises ``Refused`` where the fields do not go together, or words in them cannot be read; the refusal may
    name the ``field``. Nothing on its least values, or where nothing is typed, may be refused.
    """

    fields: tuple[Field[Any], ...]
    check: Callable[[Filled], object] | None = None

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and _visible_fields(self) == _visible_fields(other)


class Everyone(Request[Mapping[Seat, Any]], frozen=True, kw_only=True):
    """One question to each of several seats at once; each answers its own part when it likes."""

    asks: Mapping[Seat, Request[Any]]


Consent = Literal["given", "asked", "refused"]
"""Of an owner to what is done with their own: their standing order gives it, leaves it to them, or refuses it."""


class Action(msgspec.Struct, Generic[T], frozen=True, eq=False):
    """Something a seat may do now; ``ask`` is what must be known to do it, answered in the same breath.

    ``aside``: it may be done first and does not move the game on; prompts gather such in one menu, and nobody is waited
    for who can do nothing else. ``secret``: only the seat that may take it learns that there is such a thing to do.
    ``owners``: whose own an answer concerns, and whether their standing orders consent; None: nobody's. It is looked at
    when an answer is accepted, never when the log is read. Two actions are equal when nobody could see a difference.
    """

    who: Seat
    option: Option
    question: Request[T] | None = None
    aside: bool = False
    secret: bool = False
    owners: Callable[[T], Mapping[Seat, Consent]] | None = None

    @property
    def asks(self) -> bool:
        """Whether something must be known to do it; cheaper than to look at the question."""
        return self.question is not None

    @property
    def ask(self) -> Request[T] | None:
        """What must be known to do it; None: nothing."""
        return self.question

    def consents(self, answer: T) -> Mapping[Seat, Consent]:
        """Whose own this answer concerns, each with the consent that their standing orders give."""
        return {} if self.owners is None else self.owners(answer)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self._seen == other._seen

    @property
    def _seen(self) -> tuple[Seat, Option, Request[T] | None, bool, bool]:
        return self.who, self.option, self.ask, self.aside, self.secret


class Taken(msgspec.Struct, frozen=True):
    """The action that was taken, by which seat, with what."""

    seat: Seat
    id: str
    value: Any = None

    def answer(self, action: Action[T]) -> T:
        """The answer to the question that the action carried."""
        value: T = self.value
        return value


class NextAction(Request[Taken], frozen=True, kw_only=True):
    """Whoever acts first, acts; asked again until the action that moves the game on is taken.

    ``idle``: nobody need act, now or ever: nobody is waited for, and there is no time in which to answer.
    """

    actions: tuple[Action[Any], ...]
    idle: bool = False

    def of(self, seat: Seat) -> tuple[Action[Any], ...]:
        """The actions open to this seat."""
        return tuple(action for action in self.actions if action.who in (seat, PARTY))

    @property
    def movers(self) -> tuple[Seat, ...]:
        """Who can move the game on; where nothing does, everybody who can do anything."""
        forward = tuple(action.who for action in self.actions if not action.aside)
        return forward or tuple(action.who for action in self.actions)

    def ask_of(self, seat: Seat, action_id: str) -> Request[Any] | None:
        """What must be known for an action that this seat may take."""
        return next(action.ask for action in self.of(seat) if action.option.id == action_id)
