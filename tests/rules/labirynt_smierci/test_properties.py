"""What holds of whole games of Labirynt Śmierci beside what holds of all; ``tests/soak`` plays more of them."""

from __future__ import annotations

from random import Random

import pytest

from rules.kernel.autopilot import anything
from rules.kernel.chance import Sealed
from rules.kernel.table import Table
from rules.labirynt_smierci.exploration import explore, open_exits
from tests.rules.labirynt_smierci.witness import WITNESS, impossible_maze, walks_to_and_fro
from tests.sampled import first_of
from tests.soak.journeys import labyrinth, play, sensible
from tests.soak.meddled_labyrinth import Caller
from tests.soak.meddling import meddled

pytestmark = pytest.mark.long

RULES = labyrinth()


@pytest.mark.parametrize("n", first_of(range(5), 2))
def test_the_autopilot_does_not_walk_to_and_fro(n: int) -> None:
    """«As usual» leads on: never six times back and forth between the same two segments."""
    path = [(state.level, state.square, state.adventure) for _, state in play(sensible(RULES, 300 + n, seats=1), 120)]

    assert not walks_to_and_fro(path)


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


@pytest.mark.parametrize("n", first_of((900, 903, 904), 1))
def test_a_party_that_is_called_for_something_again_and_again_stays_whole(n: int) -> None:
    """Meetings of one kind or two, traps and treasures, at whatever moment: nothing breaks, and all replays."""
    story = meddled(WITNESS, sensible(RULES, n), 60, by=Caller)

    assert story.wrong == []
    assert set(story.done) == {"monsters", "trap", "treasure"}
    assert {"TrapCalled", "MonstersCalled", "TreasureCalled"} <= set(story.told)
