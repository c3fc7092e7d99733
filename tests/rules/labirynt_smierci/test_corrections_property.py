"""Whole games in which a game master meddles at random: nothing breaks, and everything replays."""

from __future__ import annotations

import pytest

from rules.labirynt_smierci.events import EVENTS, corrections
from tests.soak.journeys import labyrinth, sensible, wild
from tests.soak.labyrinth import badly_shown, impossible_between_stages
from tests.soak.meddling import BUDGET, Meddler, replayed

pytestmark = pytest.mark.long

RULES = labyrinth()

FORGIVEN = ("spells more than the potentials allow", " sun with ")
"""What cannot be unless a game master teaches, or takes the talisman away that had given spells."""


def broken_promises(meddler: Meddler, budget: int = BUDGET) -> list[str]:
    """What is wrong in a game that is meddled with: impossible states, views that fail, replays that differ."""
    found = []
    for stage in meddler.play(budget):
        wrong = [*stage.wrong, *impossible_between_stages(stage.end.state), *replayed(meddler, stage)]
        found += [f"stage {stage.snapshot.stage}: {one}" for one in wrong if not any(of in one for of in FORGIVEN)]
    return found


@pytest.mark.parametrize("n", range(18))
def test_a_meddling_game_master_cannot_break_a_reckless_game(n: int) -> None:
    """Two to four people do anything that is legal, and so does the game master."""
    assert broken_promises(Meddler(wild(RULES, 500 + n), badly_shown)) == []


@pytest.mark.parametrize("n", range(6))
def test_a_meddling_game_master_cannot_break_a_careful_game(n: int) -> None:
    """The autopilot bears everything that happens to its party."""
    assert broken_promises(Meddler(sensible(RULES, 500 + n), badly_shown)) == []


def test_everything_is_set_right_some_day() -> None:
    """In a few games each kind of correction is taken, but for stones, who are rare; else we had looked at nothing."""
    done: dict[str, int] = {}
    told: dict[str, int] = {}
    for n in (*range(10), 14, 19, 54):  # monsters are set right in a fight, the dead come back: both are rare
        meddler = Meddler(wild(RULES, 600 + n), badly_shown)
        for stage in meddler.play(BUDGET):
            told |= dict.fromkeys((type(one.event).__name__ for one in stage.end.told), 1)
        done |= dict.fromkeys(meddler.done, 1)

    assert sorted(verb for verb in done if verb != "flesh") == sorted(ALL)
    assert [
        event.__name__ for event in EVENTS if event.__module__ == corrections.__name__ and event.__name__ not in told
    ] == []


ALL = (
    "strength", "full", "resistance", "dexterity", "gold", "experience", "formation",
    "give", "arm", "valuable", "take", "learn", "forget", "usable",
    "position", "lay", "sun", "adventure", "monsters", "trap", "lair", "dismiss", "foe",
)  # fmt: skip
