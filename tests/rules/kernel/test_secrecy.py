"""Whom a question waits for, and whose business its answers are."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.kernel.answers import is_secret, is_waited_for, may_answer, plain
from rules.kernel.autopilot import plain as as_usual
from rules.kernel.chance import Sealed
from rules.kernel.requests import CHANCE, PARTY, Action, Choose, Everyone, NextAction, Option, Request, Seat
from rules.kernel.table import Table, Waiting
from tests.rules.kernel.toy import SEED, a_fork, some

GO: Action[None] = Action("s1", Option("go", "go"))
DRINK: Action[None] = Action("s1", Option("drink", "drink"), aside=True, secret=True)
ORDERS: Action[None] = Action("s2", Option("orders", "orders"), aside=True, secret=True)
REST: Action[None] = Action(PARTY, Option("rest", "rest"))


def actions(*offers: Action[None]) -> NextAction:
    """Actions."""
    return NextAction(who=PARTY, why="turn", actions=offers)


@pytest.mark.parametrize(
    ("request_", "seats"),
    [
        (actions(ORDERS, GO), ("s1",)),
        (actions(ORDERS, GO, REST), ("s1", "s2")),
        (actions(ORDERS, DRINK), ("s1", "s2")),
        (a_fork("s2"), ("s2",)),
        (a_fork(PARTY), ("s1", "s2")),
        (Everyone(who=PARTY, why="vote", asks={"s2": a_fork("s2")}), ("s2",)),
    ],
)
def test_whoever_can_only_do_things_first_is_not_waited_for(request_: Request[object], seats: tuple[Seat, ...]) -> None:
    """Where somebody else moves the game on; where nobody does, all who can do anything are."""
    assert tuple(seat for seat in ("s1", "s2") if is_waited_for(request_, seat)) == seats
    assert not is_waited_for(request_, CHANCE)


def test_what_can_be_done_first_may_still_be_done() -> None:
    """Nobody waits for the second seat, and yet it may answer."""
    assert may_answer(actions(ORDERS, GO), "s2")


def test_of_free_actions_each_is_secret_by_itself() -> None:
    """What is gone from a question with secrets is secret, too; who asks in secret keeps all of the answer."""
    hiding = NextAction(who=PARTY, why="turn", actions=(GO, DRINK, REST), secret=True)

    assert [is_secret(hiding, [id], "s1") for id in ("go", "drink", "rest", "gone")] == [False, True, False, True]
    assert not is_secret(actions(GO), ["gone"], "s1")
    assert is_secret(Choose(who="s1", why="fork", options=some("left", "right"), secret=True), "left", "s1")


def test_the_log_keeps_a_secret_question_as_any_other() -> None:
    """What stands beside the answer says nothing of secrecy, so an old log fits a question that has become secret."""
    open_, secret = (Choose(who="s1", why="fork", options=some("left", "right"), secret=hush) for hush in (False, True))

    assert open_.asked == secret.asked
    assert plain(open_, "left", "s1") == plain(secret, "left", "s1")


@pytest.mark.parametrize("speaker", ["s1", "s2"])
def test_in_a_simulation_nobody_speaks_who_can_only_do_things_first(speaker: Seat) -> None:
    """The second seat's orders come first in the list, and still the first seat moves on."""
    table = Table((), Sealed(SEED), as_usual, speaker=speaker)

    assert table.ask(actions(ORDERS, GO)).seat == "s1"


def test_rules_ask_in_secret_by_a_word() -> None:
    """Each way to ask takes it, and it is no fact of the question."""
    asks: tuple[Callable[[Table], object], ...] = (
        lambda table: table.choose("s1", "fork", some("left", "right"), secret=True, where="here"),
        lambda table: table.next_action("fork", [GO], secret=True, where="here"),
    )
    for ask in asks:
        with pytest.raises(Waiting) as waits:
            ask(Table((), Sealed(SEED)))
        assert waits.value.request.secret
        assert waits.value.request.facts == {"where": "here"}
