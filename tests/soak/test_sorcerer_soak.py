"""Thousands of games of Labirynt Czarnoksiężnika: ``pytest tests/soak -m soak``, outside the default tests."""

from __future__ import annotations

import pytest

from tests.soak import sorcerer
from tests.soak.journeys import Game, Stage, play
from tests.soak.promises import pauses, redoes, redone_from, replays, survives_saving
from tests.soak.sorcerer import BUDGET, RULES, impossible_between_stages, sensible, wild

pytestmark = pytest.mark.soak

GAMES_PER_TEST = 20
RECKLESS = 150
"""Stages of a game at random."""
DEEP = 12
"""Of the many games every twelfth stage is saved, replayed and undone; of a few every one."""
PAUSED = 7
"""Every seventh of these is also cut after each of its answers."""


def broken_promises(game: Game, budget: int, deep: int = 1) -> list[str]:
    """Play a game; every question and stage is looked at, each ``deep``-th saved, replayed, undone and played again."""
    found: list[str] = []
    journey = []
    for stage, state in play(sorcerer.watched(game, found), budget):
        journey.append(stage)
        wrong = impossible_between_stages(state)
        if stage.snapshot.stage % deep == 0:
            wrong += kept_promises(game, stage, stage.snapshot.stage // deep % PAUSED == 0)
        found += [f"stage {stage.snapshot.stage}: {one}" for one in wrong]
    return [*found, *redone_from(RULES, game.seed, journey, len(journey) * (deep - 1) // deep)]


def kept_promises(game: Game, stage: Stage, paused: bool) -> list[str]:
    """What is wrong about a stage that is saved, replayed, and undone to some of its answers."""
    wrong = [*survives_saving(RULES, stage), *replays(RULES, game.seed, stage)]
    for kept in range(0, len(stage.log) + 1, 1 + len(stage.log) // 4):
        wrong += redoes(RULES, game.seed, stage, kept)
    return [*wrong, *(pauses(RULES, stage, sorcerer.badly_shown) if paused else ())]


@pytest.mark.parametrize("block", range(100))
def test_two_thousand_careful_games(block: int) -> None:
    """The autopilot, two to four people, until somebody wins."""
    for n in range(1000 + block * GAMES_PER_TEST, 1000 + (block + 1) * GAMES_PER_TEST):
        assert broken_promises(sensible(n), BUDGET, DEEP) == [], f"game {n}"


@pytest.mark.parametrize("block", range(3))
def test_sixty_careful_games_to_the_last_answer(block: int) -> None:
    """The same, with every stage kept to its promises."""
    for n in range(5000 + block * GAMES_PER_TEST, 5000 + (block + 1) * GAMES_PER_TEST):
        assert broken_promises(sensible(n), BUDGET) == [], f"game {n}"


@pytest.mark.parametrize("block", range(25))
def test_five_hundred_reckless_games(block: int) -> None:
    """Anything that is legal, with all switches as they fall."""
    for n in range(1000 + block * GAMES_PER_TEST, 1000 + (block + 1) * GAMES_PER_TEST):
        assert broken_promises(wild(n), RECKLESS, DEEP) == [], f"game {n}"
