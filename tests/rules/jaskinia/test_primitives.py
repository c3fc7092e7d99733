"""Each primitive of which cards, Chambers, areas and Spells are made, by itself [12]."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping

import msgspec
import pytest

from rules.jaskinia.cards import card_word, spell_word
from rules.jaskinia.effects import OPERATIONS, Work, run
from rules.jaskinia.events import cards
from rules.jaskinia.events.course import GateOpened, PlayerOut, SeekerDied, Transported
from rules.jaskinia.model import Fight
from rules.jaskinia.rulebook import Jaskinia
from rules.jaskinia.tables import effects, load
from rules.jaskinia.tables.effects import Operation
from rules.kernel.answers import Answer
from rules.kernel.chance import ByHand, Hand, Sealed
from rules.kernel.table import Table, Waiting
from rules.kernel.words import Word
from rules.simulation import seed_of
from tests.rules.jaskinia.at_work import done
from tests.rules.jaskinia.builders import CORRIDOR, a_game, give, lay


def test_each_operation_is_done_by_a_function_of_its_own() -> None:
    """Whatever a table may name; the two kinds of fights have one."""
    assert Jaskinia  # whose chapters register their operations
    assert set(OPERATIONS) == set(Operation.__subclasses__())
    assert OPERATIONS[effects.Fight] is OPERATIONS[effects.Psychic]
    assert len(set(OPERATIONS.values())) == len(OPERATIONS) - 1


def test_the_rulebook_alone_registers_every_operation() -> None:
    """Nothing else needs to be imported before a game is played."""
    code = (
        "import rules.jaskinia.rulebook; from rules.jaskinia.effects import OPERATIONS as known;"
        "from rules.jaskinia.tables.effects import Operation;"
        "print([kind.__name__ for kind in Operation.__subclasses__() if kind not in known])"
    )

    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout == "[]\n"


def test_every_operation_of_the_tables_is_registered() -> None:
    """Of cards, Chambers, areas and Spells, whatever leads to it."""
    named = {type(op) for op in _operations(load())}

    assert named
    assert named <= set(OPERATIONS)


def _operations(part: object) -> Iterator[Operation]:
    """All operations anywhere in a part of the tables."""
    if isinstance(part, Operation):
        yield part
    if isinstance(part, msgspec.Struct):
        part = msgspec.structs.asdict(part)
    parts = part.values() if isinstance(part, Mapping) else part if isinstance(part, (list, tuple)) else ()
    for inner in parts:
        yield from _operations(inner)


# Values ----------------------------------------------------------------------------------------------------------


def test_gain_strength_and_gain_power_raise_own_values() -> None:
    """By n each."""
    game = a_game("miner")

    told = done(game, {"op": "gain_strength", "n": 2}, {"op": "gain_power", "n": 1}).all(cards.ValueGained)

    assert [(event.stat.key, event.now) for event in told] == [("cavestat.strength", 6), ("cavestat.power", 4)]


def test_lose_power_stops_at_the_card_s_value_and_trims_spells() -> None:
    """A Miner of Power 4 loses three: one, and one Spell."""
    game = a_game("miner")
    game.seeker_of("s1").power = 4
    miner = give(game, "s1", "dispel", "stillness")

    told = done(game, {"op": "lose_power", "n": 3}, answers={"spells.give_up": [["dispel:0"]]})

    assert told.one(cards.PowerSapped) == cards.PowerSapped(miner.name, 1, 3)
    assert (miner.power, miner.spells) == (3, ["stillness"])


def test_lose_endurance_knows_no_save_and_kills() -> None:
    """Armour is of no use."""
    game = a_game("miner")
    give(game, "s1", "armour")

    told = done(game, {"op": "lose_endurance", "n": 1}, {"op": "lose_endurance", "n": 3})

    assert [event.left for event in told.all(cards.EnduranceLost)] == [3, 0]
    assert told.one(SeekerDied).by == "s1"
    assert game.players["s1"].seeker is None


def test_what_befalls_all_is_over_before_the_last_one_alive_is_seen() -> None:
    """A group's own card may wound without a die; the last operation of its list befalls nobody any more [A28]."""
    for dies, outcome in ((("s1", "s2"), "lost"), (("s1",), "last")):
        game = a_game("miner", "rogue")
        game.crystal = "E1"
        for seat in dies:
            game.seeker_of(seat).endurance = 1

        told = done(game, {"op": "lose_endurance", "n": 1, "who": "all"}, {"op": "slow", "n": 1, "who": "all"})

        assert (len(told.all(PlayerOut)), game.outcome) == (len(dies), outcome)
        assert not told.all(cards.SlowedDown)


