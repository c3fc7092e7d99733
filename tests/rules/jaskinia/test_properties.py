"""Whole games of Jaskinia: nothing impossible happens, nothing hidden is seen, all can be replayed.

``tests/soak`` plays thousands more of them.
"""

from __future__ import annotations

import pytest

from rules.jaskinia.events.cards import SpellsSeen
from rules.jaskinia.events.course import OrdersKept
from rules.jaskinia.model import Game
from tests.sampled import first_of
from tests.soak import cave
from tests.soak.cave import BUDGET, RIVALS
from tests.soak.fingerprint import elsewhere, fingerprints
from tests.soak.journeys import play

pytestmark = pytest.mark.long

RECKLESS = 60
"""Stages of a game at random."""
DEEP, PAUSED = 9, 4
"""Every ninth stage is saved, replayed and undone; every fourth of these is cut after each of its answers, too."""


@pytest.mark.parametrize("n", first_of(range(8), 3))
def test_careful_seekers_play_by_the_rules(n: int) -> None:
    """The autopilot plays for one to six people until the game is over."""
    assert RIVALS.broken_promises(cave.sensible(n), BUDGET, DEEP, PAUSED) == []


@pytest.mark.parametrize("n", first_of(range(10), 3))
def test_reckless_seekers_cannot_break_the_rules(n: int) -> None:
    """One to six people do anything that is legal, with all switches as they fall."""
    assert RIVALS.broken_promises(cave.wild(n), RECKLESS, DEEP, PAUSED) == []


@pytest.mark.parametrize("first", first_of((50, 58, 66), 1))
def test_every_game_of_careful_seekers_ends(first: int) -> None:
    """Somebody has the Crystal, is the last one, or has lost alone, long before the simulation gives up."""
    for n in range(first, first + 8):
        journey = list(play(cave.sensible(n), BUDGET))
        _, end = journey[-1]

        assert end.outcome in ("crystal", "last", "lost"), f"game {n}"
        assert len(journey) < cave.RULES.budget / 2, f"game {n}"


@pytest.mark.parametrize("n", first_of(range(30, 42), 4))
def test_even_reckless_games_end(n: int) -> None:
    """Who wanders about long enough dies or finds the Crystal."""
    *_, (_, end) = play(cave.wild(n), 4 * BUDGET)

    assert end.outcome


def test_what_others_hide_would_be_noticed_if_it_were_seen() -> None:
    """The check for leaks can fail: to the game master everything is shown, so that a disguise is seen through."""
    state = next(state for _, state in play(cave.sensible(3), 40) if _hides_something(state))

    assert list(cave.leaks(state, "gm")) != []
    assert list(cave.leaks(state, None)) == []


def _hides_something(game: Game) -> bool:
    return any(one.spells for one in game.seekers)


def test_drawn_spells_and_new_orders_are_told_to_their_owner_alone() -> None:
    """In whole games at random, where orders change all the time."""
    told = [told for n in range(4) for stage, _ in play(cave.wild(n), RECKLESS) for told in stage.told]

    private = [one for one in told if isinstance(one.event, SpellsSeen | OrdersKept)]

    assert {type(one.event) for one in private} == {SpellsSeen, OrdersKept}
    assert [one for one in private if one.to != (one.event.by,)] == []  # type: ignore[attr-defined]  # both have one


@pytest.mark.parametrize("hash_seed", first_of("120", 1))
def test_the_same_games_in_every_process(hash_seed: str) -> None:
    """States, events and replays do not depend on the order of hashes."""
    assert elsewhere(hash_seed, "cave", 3, 2) == fingerprints("cave", 3, 2)
