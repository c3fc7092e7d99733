"""Thousands of games of Labirynt Czarnoksiężnika: ``pytest tests/soak -m soak``, outside the default tests."""

from __future__ import annotations

import pytest

from tests.soak.sorcerer import BUDGET, RIVALS

pytestmark = pytest.mark.soak

GAMES_PER_TEST = 20
RECKLESS = 150
"""Stages of a game at random."""
DEEP = 12
"""Of the many games every twelfth stage is saved, replayed and undone; of a few every one."""


@pytest.mark.parametrize("block", range(100))
def test_two_thousand_careful_games(block: int) -> None:
    """The autopilot, two to four people, until somebody wins."""
    for n in range(1000 + block * GAMES_PER_TEST, 1000 + (block + 1) * GAMES_PER_TEST):
        assert RIVALS.broken_promises(RIVALS.sensible(n), BUDGET, DEEP) == [], f"game {n}"


@pytest.mark.parametrize("block", range(3))
def test_sixty_careful_games_to_the_last_answer(block: int) -> None:
    """The same, with every stage kept to its promises."""
    for n in range(5000 + block * GAMES_PER_TEST, 5000 + (block + 1) * GAMES_PER_TEST):
        assert RIVALS.broken_promises(RIVALS.sensible(n), BUDGET) == [], f"game {n}"


@pytest.mark.parametrize("block", range(25))
def test_five_hundred_reckless_games(block: int) -> None:
    """Anything that is legal, with all switches as they fall."""
    for n in range(1000 + block * GAMES_PER_TEST, 1000 + (block + 1) * GAMES_PER_TEST):
        assert RIVALS.broken_promises(RIVALS.wild(n), RECKLESS, DEEP) == [], f"game {n}"