@pytest.mark.parametrize("thrown", [0, 1, 2])
def test_dice_thrown_by_hand_are_all_asked_for_before_anybody_dies(thrown: int) -> None:
    """At a real table too all throw first: after each die but the last the game waits, and all live [A28]."""
    game = a_game("miner", "rogue", "friar")
    for seeker in game.seekers:
        seeker.endurance = 1
    ones = [Answer(step, "", "effect.roll 1K6", "s1", [1]) for step in range(thrown)]
    table = Table(ones, Hand(Sealed(seed_of(1, 1)), ByHand(())))

    with pytest.raises(Waiting) as waiting:
        run(table, game, Work(game.seeker_of("s1"), card_word("tremor")), load().cards.of("tremor").do)

    assert (waiting.value.step, len(game.seekers)) == (thrown, 3)


def test_gain_endurance_goes_above_the_level_and_heal_does_not() -> None:
    """Four are five, and then nothing heals."""
    game = a_game("miner")

    told = done(game, {"op": "heal", "n": 1}, {"op": "gain_endurance", "n": 1}, {"op": "heal", "n": 1})

    assert (len(told.all(cards.NothingHappens)), told.one(cards.EnduranceGained).now) == (2, 5)
    assert game.seeker_of("s1").level == 4


def test_raise_endurance_raises_the_level_too() -> None:
    """So that heal goes up to it later."""
    game = a_game("miner")

    told = done(game, {"op": "raise_endurance", "n": 1}, {"op": "lose_endurance", "n": 2}, {"op": "heal", "n": 9})

    assert told.one(cards.LevelRaised) == cards.LevelRaised(game.seeker_of("s1").name, 5, 5)
    assert told.one(cards.WoundsHealed).now == 5


# Things ----------------------------------------------------------------------------------------------------------


def test_gold_comes_and_goes_but_never_below_none() -> None:
    """Of a Miner's two gold five cannot go."""
    game = a_game("miner")

    told = done(game, {"op": "gold", "n": 1}, {"op": "gold", "n": -5}, {"op": "gold", "n": -1})

    assert (
        told.one(cards.PurseFilled).total,
        told.one(cards.PurseEmptied).gold,
        len(told.all(cards.NothingHappens)),
    ) == (3, 3, 1)


def test_draw_spell_keeps_to_the_limit() -> None:
    """Of three a Miner takes one, then none."""
    game = a_game("miner")

    told = done(game, {"op": "draw_spell", "n": 3}, {"op": "draw_spell", "n": 1}, dice={"spells.draw": ["dispel"]})

    assert game.seeker_of("s1").spells == ["dispel"]
    assert len(told.all(cards.NoRoomForSpell)) == 1


def test_lose_spell_lets_the_owner_choose_and_takes_all_where_there_are_fewer() -> None:
    """Nobody is asked which of two go when both do."""
    game = a_game("shaman")
    shaman = give(game, "s1", "dispel", "stillness")

    first = done(game, {"op": "lose_spell", "n": 1}, answers={"spells.give_up": [["stillness:1"]]})
    second = done(game, {"op": "lose_spell", "n": 9}, {"op": "lose_spell", "n": 1})

    assert first.asked == [("s1", "spells.give_up")]
    assert (second.asked, shaman.spells, len(second.all(cards.NothingHappens))) == ([], [], 1)


def test_lose_item_by_chance_or_by_choice() -> None:
    """Into the used pile of its own deck."""
    game = a_game("miner")
    miner = give(game, "s1", "rope", "torch", "helmet")
    ops = ({"op": "lose_item", "n": 1, "pick": "random"}, {"op": "lose_item", "n": 1, "pick": "choice"})

    told = done(game, *ops, dice={"effect.item": ["torch"]}, answers={"effect.item": ["helmet:1"]})

    assert [event.item for event in told.all(cards.ItemLost)] == [card_word("torch"), card_word("helmet")]
    assert (miner.items, game.used["cave"]) == (["rope"], {"torch": 1, "helmet": 1})


def test_discard_this_takes_the_card_at_work_from_the_area() -> None:
    """Another one stays."""
    game = a_game("miner")
    lay(game, CORRIDOR, "wandering_armourer", "shrine")

    told = done(game, {"op": "discard_this"}, card="wandering_armourer")

    assert told.one(cards.CardGone).card == card_word("wandering_armourer")
    assert game.lying == {CORRIDOR: ["shrine"]}


