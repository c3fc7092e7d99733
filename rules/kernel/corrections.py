"""A game master's corrections: log entries that change the state between two answers and are replayed like them.

The value of an entry is ``[what, answer, whispered]``. ``what`` is one of the game's own corrections or one of the
constants below. Only the game master hears of a whispered one. A fourth item follows where house rules change (those
before), and where a ruling waits (``LATER``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from types import ModuleType
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from rules.kernel.answers import Answer, Value, judge
from rules.kernel.chance import Scripted
from rules.kernel.errors import Diverged, Refused
from rules.kernel.events import DecidedUnasked, DiceRolled, Event
from rules.kernel.game import Rules
from rules.kernel.requests import GM, Action, Amount, Choose, NextAction, Option, Request, Seat, Taken
from rules.kernel.saving import State, WaitingRuling
from rules.kernel.table import Table
from rules.kernel.words import Fact, Phrase, Word, phrase

S = TypeVar("S")
Deed = Callable[[Table, S, str, Any], None]
"""Carries out a correction, given a table that only tells, the state, the subject and the answer."""

CORRECTION = "gm.correction"
"""The ``asked`` of a correction entry."""
AGAIN = "again"
"""A correction that changes only the chain, so that the next roll falls anew."""
HOUSE = "house"
"""A correction that changes the house rules from the next stage on."""
LATER = "later"
"""Marks a ruling that waits until the rules allow it."""
TAKE_BACK = "takeback"
"""A correction that drops the waiting ruling with the number after the colon, from 0; it never waits itself."""


def entry(
    step: int,
    nth: int,
    what: str,
    answer: Value = None,
    *,
    by: Seat = GM,
    whispered: bool = False,
    waits: bool = False,
) -> Answer:
    """Return a correction that takes effect before this step, as the ``nth`` there, or ``waits`` from there on.

    ``Position.rulable`` says where a correction is allowed at once.
    """
    return Answer(step, f"gm{nth:03}", CORRECTION, by, [what, answer, whispered, *([LATER] if waits else [])])


class Ruled(Event):
    """What becomes of a ruling that waits: the correction, and its answer as in ``WaitingRuling``."""

    what: Phrase
    number: bool
    after: int
    chosen: bool
    to: Phrase | None


class RulingWaits(Ruled):
    """A game master's ruling takes effect as soon as the rules allow it."""


class RulingDropped(Ruled):
    """A ruling that waited has become impossible."""


class RulingTakenBack(Ruled):
    """A game master takes back a ruling that waited."""


def all_events(*chapters: ModuleType) -> tuple[type[Event], ...]:
    """Return the events of every game, and those that these modules of one game define."""
    own = (
        kind
        for chapter in chapters
        for kind in vars(chapter).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == chapter.__name__
    )
    return (DiceRolled, DecidedUnasked, RulingWaits, RulingDropped, RulingTakenBack, *own)


class Aloud(Table):
    """A table that only tells, so that corrections can use the rules' telling functions; it asks and rolls nothing.

    The game master hears everything; nobody else hears a ``whispered`` correction.
    """

    def __init__(self, table: Table, *, whispered: bool = False) -> None:
        super().__init__((), Scripted({}))
        self._table = table
        self._whispered = whispered

    def tell(self, event: Event, to: tuple[Seat, ...] | None = None, shadow: Event | None = None) -> None:
        """Tell the event to its listeners and the game master, or to the game master alone if whispered."""
        if self._whispered:
            self._table.tell(event, (GM,))
        else:
            self._table.tell(event, None if to is None else (*to, GM), shadow)


def action(name: str, about: str, ask: Request | None = None, **facts: Fact) -> Action:
    """Return a correction as an action of the game master; its label is named after its verb."""
    return Action(GM, Option(f"{name}:{about}" if about else name, f"gm.{name}", facts=facts), ask)


def hidden(name: str, about: str, ask: Request, **facts: Fact) -> Action:
    """Return a correction whose answer is secret from other seats."""
    return replace(action(name, about, ask, **facts), secret=True)


