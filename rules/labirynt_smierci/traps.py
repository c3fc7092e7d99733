"""Chapter 7: traps at doors, searched when a room is entered for the first time or left by another way; at chests."""

from __future__ import annotations

from typing import Any, Literal

from rules.kernel.requests import PARTY, Action, Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_smierci.events.course import (
    DisarmFailed,
    DoorSafe,
    ExplosionSprung,
    TrapDisarmed,
    TrapFound,
    TrapSprung,
)
from rules.labirynt_smierci.events.magic import ThiefDisarmed
from rules.labirynt_smierci.magic.casting import Cast, casters, pay_for, spell_facts
from rules.labirynt_smierci.magic.rescue import poison_wounds
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.party.experience import gain_experience
from rules.labirynt_smierci.party.formation import first_through_the_door
from rules.labirynt_smierci.party.losses import wound, wound_everybody
from rules.labirynt_smierci.party.traits import skill as skill_of

NOBODY = "nobody"
THIEF = "thief"

What = Literal["door", "chest"]


def search(table: Table, game: Game, what: What) -> None:
    """1K6 = 1: it is trapped; the party sends somebody, who may disarm it with the skill, or casts Thief [5B, 7]."""
    name = Word(f"trapped.{what}")
    if table.roll("1K6", "traps.search", what=name) not in game.tables.traps.trapped:
        table.tell(DoorSafe(name))
        return
    table.tell(TrapFound(name))
    meet_trap(table, game, name, [*delegates(game), *thieves(game)])


def meet_trap(table: Table, game: Game, name: Word, actions: list[Action[Any]]) -> None:
    """Whoever is sent disarms it or bears it; nobody sent, it meets the first through the door [7]."""
    taken = table.next_action("traps.delegate", actions, what=name)
    verb, _, caster = taken.id.partition(":")
    if verb == THIEF:
        pay_for(table, game, Cast(game.characters[caster], THIEF))
        table.tell(ThiefDisarmed(name))
        return
    delegate = None if verb == NOBODY else game.characters[verb]
    if delegate is None or not disarm(table, game, delegate):
        spring(table, game, delegate or first_through_the_door(game))


def delegates(game: Game) -> list[Action[Any]]:
    """Everybody who may go to the door, and nobody: then the trap meets the first through the door."""
    first = first_through_the_door(game).name
    nobody = Option(NOBODY, "traps.nobody", "traps.nobody.cost", {"first": first})
    return [Action(PARTY, option) for option in (*(_delegate(game, one) for one in game.people), nobody)]


def _delegate(game: Game, one: Character) -> Option:
    skill = skill_of(game, one, "traps")
    facts: dict[str, Fact] = {"who": one.name, "skill": skill, "strength": one.strength_now}
    if skill:
        return Option(one.id, "traps.disarm", "traps.disarm.odds", facts)
    return Option(one.id, "traps.take", "traps.take.cost", facts)


def thieves(game: Game) -> list[Action[Any]]:
    """The spell Thief, for whoever can cast it [10]."""
    return [_thief(game, one) for one in casters(game, THIEF)]


def _thief(game: Game, one: Character) -> Action[Any]:
    facts = {**spell_facts(game, THIEF), "who": one.name, "strength": one.strength_now}
    return Action(one.seat, Option(f"{THIEF}:{one.id}", "traps.thief", "spell.thief", facts))


def disarm(table: Table, game: Game, one: Character) -> bool:
    """1K6 up to the skill disarms all traps of the door [7.3], and teaches [12]; without the skill there is no try."""
    skill = skill_of(game, one, "traps")
    if skill == 0:
        return False
    rolled = int(table.roll("1K6", "traps.disarm", who=one.name))
    if rolled > skill:
        table.tell(DisarmFailed(one.name, rolled, skill))
        return False
    table.tell(TrapDisarmed(one.name, rolled, skill))
    if points := game.tables.experience.disarming:
        gain_experience(table, [one], points)
    return True


def spring(table: Table, game: Game, victim: Character) -> None:
    """All traps of the door go off, one after the other; the dead take no more wounds."""
    for kind in roll_kinds(table, game):
        if kind == "explosion":
            game.tally.traps += 1
            explode(table, game)
        elif victim.alive:
            game.tally.traps += 1
            hit(table, game, kind, victim)


def roll_kinds(table: Table, game: Game) -> list[str]:
    """The traps of a door: «roll twice» opens two more rolls, resolved breadth first, in pairs [7.1]."""
    kinds: list[str] = []
    rolls_left = 1
    while rolls_left:
        rolls_left -= 1
        kind = game.tables.traps.on(table.roll("1K6", "traps.kind"))
        if kind == "twice":
            rolls_left += 2
        else:
            kinds.append(kind)
    return kinds


def explode(table: Table, game: Game) -> None:
    """One wound to every member, charmed monsters too [7.2]."""
    wounds = game.tables.traps.explosion
    table.tell(ExplosionSprung(wounds))
    wound_everybody(table, game, wounds)


def hit(table: Table, game: Game, kind: str, victim: Character) -> None:
    """A trap that meets one character: arrows by the bow column, gas and oil by their dice [7.2]."""
    wounds, poison = _damage(table, game, kind, victim)
    table.tell(TrapSprung(Word(f"trap.{kind}"), victim.name, wounds + poison, poison))
    wound(table, game, victim, wounds + poison)


def _damage(table: Table, game: Game, kind: str, victim: Character) -> tuple[int, int]:
    """Plain wounds and poison wounds; poison may be neutralized before its die [10]."""
    traps = game.tables.traps
    if kind == "gas":
        return 0, poison_wounds(table, game, victim, traps.gas, "traps.gas")
    if kind == "oil":
        return int(table.roll(traps.oil, "traps.oil")), 0
    wounds = game.tables.combat.wounds(traps.arrow_column, table.roll("1K6", "traps.arrows"))
    if kind == "poisoned_arrows" and wounds:
        return wounds, poison_wounds(table, game, victim, traps.poison, "traps.poison")
    return wounds, 0
