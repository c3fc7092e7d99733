"""Traps, poison, the dying, spoils: the autopilot's replies to what cannot wait."""

from __future__ import annotations

from rules.kernel.answers import Value
from rules.kernel.autopilot import plain
from rules.kernel.requests import NextAction, Seat
from rules.labirynt_smierci.autopilot.asides import named, taken, values
from rules.labirynt_smierci.formation import first_through_the_door
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.traits import skill
from rules.labirynt_smierci.traps import NOBODY

FRAIL, STURDY = 3, 8
SURE_ENOUGH = 3
"""A skill of so much is better than a spell's price."""


def delegate(game: Game, request: NextAction, seat: Seat) -> Value:
    """The best at traps; the spell where nobody is good; without both whoever can best bear it."""
    offered = [action.option.id for action in request.of(seat)]
    people = [one for one in game.people if one.id in offered]
    skilled = max(people, key=lambda one: (_trust(game, one), one.strength_now, one.id))
    if skill(game, skilled, "traps") < SURE_ENOUGH:
        for action in named(request, seat, "thief"):
            return taken(action, values(action, "thief")[0])
    if NOBODY in offered and not skill(game, skilled, "traps") and skilled == first_through_the_door(game):
        return [NOBODY]
    return [skilled.id]


def _trust(game: Game, one: Character) -> float:
    """How gladly somebody is sent to a trap: the chance to disarm it; the weak only if they can do it well."""
    frail = 0.5 if one.strength_now <= FRAIL else 0.0
    return skill(game, one, "traps") / 6 + min(one.strength_now, STURDY) / 20 - frail


def reply(game: Game, request: NextAction, seat: Seat) -> Value:
    """Neutralize poison when hurt, call back the dead when the caster can bear it, share fairly."""
    match request.why:
        case "loot":
            return ["fair"]
        case "poison":
            return _if_affordable(game, request, seat, "neutralize", reserve=3)
        case "resurrection":
            return _if_affordable(game, request, seat, "raise", reserve=1)
    return plain(request, seat)


def _if_affordable(game: Game, request: NextAction, seat: Seat, verb: str, reserve: int) -> Value:
    spell = {"neutralize": "neutralize_poison", "raise": "resurrection"}[verb]
    for action in named(request, seat, verb):
        caster = _caster(game, action.option.id)
        if caster.strength_now - game.tables.spells.of(spell).cost >= reserve:
            return taken(action, values(action, verb)[0])
    return ["none"]


def _caster(game: Game, action_id: str) -> Character:
    return game.characters[action_id.partition(":")[2].partition(">")[0]]
