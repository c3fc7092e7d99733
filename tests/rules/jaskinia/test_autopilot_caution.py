"""What the autopilot does not risk, what it does not let pass, and how it wanders when nothing is to be done."""

from __future__ import annotations

import pytest

from rules.jaskinia.autopilot import answer
from rules.jaskinia.autopilot.areas import area_worth, worth_at
from rules.jaskinia.autopilot.worth import gain, pain
from rules.jaskinia.model import Game, Trip
from rules.jaskinia.movement import walk
from rules.jaskinia.turn import finish, set_out
from rules.kernel.answers import Value
from rules.kernel.offers import ids
from rules.kernel.requests import Choose
from tests.rules.jaskinia.as_usual import arrives, at_the_crystal, meets, says, starts
from tests.rules.jaskinia.builders import a_game, give, lay
from tests.rules.playing import question


def steps(game: Game) -> Value:
    """What the first Seeker does first in a turn in which it moves one area only."""
    one = game.seeker_of("s1")
    game.trip = Trip(power=one.power, path=[one.at], slow=True)
    return says(game, lambda table: set_out(table, game, one))


# Dangers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("at", "rival"), [("C6", "I3"), ("C6", "C6"), ("E5", "I3"), ("A6", "I3")])
def test_a_dragon_is_feared_wherever_it_lies(at: str, rival: str) -> None:
    """At a fork, beside a Seeker who is too strong to be attacked, where there is an instruction, in a Chamber."""
    game = a_game("miner", "cannibal")
    lay(game, at, "cave_dragon")
    one, other = game.seekers
    one.endurance = 1
    other.at, other.strength = rival, 9

    assert worth_at(game, one, at, chamber=0.0) < -2


@pytest.mark.parametrize("crystal", ["A6", ""])
def test_with_the_last_endurance_nobody_walks_into_a_dragon(crystal: str) -> None:
    """A Shaman of Strength 6, though the way to the Crystal Chamber leads there."""
    game = a_game("shaman", at="E6")
    game.crystal = crystal
    lay(game, "C6", "cave_dragon")
    one = game.seeker_of("s1")
    one.strength, one.power, one.endurance, one.gold = 6, 9, 1, 0
    game.trip = Trip(power=9, path=["E6"])

    request = question(lambda table: walk(table, game, one, ""), {"move.roll": [[2]]})

    assert isinstance(request, Choose)
    assert "D6-C6" in ids(request)
    assert answer(game, request, "s1") != "D6-C6"


@pytest.mark.parametrize(("endurance", "expected"), [(4, ["fight"]), (1, ["evade"])])
def test_with_the_last_endurance_more_is_evaded(endurance: int, expected: Value) -> None:
    """The Rogue, one ahead of a goblin."""
    game = a_game("rogue")
    game.seeker_of("s1").endurance = endurance

    assert meets(game, "goblin") == expected


@pytest.mark.parametrize(("strength", "expected"), [(9, True), (8, False)])
def test_the_last_endurance_is_not_risked_in_a_trial_without_good_odds(strength: int, expected: bool) -> None:
    """Against Strength 8: who is ahead dares it, who is even does not."""
    game = at_the_crystal(strength, 3, endurance=1, trials=["power"], gold=0)

    assert (starts(game) == ["trial:strength"]) == expected


def test_who_is_hurt_and_has_no_gold_goes_where_an_area_heals() -> None:
    """From D4 to the Underground spring in B4, two areas away."""
    game = a_game("miner", at="D4")
    one = game.seeker_of("s1")
    one.endurance, one.gold = 2, 0

    assert steps(game) == ["go:C4"]


# What is sure ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gold", "endurance", "expected"), [(5, 4, True), (6, 1, True), (5, 1, False), (4, 4, False)])
def test_the_sure_trial_is_taken_before_there_is_hope_in_the_others(gold: int, endurance: int, expected: bool) -> None:
    """Five bags of gold, unless they are the last and healing needs them; four are not enough."""
    game = at_the_crystal(4, 3, gold=gold, endurance=endurance)

    answers = [starts(game), arrives(game)]

    assert [answer[0] == "trial:wealth" for answer in answers] == [expected, expected]


def test_what_is_of_use_is_not_handed_over_without_hope() -> None:
    """The Runic Blade and three bags are enough; only who has passed the other trials gives them."""
    weak, ready = at_the_crystal(4, 3, gold=3), at_the_crystal(4, 3, gold=3, trials=["strength", "power"])
    for game in (weak, ready):
        give(game, "s1", "runic_blade")

    assert not starts(weak)[0].startswith("trial:")
    assert starts(ready)[0] == "trial:wealth"


def test_who_moves_freely_rolls_to_be_at_the_entrance_sooner() -> None:
    """Two areas from it: any die but 1 leads there, as a move may always end at the Entrance."""
    game = a_game("cartographer", at="F6")
    game.seeker_of("s1").endurance = 2

    assert starts(game) == ["roll"]


# Nothing to be done ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", ["B6", "D4", "H6"])
def test_who_has_nothing_to_do_wanders_on(start: str) -> None:
    """In twelve rounds, at one area each, it comes to eight or more and does not walk to and fro between two."""
    game = a_game("miner", at=start)
    one, seen = game.seeker_of("s1"), []
    for number in range(12):
        game.tally.rounds = number
        (way,) = steps(game)
        one.at = way.removeprefix("go:")
        seen.append(one.at)

    assert len(dict.fromkeys(seen)) >= 8


def test_the_rope_is_no_comfort_as_the_only_item() -> None:
    """[11 bridge] It is the one that falls; among others it mostly stays."""
    game = a_game("miner")
    one = give(game, "s1", "rope")
    one.endurance = 1
    bridge = game.tables.board.instruction("bridge").do
    alone = gain(game, one, bridge)
    give(game, "s1", "torch", "helmet", "wand")

    assert gain(game, one, bridge) - alone > pain(game, one) / 12


def test_wounds_are_healed_before_others_may_come() -> None:
    """[7.3] A Spell that heals is cast at the end of the turn, too; by what everybody sees the turn just ends."""
    game = a_game("friar", "miner", at="E6")
    one = give(game, "s1", "knit_wounds")
    one.endurance = 1
    game.trip = Trip(power=one.power, path=["E6"])

    asked = question(lambda table: finish(table, game, one))

    assert answer(game, asked, "s1") == ["cast:knit_wounds:s1"]


@pytest.mark.parametrize(("endurance", "more"), [(4, True), (2, False)])
def test_the_crystal_is_not_looked_for_with_many_wounds(endurance: int, more: bool) -> None:
    """[8.5, 10.3] To find it would make the next death the last."""
    game = a_game("miner", "friar", at="A3")
    one = game.seeker_of("s1")
    one.endurance = endurance

    assert (area_worth(game, one, "A2", 0.0, 0.0) > area_worth(game, one, "A6", 0.0, 0.0)) is more
