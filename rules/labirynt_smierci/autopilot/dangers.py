"""What the autopilot does about traps, poison and the dying."""

from __future__ import annotations

from rules.kernel.answers import Value
from rules.kernel.autopilot import plain
from rules.kernel.requests import NextAction, Seat
from rules.labirynt_smierci.autopilot.remedies import casts
from rules.labirynt_smierci.magic.casting import NONE
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.party.formation import first_through_the_door
from rules.labirynt_smierci.party.traits import skill
from rules.labirynt_smierci.traps import NOBODY

# Traps, poison, the dying, spoils: what cannot wait --------------------------------------------------------------


FRAIL = 3
"""Who has no more strength may die of a trap."""
WOUNDS, DEATH, LESSON = 2.0, 8.0, 1.0
"""What a trap costs on average, and besides for the frail; what it is worth to have disarmed one [7.3, 12]."""
THIEF = 1.5
"""What the spell costs, in wounds."""


def delegate(game: Game, request: NextAction, seat: Seat) -> Value:
    """Whom it costs least on average: who may disarm it, then who can best bear it; the spell where that is dearer."""
    offered = [action.option.id for action in request.of(seat)]
    people = [one for one in game.people if one.id in offered]
    best = min(people, key=lambda one: (price_of_trap(game, one), -one.strength_now, one.id))
    if price_of_trap(game, best) > THIEF:
        for spell in casts(request, seat, "thief"):
            return spell.answer(spell.ways[0])
    if NOBODY in offered and not skill(game, best, "traps") and best == first_through_the_door(game):
        return [NOBODY]
    return [best.id]


def price_of_trap(game: Game, one: Character) -> float:
    """What a trap costs on average when this one is sent, in wounds."""
    disarmed = skill(game, one, "traps") / 6
    sprung = WOUNDS + (DEATH if one.strength_now <= FRAIL else 0.0)
    return (1 - disarmed) * sprung - disarmed * LESSON


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