def parted(log: Sequence[Answer]) -> tuple[Sequence[Answer], Sequence[Answer]]:
    """Split a log into answers and corrections."""
    entries = [row for row in log if row.asked == CORRECTION]
    return ([row for row in log if row.asked != CORRECTION], entries) if entries else (log, entries)


def offered(rules: Rules[S], state: S) -> NextAction:
    """Return the request that lists the corrections available now."""
    return NextAction(who=GM, why=CORRECTION, actions=tuple(rules.corrections(state)))


def offered_later(rules: Rules[S], state: S) -> NextAction:
    """Return the request that lists what may be ruled at any question, to wait until the rules allow it."""
    waiting = state.rulings if isinstance(state, State) else []
    back = [_take_back(nth, ruling) for nth, ruling in enumerate(waiting)]
    return NextAction(who=GM, why=CORRECTION, actions=(*back, *rules.corrections_later(state)))


def _take_back(nth: int, ruling: WaitingRuling) -> Action:
    kind = ".number" if ruling.number else ".chosen" if ruling.chosen else ""
    facts = {**answer_facts(ruling), "what": ruling.said}
    return Action(GM, Option(f"{TAKE_BACK}:{nth}", f"gm.{TAKE_BACK}{kind}", facts=facts))


def answer_facts(ruling: WaitingRuling) -> dict[str, Any]:
    """Return the answer of a ruling that waits as facts of a text."""
    return {"number": ruling.number, "after": ruling.after, "chosen": ruling.chosen, "to": ruling.to}


def rulable(rules: Rules[S], state: S, *, now: bool) -> NextAction:
    """Return the request that lists all that may be ruled: what takes effect ``now``, if anything can, or later."""
    at_once = offered(rules, state) if now else NextAction(who=GM, why=CORRECTION, actions=())
    found = {offer.option.id: offer for offer in offered_later(rules, state).actions}
    for offer in at_once.actions:
        # Of a number that has wider bounds later, as a death has in the middle of a fight, the wider ones count.
        if not (offer.option.id in found and isinstance(offer.ask, Amount)):
            found[offer.option.id] = offer
    return replace(at_once, actions=tuple(found.values()))


def waits(rules: Rules[S], state: S, what: str, answer: Value, *, now: bool) -> bool:
    """Whether this ruling must wait; raises ``Refused`` if it can be made neither now nor later."""
    with suppress(Refused):
        if now:
            taken(offered(rules, state), what, answer)
            return False
    taken(rulable(rules, state, now=now), what, answer)
    return True


def taken(offers: NextAction, what: str, answer: Value, by: Seat = GM) -> Taken:
    """Return the correction that this is; raises ``Refused`` if it is not offered so."""
    return judge(offers, [what] if answer is None else [what, answer], by)


