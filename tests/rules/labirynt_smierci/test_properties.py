"""Whole games of Labirynt Śmierci: nothing impossible happens, and every game can be replayed, undone and paused.

``tests/soak`` plays thousands more of them.
"""

from __future__ import annotations

from random import Random

import pytest

from rules.kernel.autopilot import anything
from rules.kernel.chance import Sealed
from rules.kernel.table import Table
from rules.labirynt_smierci.exploration import explore, open_exits
from tests.sampled import first_of
from tests.soak.fingerprint import elsewhere, fingerprints
from tests.soak.journeys import Game, labyrinth, play, sensible, wild
from tests.soak.labyrinth import badly_ended, badly_shown, impossible_between_stages, impossible_maze, walks_to_and_fro
from tests.soak.promises import pauses, redoes, redone_from, replays, survives_saving

pytestmark = pytest.mark.long

BUDGET = 120
RULES = labyrinth()


def broken_promises(game: Game, budget: int = BUDGET) -> list[str]:
    """Play a game; every stage of it is checked, saved, replayed, undone to some answer and played again.

    At last it is over with an outcome that the rules know, or goes on.
    """
    found = []
    for stage, state in play(game, budget):
        kept = stage.snapshot.stage % (len(stage.log) + 1)
        wrong = (
            *impossible_between_stages(state),
            *survives_saving(RULES, stage),
            *replays(RULES, game.seed, stage),
            *redoes(RULES, game.seed, stage, kept),
        )
        found += [f"stage {stage.snapshot.stage}: {one}" for one in wrong]
    return [*found, *badly_ended(state, may_go_on=stage.snapshot.stage == budget - 1)]


@pytest.mark.parametrize("n", first_of(range(8), 3))
def test_a_careful_party_lives_and_dies_by_the_rules(n: int) -> None:
    """The autopilot plays for one to four people until the end, or for 120 stages."""
    assert broken_promises(sensible(RULES, n)) == []


@pytest.mark.parametrize("n", first_of(range(20), 7))
def test_a_reckless_party_cannot_break_the_rules(n: int) -> None:
    """Two to four people do anything that is legal, with all switches as they fall."""
    assert broken_promises(wild(RULES, n)) == []


@pytest.mark.parametrize("n", first_of(range(2), 1))
def test_a_careful_game_can_be_left_alone_at_any_question(n: int) -> None:
    """Cut after any answer the rules wait for the next one; map, placement and battle can be drawn meanwhile."""
    for stage, _ in play(sensible(RULES, 100 + n), 40):
        assert list(pauses(RULES, stage, badly_shown)) == [], f"stage {stage.snapshot.stage}"


@pytest.mark.parametrize("n", first_of(range(4), 2))
def test_a_reckless_game_can_be_left_alone_at_any_question(n: int) -> None:
    """The same for people who change weapons, orders and their minds."""
    for stage, _ in play(wild(RULES, 100 + n), 30):
        assert list(pauses(RULES, stage, badly_shown)) == [], f"stage {stage.snapshot.stage}"


@pytest.mark.parametrize("n", first_of(range(3), 1))
def test_a_game_undone_for_many_stages_and_played_again_is_the_same_game(n: int) -> None:
    """Back to any stage; the same people answer the same: the same dice, deaths and gold to the end."""
    game = sensible(RULES, 200 + n)
    journey = [stage for stage, _ in play(game, 60)]

    for number in (0, len(journey) // 3, len(journey) - 1):
        assert list(redone_from(RULES, game.seed, journey, number)) == []


@pytest.mark.parametrize("n", first_of(range(5), 2))
def test_the_autopilot_does_not_walk_to_and_fro(n: int) -> None:
    """«As usual» leads on: never six times back and forth between the same two segments."""
    path = [
        (state.level, state.square, state.adventure) for _, state in play(sensible(RULES, 300 + n, seats=1), BUDGET)
    ]

    assert not walks_to_and_fro(path)


def test_another_seed_is_another_game() -> None:
    """The same people in the same seats meet other monsters."""
    assert len(set(fingerprints("labyrinth", 2, 3))) == 5


@pytest.mark.parametrize("hash_seed", first_of("12", 1))
def test_the_same_games_in_every_process(hash_seed: str) -> None:
    """States, events and replays do not depend on the order of hashes."""
    assert elsewhere(hash_seed, "labyrinth", 2, 3) == fingerprints("labyrinth", 2, 3)


@pytest.mark.parametrize("n", first_of(range(40), 14))
def test_no_labyrinth_closes_before_the_gate_is_found(n: int) -> None:
    """Dead ends, bends and stairs only, laid at any exit of any level: every side matches, an open way is left."""
    people = Random(n)
    bag = {chit: people.randint(1, 30) for chit in people.sample("aabbfhhijsss", 4)}
    entrance = {"at": [0, 0], "kind": "entrance", "sides": "CWWW"}
    game, _ = RULES.scene("explore:n", {"maze": [entrance], "bag": bag})
    table = Table((), Sealed(bytes([n])), lambda request, seat: anything(request, seat, people.randrange), "s1")

    for _ in range(60):
        game.level = people.choice(sorted(game.levels))
        game.square, side = people.choice(sorted(open_exits(game.levels[game.level])))
        explore(table, game, side)

        assert impossible_maze(game) == []
