"""Fights between characters of two players: wounds, the Glove, joint defence, loot [6.6–6.9, 8.9]."""

from __future__ import annotations

from rules.labirynt_czarnoksieznika.events import fights
from rules.labirynt_czarnoksieznika.events.course import Awakened, Died, DiedForEver, GameWon, ZombieFell
from rules.labirynt_czarnoksieznika.events.finds import TokensLeft
from rules.labirynt_czarnoksieznika.model import CRYSTAL, GLOVE, ZOMBIE
from tests.rules.labirynt_czarnoksieznika.builders import a_game, attacks, put


def test_the_beaten_defender_takes_a_wound_and_nothing_is_taken_from_it() -> None:
    """Taelin's 4 and a three against Velsa's 3 and a two; nobody is asked anything [6.6]."""
    game = a_game()
    taelin, velsa = put(game, "taelin"), put(game, "velsa", pack=["axe"])

    played = attacks(game, "taelin", "velsa", [3], [2])

    assert played.one(fights.Attacked) == fights.Attacked(taelin.name, velsa.name, "s1", "s2")
    assert (taelin.life, velsa.life, velsa.pack, taelin.loot) == (3, 2, ["axe"], [])
    assert (game.tally.duels, game.tally.duels_won, game.fight, played.asked) == (1, 1, None, [])


def test_the_attacker_may_be_the_beaten_one() -> None:
    """Velsa's 3 and a five against Taelin's 4 and a two."""
    game = a_game()
    taelin, velsa = put(game, "taelin"), put(game, "velsa")

    attacks(game, "taelin", "velsa", [2], [5])

    assert (taelin.life, velsa.life, game.tally.duels_won) == (2, 3, 0)


def test_a_tied_duel_hurts_nobody() -> None:
    """3 and a four each."""
    game = a_game()
    eriald, velsa = put(game, "eriald"), put(game, "velsa")

    assert attacks(game, "eriald", "velsa", [4], [4]).all(fights.ClashTied)
    assert (eriald.life, velsa.life) == (3, 3)


def test_a_defender_who_wins_ties_wins_the_tie() -> None:
    """Taelin is attacked by Osten: 4 and a three each."""
    game = a_game("undead", "elves")
    osten, _ = put(game, "osten"), put(game, "taelin")

    attacks(game, "osten", "taelin", [3], [3])

    assert osten.life == 2  # no bony body against characters: no die for it


def test_the_hunters_six_wins_when_he_is_attacked() -> None:
    """Osten's axe does not help against it."""
    game = a_game("undead", "elves")
    put(game, "osten", hand="axe"), put(game, "eriald")

    assert attacks(game, "osten", "eriald", [6], [6]).one(fights.ClashLost).natural_six


def test_gruzz_is_stronger_against_characters_on_either_side() -> None:
    """4 and 1: attacking and defending."""
    game = a_game("ratmen", "elves")
    put(game, "gruzz"), put(game, "taelin")

    assert attacks(game, "gruzz", "taelin", [2], [2]).one(fights.ClashWon).own == 7

    game.turn = 1
    assert attacks(game, "taelin", "gruzz", [2], [2]).one(fights.ClashLost).theirs == 7


def test_the_slain_is_replaced_by_the_sleeper() -> None:
    """An ordinary death: Velsa dies, Osten awakens at home [8.7]."""
    game = a_game()
    put(game, "taelin"), put(game, "velsa", life=1)
    put(game, "azghul", "D3@1")

    played = attacks(game, "taelin", "velsa", [3], [2])

    assert (game.characters["velsa"].state, game.characters["osten"].at) == ("asleep", "D3@1")
    assert (len(played.all(Died)), len(played.all(Awakened))) == (1, 1)


# The Glove -------------------------------------------------------------------------------------------------------


