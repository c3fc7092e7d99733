"""Animals and Monsters: who fights, what counts, trophies, wounds, ransom, rewards [6.2, 6.4, 6.8]."""

from __future__ import annotations

import pytest

from rules.jaskinia.cards import card_word
from rules.jaskinia.events import fights
from rules.jaskinia.events.cards import EnduranceLost, NothingHappens, SlowedDown, WoundsHealed
from rules.jaskinia.events.course import SeekerDied
from rules.kernel.words import Word
from tests.rules.jaskinia.builders import CORRIDOR, a_game, cards, faces, give, ordered


def test_a_killed_enemy_is_a_trophy_and_the_exploration_goes_on() -> None:
    """The Miner's 4 and a four against a Goblin's 2 and a three; nobody is asked anything [6.2]."""
    game = a_game("miner")

    fought = faces(game, "goblin", own=4, foe=3)

    miner, goblin = game.seeker_of("s1"), (card_word("goblin"),)
    assert fought.one(fights.EnemiesFaced) == fights.EnemiesFaced(miner.name, Word("cavefight.fight"), goblin, 2)
    assert fought.one(fights.EnemiesBeaten) == fights.EnemiesBeaten(miner.name, goblin, 8, 5)
    assert (fought.came_of_it, miner.trophies, game.lying, fought.asked) == (True, ["goblin"], {}, [])
    assert (miner.endurance, game.trip.over, game.fight, game.tally.fights_won) == (4, False, None, 1)


def test_all_animals_and_monsters_fight_together_with_one_die() -> None:
    """A Wolf and a Goblin: 2 and 2 and a three; both are trophies [6.2]."""
    game = a_game("miner")

    fought = faces(game, "wolf", "goblin", own=4, foe=3)

    assert (fought.one(fights.EnemiesBeaten).theirs, game.seeker_of("s1").trophies) == (7, ["wolf", "goblin"])


def test_the_lower_total_loses_an_endurance_and_the_turn_is_over() -> None:
    """4 and a one against 4 and a two; the Orc stays where it lies [5.8, 6.2]."""
    game = a_game("miner")

    fought = faces(game, "orc", own=1, foe=2)

    assert (fought.one(fights.EnemiesWon).own, fought.one(fights.EnemiesWon).theirs) == (5, 6)
    assert (game.seeker_of("s1").endurance, game.lying, game.trip.over) == (3, {CORRIDOR: ["orc"]}, True)
    assert (fought.came_of_it, game.tally.fights_lost, game.fight) == (False, 1, None)


def test_of_equal_totals_nothing_comes_but_the_end_of_the_turn() -> None:
    """4 and a two each; the Orc stays [5.8, 6.2]."""
    game = a_game("miner")

    fought = faces(game, "orc", own=2, foe=2)

    assert fought.one(fights.FightEven).total == 6
    assert (fought.came_of_it, game.seeker_of("s1").endurance, game.lying) == (False, 4, {CORRIDOR: ["orc"]})
    assert (game.trip.over, game.tally.fights_tied) == (True, 1)


def test_several_enemies_cost_one_endurance_in_all() -> None:
    """Against an Orc and a Goblin together [6.8]."""
    game = a_game("miner")

    lost = faces(game, "orc", "goblin", own=1, foe=2).one(EnduranceLost)

    assert (lost.n, lost.by) == (1, Word("cavefight.fight"))


def test_cards_are_neither_lost_nor_made() -> None:
    """However a fight ends."""
    game = a_game("miner", "shaman")
    before = cards(game)

    faces(game, "orc", "goblin", own=6, foe=1)
    faces(game, "cave_dragon", own=1, foe=6)
    faces(game, "shade", own=6, foe=1)

    assert cards(game) == before


# What counts -----------------------------------------------------------------------------------------------------


