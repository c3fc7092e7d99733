"""Offers: actions that carry the function to run when they are taken."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVarTuple, Unpack

from msgspec import Struct
from msgspec.structs import replace
from typing_extensions import TypeVar

from rules.kernel.answers import Value
from rules.kernel.errors import RuleBroken
from rules.kernel.requests import (
    NO_FACTS,
    PARTY,
    Action,
    Choose,
    ChooseSome,
    Consent,
    NextAction,
    Option,
    Request,
    Seat,
    Taken,
)
from rules.kernel.table import Table
from rules.kernel.words import Fact

T = TypeVar("T", default=Any)
W = TypeVar("W")
W_co = TypeVar("W_co", covariant=True)
Ts = TypeVarTuple("Ts")

Result = bool | str | None
"""The result of an offer for the loop that made it; None means ask again."""
Deed = Callable[[Table, T], Result]
"""Carries out an offer, given the answer to its question (None if it asks nothing)."""


class Offer(Action[T], frozen=True, eq=False, kw_only=True):
    """An action together with the function that carries it out."""

    do: Deed[T]

    def done(self, table: Table, answer: T) -> Result:
        """Carry out the offer with this answer."""
        return self.do(table, answer)


class Asking(Offer[T], frozen=True, eq=False, kw_only=True, dict=True):
    """An offer that builds its question with ``make`` on first access, as most questions are never looked at."""

    make: Callable[[], Request[T]]

    @property
    def asks(self) -> bool:
        """Always True."""
        return True

    @cached_property
    def _made(self) -> Request[T]:
        return self.make()

    @property
    def ask(self) -> Request[T]:
        """The offer's question."""
        return self._made


class Way(Struct, Generic[W_co], frozen=True):
    """One way to carry out an action: its option and the value that it stands for."""

    option: Option
    meant: W_co


def choice(
    who: Seat, why: str, ways: Sequence[Way[W]], facts: Mapping[str, Fact] = NO_FACTS, *, secret: bool = False
) -> Choose[W]:
    """Return a question that asks for one of these ways."""
    options = tuple(way.option for way in ways)
    means = {way.option.id: way.meant for way in ways}
    return Choose(who=who, why=why, options=options, facts=facts, secret=secret, means=means)


def choice_of_some(
    who: Seat,
    why: str,
    ways: Sequence[Way[W]],
    facts: Mapping[str, Fact] = NO_FACTS,
    *,
    least: int,
    most: int,
    secret: bool = False,
) -> ChooseSome[W]:
    """Return a question that asks for ``least`` to ``most`` of these ways."""
    options = tuple(way.option for way in ways)
    means = {way.option.id: way.meant for way in ways}
    return ChooseSome(
        who=who, why=why, options=options, least=least, most=most, facts=facts, secret=secret, means=means
    )


class Pick(Offer[W], frozen=True, eq=False, kw_only=True, dict=True):
    """An offer to do one thing in several ways; a single way is not asked for unless ``always`` is set.

    The question is built on first access; ``why`` and ``facts`` belong to it.
    """

    ways: tuple[Way[W], ...]
    why: str
    facts: Mapping[str, Fact] = NO_FACTS
    always: bool = False

    @property
    def asks(self) -> bool:
        """Whether the offer asks which way: it has several, or ``always`` is set."""
        return self.always or len(self.ways) > 1

    @property
    def ask(self) -> Request[W] | None:
        """The question which way, or None."""
        return self._made if self.asks else None

    @cached_property
    def _made(self) -> Choose[W]:
        return choice(self.who, self.why, self.ways, self.facts, secret=self.secret)

    def done(self, table: Table, answer: W) -> Result:
        """Carry out the offer in the chosen way, or in the only one."""
        return self.do(table, answer if self.asks else self.ways[0].meant)

    def consents(self, answer: W) -> Mapping[Seat, Consent]:
        """Return the consents needed for the chosen way, or for the only one."""
        return super().consents(answer if self.asks else self.ways[0].meant)

    def answer(self, way: Way[W]) -> Value:
        """Return the answer that chooses this way, in plain form."""
        return [self.option.id, way.option.id] if self.asks else [self.option.id]


def one_way(who: Seat, why: str, option: Option, meant: W, do: Deed[W], *, secret: bool = False) -> Pick[W]:
    """Return an offer with a single way; ``why`` tells its kind to code that reads the ways."""
    return Pick(who, option, ways=(Way(option, meant),), why=why, do=do, secret=secret)


def picks_among(offers: Iterable[Action], why: str) -> list[Pick[Any]]:
    """Return the offers that are picks of this kind."""
    return [offer for offer in offers if isinstance(offer, Pick) and offer.why == why]


def take(table: Table, why: str, offers: Sequence[Offer], *, secret: bool = False, **facts: Fact) -> Result:
    """Ask for one of these offers and carry it out; return its result."""
    taken = table.next_action(why, offers, secret=secret, **facts)
    return taken_of(offers, taken).done(table, taken.value)


def take_if_ever(table: Table, why: str, offers: Sequence[Offer], *, secret: bool = False) -> Result:
    """Ask for one of these offers without waiting for anybody, and carry it out; return its result."""
    taken = table.ask(NextAction(who=PARTY, why=why, actions=tuple(offers), secret=secret, idle=True))
    return taken_of(offers, taken).done(table, taken.value)


