"""What the autopilot answers: what a careful friend would press."""

from __future__ import annotations

from itertools import product
from typing import Any, Literal

import pytest

from rules.jaskinia.autopilot import answer
from rules.jaskinia.autopilot.worth import GAINS
from rules.jaskinia.effects import OPERATIONS, cast
from rules.jaskinia.exploration.chambers import enter_chamber
from rules.jaskinia.exploration.exploring import explore
from rules.jaskinia.fight.clash import defend, fight_guardian
from rules.jaskinia.fight.encounters import attack
from rules.jaskinia.fight.odds import result
from rules.jaskinia.model import Fight, Named, Trip
from rules.jaskinia.movement import walk
from rules.jaskinia.options import Options
from rules.jaskinia.seeker.belongings import trim
from rules.jaskinia.tables import effects as e
from rules.jaskinia.turn import finish, set_out, set_up
from rules.kernel.answers import Value
from rules.kernel.odds import odds
from rules.kernel.requests import Seat
from tests.rules.jaskinia.as_usual import arrives, at_the_crystal, meets, says, starts
from tests.rules.jaskinia.builders import a_game, give, lay, ordered
from tests.rules.playing import question

FACES = range(1, 7)


# Moving ----------------------------------------------------------------------------------------------------------


def test_who_is_badly_hurt_and_has_gold_goes_to_the_entrance() -> None:
    """One area, for which nobody rolls; without gold nobody heals there."""
    answers = []
    for gold in (1, 0):
        game = a_game("miner", at="E6")
        one = game.seeker_of("s1")
        one.endurance, one.gold = 2, gold
        answers.append(starts(game))

    assert answers[0] == ["go:E7"]
    assert answers[1] != ["go:E7"]


def test_at_the_entrance_all_wounds_are_healed() -> None:
    """One more turn there with three of four; none with four."""
    answers = []
    for endurance in (3, 4):
        game = a_game("miner", at="E7")
        game.seeker_of("s1").endurance = endurance
        answers.append(starts(game))

    assert answers[0] == ["heal"]
    assert answers[1] != ["heal"]


@pytest.mark.parametrize(("values", "means"), [((6, 3), "force"), ((4, 5), "magic")])
def test_gates_are_tried_in_the_way_that_is_likelier(values: tuple[int, int], means: str) -> None:
    """By who has grown enough for what is behind them."""
    game = a_game("rogue", at="A4")
    one = game.seeker_of("s1")
    one.strength, one.power = values

    assert starts(game) == [f"gate:{means}"]


def test_a_key_saves_the_throw() -> None:
    """And a Spell is kept for other Gates."""
    game = a_game("friar", at="E4")
    one = give(game, "s1", "gate_key", "word_of_opening")
    one.strength = 5

    assert starts(game) == ["gate:key"]


def test_a_weak_seeker_stays_before_the_gates() -> None:
    """Strength 3 and Power 4 are not enough for what is behind them."""
    game = a_game("rogue", at="A4")

    assert not starts(game)[0].startswith("gate:")


def test_who_has_the_map_and_hope_goes_into_the_nearest_chamber_and_uses_it() -> None:
    """For the Cartographer one Fragment is enough; K1 is next to B6."""
    game = a_game("cartographer")
    one = give(game, "s1", "map_fragment")
    one.strength, one.power = 7, 6
    game.trip = Trip(power=one.power, path=[one.at], slow=True)

    assert says(game, lambda table: set_out(table, game, one)) == ["go:A6"]
    assert says(game, lambda table: enter_chamber(table, game, one)) == "use"


@pytest.mark.parametrize("values", [(3, 4, 4), (7, 6, 2)])
def test_the_map_is_not_used_by_the_weak_or_wounded(values: tuple[int, int, int]) -> None:
    """[8.5] From then on nobody comes back from death, and the trials are out of reach."""
    game = a_game("cartographer")
    one = give(game, "s1", "map_fragment")
    one.strength, one.power, one.endurance = values

    assert says(game, lambda table: enter_chamber(table, game, one)) == "roll"


@pytest.mark.parametrize(("endurance", "expected"), [(4, "use"), (2, "roll")])
def test_among_rivals_the_map_waits_only_for_wounds(endurance: int, expected: str) -> None:
    """[8.5] Who waits for more leaves the find to others."""
    game = a_game("cartographer", "miner")
    one = give(game, "s1", "map_fragment")
    one.endurance = endurance

    assert says(game, lambda table: enter_chamber(table, game, one)) == expected


