"""What the autopilot does about traps, poison and the dying."""

from __future__ import annotations

from rules.kernel.answers import Value
from rules.kernel.autopilot import plain
from rules.kernel.requests import NextAction, Seat
from rules.labirynt_smierci.autopilot.asides import casts
from rules.labirynt_smierci.magic.casting import NONE
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.party.formation import first_through_the_door
from rules.labirynt_smierci.party.traits import skill
from rules.labirynt_smierci.traps import NOBODY

# Traps, poison, the dying, spoils: what cannot wait --------------------------------------------------------------


FRAIL, STURDY = 3, 8
SURE_ENOUGH = 3
"""A skill of so much is better than a spell's price."""


def delegate(game: Game, request: NextAction, seat: Seat) -> Value:
    """The best at traps; the spell where nobody is good; without both whoever can best bear it."""
    offered = [action.option.id for action in request.of(seat)]
    people = [one for one in game.people if one.id in offered]
    skilled = max(people, key=lambda one: (_trust(game, one), one.strength_now, one.id))
    if skill(game, skilled, "traps") < SURE_ENOUGH:
        for spell in casts(request, seat, "thief"):
            return spell.answer(spell.ways[0])
    if NOBODY in offered and not skill(game, skilled, "traps") and skilled == first_through_the_door(game):
        return [NOBODY]
    return [skilled.id]


def _trust(game: Game, one: Character) -> float:
    """How gladly somebody is sent to a trap: the chance to disarm it; the weak only if they can do it well."""
    frail = 0.5 if one.strength_now <= FRAIL else 0.0
    return skill(game, one, "traps") / 6 + min(one.strength_now, STURDY) / 20 - frail


def reply(game: Game, request: NextAction, seat: Seat) -> Value:
    """Neutralize poison when hurt, call back the dead when the caster can bear it."""
    match request.why:
        case "poison":
            return _if_affordable(game, request, seat, "neutralize_poison", reserve=3)
        case "resurrection":
            return _if_affordable(game, request, seat, "resurrection", reserve=1)
    return plain(request, seat)


def _if_affordable(game: Game, request: NextAction, seat: Seat, spell: str, reserve: int) -> Value:
    for pick in casts(request, seat, spell):
        only = pick.ways[0]
        if only.meant.caster.strength_now - game.tables.spells.of(spell).cost >= reserve:
            return pick.answer(only)
    return [NONE]
