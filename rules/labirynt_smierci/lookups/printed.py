"""Chapters 2 to 11 and 14: one entry of each printed table, by what a game master knows at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from rules.kernel.dice import parse
from rules.kernel.errors import Refused
from rules.kernel.lookups import DIE, Facts, columns, sourced
from rules.labirynt_smierci.tables import Tables
from rules.labirynt_smierci.tables.sheets import Meeting, Monster, TrapKind


def bribe(tables: Tables, sum: int, gold: int) -> Facts:
    """Up to which result of 1K6 the bribe is taken [8.9]."""
    return sourced({"limit": tables.bribe.limit(sum, gold), "sum": sum, "gold": gold}, tables.bribe)


def bribe_rows(tables: Tables) -> list[Facts]:
    """The offers, with a column for each band of strength and reluctance [8.9]."""
    bands = [f"sum {least}+" for least in tables.bribe.sums]
    return [sourced({"gold": row.gold} | _by_column(bands, row.limits), tables.bribe, row) for row in tables.bribe.row]


def combat(tables: Tables, weapon: str, roll: int) -> Facts:
    """The wounds that an attack number deals [9.9]."""
    return sourced({"wounds": tables.combat.wounds(weapon, roll), "weapon": weapon, "roll": roll}, tables.combat)


def combat_rows(tables: Tables) -> list[Facts]:
    """The attack numbers, with a column for each weapon [9.9]."""
    sheet = tables.combat
    return [sourced({"least": row.least} | _by_column(sheet.weapons, row.wounds), sheet, row) for row in sheet.row]


def _by_column(names: Sequence[str], cells: Sequence[int]) -> Facts:
    return dict(zip(names, cells, strict=True))


def negotiation(tables: Tables, total: int) -> Facts:
    """How a talk with this total ends [8.5]."""
    return sourced({"result": tables.negotiation.result(total), "total": total}, tables.negotiation)


def negotiation_rows(tables: Tables) -> list[Facts]:
    """How talks end, from the worst total upwards [8.5]."""
    below: Facts = {"least": None, "result": tables.negotiation.below}
    rows = [sourced(columns(row), tables.negotiation, row) for row in tables.negotiation.row]
    return [sourced(below, tables.negotiation), *rows]


def monster(tables: Tables, name: str = "", level: int = 1) -> Facts:
    """A monster's characteristics with the level's additions [6.7, 8.2]."""
    if not name:
        raise Refused("lookup_missing", table="monster", parameters=("name",))
    sheet = tables.monsters.of(name)
    printed = {key: value for key, value in columns(sheet).items() if key not in ("id", "heads")}
    treasures = {met: treasure_type(tables, getattr(sheet, met), level) for met in ("resident", "wandering")}
    found = {"monster": name, "level": level} | printed | deeper(tables, sheet, level) | treasures
    return sourced(found, tables.monsters, sheet)


def deeper(tables: Tables, sheet: Monster, level: int) -> Facts:
    """What rises with the level; no reluctance stays none [6.7]."""
    added = tables.levels.of(level)
    dexterity = sheet.dexterity + added.dexterity
    return {
        "strength": strength_on(tables, sheet, level),
        "dexterity": _half_strength(dexterity) if sheet.heads else dexterity,
        "resistance": sheet.resistance,
        "reluctance": None if sheet.reluctance is None else sheet.reluctance + added.reluctance,
    }


def strength_on(tables: Tables, sheet: Monster, level: int) -> str:
    """The dice of a monster's strength with the level's addition [6.7]."""
    strength = parse(sheet.strength)
    return str(msgspec.structs.replace(strength, plus=strength.plus + tables.levels.of(level).strength))


def _half_strength(plus: int) -> str:
    """A hydra's dexterity falls with its strength [15.6]."""
    return f"strength/2{plus:+d}" if plus else "strength/2"


def treasure_type(tables: Tables, letter: str, level: int) -> str:
    """The letter of a treasure, moved down by the level [6.7]."""
    return tables.treasures.of(letter, tables.levels.of(level).treasure_shift).type


