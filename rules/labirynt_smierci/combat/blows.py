"""The attack phases of a round: one die each, wounds noted at once [9.2–9.5]."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.table import Table
from rules.kernel.words import Term, Word
from rules.labirynt_smierci.combat.gate import TryGate, try_skill, way_is_clear
from rules.labirynt_smierci.combat.lineup import awake, choose_victim
from rules.labirynt_smierci.combat.orders import HOLD, Attack, Change, Order, targets
from rules.labirynt_smierci.combat.powers import casts_now, uses_power
from rules.labirynt_smierci.combat.spells import cast_order, monster_casts
from rules.labirynt_smierci.combat.summary import note_dealt
from rules.labirynt_smierci.events.combat import Blow, MonsterBlow, NoTarget, WeaponChanged
from rules.labirynt_smierci.magic.casting import Cast
from rules.labirynt_smierci.marks import mark_in_words
from rules.labirynt_smierci.model import Character, Game, Group, Monster
from rules.labirynt_smierci.party.losses import hurt, wound
from rules.labirynt_smierci.party.traits import GATE, combat_column, dexterity
from rules.labirynt_smierci.party.weapons import FRONT_RANK, SECOND_RANK, attack_bonus


def party_attacks(table: Table, game: Game, group: Group, orders: Mapping[str, Order]) -> None:
    """Phase 1: orders are carried out in formation order, left to right, first rank first."""
    idle: list[Term] = []
    for one in game.living:
        over = group.stance == "truce" or not awake(game, group)
        if not over and not carry_out(table, game, group, one, orders.get(one.id, HOLD)):
            idle.append(one.name)
    if idle:
        table.tell(NoTarget(tuple(idle), len(idle) == len(game.living) > 1))


def carry_out(table: Table, game: Game, group: Group, one: Character, order: Order) -> bool:
    """One character's order; if its target is down, the attack goes to the nearest legal one, the left of equals.

    False when nobody was left to attack.
    """
    match order:
        case Change(weapon=weapon):
            one.in_hand = weapon
            table.tell(WeaponChanged(one.name, Word(f"weapon.{weapon}")))
        case TryGate() if way_is_clear(game, group):
            return try_skill(table, game, group, one)
        case TryGate():  # a guard before the Gate has to be fought first [16]
            return attack(table, game, group, one, "")
        case Attack(target=target):
            return attack(table, game, group, one, target)
        case Cast():
            return cast_order(table, game, group, order)
    return True


def attack(table: Table, game: Game, group: Group, one: Character, wanted: str) -> bool:
    """Strike this one while it is legal, else the first that is; False: there is none."""
    legal = targets(game, group, one)
    if legal:
        strike(table, game, group, one, wanted if wanted in legal else legal[0])
    return bool(legal)


def strike(table: Table, game: Game, group: Group, one: Character, target_id: str) -> None:
    """1K6 + dexterity + weapon skill on the column of the weapon [9.5, 9.9]."""
    target = next(monster for monster in group.monsters if monster.id == target_id)
    weapon = one.in_hand
    plus = attack_bonus(game, one, weapon) - armour_of(game, target)
    number = int(table.roll("1K6", "combat.attack", who=one.name, plus=plus)) + plus
    wounds = game.tables.combat.wounds(weapon, number)
    if weapon == "knife" and game.fight is not None:
        game.fight.thrown.append(one.id)
    mark = mark_in_words(game, target_id)
    killed = target.strength <= wounds
    needed = game.tables.combat.needed(weapon)
    table.tell(Blow(one.name, Word(f"weapon.{weapon}"), target.name, mark, number, wounds, killed, needed))
    note_dealt(game, one.id, wounds)
    hurt(table, game, group, target, wounds)


def armour_of(game: Game, target: Monster) -> int:
    """The armour of a member who turned on the party; monsters wear none [14]."""
    return game.characters[target.person].armour if target.person else 0


def monsters_attack(table: Table, game: Game, group: Group) -> None:
    """Phase 2: the first rank attacks the party's first rank, casters of the second cast at it [9.2, 15]."""
    assert game.fight is not None
    for rank in (FRONT_RANK, SECOND_RANK):
        for monster_id in game.fight.monsters[rank] if rank < len(game.fight.monsters) else ():
            ready = [one for one in awake(game, group) if one.id == monster_id and one.kind != GATE]
            if ready and game.people:
                monster_acts(table, game, group, ready[0], rank)


def monster_acts(table: Table, game: Game, group: Group, monster: Monster, rank: int) -> None:
    """One attack: a spell if able, its power if the die says so, else a blow [9.4, 15]."""
    if casts_now(table, game, monster, rank):
        monster_casts(table, game, monster, choose_victim(table, game, monster, rank))
    elif rank == FRONT_RANK and not uses_power(table, game, group, monster):
        monster_strikes(table, game, group, monster)


def monster_strikes(table: Table, game: Game, group: Group, monster: Monster) -> None:
    """One attack: 1K6 + dexterity (+ weapon skill) on the column of its weapon, or the monsters' one [9.9]."""
    victim = choose_victim(table, game, monster)
    weapon = combat_column(game, monster)
    plus = strike_bonus(game, group, monster) - victim.armour
    number = int(table.roll("1K6", "combat.monster_attack", monster=monster.name, plus=plus)) + plus
    wounds = game.tables.combat.wounds(weapon, number)
    mark, dead = mark_in_words(game, monster.id), victim.strength_now + victim.absorbs <= wounds
    needed = game.tables.combat.needed(weapon)
    table.tell(MonsterBlow(monster.name, mark, Word(f"weapon.{weapon}"), victim.name, number, wounds, dead, needed))
    wound(table, game, victim, wounds)


def strike_bonus(game: Game, group: Group, monster: Monster) -> int:
    """What is added to the die of somebody who fights against the party [9.5]."""
    if monster.person:
        one = game.characters[monster.person]
        return attack_bonus(game, one, one.in_hand)
    return dexterity(game, group, monster) + monster.skill
