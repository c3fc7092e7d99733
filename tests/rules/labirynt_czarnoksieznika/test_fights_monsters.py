"""Fights with the monsters of the Encounter Table: who wins, rewards, wounds, specials [6, 12]."""

from __future__ import annotations

import pytest

from rules.labirynt_czarnoksieznika.events import fights
from rules.labirynt_czarnoksieznika.model import CRYSTAL, GLOVE
from tests.rules.labirynt_czarnoksieznika.builders import a_game, finds, meets, put

# Who wins --------------------------------------------------------------------------------------------------------


def test_the_higher_score_wins_and_the_reward_is_drawn() -> None:
    """Liriel's 2 and a five against the scarabs' 1 and a four: 7 to 5, one Find, no Gem [6.2, 6.5]."""
    game = a_game()
    liriel = put(game, "liriel")

    played = meets(game, "liriel", "scarabs", [5], [4], finds__draw=["axe"])

    assert played.one(fights.MonsterMet) == fights.MonsterMet(liriel.name, played.one(fights.MonsterMet).foe, 4, 1)
    assert (played.one(fights.ClashWon).own, played.one(fights.ClashWon).theirs) == (7, 5)
    assert (liriel.loot, game.teams["s1"].gems, game.fight) == (["axe"], 1, None)
    assert (game.tally.monsters_won, played.asked) == (1, [])


def test_gems_are_a_reward_too() -> None:
    """The troll leaves a Find and a Gem."""
    game = a_game()
    put(game, "taelin", hand="axe")

    meets(game, "taelin", "troll", [6], [2], finds__draw=["elixir"])

    assert game.teams["s1"].gems == 2


def test_equal_scores_are_a_tie_and_nothing_happens() -> None:
    """Nobody loses or gains anything [6.2]."""
    game = a_game()
    liriel = put(game, "liriel")

    played = meets(game, "liriel", "sentry", [4], [3])

    assert played.one(fights.ClashTied) == fights.ClashTied(
        liriel.name, played.one(fights.ClashTied).other, 6, 6, both_ones=False
    )
    assert (liriel.life, liriel.loot, game.tally.monsters_tied) == (3, [], 1)


def test_a_natural_one_loses_whatever_is_added() -> None:
    """Example 3: Eriald with an axe against the scarabs throws 1 against 2, and takes a wound [6.3]."""
    game = a_game()
    eriald = put(game, "eriald", hand="axe")

    played = meets(game, "eriald", "scarabs", [1], [2])

    lost = played.one(fights.ClashLost)
    assert (lost.own, lost.theirs, lost.natural_one, lost.natural_six) == (7, 3, True, False)
    assert (eriald.life, game.tally.monsters_lost) == (2, 1)


def test_two_natural_ones_are_a_tie() -> None:
    """Example 3, second half [6.3]."""
    game = a_game()
    put(game, "eriald", hand="axe")

    assert meets(game, "eriald", "scarabs", [1], [1]).one(fights.ClashTied).both_ones


def test_a_monsters_natural_one_loses_too() -> None:
    """The dragon's 8 and a one against Liriel's 2 and a two."""
    game = a_game()
    put(game, "liriel")

    played = meets(game, "liriel", "dragon", [2], [1], finds__draw=["axe", "axe", "axe"])

    assert played.one(fights.ClashWon).natural_one


def test_erialds_six_wins_even_against_a_six() -> None:
    """Example 5: bare-handed against the dragon, six to six: three Finds and two Gems [A7]."""
    game = a_game()
    eriald = put(game, "eriald")

    played = meets(game, "eriald", "dragon", [6], [6], finds__draw=["axe", "sword", "fate"])

    assert played.one(fights.ClashWon).natural_six
    assert (eriald.loot, game.teams["s1"].gems) == (["axe", "sword", "fate"], 3)


def test_anybody_elses_six_is_a_six() -> None:
    """Liriel's 2 and a six are no match for a troll's 6 and a three."""
    game = a_game()
    put(game, "liriel")

    assert not meets(game, "liriel", "troll", [6], [3]).one(fights.ClashLost).natural_six


def test_borgrims_one_is_compared_like_any_face() -> None:
    """No automatic loss: 4, an axe and a one are 8 against the scarabs' 1 and a six."""
    game = a_game("dwarves", "undead")
    put(game, "borgrim", hand="axe")

    played = meets(game, "borgrim", "scarabs", [1], [6], finds__draw=["axe"])

    assert (played.one(fights.ClashWon).own, played.one(fights.ClashWon).theirs) == (8, 7)


def test_borgrims_one_against_a_one_stays_a_tie() -> None:
    """Two natural ones are a tie for him too."""
    game = a_game("dwarves", "undead")
    put(game, "borgrim", hand="axe")

    assert meets(game, "borgrim", "scarabs", [1], [1]).one(fights.ClashTied).both_ones


