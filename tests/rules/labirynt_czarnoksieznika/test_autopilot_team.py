"""What the autopilot answers for a team: who moves, whom it attacks, what its people share."""

from __future__ import annotations

from collections import Counter
from random import Random
from statistics import fmean
from typing import Any

import pytest

from rules.kernel.answers import Value
from rules.kernel.autopilot import careless
from rules.kernel.chance import Scripted
from rules.kernel.requests import Request, Seat
from rules.kernel.table import Table
from rules.labirynt_czarnoksieznika.autopilot import answer
from rules.labirynt_czarnoksieznika.events.course import Moved, TurnBegan
from rules.labirynt_czarnoksieznika.exploration.exploring import encounter
from rules.labirynt_czarnoksieznika.exploration.penetration import penetrate
from rules.labirynt_czarnoksieznika.model import CRYSTAL, Character, Game
from rules.labirynt_czarnoksieznika.turn import go_and_explore
from tests.rules.labirynt_czarnoksieznika.builders import a_game, put
from tests.rules.labirynt_czarnoksieznika.witness import WITNESS
from tests.rules.playing import question
from tests.soak import journeys


def moves(game: Game) -> Value:
    """The Move that the first seat's autopilot takes."""
    return answer(game, question(lambda table: go_and_explore(table, game, "s1")), "s1")


# A team that plays together --------------------------------------------------------------------------------------

TEAMWORK = 8
"""Games."""
BUSIEST = 0.65
"""A few games are not a thousand, in which it is below 0.6."""
STANDS = 20
HASTY = 40
"""So often is a careless player asked."""


def test_who_has_moved_less_takes_the_next_move() -> None:
    """Both stand in the Camp with nothing in hand; Taelin has gone six times, Eriald never."""
    game = a_game()
    put(game, "taelin", "A4@0")
    put(game, "eriald", "A4@0")
    game.teams["s1"].moved = ["taelin"] * 6

    assert moves(game)[0].startswith("step:eriald")


def test_an_errand_is_carried_on() -> None:
    """Taelin waits abroad with a Rune and one Life Point while Eriald has made the last eight Moves."""
    game = a_game()
    put(game, "taelin", "B3@1", rune="earth", life=1)
    put(game, "eriald", "C2@0")
    game.teams["s1"].moved = ["taelin", "taelin", "taelin", *["eriald"] * 8]

    assert moves(game)[0].startswith("step:taelin")


def test_a_crystal_goes_home_before_a_mate_takes_a_rune() -> None:
    """Taelin is far from the Camp with it and has gone six times; a Rune lies one step from Eriald."""
    game = a_game()
    put(game, "taelin", "D1@0", pack=[CRYSTAL])
    put(game, "eriald", "C2@0")
    game.teams["s1"].moved = ["taelin"] * 6

    assert moves(game)[0].startswith("step:taelin")


@pytest.mark.parametrize(("haldra", "borgrim", "step"), [("A1", "A4", "A3"), ("B1", "D1", "C1")])
def test_who_would_likely_lose_lets_a_stronger_mate_go_twice(haldra: str, borgrim: str, step: str) -> None:
    """Both have a Rune; Haldra, at the last Life Point, would win once where she loses twice or more often."""
    game = a_game("dwarves", "undead")
    put(game, "haldra", f"{haldra}@0", rune="fire", life=1)
    put(game, "borgrim", f"{borgrim}@0", rune="fire")
    game.teams["s1"].moved = ["haldra", "borgrim"] * 2 + ["borgrim"] * 2

    assert moves(game) == [f"step:borgrim:{step}"]


def test_who_carries_what_wins_the_game_waits_for_nobody() -> None:
    """With thirteen Gems the Rune is the last errand, however often Taelin has moved."""
    game = a_game()
    game.teams["s1"].gems = 13
    put(game, "taelin", "B3@1", rune="fire")
    put(game, "eriald", "C2@0")
    game.teams["s1"].moved = ["taelin"] * 12

    assert moves(game) == ["step:taelin:B2"]


