"""The autopilot's orders in a fight: shut the Gate, cast what pays, strike the weakest, relieve the badly hurt.

A player's standing orders set the preferred target and what to save. Rounds that run by themselves follow them, too.
"""

from __future__ import annotations

from typing import TypeGuard

from rules.kernel.answers import Value
from rules.kernel.offers import meanings
from rules.kernel.requests import Choose, Field, Form
from rules.labirynt_smierci.autopilot import strength
from rules.labirynt_smierci.autopilot.strength import worth as worth_of
from rules.labirynt_smierci.combat.lineup import awake
from rules.labirynt_smierci.combat.odds import fight_odds
from rules.labirynt_smierci.combat.orders import HOLD, Attack, Change, Order, possible_orders
from rules.labirynt_smierci.combat.powers import TryGate, sheet_of
from rules.labirynt_smierci.combat.regroup import Move, Step, Swap, is_short, ranks_after
from rules.labirynt_smierci.combat.spells import monster_of_id
from rules.labirynt_smierci.magic.casting import Cast, can_cast
from rules.labirynt_smierci.model import Character, Game, Group, Monster, Orders
from rules.labirynt_smierci.party.belongings import FRONT_RANK, MISSILES, SECOND_RANK, best_weapon
from rules.labirynt_smierci.party.formation import nearest_opponents, next_in_front, rank_of
from rules.labirynt_smierci.party.traits import GATE, resistance, spells_of
from rules.labirynt_smierci.tables import mean_amount

TWICE = 2
"""A relief of a dying character must be this many times as strong."""
RESERVE = 2
TO_ALL = ("explosion", "wrath_of_god")
BINDING = ("sleep", "charm", "redemption")
"""Spells that take a monster out of the fight; a second caster of the round takes another target."""
HOPELESS = 0.8
"""A fight that costs more than this part of the party is better stopped."""
ALLY = 0.6
"""The value of a charmed monster's strength, in wounds saved later."""


def orders(game: Game, form: Form) -> Value:
    """Return an order for each character of the seat."""
    group = game.met
    if not group:
        return {field.name: "hold" for field in form.fields}
    chosen = dict[str, str]()
    open_fields = {field.name: field for field in form.fields if not field.usual}
    bound: list[str] = []
    for character in game.living:
        if character.id in open_fields:
            ask = open_fields[character.id].ask
            assert isinstance(ask, Choose)
            meant = dict(meanings(ask))
        elif any(can_cast(game, character, spell) for spell in BINDING) and character.seat != form.who:
            meant = {way.option.id: way.meant for way in possible_orders(game, group, character)}
        else:
            continue
        possible = [order for order in meant.values() if not _is_binding(order) or order.target not in bound]
        wanted = _best_order(game, group, character, possible)
        chosen[character.id] = next(id for id, item in meant.items() if item == wanted)
        bound += [wanted.target] if _is_binding(wanted) else []
    return {field.name: field.usual or chosen.get(field.name, "hold") for field in form.fields}


def _is_binding(order: Order) -> TypeGuard[Cast[str]]:
    return isinstance(order, Cast) and order.spell in BINDING


def _best_order(game: Game, group: Group, character: Character, possible: list[Order]) -> Order:
    if gate := [order for order in possible if isinstance(order, TryGate)]:
        return gate[0]
    given = game.orders_of(character.seat)
    casts = [order for order in possible if isinstance(order, Cast)] if given.spells == "usual" else []
    if spell := best_spell(game, group, character, casts):
        return spell
    if _saves_missile(character.in_hand, given) and rank_of(game, character.id) == SECOND_RANK:
        return HOLD
    if attacks := [order for order in possible if isinstance(order, Attack)]:
        best_attack = min(attacks, key=lambda order: _target_priority(game, group, order, given.target))
        return HOLD if _spares_comrade(game, group, monster_of_id(group, best_attack.target)) else best_attack
    best = best_weapon(game, character, rank_of(game, character.id))
    wanted = [order for order in possible if isinstance(order, Change) and order.weapon == best]
    return wanted[0] if wanted and not _saves_missile(wanted[0].weapon, given) else HOLD


# Standing orders -------------------------------------------------------------------------------------------------


def _saves_missile(weapon: str, given: Orders) -> bool:
    return weapon in MISSILES and (given.missiles == "hold" or (given.missiles == "bows" and weapon == "knife"))


def _target_priority(game: Game, group: Group, order: Attack, wanted: str) -> tuple[bool, bool, float, int, str]:
    """A comrade whose master lives and the Gate come last."""
    target = monster_of_id(group, order.target)
    charmed = bool(target.master)
    return charmed, target.kind == GATE, -_target_preference(game, group, target, wanted), target.strength, target.id


def _spares_comrade(game: Game, group: Group, target: Monster) -> bool:
    """Whether the target is a charmed comrade, and a foe stands in front whom others can strike."""
    assert game.fight
    front = (monster for monster in group.living if monster.id in game.fight.monsters[FRONT_RANK])
    return bool(target.master) and not all(monster.master for monster in front)


def _target_preference(game: Game, group: Group, target: Monster, wanted: str) -> float:
    match wanted:
        case "strongest":
            return target.strength
        case "threat":
            return strength.wounds_threatened_by(game, group, target)
        case "magic":
            sheet = sheet_of(game, target)
            return float(sheet is not None and bool(sheet.spells or sheet.power))
        case "casters":
            return float(_faces_a_caster(game, target))
        case _:
            return 0.0


