"""What the autopilot does about traps, poison and the dying."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from rules.kernel.answers import Value
from rules.kernel.autopilot import plain
from rules.kernel.dice import odds
from rules.kernel.requests import NextAction, Seat
from rules.labirynt_smierci.autopilot.remedies import casts
from rules.labirynt_smierci.magic.casting import NONE
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.party.formation import first_through_the_door
from rules.labirynt_smierci.party.traits import resistance, skill
from rules.labirynt_smierci.traps import NOBODY, SIX

# Traps, poison, the dying, spoils: what cannot wait --------------------------------------------------------------


WOUNDS, DEATH, LESSON = 2.0, 20.0, 1.0
"""What a trap costs on average, and besides when it kills; what it is worth to have disarmed one [7.3, 12]."""
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
    disarmed = skill(game, one, "traps") / SIX
    return (1 - disarmed) * (WOUNDS + DEATH * death_by_trap(game, one)) - disarmed * LESSON


def death_by_trap(game: Game, one: Character) -> float:
    """How likely a trap that goes off kills; «roll twice» is reckoned as two traps [7.1]."""
    kinds = [row.id for row in game.tables.traps.trap]
    single = [kind for kind in kinds if kind != "twice"]
    each = [(wounds, chance / len(single)) for kind in single for wounds, chance in _wounds_of(game, kind, one)]
    both = [(first + second, chance * other) for first, chance in each for second, other in each]
    twice = 1 - len(single) / len(kinds)
    return (1 - twice) * _at_least(one.strength_now, each) + twice * _at_least(one.strength_now, both)


def price_of_pit(game: Game, one: Character) -> float:
    """What a pit below a lid costs on average, in wounds: of 1K6, and who fails to resist is lost on a 6 [13.9]."""
    shallow = range(1, SIX)
    deadly = sum(depth >= one.strength_now for depth in shallow) + 1 - resistance(game, one) / SIX
    return (sum(shallow) + DEATH * deadly) / SIX


def _at_least(least: int, chances: Iterable[tuple[int, float]]) -> float:
    return sum(chance for wounds, chance in chances if wounds >= least)


def _wounds_of(game: Game, kind: str, victim: Character) -> list[tuple[int, float]]:
    """What one kind of trap may do to somebody, each with its chance, after what Mage Armor takes [7.2]."""
    chances: defaultdict[int, float] = defaultdict(float)
    for wounds, chance in _dealt(game, kind, victim):
        chances[max(wounds - victim.absorbs, 0)] += chance
    return list(chances.items())


def _dealt(game: Game, kind: str, victim: Character) -> Iterator[tuple[int, float]]:
    traps = game.tables.traps
    match kind:
        case "gas":
            yield from _poison(victim, traps.gas)
        case "oil":
            yield from odds(traps.oil).items()
        case "explosion":
            yield traps.explosion, 1.0
        case _:
            for arrow in (game.tables.combat.wounds(traps.arrow_column, die) for die in range(1, SIX + 1)):
                more = _poison(victim, traps.poison) if arrow and kind == "poisoned_arrows" else [(0, 1.0)]
                yield from ((arrow + wounds, chance / SIX) for wounds, chance in more)


def _poison(victim: Character, code: str) -> list[tuple[int, float]]:
    """It does nothing to who wears the medallion."""
    return [(0, 1.0)] if victim.wears("medallion", "neutralize_poison") else list(odds(code).items())


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
