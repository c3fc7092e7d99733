"""Primitives that lead to more: rolls, tests, fights, conditions, choices; and whom something befalls [12]."""

from __future__ import annotations

from rules.jaskinia.cards import card_word
from rules.jaskinia.events.cards import EnduranceLost, NothingHappens, ProtectedBy, PurseFilled, SlowedDown, ValueGained
from rules.jaskinia.events.cards import TestFailed as Failed
from rules.jaskinia.events.cards import TestPassed as Passed
from rules.jaskinia.events.course import SeekerDied
from rules.kernel.words import Word
from tests.rules.jaskinia.at_work import done
from tests.rules.jaskinia.builders import a_game, give


def test_roll_runs_the_row_of_the_face() -> None:
    """An empty row is nothing."""
    game = a_game("miner")
    rows = {"op": "roll", "table": {"1-3": [], "4-6": [{"op": "gold", "n": 1}]}}

    told = done(game, rows, rows, dice={"effect.roll": [3, 4]})

    assert [type(event) for event in told.told if isinstance(event, NothingHappens | PurseFilled)] == [
        NothingHappens,
        PurseFilled,
    ]


def test_roll_with_a_mod_adds_the_own_ability_up_to_six() -> None:
    """The Friar's 5 and 6 are both a 6; a Miner's 5 is a 5."""
    rows = {"op": "roll", "mod": "temple_bonus", "table": {"1-5": [], "6": [{"op": "gold", "n": 1}]}}
    friar, miner = a_game("friar"), a_game("miner")

    assert len(done(friar, rows, rows, dice={"effect.roll": [5, 6]}).all(PurseFilled)) == 2
    assert len(done(miner, rows, dice={"effect.roll": [5]}).all(PurseFilled)) == 0


def test_rolls_stand_inside_rolls_and_conditions() -> None:
    """A row may roll again, and say what comes of it for whom."""
    game = a_game("miner")
    inner = {"op": "roll", "table": {"1-5": [{"op": "gold", "n": -1}], "6": [{"op": "gain_power", "n": 1}]}}
    outer = {"op": "roll", "table": {"1": [], "2-6": [{"op": "if", "cond": "align:neutral", "then": [inner]}]}}

    told = done(game, outer, {"op": "gold", "n": 1}, dice={"effect.roll": [2, 6]})

    kinds = [type(event) for event in told.told if isinstance(event, ValueGained | PurseFilled)]
    assert kinds == [ValueGained, PurseFilled]


def test_test_adds_the_total_to_the_die() -> None:
    """A Shaman with the Opal has Power 5: with a 2 it is 7."""
    game = a_game("shaman")
    give(game, "s1", "opal_of_power")
    op = {
        "op": "test",
        "stat": "power",
        "target": 7,
        "pass": [{"op": "gold", "n": 1}],
        "fail": [{"op": "slow", "n": 1}],
    }

    told = done(game, op, op, dice={"effect.test": [2, 1]})

    assert (told.one(Passed).total, told.one(Failed).total) == (7, 6)
    assert (game.seeker_of("s1").gold, game.seeker_of("s1").slow) == (2, 1)


def test_fight_and_psychic_run_what_was_won_or_lost() -> None:
    """With Strength against a Strength, with Power against a Power."""
    game = a_game("miner")
    fight = {"op": "fight", "strength": 6, "win": [{"op": "gain_strength", "n": 1}]}
    psychic = {"op": "psychic", "power": 9, "lose": [{"op": "lose_endurance", "n": 1}]}

    won = done(game, fight, dice={"fight.own": [4], "fight.foe": [1]})
    lost = done(game, psychic, dice={"psychic.own": [1], "psychic.foe": [1]})

    assert (won.one(ValueGained).now, lost.one(EnduranceLost).left) == (5, 3)


def test_of_a_tied_fight_nothing_comes() -> None:
    """Neither list is run."""
    game = a_game("miner")
    fight = {"op": "fight", "strength": 4, "win": [{"op": "gold", "n": 1}], "lose": [{"op": "slow", "n": 1}]}

    told = done(game, fight, dice={"fight.own": [1], "fight.foe": [1]})

    assert (told.all(PurseFilled), told.all(SlowedDown)) == ([], [])


