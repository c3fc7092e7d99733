"""Offers: actions that know what they do; what may be done and what it does are said in one place."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar, TypeVarTuple, Unpack

import msgspec

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

T = TypeVar("T")
W = TypeVar("W")
W_co = TypeVar("W_co", covariant=True)
Ts = TypeVarTuple("Ts")

Result = bool | str | None
"""What a loop wants to know of a deed; None: ask again."""
Deed = Callable[[Table, T], Result]
"""Does what was offered, with the answer to its question (None where it asks nothing)."""


class Offer(Action[T], frozen=True, eq=False, kw_only=True):
    """An action with its deed; there is none without."""

    do: Deed[T]

    def done(self, table: Table, answer: T) -> Result:
        """Do it."""
        return self.do(table, answer)


class Asking(Offer[T], frozen=True, eq=False, kw_only=True, dict=True):
    """An offer whose question is made by ``make`` when somebody first looks at it, as most are looked at by nobody."""

    make: Callable[[], Request[T]]

    @property
    def asks(self) -> bool:
        """Always."""
        return True

    @cached_property
    def _made(self) -> Request[T]:
        return self.make()

    @property
    def ask(self) -> Request[T]:
        """The question."""
        return self._made


class Way(msgspec.Struct, Generic[W_co], frozen=True):
    """One way to do something: how it is offered, and what it means."""

    option: Option
    meant: W_co


def choice(
    who: Seat, why: str, ways: Sequence[Way[W]], facts: Mapping[str, Fact] = NO_FACTS, *, secret: bool = False
) -> Choose[W]:
    """The question which way."""
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
    """The question which of these, between ``least`` and ``most``."""
    options = tuple(way.option for way in ways)
    means = {way.option.id: way.meant for way in ways}
    return ChooseSome(
        who=who, why=why, options=options, least=least, most=most, facts=facts, secret=secret, means=means
    )


class Pick(Offer[W], frozen=True, eq=False, kw_only=True, dict=True):
    """An offer to do one thing in several ways; with one way only it asks nothing, unless it ``always`` does.

    The question is made when somebody first looks at it: ``why`` and ``facts`` are the question's.
    """

    ways: tuple[Way[W], ...]
    why: str
    facts: Mapping[str, Fact] = NO_FACTS
    always: bool = False

    @property
    def asks(self) -> bool:
        """Whether there is more than one way, or one is asked all the same."""
        return self.always or len(self.ways) > 1

    @property
    def ask(self) -> Request[W] | None:
        """Which way."""
        return self._made if self.asks else None

    @cached_property
    def _made(self) -> Choose[W]:
        return choice(self.who, self.why, self.ways, self.facts, secret=self.secret)

    def done(self, table: Table, answer: W) -> Result:
        """Do it in this way, or in the only one."""
        return self.do(table, answer if self.asks else self.ways[0].meant)

    def consents(self, answer: W) -> Mapping[Seat, Consent]:
        """The same of this way, or of the only one."""
        return super().consents(answer if self.asks else self.ways[0].meant)

    def answer(self, way: Way[W]) -> Value:
        """The answer that takes this way, in plain form."""
        return [self.option.id, way.option.id] if self.asks else [self.option.id]


def one_way(
    who: Seat, why: str, option: Option, meant: W, do: Deed[W], *, aside: bool = False, secret: bool = False
) -> Pick[W]:
    """An offer to do one thing in the one way that its option says; ``why`` tells its kind to who reads the ways."""
    return Pick(who, option, ways=(Way(option, meant),), why=why, do=do, aside=aside, secret=secret)


def picks_among(offers: Iterable[Action[Any]], why: str) -> list[Pick[Any]]:
    """Of some offers those that are picks of this kind."""
    return [offer for offer in offers if isinstance(offer, Pick) and offer.why == why]


def take(table: Table, why: str, offers: Sequence[Offer[Any]], *, secret: bool = False, **facts: Fact) -> Result:
    """Have one of these taken, and do it; what its deed returns."""
    taken = table.next_action(why, offers, secret=secret, **facts)
    return taken_of(offers, taken).done(table, taken.value)


def take_if_ever(table: Table, why: str, offers: Sequence[Offer[Any]], *, secret: bool = False) -> Result:
    """The same, of offers that nobody need ever take: nobody is waited for."""
    taken = table.ask(NextAction(who=PARTY, why=why, actions=tuple(offers), secret=secret, idle=True))
    return taken_of(offers, taken).done(table, taken.value)


Offers = Generator[Offer[Any], None, None]
"""Offers that are made one after the other, as long as somebody wants more."""


def as_far_as_asked(table: Table, offers: Offers) -> list[Offer[Any]]:
    """All offers; where the log has the answer already, only those up to the one that it names.

    So a stage that is run again makes offers for nobody to look at no more. Nobody sees the question then, and what the
    log names is judged as ever.
    """
    row = table.unread
    if row is None or row.part:  # an aside in secret is compared with the whole question
        return list(offers)
    id = row.value[0] if isinstance(row.value, list | tuple) and row.value else row.value
    made = []
    for offer in offers:
        made.append(offer)
        if offer.option.id == id and offer.who in (row.seat, PARTY):
            break
    offers.close()
    return made


def taken_of(offers: Sequence[Offer[Any]], taken: Taken) -> Offer[Any]:
    """The offer that was taken: the first of this id that is open to the seat, as seats may share ids."""
    for offer in offers:
        if offer.option.id == taken.id and offer.who in (taken.seat, PARTY):
            return offer
    raise RuleBroken(f"nobody offered {taken.id}")


def followed_by(offer: Offer[T], rule: Callable[[Table, Unpack[Ts]], object], *args: *Ts) -> Offer[T]:
    """The same offer, whose deed is always followed by this rule."""
    first = offer.do

    def do(table: Table, answer: T) -> Result:
        said = first(table, answer)
        rule(table, *args)
        return said

    return msgspec.structs.replace(offer, do=do)


# Rules as deeds --------------------------------------------------------------------------------------------------


def does(rule: Callable[[Table, Unpack[Ts]], Result], *args: *Ts) -> Deed[Any]:
    """The deed of an offer that asks nothing: a rule, with what it is about."""

    def do(table: Table, _: object) -> Result:
        return rule(table, *args)

    return do


def does_with(rule: Callable[[Table, Unpack[Ts], T], Result], *args: *Ts) -> Deed[T]:
    """The deed of an offer that asks: a rule, with what it is about and, last, the answer."""

    def do(table: Table, answer: T) -> Result:
        return rule(table, *args, answer)

    return do


def ends(deed: Deed[T]) -> Deed[T]:
    """The same deed, after which nothing is asked again."""

    def do(table: Table, answer: T) -> Result:
        deed(table, answer)
        return True

    return do


def ending(_: Table, __: object) -> Result:
    """The deed of what only ends a question."""
    return True


AHEAD = "ahead"
"""The id of the offer to name one, and the head of its words."""
NONE = "none"
"""The answer of whoever wants to be asked."""


class Ahead(msgspec.Struct, frozen=True):
    """``move``: the id of the offer that is taken; ``seen``: what its player went by, all of it known to everybody."""

    move: str
    seen: tuple[str, ...]


def offer_named(
    named: Ahead | None, offers: Sequence[Offer[Any]], seen: Callable[[Offer[Any]], tuple[str, ...]]
) -> Offer[Any] | None:
    """What was named, of what is offered now, if its player sees the same as then; None: it is to be asked."""
    move = next((offer for offer in offers if named and offer.option.id == named.move), None)
    return move if named is not None and move is not None and seen(move) == named.seen else None


def ahead_option(now: Ahead | None) -> Option:
    """The offer to name one; it says whether one is named already."""
    return Option(AHEAD, "ahead.named" if now else AHEAD)


def none_option(now: Ahead | None) -> Option:
    """To be asked: as it is, or again."""
    return Option(NONE, "ahead.drop" if now else "ahead.none")


def answer_with(action: Action[Any], value: Value = None) -> Value:
    """An action as an answer, with what it asks for where it asks."""
    return [action.option.id] if action.ask is None else [action.option.id, value]


def ids(ask: Choose[Any]) -> list[str]:
    """What may be chosen."""
    return [option.id for option in ask.options]


def kind_of(action: Action[Any]) -> str:
    """What it does: of a pick its ``why``, of anything else its id."""
    return action.why if isinstance(action, Pick) else action.option.id


def picks(request: NextAction, seat: Seat, why: str) -> list[Pick[Any]]:
    """What a seat may do of this kind, with the ways to do it."""
    return picks_among(request.of(seat), why)


def meanings(ask: Choose[W] | ChooseSome[W]) -> Mapping[str, W]:
    """What each id means that may be chosen."""
    assert ask.means is not None
    return ask.means


def best(ask: Choose[W], worth: Callable[[W], Any]) -> str:
    """The id of what is worth most; of several the first."""
    means = meanings(ask)
    return max(means, key=lambda id: worth(means[id]))


def may_only_order(request: NextAction, seat: Seat) -> Action[Any] | None:
    """The standing orders, where a seat can do nothing else, save name its next move ahead."""
    actions = {action.option.id: action for action in request.of(seat)}
    return actions.get("orders") if actions.keys() <= {"orders", AHEAD} else None


def may_name_ahead(request: NextAction, seat: Seat) -> Action[Any] | None:
    """The offer to name the next move ahead."""
    offers = [action for action in request.of(seat) if action.option.id == AHEAD]
    return offers[0] if offers else None
