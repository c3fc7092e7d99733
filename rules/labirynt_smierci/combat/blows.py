"""The attack phases of a round: blows and wounds [9.2–9.5], and the summary of rounds without a question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from rules.kernel.table import Table
from rules.kernel.words import Facts, Term, Word
from rules.labirynt_smierci.combat.lineup import awake, choose_victim
from rules.labirynt_smierci.combat.orders import HOLD, Attack, Change, Hold, Order, targets
from rules.labirynt_smierci.combat.powers import TryGate, casts_now, try_skill, uses_power, way_is_clear
from rules.labirynt_smierci.combat.spells import cast_order, monster_casts
from rules.labirynt_smierci.events import combat
from rules.labirynt_smierci.exploration import mark_in_words, mark_of
from rules.labirynt_smierci.magic.casting import Cast
from rules.labirynt_smierci.model import Character, Game, Group, Hit, Monster, Unasked
from rules.labirynt_smierci.party.belongings import FRONT_RANK, KNIFE, SECOND_RANK, attack_bonus
from rules.labirynt_smierci.party.losses import hurt, note_kill, wound
from rules.labirynt_smierci.party.traits import GATE, combat_column, dexterity

HIGHEST = 6
"""The highest face of a die."""

T = TypeVar("T")
HEAVY = 3
"""A blow of this many wounds is told."""


def begin_unasked(table: Table, game: Game, group: Group) -> None:
    """Begin a round in which no player is asked."""
    fight = game.fight
    assert fight
    if not fight.unasked:
        ours = {character.id: character.wounds for character in game.living}
        fight.unasked = Unasked(
            fight.round, fight.round, ours | {monster.id: monster.wounds for monster in group.living}
        )
    fight.unasked.last = fight.round
    table.tell(combat.RoundRan(fight.round))


def note_dealt(game: Game, member: str, target: Monster, wounds: int) -> None:
    """Record the wounds of a character's weapon before they are subtracted."""
    if not game.fight or not game.fight.unasked or not wounds:
        return
    ran, hit = game.fight.unasked, Hit(member, game.characters[member].in_hand, target.id, wounds, game.fight.round)
    ran.dealt[member] = ran.dealt.get(member, 0) + wounds
    if target.strength <= wounds:
        ran.felled[target.id] = member, hit.round
    elif ran.best is None or wounds > ran.best.wounds:
        ran.best = hit


def sum_up(table: Table, game: Game, group: Group) -> None:
    """Tell the summary of the rounds that ran by themselves, before a question or at the end of the fight."""
    assert game.fight
    ran, game.fight.unasked = game.fight.unasked, None
    if not ran:
        return
    table.tell(combat.RoundsFought(ran.first, ran.last, ran.last - ran.first + 1))
    hitters = [
        (game.characters[member].name, dealt) for member, dealt in ran.dealt.items() if member in game.characters
    ]
    foes = list(_wounds_of_monsters(game, group, ran))
    if hitters or foes:
        table.tell(combat.BlowsSummed(*_names_and_numbers(hitters), *_names_and_numbers(foes)))
    if hurt := list(_wounds_of_party(game, ran)):
        table.tell(combat.WoundsSummed(*_names_and_numbers(hurt)))
    if ran.best is not None and ran.best.wounds >= HEAVY:
        _tell_best_blow(table, game, group, ran.best)
    _tell_felled(table, game, group, ran)


def _tell_best_blow(table: Table, game: Game, group: Group, hit: Hit) -> None:
    target = next((monster for monster in group.monsters if monster.id == hit.target), None)
    if target and hit.who in game.characters:
        who, mark = game.characters[hit.who].name, mark_in_words(game, target.id)
        table.tell(combat.BestBlow(who, Word(f"weapon.{hit.weapon}"), target.name, mark, hit.wounds, hit.round))


def _tell_felled(table: Table, game: Game, group: Group, ran: Unasked) -> None:
    dead = {monster.id: monster for monster in group.monsters if monster.id in ran.before and not monster.alive}
    known = {id: (game.characters[who].name, at) for id, (who, at) in ran.felled.items() if who in game.characters}
    slain = [id for id in known if id in dead]
    others = tuple(mark_of(id) for id in dead if id not in known)
    lone = group.monsters[0].name if len(group.monsters) == 1 else ""
    if others:
        table.tell(combat.FoesFelled(others, lone))
    if len(slain) == 1:
        (id,) = slain
        who, at = known[id]
        table.tell(combat.FoeSlain(who, dead[id].name, mark_in_words(game, id), at))
    elif slain:
        marks, by = tuple(map(mark_of, slain)), tuple(known[id][0] for id in slain)
        table.tell(combat.FoesSlain(marks, by, not group.living))


def _wounds_of_party(game: Game, ran: Unasked) -> Iterator[tuple[Term, int]]:
    for character in game.characters.values():
        if (taken := character.wounds - ran.before.get(character.id, character.wounds)) > 0:
            yield character.name, taken


def _wounds_of_monsters(game: Game, group: Group, ran: Unasked) -> Iterator[tuple[Term, int]]:
    for monster in group.monsters:
        if (suffered := monster.wounds - ran.before.get(monster.id, monster.wounds)) > 0:
            yield mark_in_words(game, monster.id) or monster.name, suffered


def _names_and_numbers(rows: Iterable[tuple[T, int]]) -> tuple[tuple[T, ...], tuple[int, ...]]:
    rows = list(rows)
    return tuple(name for name, _ in rows), tuple(number for _, number in rows)


def is_over(game: Game, group: Group) -> bool:
    """Whether a truce or the last blow ended the fight."""
    return group.stance == "truce" or not awake(game, group)


