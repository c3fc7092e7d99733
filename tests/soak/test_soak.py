"""Thousands of games: run by ``pytest tests/soak -m soak`` (or ``make soak``), outside the default tests."""

from __future__ import annotations

import pytest

from tests.soak.journeys import Game, labyrinth, play, sensible, wild
from tests.soak.labyrinth import badly_shown, impossible_between_stages
from tests.soak.promises import pauses, redoes, redone_from, replays, survives_saving

pytestmark = pytest.mark.soak

RULES = labyrinth()
BUDGET = 250
GAMES_PER_TEST = 20
PAUSED = 7
"""Every seventh stage is also cut after each of its answers."""


def broken_promises(game: Game) -> list[str]:
    """Play a game to its end and check all of it; undone to every answer of its log."""
    found, journey = [], []
    for stage, state in play(game, BUDGET):
        journey.append(stage)
        wrong = [*impossible_between_stages(state), *survives_saving(RULES, stage), *replays(RULES, game.seed, stage)]
        for kept in range(0, len(stage.log) + 1, 1 + len(stage.log) // 4):
            wrong += redoes(RULES, game.seed, stage, kept)
        if stage.snapshot.stage % PAUSED == 0:
            wrong += pauses(RULES, stage, badly_shown)
        found += [f"stage {stage.snapshot.stage}: {one}" for one in wrong]
    return [*found, *redone_from(RULES, game.seed, journey, len(journey) // 2)]


@pytest.mark.parametrize("block", range(50))
def test_a_thousand_careful_games(block: int) -> None:
    """The autopilot, one to four people."""
    for n in range(1000 + block * GAMES_PER_TEST, 1000 + (block + 1) * GAMES_PER_TEST):
        assert broken_promises(sensible(RULES, n)) == [], f"game {n}"


@pytest.mark.parametrize("block", range(75))
def test_fifteen_hundred_reckless_games(block: int) -> None:
    """Anything that is legal, with all switches as they fall."""
    for n in range(1000 + block * GAMES_PER_TEST, 1000 + (block + 1) * GAMES_PER_TEST):
        assert broken_promises(wild(RULES, n)) == [], f"game {n}"
