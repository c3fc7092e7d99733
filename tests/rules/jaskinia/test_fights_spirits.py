"""Psychic combat with Spirits, and Spirits beside other Enemies [6.3, A13, A14]."""

from __future__ import annotations

import pytest

from rules.jaskinia.cards import card_word
from rules.jaskinia.events.cards import SlowedDown
from rules.jaskinia.events.fights import EnemiesBeaten, EnemiesFaced, EnemiesWon, FightEven
from rules.jaskinia.exploration.exploring import explore
from rules.kernel.words import Word
from tests.rules.jaskinia.builders import CORRIDOR, a_game, faces, give, lay, played


def test_the_shaman_beats_a_ghost() -> None:
    """Example 13: Power 4, the amulet 2 and a two against 3 and a three; no trophy, one gold by card and ability."""
    game = a_game("shaman")
    shaman = give(game, "s1", "amulet_of_shadows")

    fought = faces(game, "digger_ghost", own=2, foe=3)

    ghost = (card_word("digger_ghost"),)
    assert fought.one(EnemiesFaced) == EnemiesFaced(shaman.name, Word("cavefight.psychic"), ghost, 3)
    assert fought.one(EnemiesBeaten) == EnemiesBeaten(shaman.name, ghost, 8, 6, Word("cavefight.psychic"))
    assert (shaman.gold, shaman.trophies, game.lying) == (3, [], {})
    assert game.used["cave"] == {"digger_ghost": 1}
    assert (fought.came_of_it, game.tally.psychic_won, game.tally.fights_won) == (True, 1, 0)


def test_several_spirits_are_one_psychic_combat() -> None:
    """Shade 3 and Phantom 4 with one die; the Shaman gets gold for each [A13]."""
    game = a_game("shaman")
    shaman = game.seeker_of("s1")
    shaman.power = 8

    fought = faces(game, "shade", "phantom", own=3, foe=2)

    assert (fought.one(EnemiesBeaten).own, fought.one(EnemiesBeaten).theirs, shaman.gold) == (11, 9, 3)


def test_no_item_saves_from_a_spirit() -> None:
    """Power counts, armour does not: Endurance 3, the Shade stays, the turn is over [6.3]."""
    game = a_game("miner")
    give(game, "s1", "armour")

    fought = faces(game, "shade", own=1, foe=2)

    assert (fought.one(EnemiesWon).own, fought.one(EnemiesWon).theirs) == (4, 5)
    assert (game.seeker_of("s1").endurance, game.lying, game.trip.over) == (3, {CORRIDOR: ["shade"]}, True)
    assert (fought.came_of_it, game.tally.psychic_lost) == (False, 1)


def test_a_tie_with_a_spirit_ends_the_turn() -> None:
    """3 and a one each [5.8]."""
    game = a_game("miner")

    fought = faces(game, "shade", own=1, foe=1)

    assert fought.one(FightEven).total == 4
    assert (game.seeker_of("s1").endurance, game.trip.over, game.tally.psychic_tied) == (4, True, 1)


def test_strength_in_fights_is_no_power() -> None:
    """Sword and hound do not help; the opal always does."""
    game = a_game("miner")
    give(game, "s1", "sword", "faithful_hound", "opal_of_power")

    assert faces(game, "spectre", own=1, foe=6).one(EnemiesWon).own == 5


@pytest.mark.parametrize(("foe", "gold"), [("digger_ghost", 1), ("king_wraith", 2)])
def test_a_beaten_spirit_gives_its_gold(foe: str, gold: int) -> None:
    """To who has no ability for it: the card's alone [6.8]."""
    game = a_game("miner")
    game.seeker_of("s1").power = 8

    faces(game, foe, own=6, foe=1)

    assert game.seeker_of("s1").gold == 2 + gold


def test_a_beaten_demon_gives_power() -> None:
    """One own Power [13]."""
    game = a_game("friar")
    friar = game.seeker_of("s1")
    friar.power = 6

    faces(game, "deep_demon", own=6, foe=1, fight__ready=["fight"])

    assert friar.power == 7


def test_the_wisp_slows_down_who_lost() -> None:
    """Besides the Endurance [13]."""
    game = a_game("miner")

    fought = faces(game, "wisp", own=1, foe=6)

    assert (len(fought.all(SlowedDown)), game.seeker_of("s1").slow, game.seeker_of("s1").endurance) == (1, 1, 3)


def test_the_nightmare_takes_a_spell_of_the_losers_choice() -> None:
    """Besides the Endurance [13]."""
    game = a_game("shaman")
    shaman = give(game, "s1", "knit_wounds", "thought_dart")

    faces(game, "nightmare", own=1, foe=6, spells__give_up=[["thought_dart:1"]])

    assert (shaman.spells, shaman.endurance, game.used["spells"]) == (["knit_wounds"], 3, {"thought_dart": 1})


# Beside other Enemies --------------------------------------------------------------------------------------------


def test_spirits_come_after_animals_and_monsters() -> None:
    """Both are beaten: a trophy, and a Spirit in the used pile [A14]."""
    game = a_game("miner")
    miner = game.seeker_of("s1")
    lay(game, CORRIDOR, "shade", "goblin")

    fought = played(
        lambda table: explore(table, game, miner, 0),
        fight__own=[6],
        fight__foe=[1],
        psychic__own=[6],
        psychic__foe=[1],
    )

    assert [event.theirs for event in fought.all(EnemiesBeaten)] == [3, 4]
    assert (miner.trophies, game.lying, game.trip.over) == (["goblin"], {}, False)


def test_a_lost_fight_is_not_followed_by_psychic_combat() -> None:
    """The Goblin wins; the Shade waits [5.8, A14]."""
    game = a_game("miner")
    miner = game.seeker_of("s1")
    lay(game, CORRIDOR, "shade", "orc")

    fought = played(lambda table: explore(table, game, miner, 0), fight__own=[1], fight__foe=[6])

    assert (len(fought.all(EnemiesFaced)), miner.endurance) == (1, 3)
    assert (game.lying, game.trip.over) == ({CORRIDOR: ["shade", "orc"]}, True)


def test_psychic_combat_follows_when_the_others_were_evaded() -> None:
    """The Rogue slips away from the Orc, and beats the Shade [A14]."""
    game = a_game("rogue")
    rogue = game.seeker_of("s1")
    lay(game, CORRIDOR, "shade", "orc")

    played(
        lambda table: explore(table, game, rogue, 0),
        fight__ready=["evade"],
        evade__roll=[5],
        psychic__own=[6],
        psychic__foe=[1],
    )

    assert (game.lying, game.trip.over) == ({CORRIDOR: ["orc"]}, False)
