"""Evading Enemies, Spells before the dice, and fights against a value [6.1, 6.7, 7.3, A15]."""

from __future__ import annotations

import pytest

from rules.jaskinia.cards import card_word, spell_word
from rules.jaskinia.events import fights
from rules.jaskinia.events.cards import BonusGained, SpellAnnounced, SpellCancelled
from rules.jaskinia.model import FightKind
from rules.jaskinia.tables.effects import FightBonus
from rules.jaskinia.tables.sheets import Mod, Spell
from rules.kernel.requests import NextAction
from rules.kernel.words import Word
from tests.rules.jaskinia.builders import CORRIDOR, a_game, faces, give, guarded, ordered, with_abilities, with_spell


def test_the_friar_evades_spirits_without_a_die() -> None:
    """All six faces; the Shade stays, and the exploration goes on [6.1]."""
    game = a_game("friar")
    friar = game.seeker_of("s1")

    fought = faces(game, "shade", fight__ready=["evade"])

    assert fought.one(fights.Evaded) == fights.Evaded(friar.name, (card_word("shade"),))
    assert (fought.came_of_it, game.lying, game.trip.evaded) == (True, {CORRIDOR: ["shade"]}, ["shade"])
    assert (game.trip.over, game.fight, friar.endurance, game.tally.psychic_tied) == (False, None, 4, 0)


def test_who_may_evade_may_fight() -> None:
    """The Friar's 4 and a six against 3 and a one."""
    game = a_game("friar")

    fought = faces(game, "shade", own=6, foe=1, fight__ready=["fight"])

    assert (fought.options("fight.ready"), len(fought.all(fights.EnemiesBeaten))) == (["fight", "evade"], 1)


def test_an_ability_evades_only_its_types() -> None:
    """The Friar is not asked about a Wolf, nor the Rogue about a Shade."""
    assert faces(a_game("friar"), "wolf", own=6, foe=1).asked == []
    assert faces(a_game("rogue"), "shade", own=6, foe=1).asked == []


def test_the_rogue_evades_all_of_them_at_once_by_one_die() -> None:
    """A five: Wolf and Goblin are left alone together [A15]."""
    game = a_game("rogue")

    fought = faces(game, "wolf", "goblin", fight__ready=["evade"], evade__roll=[5])

    assert (fought.came_of_it, game.trip.evaded) == (True, ["wolf", "goblin"])
    assert (game.lying, game.seeker_of("s1").trophies) == ({CORRIDOR: ["wolf", "goblin"]}, [])


def test_the_rogue_who_fails_must_fight() -> None:
    """A four; the ability is not offered a second time."""
    game = a_game("rogue")

    fought = faces(game, "goblin", own=6, foe=1, fight__ready=["evade"], evade__roll=[4])

    assert (len(fought.all(fights.EvadingFailed)), len(fought.all(fights.EnemiesBeaten)), len(fought.asked)) == (
        1,
        1,
        1,
    )


def test_whom_an_ability_does_not_evade_fights_alone() -> None:
    """Of a Wolf and a Goblin the Goblin, where a group's own Friar evades Animals [A15]."""
    game = a_game("friar")
    with_abilities(game, "friar", Mod(mod="evade", types=("animal",), faces=(1, 2, 3, 4, 5, 6)))

    fought = faces(game, "wolf", "goblin", own=6, foe=1, fight__ready=["evade"])

    assert (fought.one(fights.EnemiesBeaten).theirs, game.lying) == (3, {CORRIDOR: ["wolf"]})
    assert (game.trip.evaded, fought.came_of_it, len(fought.asked)) == (["wolf"], True, 1)


# Spells ----------------------------------------------------------------------------------------------------------


