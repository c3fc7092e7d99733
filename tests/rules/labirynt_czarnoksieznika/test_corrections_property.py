"""Whole games in which a game master meddles at random: nothing breaks, no token is lost, and everything replays."""

from __future__ import annotations

import pytest

from rules.labirynt_czarnoksieznika.corrections import DEEDS
from rules.labirynt_czarnoksieznika.events import EVENTS, corrections
from tests.soak.meddling import Meddler, replayed
from tests.soak.sorcerer import badly_shown, impossible_between_stages, sensible, sorcery, wild

RULES = sorcery()
BUDGET = 40


def broken_promises(meddler: Meddler, budget: int = BUDGET) -> list[str]:
    """What is wrong in a game that is meddled with: impossible states, views that tell too much, other replays."""
    found = []
    for stage in meddler.play(budget):
        wrong = [*stage.wrong, *impossible_between_stages(stage.end.state), *replayed(meddler, stage)]
        found += [f"stage {stage.snapshot.stage}: {one}" for one in wrong]
    return found


@pytest.mark.parametrize("n", range(12))
def test_a_meddling_game_master_cannot_break_a_reckless_game(n: int) -> None:
    """Two to four people do anything that is legal, and so does the game master."""
    assert broken_promises(Meddler(wild(RULES, 500 + n), badly_shown)) == []


@pytest.mark.parametrize("n", range(6))
def test_a_meddling_game_master_cannot_break_a_careful_game(n: int) -> None:
    """The autopilot bears everything that happens to its team."""
    assert broken_promises(Meddler(sensible(RULES, 500 + n), badly_shown)) == []


def test_everything_is_set_right_some_day() -> None:
    """In a few games each kind of correction is taken, and each is told; else we had looked at nothing."""
    done: dict[str, int] = {}
    told: dict[str, int] = {}
    for n in range(12):
        meddler = Meddler(wild(RULES, 600 + n), badly_shown)
        for stage in meddler.play(BUDGET):
            told |= dict.fromkeys((type(one.event).__name__ for one in stage.end.told), 1)
        done |= dict.fromkeys(meddler.done, 1)

    assert sorted(done) == sorted(DEEDS)
    assert [
        event.__name__ for event in EVENTS if event.__module__ == corrections.__name__ and event.__name__ not in told
    ] == []
