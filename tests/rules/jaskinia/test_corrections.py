"""What a game master may set right in Jaskinia, and that no card is lost or made by it, and no limit broken."""

from __future__ import annotations

import pytest

from rules.jaskinia.corrections.seekers import TRAITS
from rules.jaskinia.events import corrections
from rules.jaskinia.events.course import PlayerOut, SeekerDied
from rules.jaskinia.exploration.arriving import arrive
from rules.jaskinia.fight.enemies import face_enemies
from rules.jaskinia.model import Fight
from rules.kernel.chance import Scripted
from rules.kernel.corrections import Correcting, entry
from rules.kernel.errors import Refused
from rules.kernel.events import Event, Told
from rules.kernel.requests import GM
from rules.kernel.table import Table, Waiting
from rules.kernel.words import Word
from tests.rules.jaskinia.set_right import PEOPLE, a_cave, heard, of, open_now, options, question, set_right
from tests.rules.jaskinia.witness import RULES

MINER, ROGUE, FRIAR = (Word(f"seeker.{id}") for id in ("miner", "rogue", "friar"))
CORRIDOR, FORK = Word("cavearea.corridor"), Word("cavearea.fork")


# When ------------------------------------------------------------------------------------------------------------


def test_in_a_fight_values_are_set_right_and_enemies_sent_away() -> None:
    """No Seeker is taken out of it, and other areas are as they are until it is over."""
    game = a_cave(lying={"B6": ["orc"]})
    game.fight = Fight(kind="fight", foes=["orc"])

    verbs = dict.fromkeys(id.partition(":")[0] for id in open_now(game))

    assert sorted(verbs) == sorted([*TRAITS, "grant", "remove", "spell", "unspell", "trophy", "sweep", "stop"])


def test_an_enemy_sent_away_from_a_fight_is_not_replaced() -> None:
    """The Orc and a Wolf on an area of two cards: the Orc is fought alone, and no card is drawn."""
    game = a_cave({"id": "miner", "at": "E2"}, {"id": "rogue", "at": "C6"}, lying={"E2": ["orc", "wolf"]})
    table = Table((), Scripted({}), correct=Correcting(RULES, game), corrections=[entry(0, 0, "sweep", "E2:wolf")])

    with pytest.raises(Waiting) as waits:
        arrive(table, game, of(game, "s1"))

    assert (waits.value.request.why, waits.value.request.facts["foes"]) == ("fight.own", (Word("cavecard.orc"),))


def test_a_fight_ends_when_the_game_master_sends_the_last_enemy_away() -> None:
    """The Orc goes to the used pile, no die falls, and the exploration goes on."""
    game = a_cave(lying={"B6": ["orc", "goblin"]})
    away = [entry(0, n, "sweep", f"B6:{card}") for n, card in enumerate(("orc", "goblin"))]
    table = Table((), Scripted({}), correct=Correcting(RULES, game), corrections=away)

    goes_on = face_enemies(table, game, of(game, "s1"), ["orc", "goblin"], "fight")

    told = [one.event for one in table.story.told]
    assert told[1:] == [corrections.CardCleared(Word(f"cavecard.{card}"), CORRIDOR, "B6") for card in ("orc", "goblin")]
    assert (goes_on, game.fight, game.lying, game.trip.over) == (True, None, {}, False)


# Numbers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "field", "least", "now", "told"),
    [
        ("endurance", "endurance", 1, 6, corrections.EnduranceSet(MINER, 4, 6)),
        ("level", "level", 4, 5, corrections.LevelSet(MINER, 4, 5)),
        ("might", "strength", 4, 7, corrections.OwnValueSet(MINER, Word("cavestat.strength"), 4, 7)),
        ("magic", "power", 3, 6, corrections.OwnValueSet(MINER, Word("cavestat.power"), 3, 6)),
        ("purse", "gold", 0, 9, corrections.BagsSet(MINER, 1, 9)),
        ("count", "cards", 0, 6, corrections.CaveCardsSet(MINER, 0, 6)),
        ("slow", "slow", 0, 2, corrections.SlownessSet(MINER, 2)),
        ("missed", "lost", 0, 1, corrections.TurnsToMissSet(MINER, 1)),
    ],
)
def test_a_number_is_set_not_below_its_floor(what: str, field: str, least: int, now: int, told: Event) -> None:
    """Own values not below those of the card, the level not below four, Endurance not to death."""
    game = a_cave()

    assert question(game, f"{what}:s1").least == least
    assert set_right(game, f"{what}:s1", now) == [told]
    assert getattr(of(game, "s1"), field) == now


