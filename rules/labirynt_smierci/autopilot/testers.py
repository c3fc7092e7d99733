"""Whom the autopilot sends to a feature, and which thing or spell it names when a find or a menu asks."""

from __future__ import annotations

from typing import Any

from rules.labirynt_smierci.autopilot.dangers import price_of_pit, price_of_trap
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.party.belongings import Belonging
from rules.labirynt_smierci.party.traits import resistance
from rules.labirynt_smierci.party.weapons import FRONT_RANK


def tester(game: Game) -> Character:
    """Who risks least or gains most at this room's feature; of equals the first rank before the casters."""
    front = game.formation[FRONT_RANK]
    return max(game.people, key=lambda one: (_fitness(game, one), one.strength_now, one.id in front, one.id))


def _fitness(game: Game, one: Character) -> tuple[float, ...]:
    """Poison asks for strength, a lid for nimble fingers, books for who can learn, a bed for who is hurt; the rest
    for who resists.
    """
    match game.here.kind:
        case "fountain":
            return (one.wears("medallion", "neutralize_poison"), one.strength_now)
        case "trapdoor":
            return (-2 * price_of_trap(game, one) - price_of_pit(game, one),)  # two results of the die, and one
        case "furniture":
            return (_can_learn(game, one), one.wounds)
    return (resistance(game, one),)


def _can_learn(game: Game, one: Character) -> bool:
    return max(one.potential) > 0 and any(spell.id not in one.known for spell in game.tables.spells.ordinary)


def thirst(thing: Belonging) -> tuple[Any, ...]:
    """How sensible it is to drink this: what heals the hurt most, then what nobody knows by who can best bear it."""
    healing = thing.item.name == "healing"
    return (thing.owner.wounds if healing else 0, not healing, thing.owner.strength_now)
