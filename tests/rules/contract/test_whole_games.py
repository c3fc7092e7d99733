"""Whole games of each kind: nothing impossible happens, nothing hidden is seen, all can be saved, replayed and undone.

``tests/soak`` plays thousands more of them.
"""

from __future__ import annotations

import pytest

from rules.games import all_games
from rules.kernel.events import DiceRolled
from tests.rules.contract.witness import GameWitness
from tests.rules.contract.witnesses import WITNESSES, each_game
from tests.sampled import first_of
from tests.soak.fingerprint import elsewhere, fingerprints
from tests.soak.journeys import play
from tests.soak.promises import redone_from

pytestmark = pytest.mark.long

RIVALS = [pytest.param(one, id=game) for game, one in WITNESSES.items() if one.rules.rivals]


def test_each_game_has_a_witness() -> None:
    """The contract is held against all games that there are."""
    assert list(WITNESSES) == list(all_games())


@each_game
@pytest.mark.parametrize("n", first_of(range(8), 3))
def test_careful_people_play_by_the_rules(witness: GameWitness, n: int) -> None:
    """The autopilot plays for as few to as many as can play."""
    assert witness.broken_promises(witness.sensible(n), witness.careful, witness.deep, witness.paused) == []


@each_game
@pytest.mark.parametrize("n", first_of(range(20), 7))
def test_reckless_people_cannot_break_the_rules(witness: GameWitness, n: int) -> None:
    """They do anything that is legal, with all switches as they fall."""
    assert witness.broken_promises(witness.wild(n), witness.reckless, witness.deep, witness.paused) == []


@pytest.mark.parametrize("witness", RIVALS)
@pytest.mark.parametrize("n", first_of(range(50, 74), 8))
def test_every_game_of_careful_rivals_ends(witness: GameWitness, n: int) -> None:
    """Long before the simulation gives up; nobody plays on."""
    journey = list(play(witness.sensible(n), witness.careful))

    assert journey[-1][1].outcome in witness.outcomes
    assert len(journey) < witness.rules.budget / 2


@pytest.mark.parametrize("witness", [one for one in WITNESSES.values() if one.wanderers_end])
@pytest.mark.parametrize("n", first_of(range(30, 42), 4))
def test_even_reckless_games_end(witness: GameWitness, n: int) -> None:
    """Where who wanders about long enough dies or wins."""
    *_, (_, end) = play(witness.wild(n), witness.wanderers_end)

    assert end.outcome in witness.outcomes


@each_game
@pytest.mark.parametrize("n", first_of(range(3), 1))
def test_a_game_undone_for_many_stages_and_played_again_is_the_same_game(witness: GameWitness, n: int) -> None:
    """Back to any stage; the same people answer the same: the same dice, and the same end."""
    game = witness.sensible(200 + n)
    journey = [stage for stage, _ in play(game, 60)]

    for number in (0, len(journey) // 3, len(journey) - 1):
        assert list(redone_from(witness.rules, game.seed, journey, number)) == []


@each_game
@pytest.mark.parametrize("hash_seed", first_of("120", 1))
def test_the_same_games_in_every_process_and_others_with_another_seed(witness: GameWitness, hash_seed: str) -> None:
    """States, events and replays do not depend on the order of hashes."""
    digests = fingerprints(witness.rules.name, 2, 3)

    assert elsewhere(hash_seed, witness.rules.name, 2, 3) == digests
    assert len(set(digests)) == 5


# What nobody may know --------------------------------------------------------------------------------------------


@each_game
@pytest.mark.parametrize("n", first_of(range(6), 2))
def test_the_autopilot_reads_no_secrets_and_touches_nothing(witness: GameWitness, n: int) -> None:
    """In whole games it answers the same where others hide other things, and leaves the state as it was."""
    *_, (_, end) = play(witness.honest(n), witness.careful)

    assert end.outcome in (*witness.outcomes, "")


@pytest.mark.parametrize("witness", RIVALS)
def test_what_others_hide_would_be_noticed_if_it_were_seen(witness: GameWitness) -> None:
    """The check for leaks can fail: to the game master everything is shown, so that a disguise is seen through."""
    states = [state for _, state in play(witness.sensible(3), 40)]

    assert [leak for state in states for leak in witness.leaks(state, "gm")] != []
    assert [leak for state in states for leak in witness.leaks(state, None)] == []


@pytest.mark.parametrize("witness", RIVALS)
def test_what_one_is_told_alone_is_their_own(witness: GameWitness) -> None:
    """In whole games at random, where hands and orders change all the time."""
    heard = [(state, one) for n in range(4) for stage, state in play(witness.wild(n), 60) for one in stage.told]
    private = [(state, one) for state, one in heard if type(one.event) in witness.private]

    assert private
    assert {type(one.event) for _, one in private} == {*witness.private}
    assert [one for state, one in private if one.to != (witness.private[type(one.event)](state, one.event),)] == []


# Chance ----------------------------------------------------------------------------------------------------------


@each_game
@pytest.mark.parametrize("n", [700, 701])
def test_no_game_throws_a_die_of_a_kind_that_nobody_can_throw_by_hand(witness: GameWitness, n: int) -> None:
    """The kinds of which a table chooses are all that there are."""
    for game in (witness.sensible(n), witness.wild(n)):
        told = [one.event for stage, _ in play(game, 60) for one in stage.told]
        thrown = {event.why.partition(".")[0] for event in told if isinstance(event, DiceRolled)}

        assert thrown
        assert thrown <= {*witness.rules.rolls}