def test_seven_cave_cards_are_never_counted() -> None:
    """They would be own Power."""
    assert question(a_cave(), "count:s1").most == 6


def test_power_is_not_set_so_low_that_a_spell_would_have_to_go() -> None:
    """Two Spells need a Power of four."""
    game = a_cave({"id": "miner", "power": 6, "spells": ["dispel", "stillness"]})

    assert question(game, "magic:s1").least == 4
    with pytest.raises(Refused):
        set_right(game, "magic:s1", 3)


# Places, deaths, players -----------------------------------------------------------------------------------------


def test_somebody_stands_elsewhere_at_once() -> None:
    """In the own turn it goes on from there."""
    game = a_cave()

    assert set_right(game, "area:s1", "C6") == [corrections.SeekerPlaced(MINER, FORK, "C6")]
    assert (of(game, "s1").at, game.trip.path) == ("C6", ["C6"])
    assert "C6" not in options(game, "area:s1")


def test_a_moved_seeker_may_meet_evaded_opponents_again() -> None:
    """The Miner evaded an Orc in this turn, and is put on another area."""
    game = a_cave(lying={"B6": ["orc"]})
    game.trip.evaded = ["orc"]

    set_right(game, "area:s1", "C6")

    assert game.trip.evaded == []


def test_who_is_put_elsewhere_in_another_s_turn_changes_nothing_for_it() -> None:
    """The Rogue is gone, the Miner's way and the evaded Orc are as they were."""
    game = a_cave(lying={"B6": ["orc"]})
    game.trip.evaded = ["orc"]

    set_right(game, "area:s2", "A2")

    assert (of(game, "s2").at, game.trip.path, game.trip.evaded) == ("A2", ["B6"], ["orc"])


def test_a_seeker_dies_as_of_its_last_wound() -> None:
    """Its things lie there, and the player comes again."""
    game = a_cave()

    assert set_right(game, "slay:s1") == [corrections.SeekerStruckDown(MINER), SeekerDied("s1", MINER, CORRIDOR, "B6")]
    assert (game.lying, game.gold, game.used["spells"]) == ({"B6": ["rope"]}, {"B6": 1}, {"dispel": 1})
    assert game.trip.over


def test_once_the_crystal_is_found_who_is_slain_is_out_and_may_be_back() -> None:
    """And comes with another Seeker in the next turn."""
    game = a_cave(crystal="A6")

    assert PlayerOut("s2") in set_right(game, "slay:s2")
    assert set_right(game, "return:s2") == [corrections.PlayerRecalled("s2")]
    assert (game.players["s2"].out, game.players["s2"].seeker) == (False, None)


def test_no_death_by_the_game_master_ends_a_game() -> None:
    """With two left neither dies, nor does who plays alone."""
    pair = a_cave(*PEOPLE[:2], crystal="A6")
    alone = a_cave(PEOPLE[0], crystal="A6")

    assert [id for id in (*open_now(pair), *open_now(alone)) if id.startswith("slay")] == []
    assert "slay:s1" in open_now(a_cave(PEOPLE[0]))


def test_who_has_no_seeker_gets_one_before_the_own_turn() -> None:
    """One that nobody plays, as its card says, at the Entrance."""
    game = a_cave(PEOPLE[0], seats=("s1", "s2"), dead={"s2": "shaman"})

    assert "miner" not in options(game, "seeker:s2")
    assert set_right(game, "seeker:s2", "cannibal") == [corrections.SeekerChosen("s2", Word("seeker.cannibal"))]
    assert (of(game, "s2").at, of(game, "s2").endurance, of(game, "s2").strength) == ("E7", 4, 5)


