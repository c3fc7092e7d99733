"""Chapter 7: traps at doors. Searched when a room is entered for the first time or left by another way."""

from __future__ import annotations

from rules.kernel.requests import PARTY, Option
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.events import (
    DisarmFailed,
    DoorSafe,
    ExplosionSprung,
    TrapDisarmed,
    TrapFound,
    TrapSprung,
)
from rules.labirynt_smierci.formation import first_through_the_door
from rules.labirynt_smierci.losses import wound, wound_everybody
from rules.labirynt_smierci.model import Character, Game

MOST_SKILL = 5
NOBODY = "nobody"


def search_door(table: Table, game: Game) -> None:
    """1K6 = 1: the door is trapped; the party sends somebody, who may disarm it with the skill [5B, 7]."""
    if table.roll("1K6", "traps.search") not in game.tables.traps.trapped:
        table.tell(DoorSafe())
        return
    table.tell(TrapFound())
    delegate = send_somebody(table, game)
    if delegate is None or not disarm(table, delegate):
        spring(table, game, delegate or first_through_the_door(game))


def send_somebody(table: Table, game: Game) -> Character | None:
    """Who goes to the door; None: nobody, and the trap meets the first through the door."""
    options = [_delegate_option(one) for one in game.living]
    first = first_through_the_door(game).name
    options.append(Option(NOBODY, "traps.nobody", "traps.nobody.cost", {"first": first}))
    sent = table.choose(PARTY, "traps.delegate", options)
    return None if sent == NOBODY else game.characters[sent]


def _delegate_option(one: Character) -> Option:
    skill = min(one.skill("traps"), MOST_SKILL)
    facts = {"who": one.name, "skill": skill, "strength": one.strength_now}
    if skill:
        return Option(one.id, "traps.disarm", "traps.disarm.odds", facts)
    return Option(one.id, "traps.take", "traps.take.cost", facts)


def disarm(table: Table, one: Character) -> bool:
    """1K6 up to the skill disarms all traps of the door; without the skill there is no try [7.3]."""
    skill = min(one.skill("traps"), MOST_SKILL)
    if skill == 0:
        return False
    rolled = table.roll("1K6", "traps.disarm", who=one.name)
    if rolled <= skill:
        table.tell(TrapDisarmed(one.name, int(rolled), skill))
        return True
    table.tell(DisarmFailed(one.name, int(rolled), skill))
    return False


def spring(table: Table, game: Game, victim: Character) -> None:
    """All traps of the door go off, one after the other; the dead take no more wounds."""
    for kind in roll_kinds(table, game):
        if kind == "explosion":
            explode(table, game)
        elif victim.alive:
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
    wounds, poison = _damage(table, game, kind)
    table.tell(TrapSprung(Word(f"trap.{kind}"), victim.name, wounds + poison, poison))
    wound(table, game, victim, wounds + poison)


def _damage(table: Table, game: Game, kind: str) -> tuple[int, int]:
    """Plain wounds and poison wounds."""
    traps = game.tables.traps
    if kind == "gas":
        return 0, int(table.roll(traps.gas, "traps.gas"))
    if kind == "oil":
        return int(table.roll(traps.oil, "traps.oil")), 0
    wounds = game.tables.combat.wounds(traps.arrow_column, table.roll("1K6", "traps.arrows"))
    if kind == "poisoned_arrows" and wounds:
        return wounds, int(table.roll(traps.poison, "traps.poison"))
    return wounds, 0
