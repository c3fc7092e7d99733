"""Whole games in which a game master meddles at random: nothing breaks or is lost, everything replays.

``tests/soak`` plays more of them.
"""

from __future__ import annotations

import pytest

from tests.rules.contract.witness import GameWitness, Meddling
from tests.rules.contract.witnesses import WITNESSES
from tests.sampled import first_of
from tests.soak.meddling import meddled

pytestmark = pytest.mark.long

MEDDLED = [(witness, witness.meddling) for witness in WITNESSES.values() if witness.meddling]
CAREFUL = [
    case for witness, meddling in MEDDLED for case in first_of([(witness, meddling, n) for n in meddling.careful], 1)
]


@pytest.mark.parametrize(("witness", "meddling"), MEDDLED, ids=WITNESSES)
def test_a_meddling_game_master_cannot_break_a_reckless_game(witness: GameWitness, meddling: Meddling) -> None:
    """As few to as many as can play do anything that is legal, and so does the game master, wherever in a turn.

    Each kind of correction is taken in some game, but for what is rare, and each is told.
    """
    stories = [
        meddled(witness, witness.wild(n), meddling.stages, forgiven=meddling.forgiven) for n in meddling.reckless
    ]
    done = {verb for story in stories for verb in story.done}
    told = {event for story in stories for event in story.told}
    events = {kind.__name__ for kind in witness.rules.events if kind.__module__.endswith(".events.corrections")}

    assert [wrong for story in stories for wrong in story.wrong] == []
    assert sorted({*meddling.deeds} - done - {*meddling.rare}) == []
    assert events
    assert sorted(events - told - {*meddling.rare}) == []


@pytest.mark.parametrize(("witness", "meddling", "n"), CAREFUL)
def test_a_meddling_game_master_cannot_break_a_careful_game(witness: GameWitness, meddling: Meddling, n: int) -> None:
    """The autopilot bears everything that happens to those it plays for."""
    assert meddled(witness, witness.sensible(n), meddling.stages, forgiven=meddling.forgiven).wrong == []