# What a Seeker has -----------------------------------------------------------------------------------------------


def test_an_item_comes_from_the_used_pile_or_the_deck() -> None:
    """And goes to the used pile of its own deck."""
    game = a_cave(used={"cave": {"torch": 1}})

    assert set_right(game, "grant:s1", "torch") == [corrections.CardGranted(MINER, Word("cavecard.torch"))]
    assert set_right(game, "grant:s1", "sword") == [corrections.CardGranted(MINER, Word("cavecard.sword"))]
    assert set_right(game, "remove:s1", "rope") == [corrections.CardVanished(MINER, Word("cavecard.rope"))]
    assert (of(game, "s1").items, game.used["cave"], game.used["adventure"]) == (["torch", "sword"], {}, {"rope": 1})


def test_followers_come_and_go() -> None:
    """Any number of them."""
    game = a_cave()

    assert set_right(game, "grant:s1", "porter") == [corrections.CardGranted(MINER, Word("cavecard.porter"))]
    assert of(game, "s1").followers == ["porter"]
    assert set_right(game, "remove:s1", "porter") == [corrections.CardVanished(MINER, Word("cavecard.porter"))]


def test_a_fifth_item_is_not_given() -> None:
    """Nobody could be asked what goes; a Follower is."""
    game = a_cave({"id": "miner", "items": ["rope", "torch", "helmet", "shield"]})

    assert "sword" not in options(game, "grant:s1")
    assert "porter" in options(game, "grant:s1")


def test_what_holds_other_things_is_not_taken() -> None:
    """The Porter with five Items, the Opal with a Spell that needs its Power."""
    five = ["rope", "torch", "helmet", "shield", "sword"]
    carried = a_cave({"id": "miner", "items": five, "followers": ["porter"]})
    held = a_cave({"id": "miner", "items": ["opal_of_power", "rope"], "spells": ["dispel", "stillness"]})

    assert "porter" not in options(carried, "remove:s1")
    assert options(held, "remove:s1") == ["rope"]


def test_only_its_player_learns_which_spell_comes_or_goes() -> None:
    """All others, how many there are; the game master knows."""
    game = a_cave()

    less = heard(game, "unspell:s1", "dispel")
    more = heard(game, "spell:s1", "stillness")

    gone, come = (
        corrections.SpellVanished(MINER, Word("cavespell.dispel")),
        corrections.SpellGranted(MINER, Word("cavespell.stillness")),
    )
    assert less == [Told(gone, ("s1", GM)), Told(corrections.SpellsChanged(MINER, 0))]
    assert more == [Told(come, ("s1", GM)), Told(corrections.SpellsChanged(MINER, 1))]


def test_which_spell_is_a_secret_answer() -> None:
    """Wherever the log is shown."""
    secret = [action.option.id for action in RULES.corrections(a_cave()) if action.secret]

    assert [id for id in secret if id.endswith(":s1")] == ["unspell:s1"]
    assert "spell:s2" in secret


def test_no_spell_is_given_for_which_there_is_no_power() -> None:
    """The Miner holds one, the Cannibal never any."""
    game = a_cave(PEOPLE[0], {"id": "cannibal", "power": 9})

    assert [id for id in open_now(game) if id.startswith("spell:")] == []


def test_trophies_come_and_go() -> None:
    """Animals and Monsters, never Spirits."""
    game = a_cave()

    assert "shade" not in options(game, "trophy:s1")
    assert set_right(game, "trophy:s1", "orc") == [corrections.TrophyGranted(MINER, Word("cavecard.orc"))]
    assert set_right(game, "untrophy:s1", "orc") == [corrections.TrophyVanished(MINER, Word("cavecard.orc"))]
    assert game.used["cave"] == {"orc": 1}