@pytest.mark.parametrize(
    ("at", "carried", "step"),
    [("B3@1", {"rune": "fire"}, "step:taelin:B2"), ("B4@0", {"pack": [CRYSTAL]}, "step:taelin:A4")],
    ids=["a Rune to its element [9.3]", "a Crystal to the own Camp [8.4]"],
)
def test_what_is_a_step_from_its_goal_is_delivered(at: str, carried: dict[str, Any], step: str) -> None:
    """However often Taelin has gone, and however long Eriald with a Rune of his own has waited."""
    game = a_game()
    put(game, "taelin", at, **carried)
    put(game, "eriald", "C2@1", rune="air")
    game.teams["s1"].moved = ["eriald", *["taelin"] * 8]

    assert moves(game) == [step]


@pytest.mark.parametrize("moved", [[], ["eriald"] * 6, ["eriald"] * 12])
def test_a_rune_one_step_away_is_taken_before_team_mates_take_their_turn(moved: list[str]) -> None:
    """Eriald stands beside the Rune chamber, however often he has gone [9.1]."""
    game = a_game()
    put(game, "eriald", "C2@0")
    put(game, "taelin", "B1@0")
    game.teams["s1"].moved = moved

    assert moves(game) == ["step:eriald:C3"]


@pytest.mark.parametrize("eriald", ["C2@0", "C1@0"])
def test_who_has_a_rune_steps_into_the_teleport_before_a_second_one_is_fetched(eriald: str) -> None:
    """Taelin, however often he has gone [9.2]."""
    game = a_game()
    put(game, "eriald", eriald)
    put(game, "taelin", "B3@0", rune="fire")
    game.teams["s1"].moved = ["taelin"] * 8

    assert moves(game) == ["step:taelin:B2"]


def test_the_whole_team_plays_and_no_rune_stands_about() -> None:
    """In whole games the busiest character makes not much more than half of its team's Moves."""
    shares, stands = [], []
    for n in range(TEAMWORK):
        made, standing = Counter[str](), Counter[tuple[str, str, str]]()
        for stage, state in journeys.play(WITNESS.sensible(n), WITNESS.careful):
            made.update(one.event.who.key.removeprefix("character.") for one in stage.told if type(one.event) is Moved)
            active = {one.event.by for one in stage.told if type(one.event) is TurnBegan}
            standing.update((one.id, one.at, one.rune) for one in errands(state) if one.seat in active)
        shares += [busiest(made, cards) for cards in teams_of(state)]
        stands.append(max(standing.values()))

    assert fmean(shares) <= BUSIEST
    assert max(stands) <= STANDS


def errands(game: Game) -> list[Character]:
    """Who carries a Rune."""
    return [one for one in game.characters.values() if one.rune]


def teams_of(game: Game) -> list[list[str]]:
    """The characters of each team."""
    return [[one.id for one in game.cards_of(seat)] for seat in game.seats]


def busiest(made: Counter[str], team: list[str]) -> float:
    """The share of its team's Moves that one character made."""
    return max(made[id] for id in team) / sum(made[id] for id in team)


# Fair fights -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "whom", "expected"),
    [
        ({"hand": "sword"}, {}, "attack:osten"),
        ({}, {"hand": "dagger"}, "peace"),
        ({"hand": "dagger", "life": 1, "rune": "fire"}, {}, "peace"),
        ({"hand": "dagger", "life": 1}, {"life": 1}, "attack:osten"),
    ],
    ids=["a sword against bare hands", "likelier to lose", "the last Life Point of an errand", "to strike it down"],
)
def test_an_attack_weighs_what_is_lost(attacker: dict[str, Any], whom: dict[str, Any], expected: str) -> None:
    """Gruzz, who is strong against characters, comes upon Osten."""
    game = a_game("ratmen", "undead")
    gruzz = put(game, "gruzz", "C2@0", **attacker)
    put(game, "osten", "C2@0", **whom)
    game.entered = "gruzz"

    request = question(lambda table: encounter(table, game, gruzz))

    assert answer(game, request, "s1") == [expected]


