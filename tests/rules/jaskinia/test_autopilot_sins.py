"""What no friend would forgive, and the autopilot does not do: each once seen in a story of a whole game."""

from __future__ import annotations

import pytest

from rules.jaskinia.autopilot import answer
from rules.jaskinia.autopilot.areas import Threats, attack_worth, reach
from rules.jaskinia.autopilot.worth import price_of_gold
from rules.jaskinia.exploration.arriving import look_around
from rules.jaskinia.exploration.chambers import carry_out
from rules.jaskinia.fight.encounters import attack
from rules.jaskinia.model import Game, Trip
from rules.jaskinia.movement import walk
from rules.jaskinia.turn import set_out
from rules.kernel.answers import Value
from rules.kernel.chance import Scripted
from rules.kernel.offers import ids
from rules.kernel.requests import Choose
from rules.kernel.table import Table
from tests.rules.jaskinia.as_usual import meets, says, starts
from tests.rules.jaskinia.builders import a_game, give, lay
from tests.rules.playing import question

FACES = range(1, 7)
GLADIATORS = 5
"""The face of their Chamber."""


def one_area(game: Game) -> Value:
    """Where the first Seeker goes in a turn in which it moves one area only."""
    one = game.seeker_of("s1")
    game.trip = Trip(power=one.power, path=[one.at], slow=True)
    return says(game, lambda table: set_out(table, game, one))


# The last wound --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gold", [0, 3])
@pytest.mark.parametrize("crystal", ["E1", ""])
def test_with_the_last_endurance_nobody_goes_where_it_may_die_for_nothing(gold: int, crystal: str) -> None:
    """The Friar in K2 with a two: to the lake, which kills nobody, and not to the altar, though that is nearer home."""
    game = a_game("friar", at="I6")
    game.crystal = crystal
    lay(game, "G6", "dark_altar")
    lay(game, "I4", "underground_lake")
    one = game.seeker_of("s1")
    one.power, one.strength, one.endurance, one.gold = 8, 5, 1, gold
    game.trip = Trip(power=8, path=["I6"])

    request = question(lambda table: walk(table, game, one, ""), {"move.roll": [[2]]})

    assert isinstance(request, Choose)
    assert ids(request) == ["I5-I4", "H6-G6"]
    assert answer(game, request, "s1") == "I5-I4"


# Gladiators and gold ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("strength", "expected"), [(3, "1"), (8, "0")])
@pytest.mark.parametrize("endurance", [4, 2, 1])
def test_a_fight_at_three_in_thirty_six_is_bought_off(strength: int, expected: str, endurance: int) -> None:
    """Against Strength 6: with 3 a bag is paid, with 8 it is fought."""
    game = a_game("rogue", at="C5")
    one = game.seeker_of("s1")
    one.strength, one.endurance, one.gold = strength, endurance, 1

    assert says(game, lambda table: carry_out(table, game, one, GLADIATORS)) == expected


@pytest.mark.parametrize(("endurance", "gold", "expected"), [(2, 1, "2"), (4, 2, "0")])
def test_the_bag_that_heals_is_not_spent_on_a_spell(endurance: int, gold: int, expected: str) -> None:
    """In the Seer's hollow: who has two wounds keeps the only bag, who has none buys."""
    game = a_game("friar", at="H4")
    one = game.seeker_of("s1")
    one.endurance, one.gold = endurance, gold

    assert says(game, lambda table: look_around(table, game, one)) == expected
    assert price_of_gold(one, 1) > 0


@pytest.mark.parametrize("item", ["helmet", "torch", "map_fragment"])
def test_what_is_of_any_use_is_not_turned_into_gold(item: str) -> None:
    """The Alchemist keeps it: what is sold does not come back."""
    game = a_game("alchemist")
    give(game, "s1", item)

    assert starts(game)[0] != "alchemy"


# The Cannibal ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cannibal", "expected"), [("B6", ["go:E6"]), ("F6", ["go:C6"])])
def test_who_is_wounded_does_not_stop_where_the_cannibal_comes(cannibal: str, expected: Value) -> None:
    """From D6, with two points of Endurance: away from it."""
    game = a_game("miner", "cannibal", at="D6")
    one, other = game.seekers
    one.endurance, one.gold, other.at = 2, 0, cannibal

    assert one_area(game) == expected


def test_a_cannibal_that_cannot_come_is_not_feared() -> None:
    """At the Entrance nobody is attacked; and who has lost the turn stays where it is."""
    game = a_game("miner", "cannibal", at="D6")
    one, other = game.seekers
    one.endurance, other.at = 2, "F6"

    threats = Threats(game, one)
    assert threats.at("E6") > 5
    assert threats.at("E7") == 0

    other.lost = 1
    assert Threats(game, one).at("E6") == 0