def test_the_glove_kills_for_ever() -> None:
    """Example 15: 9 to 8, two wounds; Azghul is finally dead, his Zombie is gone, Velsa awakens [8.9]."""
    game = a_game()
    put(game, "taelin").hand = GLOVE
    azghul = put(game, "azghul", life=2)
    put(game, "osten", "B1@1"), put(game, ZOMBIE, "B2@1")

    played = attacks(game, "taelin", "azghul", [2], [5])

    assert (played.one(fights.ClashWon).own, played.one(fights.ClashWon).theirs) == (9, 8)
    assert (azghul.state, ZOMBIE in game.characters) == ("gone", False)
    assert (len(played.all(DiedForEver)), len(played.all(ZombieFell))) == (1, 1)
    assert (game.characters["velsa"].active, game.characters["velsa"].at) == (True, "D3@1")


def test_armour_takes_one_wound_of_the_glove() -> None:
    """Two wounds: the helmet, and a Life Point."""
    game = a_game()
    put(game, "taelin").hand = GLOVE
    osten = put(game, "osten", worn=["helmet"])

    attacks(game, "taelin", "osten", [5], [2])

    assert (osten.worn, osten.life) == ([], 2)


def test_an_attacker_beaten_by_the_glove_takes_two_wounds() -> None:
    """And who dies of them is finally dead [6.6]."""
    game = a_game("undead", "elves")
    osten = put(game, "osten", life=2)
    put(game, "taelin").hand = GLOVE

    attacks(game, "osten", "taelin", [2], [5])

    assert osten.state == "gone"


def test_the_last_team_wins_at_once() -> None:
    """Velsa is the last of the undead that is not finally dead [E2]."""
    game = a_game()
    put(game, "taelin").hand = GLOVE
    put(game, "velsa", life=1)
    game.characters["osten"].state = game.characters["azghul"].state = "gone"

    played = attacks(game, "taelin", "velsa", [5], [2])

    assert (game.outcome, game.winner, len(played.all(GameWon)), game.fight) == ("last", "s1", 1, None)


def test_two_wounds_kill_a_zombie_once() -> None:
    """One Life Point, two wounds: it falls, and can be raised again."""
    game = a_game()
    put(game, "taelin").hand = GLOVE
    put(game, ZOMBIE)

    played = attacks(game, "taelin", ZOMBIE, [5], [2])

    assert (len(played.all(ZombieFell)), len(played.all(fights.Wounded)), ZOMBIE in game.characters) == (1, 1, False)


def test_a_zombie_attacks_like_anybody() -> None:
    """Strength 3 and a five against Liriel's 2 and a three [10.6]."""
    game = a_game("undead", "elves")
    put(game, ZOMBIE)
    liriel = put(game, "liriel")

    assert attacks(game, ZOMBIE, "liriel", [5], [3]).one(fights.ClashWon).own == 8
    assert liriel.life == 2


def test_a_zombie_that_attacks_and_loses_is_gone() -> None:
    """It has one Life Point."""
    game = a_game("undead", "elves")
    put(game, ZOMBIE), put(game, "taelin")

    attacks(game, ZOMBIE, "taelin", [2], [3])

    assert ZOMBIE not in game.characters


# Joint defence ---------------------------------------------------------------------------------------------------


def test_two_defend_together_with_one_die() -> None:
    """Velsa's 3 and Osten's 4 with his sword are 9; a four makes 13 [6.7]."""
    game = a_game()
    taelin, velsa, osten = put(game, "taelin", hand="axe"), put(game, "velsa"), put(game, "osten", hand="sword")

    played = attacks(game, "taelin", "velsa", [5], [4], fight__joint=["joint"])

    assert played.one(fights.JointDefence) == fights.JointDefence(velsa.name, osten.name)
    assert (played.one(fights.ClashLost).own, played.one(fights.ClashLost).theirs) == (12, 13)
    assert (taelin.life, velsa.life, osten.life) == (2, 3, 3)
    assert (played.asked, played.requests[0].secret) == ([("s2", "fight.joint")], True)


def test_beaten_together_each_takes_the_wound() -> None:
    """A natural one loses for both."""
    game = a_game()
    _, velsa, osten = put(game, "taelin"), put(game, "velsa"), put(game, "osten")

    played = attacks(game, "taelin", "velsa", [2], [1], fight__joint=["joint"])

    assert played.one(fights.ClashWon).natural_one
    assert (velsa.life, osten.life) == (2, 2)


