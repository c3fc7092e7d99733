"""Whole games of Labirynt Czarnoksiężnika: nothing impossible happens, nothing hidden is seen, all can be replayed.

``tests/soak`` plays thousands more of them.
"""

from __future__ import annotations

import pytest

from rules.kernel.requests import Seat
from rules.labirynt_czarnoksieznika.events.course import OrdersChanged
from rules.labirynt_czarnoksieznika.events.finds import FindsSeen, RuneSeen
from rules.labirynt_czarnoksieznika.model import Game
from tests.sampled import first_of
from tests.soak import sorcerer
from tests.soak.fingerprint import elsewhere, fingerprints
from tests.soak.journeys import play
from tests.soak.sorcerer import BUDGET, RIVALS

pytestmark = pytest.mark.long

RULES = sorcerer.RULES
RECKLESS = 60
"""Stages of a game at random; it has no end to come to."""
DEEP, PAUSED = 9, 4
PRIVATE = (FindsSeen, RuneSeen, OrdersChanged)


@pytest.mark.parametrize("n", first_of(range(8), 3))
def test_careful_teams_play_by_the_rules(n: int) -> None:
    """The autopilot plays for two to four people until somebody wins."""
    assert RIVALS.broken_promises(sorcerer.sensible(n), BUDGET, DEEP, PAUSED) == []


@pytest.mark.parametrize("n", first_of(range(10), 3))
def test_reckless_teams_cannot_break_the_rules(n: int) -> None:
    """Two to four people do anything that is legal, with all switches as they fall."""
    assert RIVALS.broken_promises(sorcerer.wild(n), RECKLESS, DEEP, PAUSED) == []


@pytest.mark.parametrize("n", first_of(range(50, 60), 3))
def test_every_game_of_careful_teams_ends(n: int) -> None:
    """Somebody has enough Gems long before the simulation gives up; nobody plays on."""
    journey = list(play(sorcerer.sensible(n), sorcerer.BUDGET))
    _, end = journey[-1]

    assert end.outcome in ("gems", "last")
    assert len(journey) < RULES.budget / 2


def test_what_others_hide_would_be_noticed_if_it_were_seen() -> None:
    """The check for leaks can fail: to the game master everything is shown, so that a disguise is seen through."""
    state = next(state for _, state in play(sorcerer.sensible(1), 40) if _hides_something(state))

    assert list(sorcerer.leaks(state, "gm")) != []
    assert list(sorcerer.leaks(state, None)) == []


def _hides_something(game: Game) -> bool:
    return any(one.pack or one.rune for one in game.characters.values())


def test_finds_runes_and_new_orders_are_told_to_their_owner_alone() -> None:
    """In whole games at random, where tokens are drawn and orders change all the time."""
    told = [(state, told) for n in range(4) for stage, state in play(sorcerer.wild(n), RECKLESS) for told in stage.told]

    private = [(_owner_of(state, one.event), one) for state, one in told if isinstance(one.event, PRIVATE)]

    assert {type(one.event) for _, one in private} == {*PRIVATE}
    assert [one for owner, one in private if one.to != (owner,)] == []


def _owner_of(game: Game, event: FindsSeen | RuneSeen | OrdersChanged) -> Seat:
    if isinstance(event, OrdersChanged):
        return event.by
    return next(character.seat for character in game.characters.values() if character.name == event.who)


@pytest.mark.parametrize("hash_seed", first_of("120", 1))
def test_the_same_games_in_every_process(hash_seed: str) -> None:
    """States, events and replays do not depend on the order of hashes."""
    assert elsewhere(hash_seed, "sorcerer", 2, 1) == fingerprints("sorcerer", 2, 1)
