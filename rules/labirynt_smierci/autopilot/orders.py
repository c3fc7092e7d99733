"""Orders in a fight: shut the Gate, cast what saves more than it costs, strike the weakest, relieve the badly hurt."""

from __future__ import annotations

from typing import Any

from rules.kernel.answers import Value
from rules.kernel.requests import Choose, Field, Form
from rules.labirynt_smierci.autopilot.strength import (
    Forecast,
    forecast,
    party_strength,
    wounds_by_blasts,
    wounds_dealt,
    wounds_dealt_by,
    wounds_threatened_by,
)
from rules.labirynt_smierci.combat.lineup import awake
from rules.labirynt_smierci.combat.orders import HOLD, REGROUP
from rules.labirynt_smierci.magic.casting import can_cast
from rules.labirynt_smierci.model import Character, Game, Group, Monster
from rules.labirynt_smierci.party.formation import STAY, front_worth, rank_of
from rules.labirynt_smierci.party.traits import GATE, resistance
from rules.labirynt_smierci.party.weapons import best_weapon
from rules.labirynt_smierci.tables import mean_amount

HURT = 0.5
RESERVE = 2
"""Strength that a caster keeps."""
TO_ALL = ("explosion", "wrath_of_god")
HOPELESS = 0.8
"""A fight that costs more than this part of the party is better stopped."""
ALLY = 0.6
"""What a charmed monster's strength is worth, in wounds saved later."""


def orders(game: Game, form: Form) -> Value:
    """An order for each character of the seat."""
    group = game.met
    if group is None:
        return {field.name: HOLD for field in form.fields}
    cost = forecast(game, group)
    return {field.name: _order(game, group, field, cost) for field in form.fields}


def _order(game: Game, group: Group, field: Field[Any], cost: Forecast) -> str:
    options = [option.id for option in field.ask.options] if isinstance(field.ask, Choose) else []
    if field.name == REGROUP:
        return regroup(game, options)
    if "gate" in options:
        return "gate"
    one = game.characters[field.name]
    if spell := best_spell(game, group, one, options, cost):
        return spell
    attacks = [option for option in options if option.startswith("attack:")]
    if attacks:
        return min(attacks, key=lambda option: _aim(group, option))
    change = f"change:{best_weapon(game, one, rank_of(game, one.id))}"
    return change if change in options else HOLD


def _aim(group: Group, option: str) -> tuple[bool, int, str]:
    """The weakest first, the Gate last, the sleeping after the waking."""
    target = _monster(group, option.rpartition(":")[2])
    return target.kind == GATE, target.strength, target.id


def _monster(group: Group, target: str) -> Monster:
    return next(monster for monster in group.monsters if monster.id == target)


# Magic -----------------------------------------------------------------------------------------------------------


def best_spell(game: Game, group: Group, one: Character, options: list[str], cost: Forecast) -> str:
    """The spell that saves most wounds over its price and over what the weapon would do; '' : none does."""
    casts = [option for option in options if option.startswith("cast:")]
    if not casts:
        return ""
    ours = max(wounds_dealt(game), 0.5)
    pressure = sum(sorted((wounds_threatened_by(game, group, foe) for foe in awake(game, group)), reverse=True)[:3])
    by_weapon = wounds_dealt_by(game, one) * pressure / ours
    worth = {cast: _worth(game, group, cast, pressure / ours, cost) - _price(game, one, cast) for cast in casts}
    best = max(casts, key=lambda cast: (worth[cast], cast))
    return best if worth[best] > by_weapon else ""


def _price(game: Game, one: Character, cast: str) -> float:
    """The strength it costs; as good as never when the caster would be left with too little."""
    spell = cast.split(":")[1]
    if not can_cast(game, one, spell):
        return 0.0  # a potion works without a price
    price = game.tables.spells.of(spell).cost
    return float(price) if one.strength_now - price >= RESERVE else 99.0


def _worth(game: Game, group: Group, cast: str, saved: float, cost: Forecast) -> float:
    """Wounds that a cast spares the party; ``saved``: wounds spared by each wound dealt."""
    _, spell, *target = cast.split(":")
    if spell in TO_ALL:
        return sum(_hit(game, monster, spell) for monster in awake(game, group)) * saved
    if spell == "cease_fire":
        return cost.loss if cost.loss > HOPELESS * party_strength(game) else 0.0
    if spell == "magic_shield":
        gate = any(monster.kind == GATE for monster in awake(game, group))
        return wounds_by_blasts(game) / len(game.living) * cost.rounds if gate else 0.0
    return _on_one(game, _monster(group, target[0]), spell, saved)


def _on_one(game: Game, monster: Monster, spell: str, saved: float) -> float:
    fails = 1 - resistance(game, monster) / 6
    match spell:
        case "sleep":
            return fails * monster.strength * saved
        case "charm":
            return fails * monster.strength * (saved + ALLY)
        case "redemption":
            return monster.strength * (saved + 1)
    return _hit(game, monster, spell) * saved


def _hit(game: Game, monster: Monster, spell: str) -> float:
    wounds = mean_amount(game.tables.spells.of(spell).amount)
    shielded = game.fight is not None and monster.id in game.fight.shielded
    return 0.0 if shielded else min(wounds, monster.strength) * (1 - resistance(game, monster) / 6)


# Ranks -----------------------------------------------------------------------------------------------------------


def regroup(game: Game, options: list[str]) -> str:
    """Change the badly hurt of the first rank for the best of the second, when he would stand better there."""
    worst = min((game.characters[one] for one in game.formation[0]), key=_health)
    if _health(worst) >= HURT or len(game.formation) < 2:
        return STAY
    fresh = [game.characters[one] for one in game.formation[1] if _health(game.characters[one]) > _health(worst)]
    for other in sorted(fresh, key=front_worth, reverse=True):
        for swap in (f"{worst.id}={other.id}", f"{other.id}={worst.id}"):
            if swap in options and front_worth(other) > 0:
                return swap
    return STAY


def _health(one: Character) -> float:
    return one.strength_now / one.strength