def test_of_weapons_only_the_best_counts_followers_all() -> None:
    """Pickaxe 1 or blade 2, hound 1, shield-maiden 1: 4 and 4 and a one [6.2]."""
    game = a_game("miner")
    give(game, "s1", "pickaxe", "runic_blade", "faithful_hound", "shield_maiden")

    assert faces(game, "cave_dragon", own=1, foe=1).one(fights.FightEven).total == 9


def test_what_helps_against_animals_helps_if_all_are_animals() -> None:
    """The torch counts against a Wolf, and against two; with a Goblin beside them it does not [6.4]."""
    for foes, own in ((["wolf"], 6), (["cave_lynx", "giant_bat"], 6), (["wild_boar", "goblin"], 5)):
        game = a_game("miner")
        give(game, "s1", "torch")

        fought = faces(game, *foes, own=1, foe=6)

        assert fought.one(fights.EnemiesWon).own == own


def test_what_counts_in_psychic_combat_does_not_count_in_a_fight() -> None:
    """Amulet and opal give Power; the ring gives Strength always."""
    game = a_game("miner")
    give(game, "s1", "amulet_of_shadows", "opal_of_power", "ring_of_strength")

    assert faces(game, "cave_dragon", own=1, foe=6).one(fights.EnemiesWon).own == 6


# Saves -----------------------------------------------------------------------------------------------------------


def test_the_best_item_saves_the_endurance_with_one_roll() -> None:
    """Helmet, armour and shield: the armour's four [6.2]."""
    game = a_game("miner")
    give(game, "s1", "helmet", "armour", "shield")

    fought = faces(game, "orc", own=1, foe=6, save__roll=[4])

    assert fought.one(fights.ItemSaved).item == card_word("armour")
    assert (game.seeker_of("s1").endurance, game.trip.over, fought.came_of_it) == (4, True, False)


def test_the_best_item_fails_and_no_other_is_tried() -> None:
    """A four is none of the shield's faces; the helmet is not rolled for."""
    game = a_game("miner")
    give(game, "s1", "helmet", "shield")

    fought = faces(game, "orc", own=1, foe=6, save__roll=[4])

    assert (fought.one(fights.ItemDidNotSave).item, game.seeker_of("s1").endurance) == (card_word("shield"), 3)


def test_a_saved_endurance_is_all_that_an_item_saves() -> None:
    """The tunnel spider slows down who lost, saved or not [A16]."""
    game = a_game("miner")
    give(game, "s1", "armour")

    fought = faces(game, "tunnel_spider", own=1, foe=6, save__roll=[6])

    assert (len(fought.all(SlowedDown)), game.seeker_of("s1").slow, game.seeker_of("s1").endurance) == (1, 1, 4)


# What an Enemy takes and gives -----------------------------------------------------------------------------------


def test_the_bandit_takes_two_gold_instead_of_endurance() -> None:
    """Example 15: the Friar's 3 and a two against 4 and a six, with 2 gold [13]."""
    game = a_game("friar")
    friar = game.seeker_of("s1")
    friar.gold = 2

    fought = faces(game, "bandit", own=2, foe=6)

    assert (fought.one(fights.EnemiesWon).own, fought.one(fights.EnemiesWon).theirs) == (5, 10)
    assert fought.one(fights.RansomPaid) == fights.RansomPaid(friar.name, card_word("bandit"), 2)
    assert (friar.gold, friar.endurance, game.lying, game.trip.over) == (0, 4, {CORRIDOR: ["bandit"]}, True)


def test_the_bandit_takes_no_part_of_his_price() -> None:
    """Example 15 with 1 gold: Endurance 3, gold 1."""
    game = a_game("friar")

    fought = faces(game, "bandit", own=2, foe=6)

    assert (fought.all(fights.RansomPaid), game.seeker_of("s1").gold, game.seeker_of("s1").endurance) == ([], 1, 3)


