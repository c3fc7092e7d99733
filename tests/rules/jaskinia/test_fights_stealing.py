"""The Rogue steals: an encounter of its own kind [5.2, 12]."""

from __future__ import annotations

import pytest

from rules.jaskinia.cards import card_word
from rules.jaskinia.events.fights import Evaded, ItemStolen, PurseRobbed, StealingFailed, StealingTried
from tests.rules.jaskinia.builders import CORRIDOR, a_game, cards, give, steals


@pytest.mark.parametrize("face", [4, 5, 6])
def test_a_thief_takes_one_gold(face: int) -> None:
    """The turn is over; Items are left where there is gold [12]."""
    game = a_game("rogue", "miner")
    rogue, miner = game.seeker_of("s1"), give(game, "s2", "rope")

    stolen = steals(game, steal__roll=[face])

    assert stolen.one(StealingTried) == StealingTried(rogue.name, miner.name)
    assert stolen.one(PurseRobbed) == PurseRobbed(rogue.name, miner.name, 1)
    assert (rogue.gold, miner.gold, miner.items, stolen.came_of_it) == (2, 1, ["rope"], False)
    assert (game.trip.over, stolen.asked, game.tally.duels) == (True, [], 0)


def test_a_bad_die_ends_the_turn_too() -> None:
    """A three [12]."""
    game = a_game("rogue", "miner")

    stolen = steals(game, steal__roll=[3])

    assert (len(stolen.all(StealingFailed)), [one.gold for one in game.seekers]) == (1, [1, 2])
    assert (game.trip.over, stolen.came_of_it) == (True, False)


def test_of_who_has_no_gold_a_random_item_is_stolen() -> None:
    """Drawn by chance from all it has [12]."""
    game = a_game("rogue", "miner")
    rogue, miner = game.seeker_of("s1"), give(game, "s2", "rope", "torch", "porter")
    miner.gold = 0
    before = cards(game)

    stolen = steals(game, steal__roll=[6], steal__item=["torch"])

    assert stolen.one(ItemStolen) == ItemStolen(rogue.name, miner.name, card_word("torch"))
    assert (rogue.items, miner.items, miner.followers, cards(game)) == (["torch"], ["rope"], ["porter"], before)


def test_a_thief_with_full_hands_puts_something_down() -> None:
    """The fifth Item is one too many [3.6]."""
    game = a_game("rogue", "miner")
    rogue = give(game, "s1", "rope", "torch", "helmet", "wand")
    give(game, "s2", "shield").gold = 0

    steals(game, steal__roll=[6], steal__item=["shield"], items__give_up=[["shield:4"]])

    assert (rogue.items, game.lying) == (["rope", "torch", "helmet", "wand"], {CORRIDOR: ["shield"]})


def test_of_who_has_nothing_nothing_is_stolen() -> None:
    """However the die falls."""
    game = a_game("rogue", "miner")
    game.seeker_of("s2").gold = 0

    assert len(steals(game, steal__roll=[6]).all(StealingFailed)) == 1
    assert game.trip.over


def test_who_can_evade_seekers_evades_a_thief() -> None:
    """The thief may then do something else here [6.1]."""
    game = a_game("miner", "rogue")

    stolen = steals(game, duel__evade=["evade"], evade__roll=[6])

    assert (stolen.came_of_it, len(stolen.all(Evaded)), game.trip.evaded, game.trip.over) == (True, 1, ["s2"], False)


def test_stillness_is_no_help_against_a_thief() -> None:
    """It is cast before a fight, and this is none [7.3]."""
    game = a_game("rogue", "alchemist")
    give(game, "s2", "stillness")

    assert steals(game, steal__roll=[1]).asked == []
