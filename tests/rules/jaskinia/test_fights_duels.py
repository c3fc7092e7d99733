"""One Seeker attacks another: evading, Spells, dice, and what the winner takes [6.1, 6.5–6.7, A17]."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.jaskinia.cards import card_word, spell_word
from rules.jaskinia.events import fights
from rules.jaskinia.events.cards import EnduranceLost, SpellAnnounced, SpellCancelled
from rules.jaskinia.events.course import PlayerOut, SeekerDied
from rules.jaskinia.tables.sheets import Mod
from rules.kernel.words import Word
from tests.rules.jaskinia.builders import CORRIDOR, a_game, attacks, cards, faces, give, ordered, with_abilities


def test_the_winner_takes_an_endurance() -> None:
    """The Miner's 4 and a four against the Alchemist's 3 and a two; the turn is over [6.5]."""
    game = a_game("miner", "alchemist")
    miner, alchemist = game.seekers

    fought = attacks(game, 4, 2, duel__spoils=["wound"])

    attacked = fights.SeekerAttacked(miner.name, alchemist.name, Word("cavefight.fight"))
    assert fought.one(fights.SeekerAttacked) == attacked
    assert fought.one(fights.RivalBeaten) == fights.RivalBeaten(miner.name, alchemist.name, 8, 5)
    assert (miner.endurance, alchemist.endurance, fought.came_of_it) == (4, 3, False)
    assert (game.trip.over, game.fight, game.tally.duels, game.tally.fights_won) == (True, None, 1, 0)


def test_of_equal_totals_nothing_comes() -> None:
    """4 and a one against 3 and a two; the turn is over [6.5]."""
    game = a_game("miner", "alchemist")

    fought = attacks(game, 1, 2)

    assert fought.one(fights.RivalsEven).total == 5
    assert ([one.endurance for one in game.seekers], fought.asked, game.trip.over) == ([4, 4], [], True)


def test_the_attacked_may_win_and_choose() -> None:
    """4 and a one against 3 and a six: the Alchemist takes gold [6.5]."""
    game = a_game("miner", "alchemist")
    miner, alchemist = game.seekers

    fought = attacks(game, 1, 6, duel__spoils=["gold"])

    assert fought.asked == [("s2", "duel.spoils")]
    assert fought.one(fights.RivalBeaten) == fights.RivalBeaten(alchemist.name, miner.name, 9, 5)
    assert fought.one(fights.PurseRobbed) == fights.PurseRobbed(alchemist.name, miner.name, 1)
    assert (miner.gold, alchemist.gold, miner.endurance) == (1, 2, 4)


def test_weapons_and_followers_count_on_both_sides_the_torch_on_none() -> None:
    """4 and 1 and 1 and a one against 3 and 2 and a two; nobody is an Animal [6.2, 6.4]."""
    game = a_game("miner", "alchemist")
    give(game, "s1", "sword", "faithful_hound", "torch")
    give(game, "s2", "runic_blade")

    assert attacks(game, 1, 2).one(fights.RivalsEven).total == 7


def test_the_shaman_attacks_with_power() -> None:
    """4 and 2 of the amulet against 3 and 1 of the opal; no armour saves the Miner [6.3, 6.6]."""
    game = a_game("shaman", "miner")
    give(game, "s1", "amulet_of_shadows")
    give(game, "s2", "opal_of_power", "armour")

    fought = attacks(game, 1, 1, kind="psychic", duel__spoils=["wound"])

    assert fought.one(fights.SeekerAttacked).kind == Word("cavefight.psychic")
    assert (fought.one(fights.RivalBeaten).own, fought.one(fights.RivalBeaten).theirs) == (7, 5)
    assert (fought.all(fights.ItemSaved), game.seekers[1].endurance) == ([], 3)
    assert fought.one(EnduranceLost).by == Word("cavefight.psychic")


# Spoils ----------------------------------------------------------------------------------------------------------


def test_an_item_saves_the_endurance_in_a_fight() -> None:
    """The Alchemist's shield and a five [6.2, 6.5]."""
    game = a_game("miner", "alchemist")
    give(game, "s2", "shield")

    fought = attacks(game, 6, 1, duel__spoils=["wound"], save__roll=[5])

    assert (fought.one(fights.ItemSaved).item, game.seekers[1].endurance) == (card_word("shield"), 4)