def test_who_could_be_met_by_two_attacks_neither() -> None:
    """Against Osten alone the odds are good; Azghul beside him would defend, too."""
    game = a_game("ratmen", "undead")
    gruzz = put(game, "gruzz", "C2@0", hand="sword")
    put(game, "osten", "C2@0")
    put(game, "azghul", "C2@0")
    game.entered = "gruzz"

    assert answer(game, question(lambda table: encounter(table, game, gruzz)), "s1") == ["peace"]


# Things ----------------------------------------------------------------------------------------------------------


def shared(game: Game, who: str) -> None:
    """Somebody penetrates as usual."""
    one = game.characters[who]
    people = Table((), Scripted({}), people=lambda request, seat: answer(game, request, seat))
    penetrate(people, game, one)


def test_team_mates_share_what_the_other_needs() -> None:
    """Taelin's spare sword goes into Eriald's hand, the Elixir to who is hurt, the incantation to who can read it."""
    game = a_game()
    taelin = put(game, "taelin", "B3@0", hand="axe", pack=["sword", "weakness"])
    eriald = put(game, "eriald", "B3@0", life=1)
    taelin.loot = ["elixir"]
    game.bag["elixir"] -= 1

    shared(game, "taelin")

    assert (taelin.hand, taelin.pack) == ("axe", [])
    assert (eriald.hand, sorted(eriald.pack)) == ("sword", ["elixir", "weakness"])


def test_a_careless_player_keeps_a_crystal_in_a_full_backpack() -> None:
    """Osten wins one and has no box left: something else is left on the floor, whatever the luck."""
    game, luck = a_game("undead", "elves"), Random(5)
    osten = put(game, "osten", "B3@0", pack=["elixir"] * game.card("osten").backpack)
    osten.loot = [CRYSTAL]

    def hasty(request: Request[Any], seat: Seat) -> Value:
        return careless(request, seat, answer(game, request, seat), luck.randrange)

    for _ in range(HASTY):
        osten.pack, osten.loot = ["elixir"] * game.card("osten").backpack, [CRYSTAL]
        penetrate(Table((), Scripted({}), people=hasty), game, osten)
        assert CRYSTAL in osten.pack
        game.floor.clear()


def test_a_crystal_is_given_to_who_brings_it_home_safely() -> None:
    """Taelin at the last Life Point hands it over to Eriald, who is unhurt, and would not to who carries a Rune."""
    given = []
    for rune in ("", "fire"):
        game = a_game()
        taelin = put(game, "taelin", "B3@0", pack=[CRYSTAL], life=1)
        put(game, "eriald", "B3@0", rune=rune)
        shared(game, "taelin")
        given.append(CRYSTAL not in taelin.pack)

    assert given == [True, False]


def test_what_was_put_by_in_the_camp_stays_there() -> None:
    """The makings of a Glove; a better Weapon is changed for the one in hand."""
    game = a_game()
    taelin = put(game, "taelin", "A4@0", hand="dagger")
    game.teams["s1"].store = ["helmet", "sword", "rust", "elixir"]

    shared(game, "taelin")

    assert (taelin.hand, taelin.worn, taelin.pack) == ("sword", [], [])
    assert sorted(game.teams["s1"].store) == ["dagger", "elixir", "helmet", "rust"]


# The Encounter roll ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("life", "rune", "expected"), [(1, "fire", "less:taelin"), (3, "", "keep")])
def test_fate_is_changed_where_much_is_at_stake(life: int, rune: str, expected: str) -> None:
    """At the last Life Point on an errand rather the imp than the bone sentry; else that is no great matter."""
    game = a_game()
    taelin = put(game, "taelin", "C2@0", pack=["fate"], life=life, rune=rune)
    game.entered = "taelin"

    request = question(lambda table: encounter(table, game, taelin), {"encounter.table": [(1, 2)]})

    assert (request.why, answer(game, request, "s1")) == ("roll.fate", expected)