Offers = Generator[Offer, None, None]


def as_far_as_asked(table: Table, offers: Offers) -> list[Offer]:
    """Return all offers, or during a replay only those up to the one that the log names.

    This saves building offers that nobody sees; the logged answer is judged as usual.
    """
    row = table.log.unread
    if not row or row.part:  # an aside in secret is compared with the whole question
        return list(offers)
    id = row.value[0] if isinstance(row.value, list | tuple) and row.value else row.value
    made = []
    for offer in offers:
        made.append(offer)
        if offer.option.id == id and offer.who in (row.seat, PARTY):
            break
    offers.close()
    return made


def taken_of(offers: Sequence[Offer], taken: Taken) -> Offer:
    """Return the first offer with the taken id that is open to the seat, as seats may share ids."""
    for offer in offers:
        if offer.option.id == taken.id and offer.who in (taken.seat, PARTY):
            return offer
    raise RuleBroken(f"nobody offered {taken.id}")


def followed_by(offer: Offer[T], rule: Callable[[Table, Unpack[Ts]], object], *args: *Ts) -> Offer[T]:
    """Return the offer with a rule that runs after it is carried out."""
    first = offer.do

    def do(table: Table, answer: T) -> Result:
        said = first(table, answer)
        rule(table, *args)
        return said

    return replace(offer, do=do)


# Rules as deeds --------------------------------------------------------------------------------------------------


def does(rule: Callable[[Table, Unpack[Ts]], Result], *args: *Ts) -> Deed[Any]:
    """Return the deed of an offer without a question: a rule with these arguments."""

    def do(table: Table, _: object) -> Result:
        return rule(table, *args)

    return do


def does_with(rule: Callable[[Table, Unpack[Ts], T], Result], *args: *Ts) -> Deed[T]:
    """Return the deed of an offer with a question: a rule with these arguments and the answer last."""

    def do(table: Table, answer: T) -> Result:
        return rule(table, *args, answer)

    return do


def ends(deed: Deed[T]) -> Deed[T]:
    """Return the deed with the result True, so that the question is not asked again."""

    def do(table: Table, answer: T) -> Result:
        deed(table, answer)
        return True

    return do


def ending(_: Table, __: object) -> Result:
    """A deed that does nothing but end a question."""
    return True


AHEAD = "ahead"
"""The id of the offer to plan the next move, and the prefix of its catalogue keys."""
NONE = "none"
"""The answer of a player who plans no move and wants to be asked."""


class Ahead(Struct, frozen=True):
    """A planned move. ``move``: the id of the offer; ``seen``: the public facts that the player based it on."""

    move: str
    seen: tuple[str, ...]


def offer_named(named: Ahead | None, offers: Sequence[Offer], seen: Callable[[Offer], tuple[str, ...]]) -> Offer | None:
    """Return the offer that was planned, or None if it is not offered now or its public facts have changed."""
    move = next((offer for offer in offers if named and offer.option.id == named.move), None)
    return move if named and move and seen(move) == named.seen else None


def ahead_option(now: Ahead | None) -> Option:
    """Return the option to plan the next move; its label tells whether one is planned already."""
    return Option(AHEAD, "ahead.named" if now else AHEAD)


def none_option(now: Ahead | None) -> Option:
    """Return the option to plan no move, or to drop the planned one."""
    return Option(NONE, "ahead.drop" if now else "ahead.none")


def answer_with(action: Action, value: Value = None) -> Value:
    """Return the plain answer that takes this action, with a value if the action asks for one."""
    return [action.option.id, value] if action.ask else [action.option.id]


def ids(ask: Choose[Any]) -> list[str]:
    """Return the ids of a question's options."""
    return [option.id for option in ask.options]


def kind_of(action: Action) -> str:
    """Return the kind of an action: ``why`` of a pick, else the id."""
    return action.why if isinstance(action, Pick) else action.option.id


def picks(request: NextAction, seat: Seat, why: str) -> list[Pick[Any]]:
    """Return the picks of this kind that are open to a seat."""
    return picks_among(request.of(seat), why)


def meanings(ask: Choose[W] | ChooseSome[W]) -> Mapping[str, W]:
    """Return what each option's id stands for."""
    assert ask.means is not None
    return ask.means


def best(ask: Choose[W], worth: Callable[[W], Any]) -> str:
    """Return the id of the option with the greatest worth, the first one if several are equal."""
    means = meanings(ask)
    return max(means, key=lambda id: worth(means[id]))


def may_only_order(request: NextAction, seat: Seat) -> Action | None:
    """Return the standing-orders action if a seat has no other action except planning ahead, else None."""
    actions = {action.option.id: action for action in request.of(seat)}
    return actions.get("orders") if actions.keys() <= {"orders", AHEAD} else None


def may_name_ahead(request: NextAction, seat: Seat) -> Action | None:
    """Return the action to plan the next move, or None."""
    offers = [action for action in request.of(seat) if action.option.id == AHEAD]
    return offers[0] if offers else None
