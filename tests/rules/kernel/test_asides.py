"""What is done on the side and in secret takes no step: the question stays where it was, and the log replays."""

from __future__ import annotations

import pytest

from rules.kernel.advance import Position
from rules.kernel.answers import Answer, log_order, part_beside
from rules.kernel.autopilot import plain
from rules.kernel.corrections import entry
from rules.kernel.errors import Diverged
from rules.kernel.events import DiceRolled
from rules.kernel.requests import PARTY, Action, NextAction, Option, Request, Seat
from rules.kernel.table import Table
from tests.rules.kernel.toy import Camp, Hushed, Noted, a_fork, played, row

ASKED = "night NextAction party"
SECRET = ("hush", "shout", "throw", "hide", "turn")


def a_night(camp: Camp) -> NextAction:
    """The first seat sleeps, or sings for all to hear; anything else somebody does first, in secret."""
    secret = [Action(seat, Option(one, one), aside=True, secret=True) for one in SECRET for seat in camp.seats[:2]]
    sing: Action[None] = Action("s1", Option("sing", "sing"), aside=True)
    sleep: Action[None] = Action("s1", Option("sleep", "sleep", facts={"turned": camp.notes.count("turn")}))
    return NextAction(who=PARTY, why="night", actions=(*secret, sing, sleep), secret=True)


def night(table: Table, camp: Camp) -> None:
    """Whatever is done is noted; some of it all others notice."""
    while True:
        table.set_right()
        taken = table.ask(a_night(camp))
        camp.notes.append(taken.id)
        if taken.id == "sleep":
            break
        table.tell(Hushed(), to=(taken.seat,))
        if taken.id == "shout":
            table.tell(Noted("shout"))
        if taken.id == "throw":
            table.roll("1K6", "weather")
        if taken.id == "hide":
            table.ask(a_fork(taken.seat))
    table.ask(a_fork())


def done(position: Position[Camp], log: list[Answer], seat: Seat, what: str) -> list[Answer]:
    """The log with one thing more, as a session would write it down; in any order."""
    beside = what in SECRET
    part = part_beside(log, position.step) if beside else ""
    return [*log, *position.given, Answer(position.step, part, ASKED, seat, [what])]


def after(*deeds: tuple[Seat, str]) -> tuple[Position[Camp], list[Answer]]:
    """Where the night stands after these, and its log, which is read again from the start each time."""
    log: list[Answer] = []
    for seat, what in deeds:
        log = done(played(night, log), log, seat, what)
    position = played(night, sorted(log, key=log_order))
    return position, [*log, *position.given]


def test_the_question_stays_where_it_was() -> None:
    """Whoever does how much beside it; what comes next is at the step at which it would be without."""
    without, _ = after(("s1", "sleep"))
    busy, log = after(("s2", "hush"), ("s1", "hush"), ("s2", "hush"), ("s1", "sleep"))

    assert [(one.step, one.part) for one in log] == [(0, "~000"), (0, "~001"), (0, "~002"), (0, "")]
    assert (busy.step, busy.waiting) == (without.step, without.waiting) == (1, a_fork())
    assert busy.state.notes == ["hush", "hush", "hush", "sleep"]


def test_the_open_question_is_the_same_for_who_is_asked() -> None:
    """A game master may set things right there as before."""
    before, now = played(night), after(("s2", "hush"))[0]

    assert (now.step, now.waiting, now.rulable) == (before.step, before.waiting, True)


@pytest.mark.parametrize("what", ["shout", "throw", "turn"])
def test_what_others_notice_moves_the_question_on(what: str) -> None:
    """Something was told to all, a die fell, or the question offers something else to everybody."""
    position, log = after(("s2", "hush"), ("s1", what))
    again, _ = after(("s2", "hush"), ("s1", what), ("s1", "hush"), ("s1", "sleep"))

    assert position.step == log[-1].step + 1
    assert position.rulable
    assert again.step == position.step + 1
    assert again.state.notes == ["hush", what, "hush", "sleep"]


def test_another_question_is_at_a_step_of_its_own() -> None:
    """After something was done in secret that needs an answer more."""
    position, log = after(("s1", "hide"))

    assert (position.step, position.rulable) == (1, False)
    assert position.waiting == a_fork("s1")
    assert played(night, [*log, row(1, "fork Choose s1", "s1", "left")]).step == 2


def test_a_die_of_a_secret_aside_is_thrown_once() -> None:
    """It stands in the log at the next step, and shows the same when the log is read again."""
    position, log = after(("s1", "throw"), ("s2", "hush"))

    assert [(one.step, one.part, one.asked) for one in log[1:]] == [(1, "", "weather 1K6"), (2, "~000", ASKED)]
    assert [one.event.pips for one in position.told if isinstance(one.event, DiceRolled)] == [tuple(log[1].value)]


def test_old_logs_say_themselves_that_each_took_a_step() -> None:
    """As they were written before there were such parts; both kinds may follow each other."""
    old = [row(0, ASKED, "s2", ["hush"]), row(1, ASKED, "s1", ["hush"])]

    assert played(night, old).step == 2
    assert played(night, [*old, row(2, ASKED, "s1", ["hush"], "~000")]).step == 2


def test_what_was_set_right_keeps_its_place_among_them() -> None:
    """An entry that came after something was done beside the question takes effect after it."""
    hush, hushed = row(0, ASKED, "s2", ["hush"], "~000"), row(0, ASKED, "s2", ["hush"], "~002")
    price = entry(0, 1, "price", 7)

    for log in ([hush, price, hushed], [hush, hushed, price]):
        position = played(night, log)
        assert position.state.notes == ["hush", 7, "hush"]
        assert position.step == 0


@pytest.mark.parametrize("wrong", [row(0, ASKED, "s1", ["sing"], "~000"), row(0, ASKED, "s1", ["sleep"], "~000")])
def test_nothing_else_stands_beside_a_question(wrong: Answer) -> None:
    """Neither its answer nor what all may see."""
    with pytest.raises(Diverged):
        played(night, [wrong])


def test_people_at_hand_leave_the_same_log() -> None:
    """A simulation's answers are read again as they were given."""
    wanted = iter(["hush", "hush", "shout", "hush", "sleep"])

    def people(request: Request[object], seat: Seat) -> object:
        return [next(wanted)] if isinstance(request, NextAction) else plain(request, seat)

    given = played(night, people=people).given

    assert [(one.step, one.part) for one in given[:5]] == [(0, "~000"), (0, "~001"), (0, "~002"), (1, "~000"), (1, "")]
    assert played(night, given).waiting is None