def test_who_defends_alone_is_beaten_alone() -> None:
    """Osten looks on."""
    game = a_game()
    _, velsa, osten = put(game, "taelin"), put(game, "velsa"), put(game, "osten")

    attacks(game, "taelin", "velsa", [5], [2], fight__joint=["alone"])

    assert (velsa.life, osten.life) == (2, 3)


def test_the_choice_shows_both_strengths() -> None:
    """Alone 3, together 7."""
    game = a_game()
    put(game, "taelin"), put(game, "velsa"), put(game, "osten")

    played = attacks(game, "taelin", "velsa", [5], [2], fight__joint=["alone"])

    options = played.requests[0].options  # type: ignore[attr-defined]  # a Choose
    assert [option.facts["strength"] for option in options] == [3, 7]


def test_beaten_by_the_glove_both_take_two_wounds() -> None:
    """And both die for ever if they have no more [A8]."""
    game = a_game()
    put(game, "taelin").hand = GLOVE
    velsa, osten = put(game, "velsa", life=2), put(game, "osten")

    attacks(game, "taelin", "velsa", [6], [1], fight__joint=["joint"])

    assert (velsa.state, osten.life) == ("gone", 1)


def test_a_gloved_defender_deals_two_wounds() -> None:
    """Even if the Glove is the helper's [6.7]."""
    game = a_game("undead", "elves")
    velsa = put(game, "velsa")
    put(game, "liriel"), put(game, "taelin")
    game.characters["taelin"].hand = GLOVE

    attacks(game, "velsa", "liriel", [2], [2], fight__joint=["joint"])

    assert velsa.life == 1


def test_abilities_of_the_die_are_off_for_two() -> None:
    """Eriald's six with Liriel is a six, and Taelin wins no tie with her [6.9, A7]."""
    game = a_game("undead", "elves")
    put(game, "osten", hand="axe"), put(game, "eriald"), put(game, "liriel")

    assert attacks(game, "osten", "eriald", [5], [6], fight__joint=["joint"]).one(fights.ClashWon).own == 12

    game = a_game("undead", "elves")
    put(game, "osten", hand="axe"), put(game, "taelin"), put(game, "liriel")

    assert attacks(game, "osten", "taelin", [4], [5], fight__joint=["joint"]).one(fights.ClashTied).own == 11


def test_borgrims_one_loses_when_two_throw_it() -> None:
    """No automatic loss is off in joint defence too [6.9]."""
    game = a_game("undead", "dwarves")
    put(game, "velsa"), put(game, "borgrim", hand="axe"), put(game, "wolsung")

    assert attacks(game, "velsa", "borgrim", [2], [1], fight__joint=["joint"]).one(fights.ClashWon).natural_one


def test_a_bonus_to_strength_counts_in_joint_defence() -> None:
    """Gruzz 4 and 1, Skrzyk 3."""
    game = a_game("undead", "ratmen")
    put(game, "osten"), put(game, "skrzyk"), put(game, "gruzz")

    assert attacks(game, "osten", "skrzyk", [2], [2], fight__joint=["joint"]).one(fights.ClashLost).theirs == 10


def test_the_attackers_six_still_wins_against_two() -> None:
    """He throws for himself alone."""
    game = a_game()
    put(game, "eriald"), put(game, "velsa"), put(game, "osten")

    assert attacks(game, "eriald", "velsa", [6], [6], fight__joint=["joint"]).one(fights.ClashWon).natural_six


def test_a_zombie_defends_beside_its_master() -> None:
    """3 and 3; beaten, both take the wound [10.6]."""
    game = a_game()
    put(game, "taelin"), put(game, ZOMBIE)
    azghul = put(game, "azghul")

    attacks(game, "taelin", "azghul", [4], [1], fight__joint=["joint"])

    assert (azghul.life, ZOMBIE in game.characters) == (2, False)