def test_trials_count_as_passed_but_for_the_last_one() -> None:
    """No correction wins the game."""
    game = a_cave()

    first = set_right(game, "trial:s1", "power")
    set_right(game, "trial:s1", "wealth")

    assert first == [corrections.TrialGranted(MINER, Word("cavetrial.power"), 2)]
    assert "trial:s1" not in open_now(game)
    assert set_right(game, "untrial:s1", "power") == [corrections.TrialUndone(MINER, Word("cavetrial.power"), 2)]
    assert of(game, "s1").trials == ["wealth"]


def test_where_one_trial_wins_none_is_given() -> None:
    """Whatever the table agreed on."""
    assert "trial:s1" not in open_now(a_cave(options={"trials": "1"}))


# The cave --------------------------------------------------------------------------------------------------------


def test_gates_are_opened_and_closed() -> None:
    """For all, without anybody stepping through."""
    game = a_cave({"id": "miner", "at": "E4"})

    assert set_right(game, "open", "W2") == [corrections.GatesSet("W2", open=True)]
    assert (game.gates, options(game, "open"), of(game, "s1").at) == (["W2"], ["W1", "W3"], "E4")
    assert set_right(game, "shut", "W2") == [corrections.GatesSet("W2", open=False)]
    assert "shut" not in open_now(game)


def test_the_crystal_chamber_is_placed_moved_and_hidden() -> None:
    """In any other Chamber."""
    game = a_cave()

    assert set_right(game, "crystal", "A6") == [corrections.CrystalPlaced(Word("cavearea.k1"), "A6")]
    assert "A6" not in options(game, "crystal")
    assert set_right(game, "crystal", "E1") == [corrections.CrystalPlaced(Word("cavearea.k6"), "E1")]
    assert set_right(game, "hide") == [corrections.CrystalHidden(Word("cavearea.k6"), "E1")]
    assert (game.crystal, "hide" in open_now(game)) == ("", False)


def test_it_is_not_hidden_while_somebody_is_out() -> None:
    """Nobody is out of a game in which it is still to be found."""
    game = a_cave(*PEOPLE[:2], seats=("s1", "s2", "s3"), dead={"s3": "friar"}, out=["s3"], crystal="A6")

    assert "hide" not in open_now(game)


def test_cards_are_laid_on_areas_and_taken_from_them() -> None:
    """Whatever nobody has."""
    game = a_cave()

    laid = set_right(game, "card", {"card": "statue", "where": "C6"})

    assert laid == [corrections.CardLaidDown(Word("cavecard.statue"), FORK, "C6")]
    assert game.lying == {"C6": ["statue"]}
    assert set_right(game, "sweep", "C6:statue") == [corrections.CardCleared(Word("cavecard.statue"), FORK, "C6")]
    assert (game.lying, game.used["cave"]) == ({}, {"statue": 1})


def test_gold_lies_on_an_area_as_of_the_dead() -> None:
    """So many bags, or none."""
    game = a_cave()

    assert set_right(game, "bags", {"where": "C6", "amount": 3}) == [corrections.BagsLaidDown(3, FORK, "C6")]
    assert game.gold == {"C6": 3}
    assert set_right(game, "bags", {"where": "C6", "amount": 0}) == [corrections.BagsLaidDown(0, FORK, "C6")]
    assert game.gold == {}


def test_a_used_card_or_spell_is_put_back_into_its_deck() -> None:
    """To be drawn again."""
    game = a_cave(used={"cave": {"purse": 1}, "spells": {"stillness": 1}})

    assert set_right(game, "restock", "cave:purse") == [
        corrections.CardReturned(Word("cavecard.purse"), Word("cavedeck.cave"))
    ]
    assert set_right(game, "restock", "spells:stillness") == [
        corrections.CardReturned(Word("cavespell.stillness"), Word("cavedeck.spells"))
    ]
    assert (game.decks["cave"]["purse"], game.decks["spells"]["stillness"]) == (2, 1)
    assert "restock" not in open_now(game)


# House rules -----------------------------------------------------------------------------------------------------
