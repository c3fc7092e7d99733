"""What a game master may set right, and whole games of meddling: nothing breaks or is lost, everything replays.

``tests/soak`` plays more of them.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from rules.kernel.autopilot import anything
from rules.kernel.errors import Refused
from rules.kernel.events import Told
from rules.kernel.game import written
from rules.kernel.requests import GM
from rules.kernel.table import Waiting
from tests.rules.contract.witness import GameWitness, Meddling
from tests.rules.contract.witnesses import WITNESSES, each_game
from tests.rules.mending import GameMaster
from tests.sampled import first_of
from tests.soak.journeys import play
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


# What may be set right -------------------------------------------------------------------------------------------


def in_the_midst(witness: GameWitness) -> Any:
    """A game of the autopilot after some stages, between two of them."""
    *_, (_, state) = play(witness.sensible(1), 12)
    return witness.copied(state)


@each_game
def test_nothing_is_set_right_before_the_first_turn_and_after_the_last(witness: GameWitness) -> None:
    """There is nothing yet, or nothing any more."""
    game = in_the_midst(witness)
    offered_then = witness.rules.corrections(game)
    game.outcome = witness.outcomes[0]

    assert bool(offered_then) == bool(witness.meddling)
    assert list(witness.rules.corrections(witness.rules.begin(game.seats, {}))) == []
    assert list(witness.rules.corrections(game)) == []


@pytest.mark.parametrize(("witness", "meddling"), MEDDLED, ids=WITNESSES)
def test_a_whispered_correction_is_the_game_masters_alone(witness: GameWitness, meddling: Meddling) -> None:
    """Nobody else hears that there was one, whatever is set right."""
    game, luck, told = in_the_midst(witness), Random(1), list[Told]()
    for action in witness.rules.corrections(game):
        answer = anything(action.ask, GM, luck.randrange) if action.ask else None
        with suppress(Waiting, Refused):  # dice that somebody throws, or fields that do not go together
            told += GameMaster(witness).heard(witness.copied(game), action.option.id, answer, whispered=True)

    assert len({type(one.event) for one in told}) > len(meddling.deeds) / 3
    assert [one for one in told if one.to != (GM,)] == []


@each_game
def test_what_made_the_game_stays_as_it_is(witness: GameWitness) -> None:
    """All other house rules change, and no others are known."""
    game = in_the_midst(witness)
    now = written(game.options)
    fixed = []
    for switch, values in witness.rules.switches.items():
        try:
            witness.rules.agree(
                witness.copied(game), {switch: next(value for value in values if value != now.get(switch, values[0]))}
            )
        except Refused as refused:
            fixed.append((switch, refused.reason))

    assert sorted(fixed) == [(switch, "option_fixed") for switch in sorted(witness.fixed)]
    with pytest.raises(Refused, match="option"):
        witness.rules.agree(game, {"dragons": "yes"})
