"""What the autopilot answers to the first question of a rule, for its tests."""

from __future__ import annotations

from typing import Any

from rules.jaskinia.autopilot import answer
from rules.jaskinia.exploration.arriving import act_here
from rules.jaskinia.fight.enemies import face_enemies
from rules.jaskinia.model import Game, Trip
from rules.jaskinia.turn import set_out
from rules.kernel.answers import Value, judge
from rules.kernel.requests import Seat
from tests.rules.jaskinia.builders import a_game, lay
from tests.rules.playing import Rule, question


def says(game: Game, rule: Rule, seat: Seat = "s1") -> Value:
    """What a seat's autopilot answers to the first question of a rule; it is legal."""
    request = question(rule)
    value = answer(game, request, seat)
    judge(request, value, seat)
    return value


def starts(game: Game) -> Value:
    """What the Seeker at turn does first."""
    one = game.seeker_of("s1")
    game.trip = Trip(power=one.power, path=[one.at])
    return says(game, lambda table: set_out(table, game, one))


def arrives(game: Game) -> Value:
    """What it does where its move ended."""
    return says(game, lambda table: act_here(table, game, game.seeker_of("s1")))


def meets(game: Game, *foes: str) -> Value:
    """What it does before the dice of a fight with Animals and Monsters."""
    one = game.seeker_of("s1")
    lay(game, one.at, *foes)
    return says(game, lambda table: face_enemies(table, game, one, foes, "fight"))


def at_the_crystal(*values: int, **more: Any) -> Game:
    """A Miner with this Strength and Power in the Crystal Chamber K6."""
    game = a_game("miner", at="E1")
    game.crystal = "E1"
    one = game.seeker_of("s1")
    one.strength, one.power = values
    for name, value in more.items():
        setattr(one, name, value)
    return game
