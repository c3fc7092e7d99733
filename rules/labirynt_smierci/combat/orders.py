"""The one question of a combat round: what each player's characters do, and who changes ranks after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from rules.kernel.offers import Way, choice
from rules.kernel.requests import Field, Form, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_smierci.combat.gate import TryGate, gate_orders
from rules.labirynt_smierci.combat.spells import spell_orders
from rules.labirynt_smierci.magic.casting import Cast
from rules.labirynt_smierci.model import Character, Game, Group, mark_of
from rules.labirynt_smierci.party.formation import STAY, Move, nearest_opponents, places_in, possible_moves, rank_of
from rules.labirynt_smierci.party.weapons import SECOND_RANK, attack_bonus, expected_wounds, is_usable

REGROUP = "regroup"


class Attack(msgspec.Struct, frozen=True):
    """With the weapon in hand at a monster, by its id."""

    target: str


class Change(msgspec.Struct, frozen=True):
    """Another weapon in hand, instead of an attack."""

    weapon: str


class Hold(msgspec.Struct, frozen=True):
    """Do nothing."""


Order = Attack | Change | Hold | TryGate | Cast[str]
"""What a character does in a round."""
HOLD = Hold()


class Orders(msgspec.Struct, frozen=True):
    """What was ordered: character → attack, seat → change of ranks."""

    attacks: dict[str, Order]
    moves: dict[Seat, Move]


def ask_orders(table: Table, game: Game, group: Group, party_strikes: bool) -> Orders:
    """One form for each player with a living character; without an attack phase only the ranks are asked about."""
    why = "combat.orders" if party_strikes else "combat.surprised"
    asks = {seat: orders_form(game, group, seat, own if party_strikes else [], why) for seat, own in game.seats_alive()}
    asks = {seat: form for seat, form in asks.items() if form.fields}
    attacks: dict[str, Order] = {}
    moves: dict[Seat, Move] = {}
    for seat, filled in table.everyone(why, asks).items():
        given = dict(filled.values)
        moves[seat] = given.pop(REGROUP, STAY)
        attacks.update(given)
    return Orders(attacks, moves)


def orders_form(game: Game, group: Group, seat: Seat, own: list[Character], why: str) -> Form:
    """A field for each of these characters of the seat, and one for a change of ranks."""
    assert game.fight is not None
    fields: list[Field[Any]] = [_field(game, group, seat, one) for one in own]
    if len(moves := possible_moves(game, seat)) > 1:
        fields.append(Field(REGROUP, choice(seat, "combat.regroup", moves), Word("field.regroup")))
    facts: dict[str, Fact] = {"round": game.fight.round, "monster": group.name, "number": group.number}
    return Form(who=seat, why=why, fields=tuple(fields), facts=facts)


def _field(game: Game, group: Group, seat: Seat, one: Character) -> Field[Order]:
    ways = list(possible_orders(game, group, one))
    facts: dict[str, Fact] = {"who": one.name, "weapon": Word(f"weapon.{one.in_hand}"), "strength": one.strength_now}
    return Field(one.id, choice(seat, "combat.order", ways, facts), one.name)


def possible_orders(game: Game, group: Group, one: Character) -> Iterator[Way[Order]]:
    """Attack with the weapon in hand, shut the Gate, cast, change the weapon (costs the attack), or hold [9.2]."""
    if found := targets(game, group, one):
        wounds = expected_wounds(game.tables.combat, one.in_hand, attack_bonus(game, one, one.in_hand))
        for target in found:
            yield Way(_attack(group, one, target, round(10 * wounds)), Attack(target))
    yield from gate_orders(game, group, one)
    yield from spell_orders(game, group, one)
    for weapon in one.weapons:
        if weapon != one.in_hand and not is_thrown(game, one, weapon):
            facts = {"weapon": Word(f"weapon.{weapon}")}
            yield Way(Option(f"change:{weapon}", "combat.change", "combat.change.cost", facts), Change(weapon))
    yield Way(Option("hold", "combat.hold"), HOLD)


def _attack(group: Group, one: Character, target: str, tenths: int) -> Option:
    monster = next(monster for monster in group.monsters if monster.id == target)
    manner = {"bow": "shoot", "knife": "throw"}.get(one.in_hand, "strike")
    facts: dict[str, Fact] = {
        "weapon": Word(f"weapon.{one.in_hand}"),
        "monster": monster.name,
        "mark": mark_of(target),
        "strength": monster.strength,
        "tenths": tenths,
    }
    return Option(f"attack:{target}", f"combat.attack.{manner}", "combat.attack.odds", facts)


def targets(game: Game, group: Group, one: Character) -> list[str]:
    """Whom a character can attack with the weapon in hand: the nearest from the first rank, any from the second."""
    rank = rank_of(game, one.id)
    assert game.fight is not None
    if not is_usable(one.in_hand, rank) or is_thrown(game, one, one.in_hand):
        return []
    alive = [monster.id for monster in group.living]
    standing = [monster for monster in game.fight.monsters[0] if monster in alive]
    if rank == SECOND_RANK:
        return _nearest_first(game, one, standing)
    return nearest_opponents(one.id, game.fight.party_places, game.fight.monster_places, standing)


def is_thrown(game: Game, one: Character, weapon: str) -> bool:
    """Whether this is a knife that was thrown in this fight: it comes back after a victory [9.2]."""
    assert game.fight is not None
    return weapon == "knife" and one.id in game.fight.thrown


def _nearest_first(game: Game, one: Character, standing: list[str]) -> list[str]:
    assert game.fight is not None
    own = places_in(game.formation[SECOND_RANK])[one.id]
    place = game.fight.monster_places
    return sorted(standing, key=lambda other: (abs(place[other] - own), place[other]))