def test_of_two_corridors_the_one_without_the_dragon_is_taken() -> None:
    """From D6 one area: not to the fork on the left, where it lies."""
    game = a_game("miner", at="D6")
    lay(game, "C6", "cave_dragon")
    one = game.seeker_of("s1")
    one.slow = 1
    game.trip = Trip(power=one.power, path=[one.at], slow=True)

    assert says(game, lambda table: set_out(table, game, one)) == ["go:E6"]


def test_who_has_power_enough_takes_the_best_way_of_the_length_thrown() -> None:
    """Three areas from E4: to the Underground spring, which heals who has no gold for the Entrance."""
    game = a_game("friar", at="E4")
    one = game.seeker_of("s1")
    one.power, one.endurance, one.gold = 6, 1, 0
    game.trip = Trip(power=6, path=["E4"])

    request = question(lambda table: walk(table, game, one, ""), {"move.roll": [[3]]})

    assert answer(game, request, "s1") == "D4-C4-B4"


# Trials ----------------------------------------------------------------------------------------------------------


def test_trials_are_taken_when_there_is_hope() -> None:
    """With Strength 8 and Power 7; with 4 and 3 one goes on wandering."""
    ready, weak = at_the_crystal(8, 7), at_the_crystal(4, 3)

    assert starts(ready)[0].startswith("trial:")
    assert not starts(weak)[0].startswith("trial:")


@pytest.mark.parametrize(("trials", "expected"), [(1, True), (3, False)])
def test_fewer_trials_need_less_hope(trials: Literal[1, 3], expected: bool) -> None:
    """With Strength 7 and Power 3: enough where one trial wins, not where all three do."""
    game = at_the_crystal(7, 3)
    game.options = Options(trials=trials)

    assert starts(game)[0].startswith("trial:") == expected


def test_what_is_handed_over_is_what_is_least_missed() -> None:
    """Five bags of gold before the Runic Blade."""
    game = at_the_crystal(8, 7, gold=5, trials=["strength", "power"])
    give(game, "s1", "runic_blade", "rope")

    verb, gift = starts(game)

    assert verb == "trial:wealth"
    request: Any = question(lambda table: set_out(table, game, game.seeker_of("s1")))
    offered = next(action.ask for action in request.of("s1") if action.option.id == "trial:wealth")
    chosen = next(option for option in offered.options if option.id == gift)
    assert "runic_blade" not in str(chosen.facts["items"])


def test_a_spell_is_cast_in_a_trial_that_is_not_sure() -> None:
    """Giant's might against Strength 8 with 6; not with 12."""
    answers = []
    for strength in (6, 12):
        game = at_the_crystal(strength, 7)
        one = give(game, "s1", "giant_might")
        ordered(game, "s1", ready="ask")
        answers.append(says(game, lambda table, game=game, one=one: fight_guardian(table, game, one, "fight", 8, "x")))

    assert answers == [["cast:giant_might"], ["fight"]]


# Other Seekers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("strength", "expected"), [(6, ["attack:s2"]), (3, ["explore"])])
def test_another_seeker_is_attacked_when_the_odds_are_more_than_fair(strength: int, expected: Value) -> None:
    """The Friar has Strength 3."""
    game = a_game("gladiatrix", "friar")
    game.seeker_of("s1").strength = strength

    assert arrives(game) == expected


def test_the_shaman_attacks_with_power() -> None:
    """Power 7 against the Miner's 3, where Strength 3 is against 4."""
    game = a_game("shaman", "miner")
    game.seeker_of("s1").power = 7

    assert arrives(game) == ["psychic:s2"]


@pytest.mark.parametrize(("endurance", "items", "expected"), [(1, ("sword",), "wound"), (4, ("runic_blade",), "item")])
def test_the_beaten_pay_with_what_is_worth_most(endurance: int, items: tuple[str, ...], expected: str) -> None:
    """The last Endurance before anything, a Runic Blade before one wound of four."""
    game = a_game("miner", "friar")
    give(game, "s2", *items)
    game.seeker_of("s2").endurance = endurance
    dice = {"duel.own": [[6]], "duel.foe": [[1]]}

    request = question(lambda table: attack(table, game, *game.seekers, "fight"), dice)

    assert request.why == "duel.spoils"
    assert answer(game, request, "s1").startswith(expected)