def test_what_is_there_is_offered() -> None:
    """Two map fragments are one choice; without gold and Items the wound is no question [6.5]."""
    game = a_game("miner", "alchemist")
    give(game, "s2", "map_fragment", "map_fragment", "rope")

    fought = attacks(game, 6, 1, duel__spoils=["item:rope"])

    assert fought.options("duel.spoils") == ["wound", "gold", "item:map_fragment", "item:rope"]

    poor = a_game("miner", "alchemist")
    poor.seekers[1].gold = 0
    assert (attacks(poor, 6, 1).asked, poor.seekers[1].endurance) == ([], 3)


def test_an_item_changes_hands() -> None:
    """The Followers stay where they are [6.5]."""
    game = a_game("miner", "alchemist")
    miner = game.seekers[0]
    alchemist = give(game, "s2", "rope", "torch", "porter")
    before = cards(game)

    fought = attacks(game, 6, 1, duel__spoils=["item:torch"])

    assert fought.one(fights.SpoilsTaken) == fights.SpoilsTaken(miner.name, alchemist.name, card_word("torch"))
    assert (miner.items, alchemist.items, alchemist.followers) == (["torch"], ["rope"], ["porter"])
    assert (alchemist.endurance, cards(game)) == (4, before)


def test_a_fifth_item_is_one_too_many() -> None:
    """The winner puts one of them down at once [3.6]."""
    game = a_game("miner", "alchemist")
    miner = give(game, "s1", "rope", "torch", "helmet", "wand")
    give(game, "s2", "shield")

    attacks(game, 6, 1, duel__spoils=["item:shield"], items__give_up=[["rope:0"]])

    assert (miner.items, game.lying) == (["torch", "helmet", "wand", "shield"], {CORRIDOR: ["rope"]})


def test_with_the_opal_goes_the_room_for_spells() -> None:
    """A Power of 3 and the opal hold two Spells, 3 alone holds one [3.4]."""
    game = a_game("miner", "friar")
    friar = give(game, "s2", "opal_of_power", "knit_wounds", "dispel")
    friar.power = 3

    attacks(game, 6, 1, duel__spoils=["item:opal_of_power"], spells__give_up=[["knit_wounds:0"]])

    assert friar.spells == ["dispel"]


def test_the_last_endurance_is_death() -> None:
    """What the beaten had lies there, and is not the winner's [8.4]."""
    game = a_game("miner", "alchemist")
    alchemist = give(game, "s2", "rope")
    alchemist.endurance = 1

    fought = attacks(game, 6, 1, duel__spoils=["wound"])

    assert (len(fought.all(SeekerDied)), game.players["s2"].seeker, game.seekers[0].items) == (1, None, [])
    assert (game.lying, game.gold, game.trip.over) == ({CORRIDOR: ["rope"]}, {CORRIDOR: 1}, True)


def test_the_attacker_may_die_of_it() -> None:
    """The turn is over, and nobody is at turn [8.4, A23]."""
    game = a_game("miner", "alchemist")
    game.seekers[0].endurance = 1

    attacks(game, 1, 6, duel__spoils=["wound"])

    assert (game.active, game.trip.over, game.fight) == (None, True, None)


def test_the_last_one_alive_has_won() -> None:
    """When the Crystal Chamber is found, who dies is out [8.5, 10.9]."""
    game = a_game("miner", "alchemist")
    game.crystal = "E1"
    game.seekers[1].endurance = 1

    fought = attacks(game, 6, 1, duel__spoils=["wound"])

    assert (len(fought.all(PlayerOut)), game.outcome, game.winner) == (1, "last", "s1")