def test_the_bandit_beside_others_wants_blood() -> None:
    """The price is for an Enemy that fights alone [13]."""
    game = a_game("friar")
    game.seeker_of("s1").gold = 5

    faces(game, "bandit", "goblin", own=1, foe=6)

    assert (game.seeker_of("s1").gold, game.seeker_of("s1").endurance) == (5, 3)


def test_a_ransom_leaves_nothing_to_save() -> None:
    """No die for the armour when gold was paid."""
    game = a_game("miner")
    give(game, "s1", "armour")

    assert faces(game, "bandit", own=1, foe=6).all(fights.ItemSaved) == []
    assert game.seeker_of("s1").gold == 0


@pytest.mark.parametrize(("foe", "gold"), [("hobgoblin", 1), ("ogre", 1), ("deep_troll", 2), ("cave_dragon", 4)])
def test_a_beaten_enemy_gives_its_gold(foe: str, gold: int) -> None:
    """``on_win``; who lost gets nothing of it [6.8]."""
    winner, loser = a_game("miner"), a_game("miner")
    winner.seeker_of("s1").strength = 8

    faces(winner, foe, own=6, foe=1)
    faces(loser, foe, own=1, foe=6)

    assert (winner.seeker_of("s1").gold, loser.seeker_of("s1").gold) == (2 + gold, 2)


def test_every_enemy_of_the_fight_gives_and_takes() -> None:
    """Hobgoblin and Ogre give one gold each; of Orc and spider the spider slows down [6.8]."""
    winner, loser = a_game("miner"), a_game("miner")
    winner.seeker_of("s1").strength = 12

    faces(winner, "hobgoblin", "ogre", own=6, foe=1)
    faces(loser, "orc", "tunnel_spider", own=1, foe=6)

    assert winner.seeker_of("s1").gold == 4
    assert (loser.seeker_of("s1").endurance, loser.seeker_of("s1").slow) == (3, 1)


def test_the_cannibal_eats_killed_animals() -> None:
    """A Wolf and a bat heal two; the Goblin beside them is no food [12]."""
    game = a_game("cannibal")
    cannibal = game.seeker_of("s1")
    cannibal.endurance = 1

    faces(game, "wolf", "giant_bat", "goblin", own=6, foe=1)

    assert cannibal.endurance == 3


def test_the_cannibal_eats_no_more_than_heals() -> None:
    """Up to the level, and no word about it when there is no wound [3.5]."""
    game = a_game("cannibal")

    fought = faces(game, "wolf", own=6, foe=1)

    assert (fought.all(WoundsHealed), fought.all(NothingHappens), game.seeker_of("s1").endurance) == ([], [], 4)


def test_nobody_else_eats() -> None:
    """The Miner's wounds stay."""
    game = a_game("miner")
    game.seeker_of("s1").endurance = 2

    faces(game, "wolf", own=6, foe=1)

    assert game.seeker_of("s1").endurance == 2


def test_the_last_endurance_is_death_and_nothing_more_is_taken() -> None:
    """What the Seeker had lies there; the spider has nobody to slow down [8.4]."""
    game = a_game("miner", "friar")
    miner = give(game, "s1", "torch")
    miner.endurance = 1

    fought = faces(game, "tunnel_spider", own=1, foe=6)

    assert (len(fought.all(SeekerDied)), fought.all(SlowedDown), miner.slow) == (1, [], 0)
    assert (game.active, game.lying[CORRIDOR], game.gold[CORRIDOR]) == (None, ["tunnel_spider", "torch"], 2)
    assert (fought.came_of_it, game.trip.over, game.fight) == (False, True, None)


def test_trophies_are_traded_in_at_once_by_a_standing_order() -> None:
    """Orc and Goblin before, a Wolf now: 8 points, one own Strength, nothing is asked [3.2]."""
    game = a_game("miner")
    ordered(game, "s1", trophies="at_once")
    miner = give(game, "s1", "orc", "goblin")

    faces(game, "wolf", own=6, foe=1)

    assert (miner.strength, miner.trophies) == (5, [])