def test_a_zombie_goes_with_its_master_before_its_own_wound() -> None:
    """Azghul dies of his: it falls once, and the sleeper awakens once [8.6]."""
    game = a_game()
    put(game, "taelin"), put(game, "azghul", life=1), put(game, ZOMBIE)

    played = attacks(game, "taelin", "azghul", [4], [1], fight__joint=["joint"])

    assert (len(played.all(ZombieFell)), len(played.all(Awakened)), len(played.all(fights.Wounded))) == (1, 1, 1)


def test_characters_of_two_teams_never_defend_together() -> None:
    """Gruzz stands beside Velsa, but nobody is asked [6.8]."""
    game = a_game("elves", "undead", "ratmen")
    put(game, "taelin"), put(game, "velsa"), put(game, "gruzz")

    assert attacks(game, "taelin", "velsa", [3], [2]).asked == []


# The cutpurse ----------------------------------------------------------------------------------------------------


def test_ryjek_takes_a_token_from_whom_he_beats() -> None:
    """Which one only the two players learn."""
    game = a_game("ratmen", "elves")
    ryjek, liriel = put(game, "ryjek"), put(game, "liriel", pack=["axe", "dagger"], rune="fire")

    played = attacks(game, "ryjek", "liriel", [4], [2], loot__token=["axe"])

    assert (ryjek.pack, liriel.pack, liriel.rune, liriel.life) == (["axe"], ["dagger"], "fire", 2)
    (secret,) = [told for told in played.table.story.told if isinstance(told.event, fights.Looted)]
    assert (secret.to, len(played.all(fights.SomethingLooted))) == (("s1", "s2"), 1)


def test_what_does_not_fit_waits_for_the_penetration() -> None:
    """Ryjek's Backpack is full: a Crystal is loot."""
    game = a_game("ratmen", "elves")
    ryjek = put(game, "ryjek", pack=["axe"] * 5)
    put(game, "liriel", pack=[CRYSTAL])

    attacks(game, "ryjek", "liriel", [4], [2], loot__token=[CRYSTAL])

    assert (len(ryjek.pack), ryjek.loot) == (5, [CRYSTAL])


def test_ryjek_robs_his_attacker_too() -> None:
    """He wins as a defender."""
    game = a_game("elves", "ratmen")
    liriel, ryjek = put(game, "liriel", pack=["axe"]), put(game, "ryjek")

    attacks(game, "liriel", "ryjek", [2], [4], loot__token=["axe"])

    assert (ryjek.pack, liriel.pack) == (["axe"], [])


def test_a_full_robber_who_was_attacked_leaves_a_token_at_once() -> None:
    """By his own choice, for all to see [5.7]."""
    game = a_game("elves", "ratmen")
    put(game, "liriel", pack=["axe"])
    ryjek = put(game, "ryjek", pack=["dagger", *["sword"] * 4])

    played = attacks(game, "liriel", "ryjek", [2], [4], loot__token=["axe"], loot__leave=["dagger"])

    assert (sorted(ryjek.pack), ryjek.loot) == (["axe", *["sword"] * 4], [])
    assert (game.floor, len(played.all(TokensLeft))) == ({"A3@0": ["dagger"]}, 1)
    assert (played.options("loot.leave"), played.requests[0].secret) == (["axe", "dagger", "sword"], True)


def test_the_dead_and_the_poor_cannot_be_robbed() -> None:
    """What the dead carried lies in the chamber."""
    game = a_game("ratmen", "elves")
    ryjek = put(game, "ryjek")
    put(game, "liriel", life=1, pack=["axe"])

    attacks(game, "ryjek", "liriel", [4], [2])
    assert (ryjek.pack, game.floor) == ([], {"A3@0": ["axe"]})

    put(game, "eriald", hand="axe")
    assert attacks(game, "ryjek", "eriald", [4], [2]).all(fights.SomethingLooted) == []


def test_of_two_beaten_only_one_who_has_something_is_robbed() -> None:
    """Liriel has nothing, Taelin has."""
    game = a_game("ratmen", "elves")
    ryjek, _, taelin = put(game, "ryjek"), put(game, "liriel"), put(game, "taelin", pack=["axe"])

    attacks(game, "ryjek", "liriel", [4], [1], fight__joint=["joint"], loot__token=["axe"])

    assert (ryjek.pack, taelin.pack) == (["axe"], [])
