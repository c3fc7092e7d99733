"""Which actions are secret, and what of a question everybody may see."""

from __future__ import annotations

import pytest

from rules.kernel.answers import Value, in_the_open, is_beside, is_secret
from rules.kernel.requests import Action, Choose, NextAction, Option, Seat
from rules.kernel.words import Word
from tests.rules.kernel.toy import some

SPELL = Action("s1", Option("spell", "spell"), secret=True, aside=True)
AMBUSH = Action("s1", Option("ambush", "ambush"), secret=True)
CAMP = Action("s1", Option("camp", "camp"), aside=True)
WALK = Action("s2", Option("walk", "walk"))
NIGHT = NextAction(
    who="s1", why="night", actions=(SPELL, AMBUSH, CAMP, WALK), facts={"moon": Word("moon.full"), "power": 3}
)


@pytest.mark.parametrize(
    ("value", "seat", "secret"),
    [
        (["spell"], "s1", True),
        (["spell", 2], "s1", True),
        ("spell", "s1", True),
        (["camp"], "s1", False),
        (["walk"], "s2", False),
        (["spell"], "s2", False),  # it is another's
        ([], "s1", False),
    ],
)
def test_an_action_is_secret_by_itself(value: Value, seat: Seat, secret: bool) -> None:
    """Whatever follows its name; what is not offered is as secret as the question."""
    assert is_secret(NIGHT, value, seat) == secret


def test_another_answer_is_as_secret_as_its_question() -> None:
    """A rune that is chosen behind one's hand."""
    open_choice = Choose(who="s1", why="rune", options=some("a", "b"))

    assert not is_secret(open_choice, "a", "s1")
    assert is_secret(Choose(who="s1", why="rune", options=some("a"), secret=True), "a", "s1")


@pytest.mark.parametrize(
    ("value", "beside"),
    [(["spell"], True), (["spell", 2], True), ("spell", True), (["ambush"], False), (["camp"], False), ([], False)],
)
def test_only_a_secret_aside_takes_no_step(value: Value, beside: bool) -> None:
    """A secret deed that is none beside moves the question on, and so does an open aside."""
    assert is_beside(NIGHT, value, "s1") == beside
    assert not is_beside(NIGHT, value, "s2")


def test_everybody_sees_open_actions_and_no_number() -> None:
    """A number may be one seat's alone; words are the table's."""
    seen = in_the_open(NIGHT)

    assert seen.actions == (CAMP, WALK)
    assert seen.facts == {"moon": Word("moon.full")}
