"""The closed set of questions that rules may ask; each question knows its legal answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, Literal

from msgspec import Struct
from typing_extensions import TypeVar

from rules.kernel.words import Fact, Phrase, Term, Word

T = TypeVar("T", default=Any)
W = TypeVar("W", default=str)
Seat = str
Ranks = tuple[tuple[str, ...], ...]
"""A marching order: ranks of character ids, front rank first, each from left to right."""

PARTY: Seat = "party"
"""The seat of a question that any seat may answer for all."""
CHANCE: Seat = "chance"
"""The seat that stands for dice and draws."""
GM: Seat = "gm"
"""The seat of the game master, who has no character."""

NO_FACTS: Mapping[str, Fact] = {}


class Option(Struct, frozen=True):
    """One legal answer. ``label`` and ``note`` (its cost) are catalogue keys, ``facts`` fill both."""

    id: str
    label: str
    note: str = ""
    facts: Mapping[str, Fact] = NO_FACTS


class Request(Struct, Generic[T], frozen=True, kw_only=True):
    """A question. ``why`` is its name in the log, the catalogues and the tests; ``facts`` fill its text.

    ``secret``: only the asked seat may learn options, answer and facts; for a ``NextAction`` some actions may be
    secret.
    """

    who: Seat
    why: str
    facts: Mapping[str, Fact] = NO_FACTS
    secret: bool = False

    @property
    def asked(self) -> str:
        """The short form that the log keeps with the answer."""
        return f"{self.why} {type(self).__name__} {self.who}"


ROLLERS = ("who", "monster", "character")
"""The facts of a roll that name those for whom it is made."""


class Roll(Request[tuple[int, ...]], frozen=True, kw_only=True):
    """A roll of dice; the answer is each natural die (1–6). The rule adds the fact ``plus``, if any, to the result."""

    code: str

    @property
    def plus(self) -> int:
        """The number added to the result; its text is under ``dice.WHY.plus``."""
        plus = self.facts.get("plus", 0)
        assert isinstance(plus, int)
        return plus

    @property
    def measure(self) -> Phrase | None:
        """The number that the result is compared with or multiplied by, in words, or None."""
        measure = self.facts.get("measure")
        return measure if isinstance(measure, Phrase) else None

    @property
    def whose(self) -> tuple[Term, ...]:
        """The names of those for whom the dice are rolled; empty if the facts name nobody."""
        names = next((self.facts[name] for name in ROLLERS if name in self.facts), ())
        whose = names if isinstance(names, tuple) else (names,)
        return tuple(name for name in whose if isinstance(name, Word | str))

    @property
    def mark(self) -> str:
        """The mark of the monster for which the dice are rolled, or ''."""
        return str(self.facts.get("mark", "")) if self.facts.keys() & set(ROLLERS) == {"monster"} else ""

    @property
    def asked(self) -> str:
        """The short form for the log, with the dice code."""
        return f"{self.why} {self.code}"


Pieces = Callable[[], tuple[Option, ...]]
"""Returns the pieces that may be drawn, as options; called only when people draw by hand."""


def pieces_of(pile: Iterable[str], name: Callable[[str], Term]) -> tuple[Option, ...]:
    """Return the pieces of a pile as options with their names."""
    return tuple(Option(piece, "piece", facts={"piece": name(piece)}) for piece in pile)


UNSEEN = ("means", "check", "pieces")
"""The fields of questions that people cannot see, as they belong to one state."""


class EqualByLook(Request[T], Generic[T], frozen=True, kw_only=True, eq=False):
    """A question that equals another one if people see the same."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and _visible_fields(self) == _visible_fields(other)


def _visible_fields(request: Struct) -> list[object]:
    return [getattr(request, name) for name in request.__struct_fields__ if name not in UNSEEN]


class Draw(EqualByLook[str], frozen=True, kw_only=True, eq=False):
    """A blind draw of one piece from a pile: id → number of pieces.

    ``pieces``: the possible pieces in words, for people who draw by hand; None if only the bot may draw, as the piece
    is secret.
    """

    pile: Mapping[str, int]
    pieces: Pieces | None = None

    @property
    def offered(self) -> tuple[Option, ...]:
        """Return the pieces that people may have drawn by hand."""
        return self.pieces() if self.pieces else ()

    @property
    def asked(self) -> str:
        """The short form for the log, without a seat."""
        return f"{self.why} Draw"


class Choose(EqualByLook[W], Generic[W], frozen=True, kw_only=True, eq=False):
    """A choice of one option by its id; ``always``: asked even if there is only one (see ``orders.window``).

    ``means``: the value of each id, which the rule gets in place of the id; the log keeps the id. Two questions are
    equal if they look equal, whatever their ``means``.
    """

    options: tuple[Option, ...]
    always: bool = False
    means: Mapping[str, W] | None = None


class ChooseSome(EqualByLook[tuple[W, ...]], Generic[W], frozen=True, kw_only=True, eq=False):
    """A choice of ``least`` to ``most`` different options by their ids; ``means`` and equality as in ``Choose``."""

    options: tuple[Option, ...]
    least: int
    most: int
    means: Mapping[str, W] | None = None


