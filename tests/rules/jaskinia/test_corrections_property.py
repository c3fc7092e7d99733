"""Whole games in which a game master meddles at random: nothing breaks, no card is lost, and everything replays."""

from __future__ import annotations

import pytest

from rules.jaskinia.corrections import DEEDS
from rules.jaskinia.events import EVENTS, corrections
from tests.soak.cave import RIVALS, sensible, wild
from tests.soak.meddling import Story, meddled

RECKLESS, CAREFUL = range(500, 528), range(600, 604)
BUDGET = 24


@pytest.fixture(scope="module")
def reckless() -> list[Story]:
    """Games of one to six people who do anything that is legal, and so does the game master."""
    return [meddled(RIVALS, wild(n), BUDGET) for n in RECKLESS]


def test_a_meddling_game_master_cannot_break_a_reckless_game(reckless: list[Story]) -> None:
    """Whatever both do, and wherever in a turn."""
    assert [wrong for story in reckless for wrong in story.wrong] == []


def test_everything_is_set_right_some_day(reckless: list[Story]) -> None:
    """Each kind of correction is taken, and each is told."""
    done = dict.fromkeys(verb for story in reckless for verb in story.done)
    told = dict.fromkeys(event for story in reckless for event in story.told)
    events = [event.__name__ for event in EVENTS if event.__module__ == corrections.__name__]

    assert [verb for verb in DEEDS if verb not in done] == []
    assert [event for event in events if event not in told] == []


@pytest.mark.parametrize("n", CAREFUL)
def test_a_meddling_game_master_cannot_break_a_careful_game(n: int) -> None:
    """The autopilot bears everything that happens to its Seeker."""
    assert meddled(RIVALS, sensible(n), BUDGET).wrong == []
