"""Stars against odds: whole games played on ⭐ alone, at every kind of table. ``make soak``."""

from __future__ import annotations

import pytest

from tests.bot.usual_answers import KINDS, table_of, unexplained, worse_answers
from tests.short_form import sized

pytestmark = pytest.mark.soak

GAMES = sized(200, 2)
TABLES = [(game, players) for game, kinds in KINDS.items() for players in kinds]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_no_star_is_worse_by_its_own_odds_without_a_reason(game: str, players: int) -> None:
    """Every starred option that is worse than another by the odds shown is listed with what it is for."""
    counted = worse_answers(game, range(1000, 1000 + GAMES), players)

    print(table_of(f"{game}, {players} players", counted))
    assert unexplained(counted) == []