class Paid(int):
    """A sum of money as an answer: who gave it (``by``) and the seats that agreed to help pay it (``helpers``)."""

    by: Seat
    helpers: tuple[Seat, ...]

    def __new__(cls, amount: int, by: Seat = "", helpers: tuple[Seat, ...] = ()) -> Paid:
        """Return the sum."""
        paid = super().__new__(cls, amount)
        paid.by, paid.helpers = by, helpers
        return paid


class Amount(Request[int], frozen=True, kw_only=True):
    """A whole number between ``least`` and ``most``.

    ``purses``: what each seat has, for a sum that several may pay. Its answer in plain form is the sum, or a list of
    the sum and the seats that help.
    """

    least: int
    most: int
    purses: Mapping[Seat, int] = {}


class Text(Request[str], frozen=True, kw_only=True):
    """A short text typed by a person, at most ``longest`` characters; ``usual`` is the default."""

    longest: int
    usual: str = ""


class Member(Struct, frozen=True):
    """A character to be placed in a formation."""

    id: str
    name: Term


class Formation(Request[Ranks], frozen=True, kw_only=True):
    """A marching order of all ``members``: ranks of at most ``widest``, at least ``front`` in the first.

    ``now`` is the current order; ``change`` requires a different one.
    """

    members: tuple[Member, ...]
    now: Ranks
    widest: int = 3
    front: int = 2
    deepest: int = 4
    change: bool = False


class Field(Struct, Generic[T], frozen=True):
    """A named field of a form; ``usual`` is its default in plain form (None: the field is required)."""

    name: str
    ask: Request[T]
    title: Term = ""
    usual: Any = None


class Filled(Struct, frozen=True):
    """A filled form; ``filled[field]`` has the type of the field's question."""

    values: Mapping[str, Any]

    def __getitem__(self, field: Field[T]) -> T:
        value: T = self.values[field.name]
        return value


class Form(EqualByLook[Filled], frozen=True, kw_only=True, eq=False):
    """Several questions that one seat answers together.

    ``check`` raises ``Refused``, maybe naming the ``field``, if values do not fit together or a text cannot be parsed.
    It must accept the least values and empty texts.
    """

    fields: tuple[Field, ...]
    check: Callable[[Filled], object] | None = None


class Everyone(Request[Mapping[Seat, Any]], frozen=True, kw_only=True):
    """A separate question to each of several seats at once; they answer in any order."""

    asks: Mapping[Seat, Request]


Consent = Literal["given", "asked", "refused"]
"""Whether an owner's standing order allows the use of their property, asks them, or refuses."""


class Action(Struct, Generic[T], frozen=True, eq=False):
    """Something a seat may do now; ``ask`` is a question that is answered together with it.

    ``aside``: a free action; prompts gather these in a menu, and the game does not wait for seats with only free
    actions. ``secret``: only its seat learns of it.

    ``owners``: returns the owners whose property an answer concerns, with their consent; None: nobody's. It is called
    when an answer is accepted, never during a replay. ``last_resort``: refusals of owners do not count if nobody who is
    there has another answer, so that the game is never stuck. Two actions are equal if they look equal.
    """

    who: Seat
    option: Option
    question: Request[T] | None = None
    aside: bool = False
    secret: bool = False
    owners: Callable[[T], Mapping[Seat, Consent]] | None = None
    last_resort: bool = False

    @property
    def asks(self) -> bool:
        """Whether the action has a question; cheaper than reading ``ask``."""
        return self.question is not None

    @property
    def ask(self) -> Request[T] | None:
        """The action's question, or None."""
        return self.question

    def consents(self, answer: T) -> Mapping[Seat, Consent]:
        """Return the owners whose property this answer concerns, with their consent."""
        return self.owners(answer) if self.owners else {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self._seen == other._seen

    @property
    def _seen(self) -> tuple[Seat, Option, Request[T] | None, bool, bool]:
        return self.who, self.option, self.ask, self.aside, self.secret


class Taken(Struct, frozen=True):
    """An action that was taken: its id, seat and answer."""

    seat: Seat
    id: str
    value: Any = None

    def answer(self, action: Action[T]) -> T:
        """Return the answer to the action's question."""
        value: T = self.value
        return value


class NextAction(Request[Taken], frozen=True, kw_only=True):
    """A choice among the actions of several seats: the first to act decides.

    It is asked again until an action moves the game on. ``idle``: no action is required, so nobody is waited for and
    there is no deadline.
    """

    actions: tuple[Action, ...]
    idle: bool = False

    def of(self, seat: Seat) -> tuple[Action, ...]:
        """The actions open to this seat."""
        return tuple(action for action in self.actions if action.who in (seat, PARTY))

    @property
    def movers(self) -> tuple[Seat, ...]:
        """The seats that can move the game on; all seats with an action if none can."""
        forward = tuple(action.who for action in self.actions if not action.aside)
        return forward or tuple(action.who for action in self.actions)

    def ask_of(self, seat: Seat, action_id: str) -> Request | None:
        """Return the question of an action that is open to this seat, or None."""
        return next(action.ask for action in self.of(seat) if action.option.id == action_id)