@pytest.mark.parametrize(("endurance", "expected"), [(4, True), (2, False)])
def test_nobody_attacks_the_cannibal_with_so_few_points_that_it_may_eat_them(endurance: int, expected: bool) -> None:
    """Two ahead: with four points of Endurance it is worth something, with two it is not."""
    game = a_game("gladiatrix", "cannibal")
    one, other = game.seekers
    one.strength, one.endurance = 7, endurance

    assert (attack_worth(game, one, other, "fight") > 0) == expected


@pytest.mark.parametrize(("endurance", "expected"), [(4, "stand"), (2, "evade")])
def test_who_may_be_eaten_slips_away_even_when_ahead(endurance: int, expected: str) -> None:
    """The Rogue, one ahead of the Cannibal."""
    game = a_game("cannibal", "rogue")
    one, other = game.seekers
    other.strength, other.endurance = 6, endurance

    assert says(game, lambda table: attack(table, game, one, other, "fight"), "s2") == expected


@pytest.mark.parametrize("start", ["E7", "B6", "C6", "E4", "G4", "I6", "D6"])
def test_where_somebody_may_come_is_where_the_rules_lead(start: str) -> None:
    """Every first step with every die, where Chambers on the way hold nobody."""
    game = a_game("cannibal", at=start)
    one = game.seeker_of("s1")
    foreseen = reach(game, one)

    for first in [at for at in foreseen if foreseen[at] == 1.0]:
        for die in FACES:
            one.at, game.trip = start, Trip(power=1, path=[start])
            walk(Table((), Scripted({"move.roll": [[die]], "move.chamber": [[1]] * die})), game, one, first)
            assert foreseen.get(one.at, 0) > 0


# Scarce things ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("endurance", "expected"), [(4, ["fight"]), (1, ["cast:giant_might"])])
def test_a_spell_is_kept_unless_it_is_needed(endurance: int, expected: Value) -> None:
    """Against an orc of the same Strength: with the last Endurance it is cast."""
    game = a_game("shaman")
    one = give(game, "s1", "giant_might")
    one.strength, one.endurance = 4, endurance

    assert meets(game, "orc") == expected


# Life, gold and turns --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seeker", "at", "expected"), [("miner", "I5", "roll:I6"), ("miner", "G4", "roll:F4"), ("friar", "C5", "roll:C6")]
)
def test_with_the_last_endurance_and_gold_one_goes_to_be_healed(seeker: str, at: str, expected: str) -> None:
    """Towards the Entrance, with the Crystal Chamber found, and not past it for one more card."""
    game = a_game(seeker, "rogue", at=at)
    game.crystal = "E1" if seeker == "miner" else ""
    one = game.seeker_of("s1")
    one.endurance, one.gold = 1, 1

    assert starts(game) == [expected]


@pytest.mark.parametrize(("gold", "endurance", "expected"), [(0, 4, "gold"), (0, 1, "wound"), (2, 4, "wound")])
def test_who_has_no_gold_takes_a_bag_before_a_wound(gold: int, endurance: int, expected: str) -> None:
    """A bag heals the own wound; only the last wound of the beaten is worth more."""
    game = a_game("miner", "friar")
    one, other = game.seekers
    one.strength, one.gold, one.endurance, other.gold, other.endurance = 7, gold, 3, 2, endurance

    request = question(lambda table: attack(table, game, one, other, "fight"), {"duel.own": [[6]], "duel.foe": [[1]]})

    assert request.why == "duel.spoils"
    assert answer(game, request, "s1") == expected


@pytest.mark.parametrize(("gold", "expected"), [(6, ["go:A5"]), (2, ["go:B6"])])
def test_who_can_pay_for_the_trial_of_wealth_looks_for_the_crystal(gold: int, expected: Value) -> None:
    """From A6 to the Gates, behind which it must be, and not around the outer zone."""
    game = a_game("miner", at="A6")
    game.seeker_of("s1").gold = gold

    assert one_area(game) == expected


def test_nobody_visits_a_ghost_only_to_slip_away() -> None:
    """The Deep Demon lies in C6, on the way of a Friar without a hope against it."""
    game = a_game("friar", at="B6")
    lay(game, "C6", "deep_demon")

    assert one_area(game) == ["go:A6"]


@pytest.mark.parametrize(("at", "dragon", "expected"), [("A4", "B4", "A5"), ("C4", "B4", "D4"), ("D1", "C1", "E1")])
def test_nobody_walks_into_a_hopeless_fight_where_another_way_is_open(at: str, dragon: str, expected: str) -> None:
    """The dragon of Strength 8 lies where wounds are healed, or on the way there; two points of Endurance are left."""
    game = a_game("miner", "rogue", at=at)
    lay(game, dragon, "cave_dragon")
    one = game.seeker_of("s1")
    one.endurance, one.gold = 2, 0

    assert one_area(game) == [f"go:{expected}"]