# The Cannibal ----------------------------------------------------------------------------------------------------


def test_the_cannibal_may_devour_who_has_two_endurance_left() -> None:
    """It dies at once, before any loss [12, A17]."""
    game = a_game("cannibal", "alchemist")
    cannibal, alchemist = game.seekers
    alchemist.endurance = 2

    fought = attacks(game, 4, 1, duel__spoils=["devour"])

    assert fought.options("duel.spoils") == ["wound", "gold", "devour"]
    assert fought.one(fights.SeekerDevoured) == fights.SeekerDevoured(cannibal.name, alchemist.name)
    assert (fought.all(EnduranceLost), game.players["s2"].seeker, game.gold) == ([], None, {CORRIDOR: 1})


def test_who_has_three_is_too_strong_to_be_devoured() -> None:
    """Even if the wound would make it two [A17]."""
    game = a_game("cannibal", "alchemist")
    game.seekers[1].endurance = 3

    assert attacks(game, 4, 1, duel__spoils=["wound"]).options("duel.spoils") == ["wound", "gold"]


def test_an_attacked_cannibal_may_devour_too() -> None:
    """3 and a one against 5 and a three [12]."""
    game = a_game("alchemist", "cannibal")
    game.seekers[0].endurance = 1

    attacks(game, 1, 3, duel__spoils=["devour"])

    assert (game.active, game.trip.over) == (None, True)


def test_nobody_is_devoured_after_psychic_combat() -> None:
    """Only after a fight [12]."""
    game = a_game("shaman", "cannibal")
    game.seekers[0].endurance = 1

    fought = attacks(game, 1, 6, kind="psychic", duel__spoils=["gold"])

    assert fought.options("duel.spoils") == ["wound", "gold"]


# The Gladiatrix --------------------------------------------------------------------------------------------------


def test_the_gladiatrix_throws_her_die_again() -> None:
    """A two against a four; the five stands: 9 to 8 [12]."""
    game = a_game("gladiatrix", "miner")

    fought = attacks(game, duel__own=[2, 5], duel__foe=[4], duel__reroll=["reroll"], duel__spoils=["gold"])

    assert fought.one(fights.DuelDieRethrown) == fights.DuelDieRethrown(game.seekers[0].name, 2, 5)
    assert (fought.one(fights.RivalBeaten).own, fought.one(fights.RivalBeaten).theirs) == (9, 8)


def test_the_new_face_stands_and_there_is_no_third() -> None:
    """A three, then a one; the Miner wins [12]."""
    game = a_game("gladiatrix", "miner")

    fought = attacks(game, duel__own=[3, 1], duel__foe=[3], duel__reroll=["reroll"], duel__spoils=["gold"])

    assert fought.asked == [("s1", "duel.reroll"), ("s2", "duel.spoils")]
    assert (fought.one(fights.RivalBeaten).own, fought.one(fights.RivalBeaten).theirs) == (7, 5)


def test_an_attacked_gladiatrix_may_keep_her_die() -> None:
    """A tie is worth it to her [12]."""
    game = a_game("miner", "gladiatrix")

    fought = attacks(game, 3, 3, duel__reroll=["keep"])

    assert (fought.asked, len(fought.all(fights.RivalsEven))) == ([("s2", "duel.reroll")], 1)


def test_a_gladiatrix_who_wins_is_not_asked() -> None:
    """A four against a three."""
    game = a_game("gladiatrix", "miner")

    assert attacks(game, 4, 3, duel__spoils=["wound"]).all(fights.DuelDieRethrown) == []


def test_each_who_may_throws_again_once() -> None:
    """A group's own Miner may, too: 8 to 6, then 8 to 9 [12]."""
    game = a_game("gladiatrix", "miner")
    with_abilities(game, "miner", Mod(mod="reroll_duel"))

    fought = attacks(game, duel__own=[1, 4], duel__foe=[2, 5], duel__reroll=["reroll", "reroll"], duel__spoils=["gold"])

    assert fought.asked == [("s1", "duel.reroll"), ("s2", "duel.reroll"), ("s2", "duel.spoils")]
    assert (fought.one(fights.RivalBeaten).own, fought.one(fights.RivalBeaten).theirs) == (9, 8)


