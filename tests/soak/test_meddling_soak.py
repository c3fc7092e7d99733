"""Games in which a game master meddles at random: more of them than ``make test`` plays."""

from __future__ import annotations

import pytest

from tests.short_form import sized
from tests.soak import cave, sorcerer
from tests.soak.journeys import labyrinth, sensible, wild
from tests.soak.labyrinth import badly_shown
from tests.soak.meddled_labyrinth import Caller, broken_promises
from tests.soak.meddling import Meddler, meddled
from tests.soak.rivals import Rivals

pytestmark = pytest.mark.soak

RULES = labyrinth()
STAGES = 24
"""Stages of a game of rivals, as in ``make test``."""
OF_RIVALS = [
    *((sorcerer.RIVALS, n) for n in sized((*range(520, 537), 562, 566, 569, 574), (520,))),
    *((cave.RIVALS, n) for n in sized((*range(516, 550), 553, 555, 562), (516,))),
]


@pytest.mark.parametrize("n", range(506, sized(518, 507)))
def test_a_meddling_game_master_cannot_break_a_reckless_labyrinth(n: int) -> None:
    """Two to four people do anything that is legal, and so does the game master."""
    assert broken_promises(Meddler(wild(RULES, n), badly_shown)) == []


@pytest.mark.parametrize("n", range(502, sized(506, 503)))
def test_a_meddling_game_master_cannot_break_a_careful_labyrinth(n: int) -> None:
    """The autopilot bears everything that happens to its party."""
    assert broken_promises(Meddler(sensible(RULES, n), badly_shown)) == []


@pytest.mark.parametrize("n", sized([901, 902, 905], [901]))
def test_a_party_that_is_called_for_something_again_and_again_stays_whole(n: int) -> None:
    """Meetings of one kind or two, and traps, at whatever moment: nothing breaks, and all replays."""
    assert Caller(sensible(RULES, n), badly_shown).broken_promises() == []


@pytest.mark.parametrize(("rivals", "n"), OF_RIVALS)
def test_a_meddling_game_master_cannot_break_a_reckless_game_of_rivals(rivals: Rivals, n: int) -> None:
    """Of as few to as many as can play, whatever both do, and wherever in a turn."""
    assert meddled(rivals, rivals.wild(n), STAGES).wrong == []