@pytest.mark.parametrize(("strength", "expected"), [(7, "evade"), (1, "stand")])
def test_who_would_rather_lose_slips_away(strength: int, expected: str) -> None:
    """The Rogue, attacked by somebody strong, and by somebody weak."""
    game = a_game("miner", "rogue")
    one, other = game.seekers
    one.strength = strength

    assert says(game, lambda table: attack(table, game, one, other, "fight"), "s2") == expected


def test_a_lost_duel_is_thrown_again_and_a_won_one_is_not() -> None:
    """The Gladiatrix, who may."""
    game = a_game("gladiatrix", "miner")
    dice = {"duel.own": [[1]], "duel.foe": [[6]]}

    request = question(lambda table: attack(table, game, *game.seekers, "fight"), dice)

    assert (request.why, answer(game, request, "s1")) == ("duel.reroll", "reroll")


def test_who_is_asked_with_nothing_in_hand_says_no() -> None:
    """By standing order in every window: a Spell at the Friar, an attack on him, and what else to cast."""
    game = a_game("miner", "friar")
    ordered(game, "s2", dispel="ask", defence="ask")
    one, other = game.seekers
    one.spells = ["thought_dart"]

    dispelled = says(game, lambda table: cast(table, game, one, "thought_dart", target="s2", aimed="s2"), "s2")
    evaded = says(game, lambda table: attack(table, game, one, other, "fight"), "s2")
    defended = says(game, lambda table: defend(table, game, other), "s2")  # the attack is still going on

    assert (dispelled, evaded, defended) == ("let", "stand", "pass")


@pytest.mark.parametrize(("aimed", "expected"), [("s2", "dispel"), ("s3", "let")])
def test_only_what_is_aimed_at_the_own_seeker_is_dispelled(aimed: Seat, expected: str) -> None:
    """Thought dart at the Friar, who has Dispel, or at the Rogue."""
    game = a_game("alchemist", "friar", "rogue")
    ordered(game, "s2", dispel="ask")
    one = give(game, "s1", "thought_dart")
    give(game, "s2", "dispel")

    assert says(game, lambda table: cast(table, game, one, "thought_dart", target=aimed, aimed=aimed), "s2") == expected


# Fights ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("foes", "expected"), [(("deep_troll",), ["evade"]), (("goblin",), ["fight"])])
def test_what_is_too_strong_is_evaded(foes: tuple[str, ...], expected: Value) -> None:
    """The Rogue has Strength 3."""
    assert meets(a_game("rogue"), *foes) == expected


def test_stillness_is_kept_for_the_strongest() -> None:
    """A goblin and a dragon together."""
    game = a_game("friar")
    give(game, "s1", "stillness")

    assert meets(game, "goblin", "cave_dragon") == ["cast:stillness:cave_dragon"]


@pytest.mark.parametrize("lead", range(-7, 8))
def test_the_odds_are_those_of_the_rules(lead: int) -> None:
    """The same as counting how the rules judge all 36 throws."""
    game = a_game("miner")
    strength = game.seeker_of("s1").strength
    won = lost = 0
    for own, foe in product(FACES, repeat=2):
        game.fight = Fight(kind="fight", guardian="x", value=strength - lead, dice={"own": own, "theirs": foe})
        won, lost = won + (result(game) == "won"), lost + (result(game) == "lost")

    assert (round(36 * odds(lead).win), round(36 * odds(lead).loss)) == (won, lost)


# Things ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trophies", "expected"), [(("orc", "lizardman"), "0"), (("cave_dragon",), "0"), (("orc", "cave_bear"), "keep")]
)
def test_trophies_are_traded_in_when_little_is_lost(trophies: tuple[str, ...], expected: str) -> None:
    """Eight points when the turn ends; nine not yet."""
    game = a_game("friar")
    one = give(game, "s1", *trophies)

    assert says(game, lambda table: finish(table, game, one)) == expected


def test_as_usual_before_the_turn_ends_it_ends() -> None:
    """For a scratch no Spell is spent; neither is it where a move is asked."""
    game = a_game("friar")
    one = give(game, "s1", "knit_wounds", "orc", "cave_lynx")
    one.endurance = 3
    ordered(game, "s1", trophies="never", end="ask")

    assert says(game, lambda table: finish(table, game, one)) == ["done"]
    assert str(starts(game)[0]).partition(":")[0] != "trade"