def test_psychic_combat_knows_no_second_throw() -> None:
    """It is no fight [12]."""
    game = a_game("shaman", "gladiatrix")

    assert attacks(game, 6, 1, kind="psychic", duel__spoils=["gold"]).asked == [("s1", "duel.spoils")]


# Evading ---------------------------------------------------------------------------------------------------------


def test_the_rogue_slips_away_from_an_attacker() -> None:
    """A five; the attacker can do something else here, but nothing with the Rogue [6.1, 6.5]."""
    game = a_game("miner", "rogue")
    miner, rogue = game.seekers

    fought = attacks(game, duel__evade=["evade"], evade__roll=[5])

    assert (fought.came_of_it, game.trip.evaded, game.trip.over, game.fight) == (True, ["s2"], False, None)
    assert fought.one(fights.Evaded) == fights.Evaded(rogue.name, (miner.name,))
    assert (game.tally.duels, fought.options("duel.evade")) == (0, ["stand", "evade"])


def test_the_rogue_who_does_not_slip_away_fights() -> None:
    """A four; she is asked once only."""
    game = a_game("miner", "rogue")

    fought = attacks(game, 6, 1, duel__evade=["evade"], evade__roll=[4], duel__spoils=["gold"])

    assert (len(fought.all(fights.EvadingFailed)), fought.came_of_it) == (1, False)
    assert fought.asked == [("s2", "duel.evade"), ("s1", "duel.spoils")]


def test_the_rogue_may_stand() -> None:
    """No die is thrown for it."""
    game = a_game("miner", "rogue")

    assert len(attacks(game, 1, 2, duel__evade=["stand"]).all(fights.RivalsEven)) == 1


def test_the_rogue_slips_away_from_a_psychic_attack_too() -> None:
    """The ability is against Seekers, however they attack [12]."""
    game = a_game("shaman", "rogue")

    assert attacks(game, kind="psychic", duel__evade=["evade"], evade__roll=[6]).came_of_it is True


def test_stillness_evades_an_attacker() -> None:
    """Nobody but its player learns that it was there to be cast [6.5, A15]."""
    game = a_game("miner", "alchemist")
    ordered(game, "s2", defence="ask")
    miner = game.seekers[0]
    alchemist = give(game, "s2", "stillness")

    fought = attacks(game, duel__evade=["cast:stillness"])

    assert (fought.came_of_it, game.trip.evaded, alchemist.spells) == (True, ["s2"], [])
    assert fought.one(SpellAnnounced) == SpellAnnounced(alchemist.name, spell_word("stillness"), (miner.name,))
    assert (len(fought.all(fights.Evaded)), fought.requests[0].secret) == (1, True)


def test_stillness_is_for_fights_only() -> None:
    """It is not offered before psychic combat [7.3]."""
    game = a_game("shaman", "alchemist")
    give(game, "s2", "stillness")

    assert attacks(game, 1, 1, kind="psychic").asked == []


def test_the_attacker_may_cancel_stillness() -> None:
    """Then there is a fight [7.3]."""
    game = a_game("friar", "alchemist")
    ordered(game, "s1", dispel="ask")
    ordered(game, "s2", defence="ask")
    give(game, "s1", "dispel")
    give(game, "s2", "stillness")

    answers = {"duel__evade": ["cast:stillness", "stand"], "duel__defence": ["pass"], "spell__dispel": ["dispel"]}
    fought = attacks(game, 1, 1, **answers)

    assert (len(fought.all(SpellCancelled)), fought.all(fights.Evaded), len(fought.all(fights.RivalsEven))) == (
        1,
        [],
        1,
    )


