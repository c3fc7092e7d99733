"""Thousands of twin games: ``pytest tests/soak -m soak``, outside the default tests."""

from __future__ import annotations

import pytest

from tests.short_form import sized
from tests.soak.twin_games import TWINS, Twins

pytestmark = pytest.mark.soak

GAMES_PER_TEST, STAGES = 4, sized(150, 8)


@pytest.mark.parametrize("twins", TWINS.values(), ids=TWINS)
@pytest.mark.parametrize("block", range(sized(12, 1)))
def test_thousands_of_twins_cannot_be_told_apart(twins: Twins, block: int) -> None:
    """With standing orders as usual, and with a question in every window."""
    games = range(2000 + block * GAMES_PER_TEST, 2000 + (block + 1) * GAMES_PER_TEST)

    for orders in (twins.usual, twins.ask):
        asked, wrong = twins.compared_all(games, orders, STAGES)

        assert wrong == []
        assert asked["twins"] > STAGES
