"""The attack phases of a round: one die each, wounds noted at once [9.2–9.5]."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.table import Table
from rules.kernel.words import Term, Word
from rules.labirynt_smierci.events import Blow, MonsterBlow, NoTarget, WeaponChanged
from rules.labirynt_smierci.losses import wound
from rules.labirynt_smierci.marks import mark_of
from rules.labirynt_smierci.model import Character, Game, Group, Monster
from rules.labirynt_smierci.orders import HOLD, targets
from rules.labirynt_smierci.places import nearest
from rules.labirynt_smierci.traits import dexterity
from rules.labirynt_smierci.weapons import attack_bonus


def party_attacks(table: Table, game: Game, group: Group, orders: Mapping[str, str]) -> None:
    """Phase 1: orders are carried out in formation order, left to right, first rank first."""
    idle: list[Term] = []
    for one in game.living:
        if group.living and not carry_out(table, game, group, one, orders.get(one.id, HOLD)):
            idle.append(one.name)
    if idle:
        table.tell(NoTarget(tuple(idle)))


def carry_out(table: Table, game: Game, group: Group, one: Character, order: str) -> bool:
    """One character's order; if its target is down, the attack goes to the nearest legal one, the left of equals.

    False when nobody was left to attack.
    """
    verb, _, what = order.partition(":")
    if verb == "change":
        one.in_hand = what
        table.tell(WeaponChanged(one.name, Word(f"weapon.{what}")))
    elif verb == "attack":
        legal = targets(game, group, one)
        if not legal:
            return False
        strike(table, game, group, one, what if what in legal else legal[0])
    return True


def strike(table: Table, game: Game, group: Group, one: Character, target_id: str) -> None:
    """1K6 + dexterity + weapon skill on the column of the weapon [9.5, 9.9]."""
    target = next(monster for monster in group.monsters if monster.id == target_id)
    weapon = one.in_hand
    number = int(table.roll("1K6", "combat.attack", who=one.name)) + attack_bonus(one, weapon)
    wounds = game.tables.combat.wounds(weapon, number)
    target.wounds += wounds
    if weapon == "knife" and game.fight is not None:
        game.fight.thrown.append(one.id)
    mark = mark_of(target_id)
    table.tell(Blow(one.name, Word(f"weapon.{weapon}"), target.name, mark, number, wounds, not target.alive))


def monsters_attack(table: Table, game: Game, group: Group) -> None:
    """Phase 2: the first rank attacks the party's first rank."""
    assert game.fight is not None
    alive = {monster.id: monster for monster in group.living}
    for monster_id in game.fight.monsters[0]:
        if monster_id in alive and game.living:
            monster_strikes(table, game, group, alive[monster_id])


def monster_strikes(table: Table, game: Game, group: Group, monster: Monster) -> None:
    """One attack: 1K6 + dexterity (+ weapon skill) on the column of its weapon, or the monsters' one [9.9]."""
    victim = choose_victim(table, game, monster)
    column = game.tables.monsters.of(monster.kind).weapon
    roll = int(table.roll("1K6", "combat.monster_attack", monster=monster.name))
    number = roll + dexterity(game, group, monster) + monster.skill
    wounds = game.tables.combat.wounds(column, number)
    mark, dead = mark_of(monster.id), victim.strength_now <= wounds
    table.tell(MonsterBlow(monster.name, mark, Word(f"weapon.{column}"), victim.name, number, wounds, dead))
    wound(table, game, victim, wounds)


def choose_victim(table: Table, game: Game, monster: Monster) -> Character:
    """The nearest in the party's first rank; equal distances are diced: 1–3/4–6, or 1–2/3–4/5–6 [9.3]."""
    assert game.fight is not None
    front = list(game.formation[0])
    near = nearest(monster.id, game.fight.monster_places, game.fight.party_places, front)
    if len(near) == 1:
        return game.characters[near[0]]
    die = int(table.roll("1K6", "combat.target", monster=monster.name))
    return game.characters[near[(die - 1) * len(near) // 6]]