class Correcting(Generic[S]):
    """Applies correction entries to this state, those that wait as soon as the rules allow them."""

    def __init__(self, rules: Rules[S], state: S) -> None:
        self._rules = rules
        self._state = state
        self._waiting: list[WaitingRuling] = state.rulings if isinstance(state, State) else []

    def enter(self, table: Table, row: Answer) -> bool:
        """Apply a correction, or let it wait; return whether later dice depend on it from here on.

        Raises ``Diverged`` for one that is not available.
        """
        what, answer, whispered, *more = row.value
        if what in (AGAIN, HOUSE):
            return True
        later = more == [LATER]
        if not later and table.set_right_at != table.log.step:
            raise Diverged(row.step, f"{CORRECTION} {what}", "a question that is asked already")
        offers = (offered_later if later else offered)(self._rules, self._state)
        given = _legal(offers, what, answer, row.seat)
        if given is None:
            raise Diverged(row.step, f"{CORRECTION} {what}", "what may be ruled")
        if not later:
            self._rules.correct(Aloud(table, whispered=whispered), self._state, given)
        elif what.startswith(TAKE_BACK):
            self._drop(table, int(what.rpartition(":")[2]), RulingTakenBack)
        else:
            self._waiting.append(_in_words(offers, what, answer))
            table.tell(RulingWaits(self._waiting[-1].said, **answer_facts(self._waiting[-1])))
        return not later

    def apply_waiting(self, table: Table) -> Answer | None:
        """Apply the first waiting correction that the rules allow now, and return its entry.

        One that they would not allow at any question is dropped; the table is told.
        """
        if not self._waiting:
            return None
        offers = offered(self._rules, self._state)
        for nth, ruling in enumerate(self._waiting):
            if given := _legal(offers, ruling.what, ruling.answer, said=ruling.said):
                del self._waiting[nth]
                self._rules.correct(Aloud(table), self._state, given)
                return entry(table.log.step, 0, ruling.what, ruling.answer)
        later = offered_later(self._rules, self._state)
        for nth in reversed(range(len(self._waiting))):
            ruling = self._waiting[nth]
            if _legal(later, ruling.what, ruling.answer, said=ruling.said) is None:
                self._drop(table, nth)
        return None

    def end(self, table: Table) -> None:
        """Drop all that waits still when the game is over."""
        while self._waiting:
            self._drop(table, 0)

    def _drop(self, table: Table, nth: int, told: type[Ruled] = RulingDropped) -> None:
        ruling = self._waiting.pop(nth)
        table.tell(told(ruling.said, **answer_facts(ruling)))


def _legal(offers: NextAction, what: str, answer: Value, by: Seat = GM, said: Phrase | None = None) -> Taken | None:
    """Return the correction if it is offered, or None; ``said``: and still means the same.

    A strength that was meant to wound must bring nobody back who has died meanwhile.
    """
    with suppress(Refused):
        if said is None or said.key == _in_words(offers, what, answer).said.key:
            return taken(offers, what, answer, by)
    return None


def _in_words(offers: NextAction, what: str, answer: Value) -> WaitingRuling:
    """Return a ruling with what it is and its answer, as far as the table may know that; raises ``Refused``."""
    offer = next((offer for offer in offers.actions if offer.option.id == what), None)
    if offer is None:
        raise Refused("not_offered")
    said, to = _option_phrase(offer.option), None
    if isinstance(offer.ask, Choose) and not (offer.secret or offer.ask.secret):
        to = next((_option_phrase(option) for option in offer.ask.options if option.id == answer), to)
    number = isinstance(offer.ask, Amount) and isinstance(answer, int)
    return WaitingRuling(what, answer, said, number, answer if number else 0, to is not None, to)


def _option_phrase(option: Option) -> Phrase:
    facts = {name: fact for name, fact in option.facts.items() if isinstance(fact, int | str | Word)}
    return phrase(f"option.{option.label}", **facts)


def agree(rules: Rules[S], state: S, entries: Sequence[Answer]) -> None:
    """Put the house rules in force that were agreed on during the finished stage."""
    for row in entries:
        what, answer, *_ = row.value
        if what == HOUSE:
            rules.agree(state, answer)


# Calls: corrections that run a part of the game -------------------------------------------------------------------

UNDER_WAY = -1
"""A step number that allows no more corrections until a rule allows them again."""
_CALLED = "called_for"


def schedule(state: Any, called: object) -> None:
    """Schedule a called event; it happens before the next question, so it is never saved."""
    state.__dict__[_CALLED] = called


def take_scheduled(table: Table, state: Any) -> Any:
    """Return the scheduled event and allow no corrections until a rule does so again; None if there is none."""
    called = state.__dict__.pop(_CALLED, None)
    if called is not None:
        table.set_right_at = UNDER_WAY
    return called


def set_right_and_run_calls(table: Table, state: Any, run: Callable[[Table, Any, Any], None]) -> None:
    """Apply the corrections; each called event runs before the next. ``state.calls_open``: events may be called."""
    state.calls_open = True
    while table.set_one_right():
        state.calls_open = False
        called = take_scheduled(table, state)
        if called is not None:
            run(table, state, called)
        state.calls_open = True
    state.calls_open = False