def test_stillness_evades_one_enemy_and_the_others_fight() -> None:
    """The dragon is left alone, the Goblin is beaten; the dragon's 8 does not count [A15]."""
    game = a_game("shaman")
    shaman = give(game, "s1", "stillness")

    fought = faces(game, "cave_dragon", "goblin", own=3, foe=1, fight__ready=["cast:stillness:cave_dragon"])

    assert fought.options("fight.ready") == ["fight", "cast:stillness:cave_dragon", "cast:stillness:goblin"]
    assert fought.one(SpellAnnounced).target == (card_word("cave_dragon"),)
    assert (fought.one(fights.EnemiesBeaten).theirs, shaman.trophies, shaman.spells) == (3, ["goblin"], [])
    assert (game.lying, game.trip.evaded) == ({CORRIDOR: ["cave_dragon"]}, ["cave_dragon"])


def test_stillness_leaves_the_bandit_alone_with_his_price() -> None:
    """Who fights alone is who throws the die: then gold is enough [13]."""
    game = a_game("shaman")
    give(game, "s1", "stillness").gold = 2

    fought = faces(game, "bandit", "wolf", own=1, foe=6, fight__ready=["cast:stillness:wolf"])

    assert (len(fought.all(fights.RansomPaid)), game.seeker_of("s1").endurance) == (1, 4)


def test_stillness_from_the_only_enemy_leaves_no_fight() -> None:
    """No die is thrown, and the exploration goes on."""
    game = a_game("shaman")
    give(game, "s1", "stillness")

    fought = faces(game, "orc", fight__ready=["cast:stillness:orc"])

    assert (fought.came_of_it, game.trip.over, game.fight) == (True, False, None)


def test_a_cancelled_stillness_evades_nobody() -> None:
    """The Alchemist cancels it; both Spells are gone, and the Orc is fought [7.3]."""
    game = a_game("shaman", "alchemist")
    ordered(game, "s2", dispel="ask")
    give(game, "s1", "stillness")
    give(game, "s2", "dispel")

    fought = faces(game, "orc", own=1, foe=6, fight__ready=["cast:stillness:orc"], spell__dispel=["dispel"])

    assert (len(fought.all(SpellCancelled)), fought.all(fights.Evaded), len(fought.all(fights.EnemiesWon))) == (
        1,
        [],
        1,
    )
    assert (game.used["spells"], game.trip.evaded) == ({"stillness": 1, "dispel": 1}, [])


def test_giants_might_adds_three_before_the_dice() -> None:
    """The Shaman's 3 and 3 and a four; then she is asked nothing more [6.7]."""
    game = a_game("shaman")
    shaman = give(game, "s1", "giant_might")

    fought = faces(game, "rock_worm", own=4, foe=3, fight__ready=["cast:giant_might"])

    assert fought.one(BonusGained) == BonusGained(shaman.name, Word("cavestat.strength"), 3)
    assert (fought.one(fights.EnemiesBeaten).own, fought.one(fights.EnemiesBeaten).theirs, len(fought.asked)) == (
        10,
        9,
        1,
    )


def test_a_cancelled_bonus_does_not_count() -> None:
    """3 and a four against 6 and a three."""
    game = a_game("shaman", "alchemist")
    ordered(game, "s2", dispel="ask")
    give(game, "s1", "giant_might")
    give(game, "s2", "dispel")

    fought = faces(game, "rock_worm", own=4, foe=3, fight__ready=["cast:giant_might"], spell__dispel=["dispel"])

    assert (fought.one(fights.EnemiesWon).own, fought.all(BonusGained)) == (7, [])


def test_ability_and_spells_are_offered_together_and_one_after_the_other() -> None:
    """The Rogue fails to evade, casts, and fights."""
    game = a_game("rogue")
    ordered(game, "s1", ready="ask")
    give(game, "s1", "giant_might", "stillness")

    fought = faces(game, "ogre", own=6, foe=1, fight__ready=["evade", "cast:giant_might", "fight"], evade__roll=[1])

    assert fought.options("fight.ready", 0) == ["fight", "evade", "cast:stillness:ogre", "cast:giant_might"]
    assert fought.options("fight.ready", 1) == ["fight", "cast:stillness:ogre", "cast:giant_might"]
    assert fought.options("fight.ready", 2) == ["fight", "cast:stillness:ogre"]
    assert (fought.one(fights.EnemiesBeaten).own, game.seeker_of("s1").spells) == (12, ["stillness"])


