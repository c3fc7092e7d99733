"""Whole games in which a game master meddles at random: nothing breaks, and everything replays.

``tests/soak`` plays more of them.
"""

from __future__ import annotations

import pytest

from rules.labirynt_smierci.events import EVENTS, corrections
from tests.sampled import first_of
from tests.soak.journeys import labyrinth, sensible, wild
from tests.soak.labyrinth import badly_shown
from tests.soak.meddled_labyrinth import Caller, broken_promises
from tests.soak.meddling import BUDGET, Meddler

pytestmark = pytest.mark.long

RULES = labyrinth()
MANY_KINDS = (4, 14, 51)
"""Games in which everything is set right; where a change of the rules leaves something out, others may do.

Monsters that are set right in a fight, and the dead who come back, are rare.
"""


@pytest.mark.parametrize("n", first_of(range(500, 506), 2))
def test_a_meddling_game_master_cannot_break_a_reckless_game(n: int) -> None:
    """Two to four people do anything that is legal, and so does the game master."""
    assert broken_promises(Meddler(wild(RULES, n), badly_shown)) == []


@pytest.mark.parametrize("n", first_of(range(500, 502), 1))
def test_a_meddling_game_master_cannot_break_a_careful_game(n: int) -> None:
    """The autopilot bears everything that happens to its party."""
    assert broken_promises(Meddler(sensible(RULES, n), badly_shown)) == []


def test_everything_is_set_right_some_day() -> None:
    """In a few games each kind of correction is taken, but for stones, who are rare; else we had looked at nothing."""
    done: set[str] = set()
    told: set[str] = set()
    for n in MANY_KINDS:
        meddler = Meddler(wild(RULES, n), badly_shown)
        for stage in meddler.play(BUDGET):
            told |= {type(entry.event).__name__ for entry in stage.end.told}
        done |= set(meddler.done)

    assert sorted(done - {"flesh"}) == sorted(ALL)
    of_corrections = [event.__name__ for event in EVENTS if event.__module__ == corrections.__name__]
    assert [name for name in of_corrections if name not in told] == ["MonstersParted"]  # scenarios have it


@pytest.mark.parametrize("n", first_of((900, 903, 904), 1))
def test_a_party_that_is_called_for_something_again_and_again_stays_whole(n: int) -> None:
    """Meetings of one kind or two, traps and treasures, at whatever moment: nothing breaks, and all replays."""
    caller = Caller(sensible(RULES, n), badly_shown)

    assert caller.broken_promises() == []
    assert set(caller.done) == {"monsters", "trap", "treasure"}
    assert {"TrapCalled", "MonstersCalled", "TreasureCalled"} <= caller.told


ALL = (
    "strength", "full", "resistance", "dexterity", "gold", "experience", "owner", "formation",
    "give", "arm", "valuable", "take", "learn", "forget", "usable",
    "position", "lay", "sun", "adventure", "monsters", "trap", "treasure", "feature", "lair", "dismiss", "foe",
    "takeback",
)  # fmt: skip