def _faces_a_caster(game: Game, target: Monster) -> bool:
    assert game.fight
    front, places = list(game.formation[FRONT_RANK]), game.fight.monster_places
    if target.id not in places:
        return False
    faced = nearest_opponents(target.id, places, game.fight.party_places, front)
    return any(spells_of(game, game.characters[member]) for member in faced)


# Magic -----------------------------------------------------------------------------------------------------------


def best_spell(game: Game, group: Group, character: Character, casts: list[Cast[str]]) -> Cast[str] | None:
    """Return the cast that saves most wounds beyond its price and the weapon's wounds; None if no cast pays."""
    if not casts:
        return None
    ours = max(strength.wounds_dealt(game), 0.5)
    pressure = sum(
        sorted((strength.wounds_threatened_by(game, group, foe) for foe in awake(game, group)), reverse=True)[:3]
    )
    by_weapon = strength.wounds_dealt_by(game, character) * pressure / ours
    worth = [
        _wounds_spared_by_cast(game, group, cast, pressure / ours) - _strength_price(game, character, cast)
        for cast in casts
    ]
    best = max(range(len(casts)), key=lambda n: (worth[n], casts[n].spell, casts[n].target))
    return casts[best] if worth[best] > by_weapon else None


def _strength_price(game: Game, character: Character, cast: Cast[str]) -> float:
    if not can_cast(game, character, cast.spell):
        return 0.0  # a potion works without a price
    price = game.tables.spells.of(cast.spell).cost
    return float(price) if character.strength_now - price >= RESERVE else 99.0


def _wounds_spared_by_cast(game: Game, group: Group, cast: Cast[str], saved: float) -> float:
    """Return the wounds that a cast spares the party; ``saved``: wounds spared by each wound dealt."""
    spell = cast.spell
    if spell in TO_ALL:
        return sum(_expected_spell_wounds(game, monster, spell) for monster in awake(game, group)) * saved
    if spell == "cease_fire":
        loss = fight_odds(game, group, fights=strength.FIGHTS).loss
        return loss if loss > HOPELESS * strength.party_strength(game) else 0.0
    if spell == "magic_shield":
        gate = any(monster.kind == GATE for monster in awake(game, group))
        rounds = fight_odds(game, group, fights=strength.FIGHTS).rounds if gate else 0.0
        return strength.wounds_by_blasts(game) / len(game.living) * rounds
    return _wounds_spared_on_target(game, monster_of_id(group, cast.target), spell, saved)


def _wounds_spared_on_target(game: Game, monster: Monster, spell: str, saved: float) -> float:
    fails = 1 - resistance(game, monster) / 6
    match spell:
        case "sleep":
            return fails * monster.strength * saved
        case "charm":
            return fails * monster.strength * (saved + ALLY)
        case "redemption":
            return monster.strength * (saved + 1)
        case _:
            return _expected_spell_wounds(game, monster, spell) * saved


def _expected_spell_wounds(game: Game, monster: Monster, spell: str) -> float:
    wounds = mean_amount(game.tables.spells.of(spell).amount) * (-1 if monster.master else 1)
    shielded = game.fight is not None and monster.id in game.fight.shielded
    return 0.0 if shielded else min(wounds, monster.strength) * (1 - resistance(game, monster) / 6)


# Ranks -----------------------------------------------------------------------------------------------------------


def regroup(game: Game, form: Form) -> Value:
    """Exchange the badly hurt of the first rank for somebody of the second if that is much better.

    If the two have different owners, both agree to it.
    """
    wanted = _wanted_moves(game)
    return {field.name: _chosen_move_id(field, wanted) for field in form.fields}


def _wanted_moves(game: Game) -> list[Move]:
    if is_short(game) and len(game.formation) > 1:
        return [Step(next_in_front(game), FRONT_RANK)]
    relief = _best_relief(game)
    return [Swap(*relief), Swap(*reversed(relief))] if relief else []


def _chosen_move_id(field: Field, wanted: list[Move]) -> str:
    assert isinstance(field.ask, Choose)
    meant = meanings(field.ask)
    return next((id for id, move in meant.items() if move in wanted), "stay")


def _best_relief(game: Game) -> tuple[str, str] | None:
    if is_short(game):
        return None
    willing = [character for character in game.living if game.orders_of(character.seat).regroup != "stay"]
    front, second = (
        [character for character in willing if rank_of(game, character.id) == n] for n in (FRONT_RANK, SECOND_RANK)
    )
    changes = [
        Swap(character.id, other.id) for character in front for other in second if _should_relieve(character, other)
    ]
    worths = strength.worths_of(game) if changes else {}
    gains = {swap: worth_of(worths, ranks_after(game.formation, [swap])) for swap in changes}
    best = max(changes, key=lambda swap: (strength.is_dying(game.characters[swap.who]), gains[swap]), default=None)
    if best and (
        strength.is_dying(game.characters[best.who])
        or gains[best] >= worth_of(worths, game.formation) + strength.MUCH_BETTER
    ):
        return best.who, best.other
    return None


def _should_relieve(character: Character, other: Character) -> bool:
    if strength.is_dying(character):
        return not strength.is_dying(other) and other.strength_now + other.absorbs >= TWICE * (
            character.strength_now + character.absorbs
        )
    return strength.is_hurt(character) and not strength.is_hurt(other)