def test_clear_mind_is_for_psychic_combat_giants_might_and_stillness_for_fights() -> None:
    """Each only in its window [7.3]."""
    game = a_game("shaman")
    give(game, "s1", "giant_might", "clear_mind", "stillness")

    fought = faces(game, "spectre", own=1, foe=1, fight__ready=["cast:clear_mind"])

    assert fought.options("fight.ready") == ["fight", "cast:clear_mind"]
    assert fought.one(fights.EnemiesBeaten).own == 8
    assert faces(game, "orc", own=6, foe=1, fight__ready=["fight"]).options("fight.ready") == [
        "fight",
        "cast:stillness:orc",
        "cast:giant_might",
    ]


def test_a_spell_that_adds_to_the_wrong_value_is_not_offered() -> None:
    """What a Spell does is read from its operations: Power is of no use in a fight."""
    game = a_game("shaman")
    power = FightBonus(stat="power", n=3)
    with_spell(game, Spell(id="odd", origin="house", section="7", window="before_fight", do=(power,)))
    give(game, "s1", "odd")

    assert faces(game, "goblin", own=6, foe=1).asked == []


def test_other_spells_in_hand_ask_nothing() -> None:
    """What is cast in the own turn, at Gates or at Spells has no place before a fight [7.3]."""
    game = a_game("shaman")
    give(game, "s1", "knit_wounds", "thought_dart", "word_of_opening", "pass_through_stone", "dispel")

    assert faces(game, "goblin", own=6, foe=1).asked == []


def test_only_the_caster_learns_that_there_is_a_spell() -> None:
    """The cast is secret; that one may fight or evade is not."""
    game = a_game("rogue")
    give(game, "s1", "giant_might", "stillness")

    (asked,) = faces(game, "goblin", own=6, foe=1, fight__ready=["fight"]).requests

    assert isinstance(asked, NextAction)
    assert asked.secret
    assert [(action.option.id, action.secret) for action in asked.actions] == [
        ("fight", False),
        ("evade", False),
        ("cast:stillness:goblin", True),
        ("cast:giant_might", True),
    ]


# A value instead of Enemies --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "ended"), [(6, "won"), (4, "tied"), (3, "lost")])
def test_a_guardian_is_fought_and_nobody_loses_anything(die: int, ended: str) -> None:
    """The Friar's 4 against a Power of 5 and a three; what comes of it is for others to say [10.6, 12]."""
    game = a_game("friar")
    friar = game.seeker_of("s1")

    fought = guarded(game, "psychic", 5, die, 3)

    assert fought.came_of_it == ended
    assert (friar.endurance, game.trip.over, game.fight, fought.asked) == (4, False, None, [])
    demons = (Word("caveguardian.demons"),)
    assert fought.one(fights.EnemiesFaced) == fights.EnemiesFaced(friar.name, Word("cavefight.psychic"), demons, 5)


def test_a_guardian_cannot_be_evaded_but_spells_count() -> None:
    """Neither the Rogue's ability nor Stillness; 3 and 3 and a two against 6 and a two [10.6]."""
    game = a_game("rogue")
    give(game, "s1", "stillness", "giant_might")

    fought = guarded(game, "fight", 6, 2, 2, fight__ready=["cast:giant_might"])

    assert fought.options("fight.ready") == ["fight", "cast:giant_might"]
    assert (fought.came_of_it, fought.one(fights.FightEven).total) == ("tied", 8)
    assert fought.one(SpellAnnounced).spell == spell_word("giant_might")


@pytest.mark.parametrize(("kind", "own"), [("fight", 7), ("psychic", 6)])
def test_what_counts_in_fights_counts_against_a_guardian(kind: FightKind, own: int) -> None:
    """The blade in a fight, the amulet in psychic combat; the torch is for Animals."""
    game = a_game("miner")
    give(game, "s1", "runic_blade", "amulet_of_shadows", "torch")

    assert guarded(game, kind, 9, 1, 6).one(fights.EnemiesWon).own == own
