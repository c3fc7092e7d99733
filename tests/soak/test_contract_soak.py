"""Thousands of games of each kind: ``pytest tests/soak -m soak`` (or ``make soak``), outside the default tests."""

from __future__ import annotations

import pytest

from tests.rules.contract.test_corrections import MEDDLED
from tests.rules.contract.witness import GameWitness, Meddling
from tests.rules.contract.witnesses import WITNESSES, each_game
from tests.rules.labirynt_smierci.witness import WITNESS, walks_to_and_fro
from tests.short_form import sized
from tests.soak.fingerprint import elsewhere, fingerprints
from tests.soak.journeys import play, sensible
from tests.soak.meddled_labyrinth import Caller
from tests.soak.meddling import meddled

pytestmark = pytest.mark.soak

GAMES_PER_TEST = sized(20, 1)
LONGER = 3
"""How much longer games are than in ``make test``."""
MEDDLED_STAGES = 60
DEEP = 12
"""Of the many games every twelfth stage is saved, replayed and undone; of a few every one."""
OF_A_KIND = sized(4, 1)


def games(first: int, block: int) -> range:
    """The numbers of the games of a block."""
    return range(first + block * GAMES_PER_TEST, first + (block + 1) * GAMES_PER_TEST)


@each_game
@pytest.mark.parametrize("block", range(sized(100, 1)))
def test_two_thousand_careful_games(witness: GameWitness, block: int) -> None:
    """The autopilot, for as few to as many as can play."""
    for n in games(1000, block):
        assert witness.broken_promises(witness.sensible(n), LONGER * witness.careful, DEEP) == [], f"game {n}"


@each_game
@pytest.mark.parametrize("block", range(sized(3, 1)))
def test_sixty_careful_games_to_the_last_answer(witness: GameWitness, block: int) -> None:
    """The same, with every stage kept to its promises."""
    for n in games(5000, block):
        assert witness.broken_promises(witness.sensible(n), LONGER * witness.careful) == [], f"game {n}"


@pytest.mark.parametrize(
    ("witness", "block"),
    [(one, block) for one in WITNESSES.values() for block in range(sized(25 if one.rules.rivals else 75, 1))],
)
def test_hundreds_of_reckless_games(witness: GameWitness, block: int) -> None:
    """Anything that is legal, with all switches as they fall."""
    for n in games(1000, block):
        assert witness.broken_promises(witness.wild(n), LONGER * witness.reckless, DEEP) == [], f"game {n}"


@each_game
@pytest.mark.parametrize("hash_seed", sized(["0", "1", "2", "3"], ["1"]))
def test_the_same_games_in_every_process(witness: GameWitness, hash_seed: str) -> None:
    """States, events and replays of games of both kinds do not depend on the order of hashes."""
    name = witness.rules.name

    assert elsewhere(hash_seed, name, OF_A_KIND, OF_A_KIND) == fingerprints(name, OF_A_KIND, OF_A_KIND)


@pytest.mark.parametrize("n", range(5, sized(45, 6)))
def test_the_autopilot_does_not_walk_to_and_fro(n: int) -> None:
    """Never six times back and forth between the same two segments."""
    path = [
        (state.level, state.square, state.adventure)
        for _, state in play(sensible(WITNESS.rules, 300 + n, seats=1), 120)
    ]

    assert not walks_to_and_fro(path)


# With a game master ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("witness", "meddling", "n"), [(*case, n) for case in MEDDLED for n in case[1].more[: sized(None, 1)]]
)
def test_a_meddling_game_master_cannot_break_a_reckless_game(witness: GameWitness, meddling: Meddling, n: int) -> None:
    """For as few to as many as can play, whatever both do, and wherever in a turn."""
    assert meddled(witness, witness.wild(n), meddling.stages, forgiven=meddling.forgiven).wrong == []


@pytest.mark.parametrize(("witness", "meddling"), MEDDLED)
@pytest.mark.parametrize("block", range(sized(5, 1)))
def test_a_hundred_games_in_which_a_game_master_meddles(witness: GameWitness, meddling: Meddling, block: int) -> None:
    """Reckless and careful people by turns; whatever is set right, and wherever in a turn."""
    for n in games(8000, block):
        game = witness.wild(n) if n % 2 else witness.sensible(n)
        assert meddled(witness, game, MEDDLED_STAGES, forgiven=meddling.forgiven).wrong == [], f"game {n}"


@pytest.mark.parametrize("n", sized([901, 902, 905], [901]))
def test_a_party_that_is_called_for_something_again_and_again_stays_whole(n: int) -> None:
    """Meetings of one kind or two, and traps, at whatever moment: nothing breaks, and all replays."""
    assert meddled(WITNESS, WITNESS.sensible(n), MEDDLED_STAGES, by=Caller).wrong == []
