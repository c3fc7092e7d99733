"""Thousands of games of rivals: ``pytest tests/soak -m soak``, outside the default tests."""

from __future__ import annotations

import pytest

from tests.short_form import sized
from tests.soak import cave, sorcerer
from tests.soak.meddling import meddled
from tests.soak.rivals import Rivals

pytestmark = pytest.mark.soak

GAMES_PER_TEST = sized(20, 1)
RECKLESS = 150
"""Stages of a game at random."""
MEDDLED = 60
"""Stages of a game with a game master in it."""
DEEP = 12
"""Of the many games every twelfth stage is saved, replayed and undone; of a few every one."""

to_the_end = pytest.mark.parametrize(
    ("rivals", "budget"), [(sorcerer.RIVALS, sorcerer.BUDGET), (cave.RIVALS, cave.BUDGET)], ids=["sorcerer", "cave"]
)


def games(first: int, block: int) -> range:
    """The numbers of the games of a block."""
    return range(first + block * GAMES_PER_TEST, first + (block + 1) * GAMES_PER_TEST)


@to_the_end
@pytest.mark.parametrize("block", range(sized(100, 1)))
def test_two_thousand_careful_games(rivals: Rivals, budget: int, block: int) -> None:
    """The autopilot, for as few to as many as can play, until somebody wins."""
    for n in games(1000, block):
        assert rivals.broken_promises(rivals.sensible(n), budget, DEEP) == [], f"game {n}"


@to_the_end
@pytest.mark.parametrize("block", range(sized(3, 1)))
def test_sixty_careful_games_to_the_last_answer(rivals: Rivals, budget: int, block: int) -> None:
    """The same, with every stage kept to its promises."""
    for n in games(5000, block):
        assert rivals.broken_promises(rivals.sensible(n), budget) == [], f"game {n}"


@pytest.mark.parametrize("rivals", [sorcerer.RIVALS, cave.RIVALS], ids=["sorcerer", "cave"])
@pytest.mark.parametrize("block", range(sized(25, 1)))
def test_five_hundred_reckless_games(rivals: Rivals, block: int) -> None:
    """Anything that is legal, with all switches as they fall."""
    for n in games(1000, block):
        assert rivals.broken_promises(rivals.wild(n), RECKLESS, DEEP) == [], f"game {n}"


@pytest.mark.parametrize("block", range(sized(5, 1)))
def test_a_hundred_games_in_which_a_game_master_meddles(block: int) -> None:
    """Reckless and careful people of the cave by turns; whatever is set right, and wherever in a turn."""
    for n in games(8000, block):
        game = cave.wild(n) if n % 2 else cave.sensible(n)
        assert meddled(cave.RIVALS, game, MEDDLED).wrong == [], f"game {n}"