def test_an_attacker_does_not_evade_whom_it_attacks() -> None:
    """The Rogue's ability and Stillness are not offered to who attacks [6.5]."""
    game = a_game("rogue", "alchemist")
    give(game, "s1", "stillness")

    fought = attacks(game, 1, 1, fight__ready=["fight"])

    assert fought.asked == [("s1", "fight.ready")]
    assert fought.options("fight.ready") == ["fight"]


@pytest.mark.parametrize(
    ("spells", "asked"), [((), []), (("giant_might",), ["fight.ready"]), (("stillness",), ["fight.ready"])]
)
def test_a_pause_before_the_dice_tells_rivals_no_more_than_how_many_spells_there_are(
    spells: Sequence[str], asked: Sequence[str]
) -> None:
    """That number they see; whether one of them fits this fight they do not."""
    game = a_game("rogue", "alchemist")
    give(game, "s1", *spells)

    fought = attacks(game, 1, 1, fight__ready=["fight"] * len(asked))

    assert [why for _, why in fought.asked if why == "fight.ready"] == asked


@pytest.mark.parametrize("spell", ["giant_might", "thought_dart"])
@pytest.mark.parametrize(
    ("order", "strength", "endurance", "asked"),
    [
        ("behind", 9, 4, False),
        ("behind", 1, 4, True),
        ("behind", 9, 1, True),
        ("ask", 9, 4, True),
        ("never", 1, 1, False),
    ],
)
def test_the_order_says_before_which_own_fights_one_is_asked_whatever_is_held(
    spell: str, order: str, strength: int, endurance: int, asked: bool
) -> None:
    """As usual where one is not ahead or may die: all see both [7.3]."""
    game = a_game("friar", "alchemist")
    give(game, "s1", spell)
    ordered(game, "s1", ready=order)
    one = game.seeker_of("s1")
    one.strength, one.endurance = strength, endurance

    ready = {"fight__ready": ["fight"]} if asked else {}
    fought = faces(game, "orc", own=6, foe=1, **ready)

    assert (("s1", "fight.ready") in fought.asked) is asked


# Spells ----------------------------------------------------------------------------------------------------------


def test_the_attacker_casts_first_then_the_attacked() -> None:
    """Both before the dice; the attacked sees what there is to answer [6.7]."""
    game = a_game("friar", "alchemist")
    ordered(game, "s2", defence="ask")
    game.decks["spells"]["giant_might"] = 2
    give(game, "s1", "giant_might"), give(game, "s2", "giant_might")

    answers = {"duel__evade": ["stand"], "duel__defence": ["cast:giant_might", "pass"]}
    fought = attacks(game, 1, 1, fight__ready=["cast:giant_might"], **answers)

    assert fought.asked[1:3] == [("s1", "fight.ready"), ("s2", "duel.defence")]
    assert (fought.requests[2].facts["own"], fought.requests[2].facts["theirs"]) == (6, 3)
    assert fought.one(fights.RivalsEven).total == 7


def test_the_attacked_answers_with_a_spell() -> None:
    """In psychic combat the clear mind: 4 and 3 and a one against 4 and a one [6.7, 7.3]."""
    game = a_game("shaman", "alchemist")
    ordered(game, "s2", defence="ask")
    give(game, "s2", "clear_mind", "giant_might")

    answers = {"duel__defence": ["cast:clear_mind", "pass"], "duel__spoils": ["wound"]}
    fought = attacks(game, 1, 1, kind="psychic", **answers)

    assert fought.options("duel.defence") == ["pass", "cast:clear_mind"]
    assert (fought.one(fights.RivalBeaten).own, fought.requests[0].secret) == (8, True)
    assert game.seekers[0].endurance == 3


def test_the_attacked_may_pass() -> None:
    """The Spell stays in hand."""
    game = a_game("miner", "alchemist")
    ordered(game, "s2", defence="ask")
    alchemist = give(game, "s2", "giant_might")

    attacks(game, 1, 2, duel__evade=["stand"], duel__defence=["pass"])

    assert alchemist.spells == ["giant_might"]
