"""Thousands of games: run by ``pytest tests/soak -m soak`` (or ``make soak``), outside the default tests."""

from __future__ import annotations

import pytest

from tests.short_form import sized
from tests.soak.fingerprint import KINDS, elsewhere, fingerprints
from tests.soak.journeys import Game, labyrinth, play, sensible, wild
from tests.soak.labyrinth import badly_ended, badly_shown, impossible_between_stages, walks_to_and_fro
from tests.soak.promises import broken, redone_from

pytestmark = pytest.mark.soak

RULES = labyrinth()
BUDGET = 400
GAMES_PER_TEST = sized(20, 1)
DEEP = 12
"""Of the many games every twelfth stage is saved, replayed and undone; of a few every one."""
OF_A_KIND = sized(4, 1)
PAUSED = 7
"""Every seventh of these is also cut after each of its answers."""


def broken_promises(game: Game, deep: int = 1) -> list[str]:
    """Play a game to its end; every stage is looked at, each ``deep``-th saved, replayed, undone and played again."""
    found, journey = [], []
    for stage, state in play(game, BUDGET):
        journey.append(stage)
        wrong = impossible_between_stages(state)
        if stage.snapshot.stage % deep == 0:
            check = badly_shown if stage.snapshot.stage // deep % PAUSED == 0 else None
            wrong += broken(RULES, game.seed, stage, check)
        found += [f"stage {stage.snapshot.stage}: {one}" for one in wrong]
    found += badly_ended(state, may_go_on=len(journey) == BUDGET)
    return [*found, *redone_from(RULES, game.seed, journey, len(journey) * (deep - 1) // deep)]


@pytest.mark.parametrize("block", range(sized(100, 1)))
def test_two_thousand_careful_games(block: int) -> None:
    """The autopilot, one to four people."""
    for n in range(1000 + block * GAMES_PER_TEST, 1000 + (block + 1) * GAMES_PER_TEST):
        assert broken_promises(sensible(RULES, n), DEEP) == [], f"game {n}"


@pytest.mark.parametrize("block", range(sized(3, 1)))
def test_sixty_careful_games_to_the_last_answer(block: int) -> None:
    """The same, with every stage kept to its promises."""
    for n in range(5000 + block * GAMES_PER_TEST, 5000 + (block + 1) * GAMES_PER_TEST):
        assert broken_promises(sensible(RULES, n)) == [], f"game {n}"


@pytest.mark.parametrize("block", range(sized(75, 1)))
def test_fifteen_hundred_reckless_games(block: int) -> None:
    """Anything that is legal, with all switches as they fall."""
    for n in range(1000 + block * GAMES_PER_TEST, 1000 + (block + 1) * GAMES_PER_TEST):
        assert broken_promises(wild(RULES, n)) == [], f"game {n}"


@pytest.mark.parametrize("hash_seed", sized(["0", "1", "2", "3"], ["1"]))
@pytest.mark.parametrize("kind", KINDS)
def test_the_same_games_in_every_process(kind: str, hash_seed: str) -> None:
    """States, events and replays of games of both kinds do not depend on the order of hashes."""
    assert elsewhere(hash_seed, kind, OF_A_KIND, OF_A_KIND) == fingerprints(kind, OF_A_KIND, OF_A_KIND)


@pytest.mark.parametrize("n", range(5, sized(45, 6)))
def test_the_autopilot_does_not_walk_to_and_fro(n: int) -> None:
    """Never six times back and forth between the same two segments."""
    path = [(state.level, state.square, state.adventure) for _, state in play(sensible(RULES, 300 + n, seats=1), 120)]

    assert not walks_to_and_fro(path)