def test_taelin_wins_ties() -> None:
    """4 and a two against the sentry's 3 and a three."""
    game = a_game()
    put(game, "taelin")

    played = meets(game, "taelin", "sentry", [2], [3], finds__draw=["helmet"])

    assert (played.one(fights.ClashWon).own, played.one(fights.ClashWon).theirs) == (6, 6)


def test_gruzz_has_his_bonus_in_duels_only() -> None:
    """4 and a three are 7 against a monster."""
    game = a_game("ratmen", "elves")
    put(game, "gruzz")

    assert meets(game, "gruzz", "sentry", [3], [4]).one(fights.ClashTied).own == 7


def test_the_glove_adds_three_against_monsters_and_nothing_else() -> None:
    """4, the Glove and a two against the minotaur's 5 and a three [10.13]."""
    game = a_game()
    taelin = put(game, "taelin")
    taelin.hand = GLOVE

    played = meets(game, "taelin", "minotaur", [2], [3], finds__draw=["axe", "axe"])

    assert (played.one(fights.ClashWon).own, played.one(fights.ClashWon).theirs) == (9, 8)


# Specials --------------------------------------------------------------------------------------------------------


def test_a_monster_that_wins_ties_turns_a_tie_into_a_loss() -> None:
    """Example 9: Haldra with a dagger, 4 to 4: 7 to 7 is lost, one wound; 4 to 3 is won."""
    game = a_game("dwarves", "elves")
    haldra = put(game, "haldra", hand="dagger")

    assert meets(game, "haldra", "armour", [4], [4]).one(fights.ClashLost).own == 7
    assert haldra.life == 3
    assert meets(game, "haldra", "armour", [4], [3], finds__draw=["axe"]).one(fights.ClashWon).theirs == 6


def test_two_who_win_ties_tie() -> None:
    """Taelin and the living armour: 4 and a two, 3 and a three."""
    game = a_game()
    taelin = put(game, "taelin")

    assert meets(game, "taelin", "armour", [2], [3]).one(fights.ClashTied).own == 6
    assert taelin.life == 3


def test_two_ones_are_a_tie_even_against_the_living_armour() -> None:
    """Winning ties does not count for two natural ones."""
    game = a_game()
    put(game, "liriel")

    assert meets(game, "liriel", "armour", [1], [1]).all(fights.ClashTied)


def test_the_golem_ignores_a_weapon() -> None:
    """Example 11: Taelin's axe does not count, 8 to 9, one wound."""
    game = a_game()
    taelin = put(game, "taelin", hand="axe")

    played = meets(game, "taelin", "golem", [4], [4])

    assert (played.one(fights.ClashLost).own, played.one(fights.ClashLost).theirs, taelin.life) == (8, 9, 2)
    assert taelin.hand == "axe"


def test_the_golem_does_not_ignore_the_glove() -> None:
    """4, the Glove and a four against 5 and a four."""
    game = a_game()
    put(game, "taelin").hand = GLOVE

    assert meets(game, "taelin", "golem", [4], [4], finds__draw=["axe", "axe"]).one(fights.ClashWon).own == 11


def test_twins_have_to_be_beaten_twice() -> None:
    """Example 7: Osten wins 9 to 5, ties 6 to 6: no reward, no wound [6.11]."""
    game = a_game("undead", "elves")
    osten = put(game, "osten")

    played = meets(game, "osten", "wraiths", [5, 2], [2, 3])

    assert (played.one(fights.ClashWon).own, played.one(fights.ClashWon).theirs) == (9, 5)
    assert (played.one(fights.ClashTied).own, played.one(fights.ClashTied).theirs) == (6, 6)
    assert (osten.life, osten.loot, game.teams["s1"].gems, game.tally.monsters_won) == (3, [], 1, 0)


def test_a_lost_second_clash_costs_its_wounds() -> None:
    """The hydra, beaten once, wins the second clash: a wound, no reward [A21]."""
    game = a_game()
    taelin = put(game, "taelin", hand="axe")

    played = meets(game, "taelin", "hydra", [6, 2], [2, 6])

    assert len(played.all(fights.SecondClash)) == 1
    assert (taelin.life, taelin.loot, game.tally.monsters_lost) == (2, [], 1)


def test_a_lost_first_clash_ends_it() -> None:
    """The twins win at once; there is no second clash."""
    game = a_game()
    liriel = put(game, "liriel")

    played = meets(game, "liriel", "wraiths", [2], [4])

    assert (liriel.life, played.all(fights.SecondClash)) == (2, [])


def test_twins_beaten_twice_give_one_reward() -> None:
    """One Find, one Gem."""
    game = a_game()
    taelin = put(game, "taelin")

    meets(game, "taelin", "wraiths", [5, 5], [2, 2], finds__draw=["axe"])

    assert (taelin.loot, game.teams["s1"].gems, game.tally.monsters_won) == (["axe"], 2, 1)


