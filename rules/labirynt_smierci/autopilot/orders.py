"""Orders in a fight: shut the Gate, cast what saves more than it costs, strike the weakest, relieve the badly hurt."""

from __future__ import annotations

from typing import Any

from rules.kernel.answers import Value
from rules.kernel.requests import Choose, Field, Form
from rules.kernel.taking import meanings
from rules.labirynt_smierci.autopilot.strength import (
    Forecast,
    forecast,
    party_strength,
    wounds_by_blasts,
    wounds_dealt,
    wounds_dealt_by,
    wounds_threatened_by,
)
from rules.labirynt_smierci.combat.gate import TryGate
from rules.labirynt_smierci.combat.lineup import awake
from rules.labirynt_smierci.combat.orders import HOLD, REGROUP, Attack, Change, Order
from rules.labirynt_smierci.combat.spells import monster_of_id
from rules.labirynt_smierci.magic.casting import Cast, can_cast
from rules.labirynt_smierci.model import Character, Game, Group, Monster
from rules.labirynt_smierci.party.formation import STAY, Move, Swap, front_worth, rank_of
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
        return {field.name: "hold" for field in form.fields}
    cost = forecast(game, group)
    return {field.name: _answer(game, group, field, cost) for field in form.fields}


def _answer(game: Game, group: Group, field: Field[Any], cost: Forecast) -> str:
    assert isinstance(field.ask, Choose)
    meant = meanings(field.ask)
    possible = list(meant.values())
    ranks = field.name == REGROUP
    wanted = regroup(game, possible) if ranks else _order(game, group, game.characters[field.name], possible, cost)
    return next(id for id, one in meant.items() if one == wanted)


def _order(game: Game, group: Group, one: Character, possible: list[Order], cost: Forecast) -> Order:
    if gate := [order for order in possible if isinstance(order, TryGate)]:
        return gate[0]
    if (
        spell := best_spell(game, group, one, [order for order in possible if isinstance(order, Cast)], cost)
    ) is not None:
        return spell
    if attacks := [order for order in possible if isinstance(order, Attack)]:
        return min(attacks, key=lambda order: _aim(group, order))
    best = best_weapon(game, one, rank_of(game, one.id))
    return next((order for order in possible if isinstance(order, Change) and order.weapon == best), HOLD)


def _aim(group: Group, order: Attack) -> tuple[bool, int, str]:
    """The weakest first, the Gate last, the sleeping after the waking."""
    target = monster_of_id(group, order.target)
    return target.kind == GATE, target.strength, target.id


# Magic -----------------------------------------------------------------------------------------------------------


def best_spell(game: Game, group: Group, one: Character, casts: list[Cast[str]], cost: Forecast) -> Cast[str] | None:
    """The spell that saves most wounds over its price and over what the weapon would do; None: none does."""
    if not casts:
        return None
    ours = max(wounds_dealt(game), 0.5)
    pressure = sum(sorted((wounds_threatened_by(game, group, foe) for foe in awake(game, group)), reverse=True)[:3])
    by_weapon = wounds_dealt_by(game, one) * pressure / ours
    worth = [_worth(game, group, cast, pressure / ours, cost) - _price(game, one, cast) for cast in casts]
    best = max(range(len(casts)), key=lambda n: (worth[n], casts[n].spell, casts[n].target))
    return casts[best] if worth[best] > by_weapon else None


def _price(game: Game, one: Character, cast: Cast[str]) -> float:
    """The strength it costs; as good as never when the caster would be left with too little."""
    if not can_cast(game, one, cast.spell):
        return 0.0  # a potion works without a price
    price = game.tables.spells.of(cast.spell).cost
    return float(price) if one.strength_now - price >= RESERVE else 99.0


def _worth(game: Game, group: Group, cast: Cast[str], saved: float, cost: Forecast) -> float:
    """Wounds that a cast spares the party; ``saved``: wounds spared by each wound dealt."""
    spell = cast.spell
    if spell in TO_ALL:
        return sum(_hit(game, monster, spell) for monster in awake(game, group)) * saved
    if spell == "cease_fire":
        return cost.loss if cost.loss > HOPELESS * party_strength(game) else 0.0
    if spell == "magic_shield":
        gate = any(monster.kind == GATE for monster in awake(game, group))
        return wounds_by_blasts(game) / len(game.living) * cost.rounds if gate else 0.0
    return _on_one(game, monster_of_id(group, cast.target), spell, saved)


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


def regroup(game: Game, possible: list[Move]) -> Move:
    """Change the badly hurt of the first rank for the best of the second, when he would stand better there."""
    worst = min((game.characters[one] for one in game.formation[0]), key=_health)
    if _health(worst) >= HURT or len(game.formation) < 2:
        return STAY
    fresh = [game.characters[one] for one in game.formation[1] if _health(game.characters[one]) > _health(worst)]
    for other in sorted(fresh, key=front_worth, reverse=True):
        for swap in (Swap(worst.id, other.id), Swap(other.id, worst.id)):
            if swap in possible and front_worth(other) > 0:
                return swap
    return STAY


def _health(one: Character) -> float:
    return one.strength_now / one.strength