# Turns and places ------------------------------------------------------------------------------------------------


def test_lose_turn_in_the_own_turn_ends_it() -> None:
    """This one is the first of them."""
    game = a_game("miner")

    told = done(game, {"op": "lose_turn", "n": 2})

    assert told.one(cards.TurnsLost).at_once
    assert (game.trip.over, game.seeker_of("s1").lost) == (True, 1)


def test_lose_turn_in_somebody_else_s_turn_skips_as_many() -> None:
    """The turn that is played goes on."""
    game = a_game("miner", "rogue")
    game.turn = 1

    told = done(game, {"op": "lose_turn", "n": 2}, seat="s1")

    assert not told.one(cards.TurnsLost).at_once
    assert (game.trip.over, game.seeker_of("s1").lost) == (False, 2)


def test_slow_counts_the_larger_number() -> None:
    """Three turns and one are three."""
    game = a_game("miner")

    told = done(game, {"op": "slow", "n": 3}, {"op": "slow", "n": 1})

    assert [event.n for event in told.all(cards.SlowedDown)] == [3, 3]


def test_move_to_leads_to_the_entrance_and_ends_what_is_run() -> None:
    """What stands behind it does not happen to who is gone."""
    game = a_game("miner")

    told = done(game, {"op": "move_to", "to": "entrance"}, {"op": "gold", "n": 9})

    assert told.one(Transported).at == "E7"
    assert (game.trip.moved, told.all(cards.PurseFilled)) == (True, [])


def test_move_to_leads_to_a_chamber_by_chance_or_by_choice_or_anywhere_in_the_zone() -> None:
    """The question offers just those areas."""
    by_chance, by_choice, in_zone = a_game("miner"), a_game("miner"), a_game("miner")

    done(by_chance, {"op": "move_to", "to": "random_chamber"}, dice={"effect.chamber": ["E1"]})
    chosen = done(by_choice, {"op": "move_to", "to": "choice_chamber"}, answers={"effect.where": ["I2"]})
    near = done(in_zone, {"op": "move_to", "to": "choice_zone"}, answers={"effect.where": ["I4"]})

    assert [game.seeker_of("s1").at for game in (by_chance, by_choice, in_zone)] == ["E1", "I2", "I4"]
    assert sorted(chosen.options("effect.where")) == ["A2", "A6", "C5", "E1", "G5", "I2", "I6"]
    assert len(near.options("effect.where")) == 23


def test_draw_cards_explores_as_if_the_area_had_so_many() -> None:
    """The card is dealt with, too."""
    game = a_game("miner")

    told = done(game, {"op": "draw_cards", "n": 1}, dice={"cards.cave": ["gold_vein"]}, answers={"draw.deck": ["cave"]})

    assert told.one(cards.CardDrawn).card == card_word("gold_vein")
    assert game.seeker_of("s1").gold == 4


def test_open_gate_opens_those_it_was_aimed_at() -> None:
    """And its caster steps through."""
    game = a_game("friar", at="E4")

    told = done(game, {"op": "open_gate"}, target="W2")

    assert told.one(GateOpened).means == Word("cavemeans.word")
    assert (game.gates, game.seeker_of("s1").at) == (["W2"], "E3")


# Spells ----------------------------------------------------------------------------------------------------------


def test_evade_leaves_one_opponent_out() -> None:
    """Whatever it was aimed at."""
    game = a_game("friar")

    done(game, {"op": "evade"}, target="wolf")

    assert game.trip.evaded == ["wolf"]


def test_fight_bonus_is_for_the_side_of_who_cast_it() -> None:
    """The active Seeker's is the own one; where nobody fights it is nothing."""
    game = a_game("friar", "miner")
    bonus = {"op": "fight_bonus", "stat": "strength", "n": 3}

    assert done(game, bonus).told == []
    game.fight = Fight(kind="fight", rival="s2")
    done(game, bonus)
    theirs = done(game, bonus, seat="s2")

    assert game.fight.bonus == {"own": 3, "theirs": 3}
    assert theirs.one(cards.BonusGained).n == 3


def test_cancel_spell_names_the_spell_that_comes_to_nothing() -> None:
    """The one it was aimed at."""
    game = a_game("friar")

    told = done(game, {"op": "cancel_spell"}, target="thought_dart")

    assert told.one(cards.SpellCancelled).spell == spell_word("thought_dart")
