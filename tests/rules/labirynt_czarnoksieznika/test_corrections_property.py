"""Whole games in which a game master meddles at random: nothing breaks, no token is lost, and everything replays."""

from __future__ import annotations

import pytest

from rules.labirynt_czarnoksieznika.corrections import DEEDS
from rules.labirynt_czarnoksieznika.events import EVENTS, corrections
from tests.soak.meddling import Story, meddled
from tests.soak.sorcerer import RIVALS, sensible, wild

RECKLESS, CAREFUL = range(520, 534), range(500, 503)
BUDGET = 24


@pytest.fixture(scope="module")
def reckless() -> list[Story]:
    """Games of two to four people who do anything that is legal, and so does the game master."""
    return [meddled(RIVALS, wild(n), BUDGET) for n in RECKLESS]


def test_a_meddling_game_master_cannot_break_a_reckless_game(reckless: list[Story]) -> None:
    """Whatever both do, and wherever in a turn."""
    assert [wrong for story in reckless for wrong in story.wrong] == []


def test_everything_is_set_right_some_day(reckless: list[Story]) -> None:
    """Each kind of correction is taken, but for the dead who wait to awaken, who are rare; and each is told."""
    done = dict.fromkeys(verb for story in reckless for verb in story.done)
    told = dict.fromkeys(event for story in reckless for event in story.told)
    events = [event.__name__ for event in EVENTS if event.__module__ == corrections.__name__]

    assert [verb for verb in DEEDS if verb not in (*done, "wake")] == []
    assert [event for event in events if event not in told] == []


@pytest.mark.parametrize("n", CAREFUL)
def test_a_meddling_game_master_cannot_break_a_careful_game(n: int) -> None:
    """The autopilot bears everything that happens to its team."""
    assert meddled(RIVALS, sensible(n), BUDGET).wrong == []
