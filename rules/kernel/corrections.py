"""A game master sets right: entries of the log that change the state between two answers, and so replay like them.

The value of an entry is ``[what, answer, whispered]``: one of the game's own corrections with its answer, or one of
the words below. A whispered one is told to the game master alone. More may follow that the rules do not read, such as
what was in force before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from rules.kernel.answers import Answer, Value, judge
from rules.kernel.chance import Scripted
from rules.kernel.errors import Diverged, Refused
from rules.kernel.game import Rules
from rules.kernel.requests import GM, Action, NextAction, Option, Request, Seat, Taken
from rules.kernel.table import Correct, Event, Table
from rules.kernel.words import Fact

S = TypeVar("S")
Deed = Callable[[Table, S, str, Any], None]
"""Sets something right: at a table that only hears, in this state, whom or what it is about, and the answer."""

CORRECTION = "gm.correction"
"""What is ``asked`` by an entry that sets right."""
AGAIN = "again"
"""Nothing changes but the chain: the die that falls next falls anew."""
HOUSE = "house"
"""House rules, agreed on by the table: in force from the next stage on."""


def entry(step: int, nth: int, what: str, answer: Value = None, *, by: Seat = GM, whispered: bool = False) -> Answer:
    """An entry that takes effect before this step, as the ``nth`` there; ``Position.settled`` says where one may."""
    return Answer(step, f"gm{nth:03}", CORRECTION, by, [what, answer, whispered])


class Aloud(Table):
    """A table at which nothing is asked or rolled, so that rules which only tell can be used to set something right.

    The game master hears everything; of what is ``whispered`` nobody else hears anything.
    """

    def __init__(self, table: Table, *, whispered: bool = False) -> None:
        super().__init__((), Scripted({}))
        self._table = table
        self._whispered = whispered

    def tell(self, event: Event, to: tuple[Seat, ...] | None = None, shadow: Event | None = None) -> None:
        """Pass on."""
        if self._whispered:
            self._table.tell(event, (GM,))
        else:
            self._table.tell(event, None if to is None else (*to, GM), shadow)


def action(name: str, about: str, ask: Request[Any] | None = None, **facts: Fact) -> Action[Any]:
    """A correction; its label is named after its verb."""
    return Action(GM, Option(f"{name}:{about}" if about else name, f"gm.{name}", facts=facts), ask)


def hidden(name: str, about: str, ask: Request[Any], **facts: Fact) -> Action[Any]:
    """A correction of which others must not learn what was answered."""
    return msgspec.structs.replace(action(name, about, ask, **facts), secret=True)


def carry_out(deeds: Mapping[str, Deed[S]], table: Table, state: S, taken: Taken) -> None:
    """Set it right; objects are changed where they are, as a rule that is running may hold them."""
    verb, _, about = taken.id.partition(":")
    deeds[verb](table, state, about, taken.value)


def parted(log: Sequence[Answer]) -> tuple[Sequence[Answer], Sequence[Answer]]:
    """The answers of a log, and the entries that set right."""
    entries = [row for row in log if row.asked == CORRECTION]
    return ([row for row in log if row.asked != CORRECTION], entries) if entries else (log, entries)


def offered(rules: Rules[S], state: S) -> NextAction:
    """What may be set right now."""
    return NextAction(who=GM, why=CORRECTION, actions=tuple(rules.corrections(state)))


def correcting(rules: Rules[S], state: S) -> Correct:
    """How entries take effect on this state; one that is not open is a divergence."""

    def correct(table: Table, row: Answer) -> None:
        what, _, whispered, *_ = row.value
        if what in (AGAIN, HOUSE):
            return
        if table.set_right_at != table.step:
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
    """Put the house rules in force that were agreed on in the stage that is over."""
    for row in entries:
        what, answer, *_ = row.value
        if what == HOUSE:
            rules.agree(state, answer)
