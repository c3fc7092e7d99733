"""A policy for comparison in simulations: the party camps at the entrance and fights wandering monsters there.

It leaves the labyrinth to heal and buys improvements. It follows the usual autopilot in the last adventure and once
everybody has bought ``ENOUGH`` improvements. House rules that make this the best way to play are bad ones [12].
"""

from __future__ import annotations

from rules.kernel.answers import Value
from rules.kernel.requests import NextAction, Request, Seat
from rules.labirynt_smierci.autopilot import answer
from rules.labirynt_smierci.autopilot.free_actions import first_thing
from rules.labirynt_smierci.autopilot.strength import adventures_left, health
from rules.labirynt_smierci.autopilot.ways import HOME
from rules.labirynt_smierci.course.journeys import known_paths
from rules.labirynt_smierci.course.ways import ways_out
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.party.experience import wanderers_teach

ENOUGH = 20
"""The number of improvements that each member should buy."""
HURT = 0.62
"""The party goes out below this part of its full strength."""


def camp(game: Game, request: Request, seat: Seat) -> Value:
    """Return the answer of a player who camps at the entrance."""
    if isinstance(request, NextAction) and request.why == "way":
        with game.unchanged():
            if has_more_to_learn(game) and (step := _camper_way(game)):
                first = first_thing(game, request, seat)
                return first.value if first else [step]
    return answer(game, request, seat)


def has_more_to_learn(game: Game) -> bool:
    """Whether camping still pays and an adventure is left to heal by going out."""
    more = adventures_left(game) > 0 and wanderers_teach(game)
    return more and any(person.bought < ENOUGH for person in game.people)


def _camper_way(game: Game) -> str:
    """Return the next exit: out to heal or to the neighbouring segment, and back; '' away from the entrance."""
    if (game.level, game.square) == HOME:
        return "out" if health(game) < HURT else next((way.id for way in ways_out(game) if way.id != "out"), "")
    return next((path.first for path in known_paths(game) if path.to == HOME and path.steps == 1), "")