def test_acid_eats_the_weapon_that_won() -> None:
    """After the reward the axe goes to the bag, and Taelin may take another in hand."""
    game = a_game()
    taelin = put(game, "taelin", hand="axe")

    played = meets(game, "taelin", "acid_monster", [5], [2], finds__draw=["sword", "dagger"])

    assert played.one(fights.WeaponDissolved).who == taelin.name
    assert (taelin.hand, taelin.loot, game.bag["axe"]) == ("", ["sword", "dagger"], 5)
    assert game.rearrange
    assert finds(game) == 88


@pytest.mark.parametrize("hand", ["", GLOVE])
def test_acid_finds_nothing_in_an_empty_hand_and_spares_the_glove(hand: str) -> None:
    """No Weapon: nothing."""
    game = a_game()
    taelin = put(game, "taelin")
    taelin.hand = hand

    played = meets(game, "taelin", "acid_monster", [6], [2], finds__draw=["sword", "dagger"])

    assert (played.all(fights.WeaponDissolved), taelin.hand) == ([], hand)


def test_acid_leaves_the_weapon_of_the_beaten_alone() -> None:
    """Lost: a wound, and the axe stays."""
    game = a_game()
    taelin = put(game, "taelin", hand="axe")

    meets(game, "taelin", "acid_monster", [2], [6])

    assert (taelin.life, taelin.hand) == (2, "axe")


def test_the_imp_steals_a_token_instead_of_wounding() -> None:
    """Which one only its owner learns; it goes to the bag."""
    game = a_game()
    liriel = put(game, "liriel", pack=["axe", "haste"], rune="fire")

    played = meets(game, "liriel", "imp", [2], [4], theft__token=["axe"])

    assert (liriel.life, liriel.pack, liriel.rune, game.bag["axe"]) == (3, ["haste"], "fire", 5)
    (secret,) = [told for told in played.table.story.told if isinstance(told.event, fights.TokenStolen)]
    assert (secret.to, played.one(fights.SomethingStolen).nothing) == (("s1",), False)


def test_a_stolen_crystal_goes_to_the_stack() -> None:
    """Crystals are tokens of the Backpack."""
    game = a_game()
    liriel = put(game, "liriel", pack=[CRYSTAL])

    meets(game, "liriel", "imp", [2], [4], theft__token=[CRYSTAL])

    assert (liriel.pack, game.crystals) == ([], 21)


def test_an_empty_backpack_cannot_be_robbed() -> None:
    """The Rune and what is worn or in hand are safe."""
    game = a_game()
    liriel = put(game, "liriel", hand="dagger", rune="fire")

    played = meets(game, "liriel", "imp", [2], [6])

    assert (played.one(fights.SomethingStolen).nothing, liriel.hand, liriel.rune) == (True, "dagger", "fire")


def test_the_robber_steals_a_gem() -> None:
    """No wound as long as there is a Gem."""
    game = a_game()
    liriel = put(game, "liriel")

    played = meets(game, "liriel", "robber", [2], [4])

    assert (played.one(fights.GemStolen).gems, game.teams["s1"].gems, liriel.life) == (0, 0, 3)


def test_the_robber_wounds_who_has_no_gem() -> None:
    """0 Gems: one wound."""
    game = a_game()
    game.teams["s1"].gems = 0
    liriel = put(game, "liriel")

    played = meets(game, "liriel", "robber", [2], [4])

    assert (played.all(fights.GemStolen), liriel.life) == ([], 2)


def test_the_spider_stuns_who_loses() -> None:
    """One wound, and no Move in the next turn [3.6]."""
    game = a_game()
    liriel = put(game, "liriel")

    played = meets(game, "liriel", "spider", [2], [4])

    assert (liriel.life, liriel.stunned, len(played.all(fights.Stunned))) == (2, True, 1)


def test_the_dead_are_not_stunned() -> None:
    """Whoever dies of the wound is asleep afterwards, not stunned."""
    game = a_game()
    liriel = put(game, "liriel", life=1)

    played = meets(game, "liriel", "basilisk", [2], [4])

    assert (liriel.active, liriel.stunned, played.all(fights.Stunned)) == (False, False, [])


def test_the_dragon_deals_two_wounds() -> None:
    """3 Life Points: one is left."""
    game = a_game()
    liriel = put(game, "liriel")

    played = meets(game, "liriel", "dragon", [3], [3])

    assert [wounded.life for wounded in played.all(fights.Wounded)] == [2, 1]
    assert liriel.life == 1


def test_enough_gems_end_the_game_at_once() -> None:
    """The eighteenth Gem wins [E1]."""
    game = a_game()
    game.teams["s1"].gems = 17
    put(game, "taelin", hand="axe")

    played = meets(game, "taelin", "troll", [6], [2], finds__draw=["elixir"])

    assert (game.outcome, game.winner, game.fight) == ("gems", "s1", None)
    assert played.one(fights.GemsWon) == fights.GemsWon("s1", 1, 18)
