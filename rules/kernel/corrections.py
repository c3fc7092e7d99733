"""A game master's corrections: log entries that change the state between two answers and are replayed like them.

The value of an entry is ``[what, answer, whispered]``. ``what`` is one of the game's own corrections or one of the
constants below. Only the game master hears of a whispered one. Further items may follow, which the rules ignore.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from rules.kernel.answers import Answer, Value, judge
from rules.kernel.chance import Scripted
from rules.kernel.errors import Diverged, Refused
from rules.kernel.events import Event
from rules.kernel.game import Rules
from rules.kernel.requests import GM, Action, NextAction, Option, Request, Seat, Taken
from rules.kernel.table import Correct, Table
from rules.kernel.words import Fact

S = TypeVar("S")
Deed = Callable[[Table, S, str, Any], None]
"""Carries out a correction, given a table that only tells, the state, the subject and the answer."""

CORRECTION = "gm.correction"
"""The ``asked`` of a correction entry."""
AGAIN = "again"
"""A correction that changes only the chain, so that the next roll falls anew."""
HOUSE = "house"
"""A correction that changes the house rules from the next stage on."""


def entry(step: int, nth: int, what: str, answer: Value = None, *, by: Seat = GM, whispered: bool = False) -> Answer:
    """Return a correction that takes effect before this step, as the ``nth`` there.

    ``Position.rulable`` says where a correction is allowed.
    """
    return Answer(step, f"gm{nth:03}", CORRECTION, by, [what, answer, whispered])


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
    return msgspec.structs.replace(action(name, about, ask, **facts), secret=True)


def parted(log: Sequence[Answer]) -> tuple[Sequence[Answer], Sequence[Answer]]:
    """Split a log into answers and corrections."""
    entries = [row for row in log if row.asked == CORRECTION]
    return ([row for row in log if row.asked != CORRECTION], entries) if entries else (log, entries)


def offered(rules: Rules[S], state: S) -> NextAction:
    """Return the request that lists the corrections available now."""
    return NextAction(who=GM, why=CORRECTION, actions=tuple(rules.corrections(state)))


def correcting(rules: Rules[S], state: S) -> Correct:
    """Return the function that applies correction entries to this state; one that is not available
    raises ``Diverged``.
    """

    def correct(table: Table, row: Answer) -> None:
        what, _, whispered, *_ = row.value
        if what in (AGAIN, HOUSE):
            return
        if table.set_right_at != table.log.step:
            raise Diverged(row.step, f"{CORRECTION} {what}", "a question that is asked already")
        rules.correct(Aloud(table, whispered=whispered), state, _judged_correction(offered(rules, state), row))

    return correct


def _judged_correction(offers: NextAction, row: Answer) -> Taken:
    what, answer, _ = row.value
    try:
        return judge(offers, [what] if answer is None else [what, answer], row.seat)
    except Refused as refusal:
        raise Diverged(row.step, f"{CORRECTION} {what}", str(refusal)) from refusal


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