def test_of_too_many_items_the_least_useful_goes() -> None:
    """A sword beside a Runic Blade is of no use; a Map fragment is, as long as the Crystal is not found."""
    game = a_game("miner")
    one = give(game, "s1", "runic_blade", "sword", "map_fragment", "armour", "opal_of_power")

    assert says(game, lambda table: trim(table, game, one)) == ["sword:1"]


def test_the_armourer_is_paid_when_there_is_gold() -> None:
    """Strength for two bags."""
    game = a_game("miner")
    one = game.seeker_of("s1")
    lay(game, one.at, "wandering_armourer")

    assert says(game, lambda table: explore(table, game, one, 1)) == "0"


def test_the_guide_is_followed_to_where_something_is_to_be_had() -> None:
    """Who has the Map is led into a Chamber."""
    game = a_game("cartographer", at="F4")
    one = give(game, "s1", "map_fragment")
    lay(game, one.at, "silent_guide")

    assert says(game, lambda table: explore(table, game, one, 1)) == "0"


@pytest.mark.parametrize(("endurance", "deck"), [(4, "cave"), (2, "adventure")])
def test_the_cave_deck_is_drawn_from_unless_wounds_are_many(endurance: int, deck: str) -> None:
    """Cave cards give Power; in the other deck there are fewer Enemies."""
    game = a_game("miner")
    one = game.seeker_of("s1")
    one.endurance = endurance

    assert says(game, lambda table: explore(table, game, one, 1)) == [deck]


@pytest.mark.parametrize(("endurance", "expected"), [(1, "cast:knit_wounds:s1"), (4, "")])
def test_wounds_are_knit_when_there_are_enough_of_them(endurance: int, expected: str) -> None:
    """Alone, so that nobody else can be meant."""
    game = a_game("friar", at="D6")
    one = give(game, "s1", "knit_wounds")
    one.endurance = endurance

    assert (starts(game)[0] == expected) == bool(expected)


def test_the_weakest_rival_is_struck_by_the_dart() -> None:
    """One point of Endurance is left to the Rogue, four to the Miner."""
    game = a_game("friar", "miner", "rogue")
    give(game, "s1", "thought_dart")
    game.seeker_of("s3").endurance = 1

    assert starts(game) == ["cast:thought_dart", "s3"]


def test_the_alchemist_turns_into_gold_what_is_of_no_use() -> None:
    """The rope; not the Runic Blade."""
    answers = []
    for item in ("rope", "runic_blade"):
        game = a_game("alchemist")
        give(game, "s1", item)
        answers.append(starts(game))

    assert answers[0] == ["alchemy", "rope:0"]
    assert answers[1][0] != "alchemy"


def test_who_is_not_at_turn_names_the_next_move_once() -> None:
    """The second seat says what its turn shall begin with, and from which deck is drawn."""
    game = a_game("miner", "friar")
    one = game.seeker_of("s1")
    game.trip = Trip(power=one.power, path=[one.at])

    verb, named = says(game, lambda table: set_out(table, game, one), "s2")

    assert verb == "ahead"
    assert named["move"].partition(":")[0] in ("go", "roll", "to")
    assert named["deck"] == "cave"


def test_who_is_not_at_turn_keeps_the_orders() -> None:
    """With the next move named all that the second seat may do now is to change them."""
    game = a_game("miner", "friar")
    one = game.seeker_of("s1")
    game.trip = Trip(power=one.power, path=[one.at])
    game.players["s2"].ahead = Named("go:E6", (), deck="cave")

    verb, orders = says(game, lambda table: set_out(table, game, one), "s2")

    assert verb == "orders"
    assert orders["deck"] == "first"


# The beginning, and the whole game -------------------------------------------------------------------------------


def test_who_may_choose_takes_somebody_who_is_good_at_something() -> None:
    """The one with the highest values and Spells on the card, and of those the strongest."""
    game = a_game("miner", "friar")
    game.players = {}
    game.options = Options(seekers="chosen")

    assert says(game, lambda table: set_up(table, game)) == "shaman"


def test_every_operation_that_does_something_has_its_worth() -> None:
    """But for those that are worth nothing by themselves: Spells in fights, moving, cards that go."""
    without = (e.MoveTo, e.DiscardThis, e.Evade, e.FightBonus, e.OpenGate, e.CancelSpell)

    assert dict.fromkeys((*GAINS, *without)).keys() == OPERATIONS.keys()