AskAnew = Callable[[Mapping[str, Order]], Mapping[str, Order]]
"""Returns new orders for those who have not acted, from their present ones."""


def party_attacks(table: Table, game: Game, group: Group, orders: Mapping[str, Order], ask_anew: AskAnew) -> None:
    """Phase 1: carry out the orders in formation order, left to right, first rank first."""
    idle: list[Term] = []
    waiting = {character.id: orders.get(character.id, HOLD) for character in game.living}
    for character in game.living:
        order = waiting.pop(character.id)
        if not carry_out(table, game, group, character, order):
            idle.append(character.name)
        if is_over(game, group):
            break
        waiting |= ask_anew(waiting)
    if idle:
        table.tell(combat.NoTarget(tuple(idle), len(idle) == len(game.living) > 1))


def carry_out(table: Table, game: Game, group: Group, character: Character, order: Order) -> bool:
    """Carry out one order; return False if nobody was left to attack.

    If the target is down, the attack goes to the nearest legal one, the left of equals.
    """
    match order:
        case Change(weapon=weapon):
            character.in_hand = weapon
            table.tell(combat.WeaponChanged(character.name, Word(f"weapon.{weapon}")))
        case TryGate() if way_is_clear(game, group):
            return try_skill(table, game, group, character)
        case TryGate():  # a guard before the Gate has to be fought first [16]
            return attack(table, game, group, character, "")
        case Attack(target=target):
            return attack(table, game, group, character, target)
        case Cast():
            return cast_order(table, game, group, order)
        case Hold():
            pass
    return True


def attack(table: Table, game: Game, group: Group, character: Character, wanted: str) -> bool:
    """Strike the wanted monster if it is legal, else the first legal one; return False if none is."""
    legal = targets(game, group, character)
    if legal:
        strike(table, game, group, character, wanted if wanted in legal else legal[0])
    return bool(legal)


def strike(table: Table, game: Game, group: Group, character: Character, target_id: str) -> None:
    """Roll 1K6 + dexterity + weapon skill on the column of the weapon [9.5, 9.9]."""
    target = next(monster for monster in group.monsters if monster.id == target_id)
    weapon = character.in_hand
    plus = attack_bonus(game, character, weapon) - armour_of(game, target)
    mark, needed = mark_in_words(game, target_id), game.tables.combat.needed(weapon)
    least = least_die(needed, plus)
    die = table.roll("1K6", "combat.attack", who=character.name, plus=plus, target=target.name, mark=mark, least=least)
    number = int(die) + plus
    wounds = game.tables.combat.wounds(weapon, number)
    if weapon == KNIFE and game.fight:
        game.fight.thrown.append(character.id)
    killed = target.strength <= wounds
    table.tell(combat.Blow(character.name, Word(f"weapon.{weapon}"), target.name, mark, number, wounds, killed, needed))
    note_dealt(game, character.id, target, wounds)
    note_kill(character, target, wounds)
    hurt(table, game, group, target, wounds)


def least_die(needed: int, plus: int) -> int:
    """The least face of the attack die that wounds; 0 if none does. ``needed``: the least attack number."""
    least = max(needed - plus, 1)
    return least if needed and least <= HIGHEST else 0


def armour_of(game: Game, target: Monster) -> int:
    """The armour of a member who turned on the party; monsters wear none [14]."""
    return game.characters[target.person].armour if target.person else 0


def monsters_attack(table: Table, game: Game, group: Group) -> None:
    """Phase 2: the monsters' first rank attacks the party's first rank, casters of the second cast at it [9.2, 15]."""
    assert game.fight
    for rank in (FRONT_RANK, SECOND_RANK):
        for monster_id in game.fight.monsters[rank] if rank < len(game.fight.monsters) else ():
            ready = [monster for monster in awake(game, group) if monster.id == monster_id and monster.kind != GATE]
            if ready and game.people:
                monster_acts(table, game, group, ready[0], rank)


def monster_acts(table: Table, game: Game, group: Group, monster: Monster, rank: int) -> None:
    """Carry out one monster's attack: a spell if able, its power if the die allows, else a blow [9.4, 15]."""
    if casts_now(table, game, monster, rank):
        monster_casts(table, game, monster, choose_victim(table, game, monster, rank))
    elif rank == FRONT_RANK and not uses_power(table, game, group, monster):
        monster_strikes(table, game, group, monster)


def monster_strikes(table: Table, game: Game, group: Group, monster: Monster) -> None:
    """Roll 1K6 + dexterity (+ weapon skill) on the column of the attacker's weapon or of monsters [9.9]."""
    victim = choose_victim(table, game, monster)
    weapon = combat_column(game, monster)
    plus = strike_bonus(game, group, monster) - victim.armour
    mark, needed = mark_in_words(game, monster.id), game.tables.combat.needed(weapon)
    facts: Facts = {"mark": mark, "victim": victim.name, "least": least_die(needed, plus)}
    number = int(table.roll("1K6", "combat.monster_attack", monster=monster.name, plus=plus, **facts)) + plus
    wounds = game.tables.combat.wounds(weapon, number)
    dead = victim.strength_now + victim.absorbs <= wounds
    table.tell(
        combat.MonsterBlow(monster.name, mark, Word(f"weapon.{weapon}"), victim.name, number, wounds, dead, needed)
    )
    wound(table, game, victim, wounds, monster.name)


def strike_bonus(game: Game, group: Group, monster: Monster) -> int:
    """The bonus to the attack die of a fighter against the party [9.5]."""
    if monster.person:
        character = game.characters[monster.person]
        return attack_bonus(game, character, character.in_hand)
    return dexterity(game, group, monster) + monster.skill