def resident(tables: Tables, first: int, second: int, level: int = 1) -> Facts:
    """Who lives in a room, with the level's additions [8.3]."""
    cell = tables.residents.on(first, second)
    letter = tables.monsters.of(cell.monster).resident
    return sourced(_met(tables, cell, letter, level), tables.residents, cell)


def wandering(tables: Tables, first: int, second: int, level: int = 1) -> Facts:
    """Who comes along a corridor, with the level's additions [8.3]."""
    cell = tables.wandering.on(first, second)
    letter = tables.monsters.of(cell.monster).wandering
    return sourced(_met(tables, cell, letter, level), tables.wandering, cell)


MEETINGS: Mapping[str, Callable[..., Facts]] = {"resident": resident, "wandering": wandering}


def _met(tables: Tables, cell: Meeting, letter: str, level: int) -> Facts:
    found = {"monster": cell.monster, "number": cell.number, "times": tables.levels.of(level).number}
    found |= deeper(tables, tables.monsters.of(cell.monster), level)
    return found | {"treasure": treasure_type(tables, letter, level), "level": level}


def trap(tables: Tables, roll: int) -> Facts:
    """Which trap it is, and what it does [7.1, 7.2]."""
    kind = tables.traps.on(roll)
    row = next(row for row in tables.traps.trap if row.roll == roll)
    return sourced({"trap": kind, "roll": roll} | trap_effects(tables)[kind], tables.traps, row)


def trap_effects(tables: Tables) -> dict[TrapKind, Facts]:
    """What each trap does [7.2]."""
    traps = tables.traps
    return {
        "arrows": {"attack": "1K6", "column": traps.arrow_column},
        "poisoned_arrows": {"attack": "1K6", "column": traps.arrow_column, "poison": traps.poison},
        "gas": {"poison": traps.gas},
        "explosion": {"wounds": traps.explosion, "everyone": True},
        "oil": {"wounds": traps.oil},
        "twice": {"rolls": 2},
    }


def trap_rows(tables: Tables) -> list[Facts]:
    """The six traps [7.1]."""
    return [trap(tables, roll) for roll in DIE]


def potential(tables: Tables, roll: int) -> Facts:
    """An apprentice's magic potential [4.4]."""
    row = next(row for row in tables.apprentices.potential if roll in row.rolls)
    return sourced({"potential": row.potential, "roll": roll}, tables.apprentices, row)


def sun(tables: Tables, roll: int) -> Facts:
    """The sun that rules over the adventure [4.1 D]."""
    row = next(row for row in tables.suns.sun if roll in row.rolls)
    return sourced({"colour": row.colour, "roll": roll}, tables.suns, row)


def treasure(tables: Tables, type: str, level: int = 1) -> Facts:
    """What a type of treasure holds, moved down by the level [14.9]."""
    row = tables.treasures.of(type, tables.levels.of(level).treasure_shift)
    return sourced(columns(row) | {"level": level}, tables.treasures, row)


def tile(tables: Tables, id: str) -> Facts:
    """A segment as printed [2.2]."""
    row = tables.tiles.of(id)
    return sourced(columns(row), tables.tiles, row)


def hero(tables: Tables, name: str) -> Facts:
    """A hero's sheet [4.3]."""
    row = tables.heroes.of(name)
    return sourced(columns(row), tables.heroes, row)


def apprentice(tables: Tables, race: str) -> Facts:
    """What an apprentice begins with [4.1 B3]."""
    row = tables.apprentices.of(race)
    return sourced(columns(row), tables.apprentices, row)


def spell(tables: Tables, name: str) -> Facts:
    """When a spell can be cast, its cost, what it gives, how often, and whether it can be resisted [10]."""
    row = tables.spells.of(name)
    return sourced(columns(row), tables.spells, row)


def level(tables: Tables, level: int) -> Facts:
    """What a level adds [6.7]."""
    row = tables.levels.of(level)
    return sourced(columns(row), tables.levels, row)