def test_if_asks_for_alignment_cards_and_abilities() -> None:
    """The evil Shaman with a Rope, who attacks with Power."""
    game = a_game("shaman")
    give(game, "s1", "rope")
    yes, no = [{"op": "gold", "n": 1}], [{"op": "slow", "n": 1}]
    conditions = ("align:evil", "has:rope", "ability:psychic_attack", "align:good", "has:torch", "ability:devour")

    told = done(game, *({"op": "if", "cond": cond, "then": yes, "else": no} for cond in conditions))

    assert (len(told.all(PurseFilled)), len(told.all(SlowedDown))) == (3, 3)


def test_choose_offers_what_can_be_paid_and_takes_the_price() -> None:
    """Gold, or an Item that the player picks."""
    game = a_game("miner")
    miner = give(game, "s1", "rope", "torch")
    ways = [
        {"label": "buy_power", "cost_gold": 3, "do": [{"op": "gain_power", "n": 1}]},
        {"label": "pawn_item", "cost_item": 1, "do": [{"op": "gold", "n": 2}]},
        {"label": "leave"},
    ]

    told = done(game, {"op": "choose", "options": ways}, answers={"effect.way": ["1"], "effect.item": ["rope:0"]})

    assert told.options("effect.way") == ["1", "2"]
    assert (miner.items, miner.gold, miner.power) == (["torch"], 4, 3)


def test_a_way_that_is_the_only_one_is_not_asked_for() -> None:
    """Who can pay nothing just leaves."""
    game = a_game("cannibal")
    ways = [{"label": "buy_power", "cost_gold": 3, "do": [{"op": "gain_power", "n": 1}]}, {"label": "leave"}]

    assert done(game, {"op": "choose", "options": ways}).asked == []


# Whom it befalls -------------------------------------------------------------------------------------------------


def test_all_are_those_in_the_cave_from_who_drew_the_card_on() -> None:
    """Nobody at the Entrance but the one who drew it."""
    game = a_game("miner", "rogue", "friar")
    game.turn = 1
    game.seeker_of("s2").at = "E7"
    game.seeker_of("s3").at = "A2"

    told = done(game, {"op": "slow", "n": 1, "who": "all"})

    assert [event.who.key for event in told.all(SlowedDown)] == ["seeker.rogue", "seeker.friar", "seeker.miner"]


def test_who_is_at_the_entrance_is_left_alone() -> None:
    """There is light from outside."""
    game = a_game("miner", "rogue")
    game.seeker_of("s2").at = "E7"

    assert len(done(game, {"op": "slow", "n": 1, "who": "all"}).all(SlowedDown)) == 1


def test_each_of_all_has_a_roll_of_its_own() -> None:
    """And each what comes of it; who dies of it is gone, and the others go on."""
    game = a_game("miner", "rogue")
    game.seeker_of("s1").endurance = 1
    rows = {"op": "roll", "who": "all", "table": {"1": [{"op": "lose_endurance", "n": 1}], "2-6": []}}

    told = done(game, rows, dice={"effect.roll": [1, 1]})

    assert told.one(SeekerDied).by == "s1"
    assert game.seeker_of("s2").endurance == 3


def test_who_dies_of_the_first_is_spared_the_rest_but_the_others_are_not() -> None:
    """What befalls all befalls those who are left."""
    game = a_game("miner", "rogue")
    game.seeker_of("s1").endurance = 1

    told = done(game, {"op": "lose_endurance", "n": 1}, {"op": "slow", "n": 1, "who": "all"})

    assert told.one(SeekerDied).by == "s1"
    assert told.one(SlowedDown).who == Word("seeker.rogue")


def test_unless_protects_whom_it_would_befall() -> None:
    """Of all only who has a Torch."""
    game = a_game("miner", "rogue")
    give(game, "s2", "torch")

    told = done(game, {"op": "slow", "n": 1, "who": "all", "unless": "has:torch"})

    assert told.one(SlowedDown).who == Word("seeker.miner")
    assert told.one(ProtectedBy) == ProtectedBy(Word("seeker.rogue"), card_word("torch"))
