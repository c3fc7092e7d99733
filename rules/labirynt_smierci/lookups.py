"""Any table by its name, for a game master at a terminal or in a channel: what to ask for, and the facts found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from rules.kernel.dice import parse
from rules.kernel.errors import Refused
from rules.kernel.tables import Sheet
from rules.labirynt_smierci.sheets import Meeting, Monster, Row, TrapKind
from rules.labirynt_smierci.tables import Tables

Facts = dict[str, Any]
Values = Callable[[Tables], Sequence[int] | Sequence[str]]

DIE = range(1, 7)


class Parameter(msgspec.Struct, frozen=True):
    """What a lookup may be asked for: one of some ``values``, or any whole number where there are none."""

    name: str
    about: str
    type: Literal["int", "choice"]
    values: Values | None = None
    required: bool = True

    def read(self, tables: Tables, given: int | str) -> int | str:
        """The value that is meant; refuses what is none and names those that exist."""
        if self.values is None:
            return self._whole_number(given)
        values = self.values(tables)
        for value in values:
            if _plain(str(value)) == _plain(str(given)):
                return value
        raise Refused("lookup_value", parameter=self.name, got=str(given)[:40], values=tuple(map(str, values)))

    def _whole_number(self, given: int | str) -> int:
        try:
            return int(given)
        except ValueError as error:
            raise Refused("lookup_number", parameter=self.name, got=str(given)[:40]) from error


class Lookup(msgspec.Struct, frozen=True):
    """A table, how to ask for one entry of it, and how to list it whole."""

    name: str
    about: str
    parameters: tuple[Parameter, ...]
    find: Callable[..., Facts]
    rows: Callable[[Tables], list[Facts]]

    def answer(self, tables: Tables, given: Mapping[str, int | str]) -> Facts | list[Facts]:
        """One entry, or without arguments all rows; refuses arguments that are missing or wrong."""
        if not given:
            return self.rows(tables)
        missing = tuple(one.name for one in self.parameters if one.required and one.name not in given)
        if missing:
            raise Refused("lookup_missing", table=self.name, parameters=missing)
        asked = {one.name: one.read(tables, given[one.name]) for one in self.parameters if one.name in given}
        return self.find(tables, **asked)


def lookup(name: str) -> Lookup:
    """The lookup of this name; refuses a wrong one and names those that exist."""
    for one in LOOKUPS:
        if one.name == _plain(name):
            return one
    raise Refused("lookup_table", got=name[:40], values=tuple(one.name for one in LOOKUPS))


def _plain(name: str) -> str:
    """«Lord Dil», «lord-dil» and «lord_dil» are one."""
    return name.strip().casefold().replace(" ", "_").replace("-", "_")


def _sourced(found: Facts, sheet: Sheet, row: Row | None = None) -> Facts:
    """The facts with section and origin: the row's own where it has them, else the sheet's."""
    section, origin = (row.section, row.origin) if row else (None, None)
    return {**found, "section": section or sheet.section, "origin": origin or sheet.origin}


def _columns(row: Row) -> Facts:
    columns: Facts = msgspec.to_builtins(row)
    return {name: value for name, value in columns.items() if name not in ("section", "origin")}


def _bribe(tables: Tables, sum: int, gold: int) -> Facts:
    """Up to which result of 1K6 the bribe is taken [8.9]."""
    return _sourced({"limit": tables.bribe.limit(sum, gold), "sum": sum, "gold": gold}, tables.bribe)


def _bribe_rows(tables: Tables) -> list[Facts]:
    columns = [f"sum {least}+" for least in tables.bribe.sums]
    return [
        _sourced({"gold": row.gold} | _by_column(columns, row.limits), tables.bribe, row) for row in tables.bribe.row
    ]


def _combat(tables: Tables, weapon: str, roll: int) -> Facts:
    """The wounds that an attack number deals [9.9]."""
    return _sourced({"wounds": tables.combat.wounds(weapon, roll), "weapon": weapon, "roll": roll}, tables.combat)


def _combat_rows(tables: Tables) -> list[Facts]:
    return [
        _sourced({"least": row.least} | _by_column(tables.combat.weapons, row.wounds), tables.combat, row)
        for row in tables.combat.row
    ]


def _by_column(columns: Sequence[str], cells: Sequence[int]) -> Facts:
    return dict(zip(columns, cells, strict=True))


def _negotiation(tables: Tables, total: int) -> Facts:
    """How a talk with this total ends [8.5]."""
    return _sourced({"result": tables.negotiation.result(total), "total": total}, tables.negotiation)


def _negotiation_rows(tables: Tables) -> list[Facts]:
    below: Facts = {"least": None, "result": tables.negotiation.below}
    rows = [_sourced(_columns(row), tables.negotiation, row) for row in tables.negotiation.row]
    return [_sourced(below, tables.negotiation), *rows]


def _monster(tables: Tables, name: str, level: int = 1) -> Facts:
    """A monster's characteristics with the level's additions [6.7, 8.2]."""
    monster = tables.monsters.of(name)
    printed = {key: value for key, value in _columns(monster).items() if key not in ("id", "heads")}
    treasures = {met: _treasure_type(tables, getattr(monster, met), level) for met in ("resident", "wandering")}
    found = {"monster": name, "level": level} | printed | _deeper(tables, monster, level) | treasures
    return _sourced(found, tables.monsters, monster)


def _deeper(tables: Tables, monster: Monster, level: int) -> Facts:
    """What rises with the level; no reluctance stays none."""
    added, strength = tables.levels.of(level), parse(monster.strength)
    dexterity = monster.dexterity + added.dexterity
    return {
        "strength": str(msgspec.structs.replace(strength, plus=strength.plus + added.strength)),
        "dexterity": _half_strength(dexterity) if monster.heads else dexterity,
        "resistance": monster.resistance,
        "reluctance": None if monster.reluctance is None else monster.reluctance + added.reluctance,
    }


def _half_strength(plus: int) -> str:
    """A hydra's dexterity falls with its strength [15.6]."""
    return f"strength/2{plus:+d}" if plus else "strength/2"


def _treasure_type(tables: Tables, letter: str, level: int) -> str:
    return tables.treasures.of(letter, tables.levels.of(level).treasure_shift).type


def _resident(tables: Tables, first: int, second: int, level: int = 1) -> Facts:
    """Who lives in a room, with the level's additions [8.3]."""
    cell = tables.residents.on(first, second)
    letter = tables.monsters.of(cell.monster).resident
    return _sourced(_met(tables, cell, letter, level), tables.residents, cell)


def _wandering(tables: Tables, first: int, second: int, level: int = 1) -> Facts:
    """Who comes along a corridor, with the level's additions [8.3]."""
    cell = tables.wandering.on(first, second)
    letter = tables.monsters.of(cell.monster).wandering
    return _sourced(_met(tables, cell, letter, level), tables.wandering, cell)


def _met(tables: Tables, cell: Meeting, letter: str, level: int) -> Facts:
    found = {"monster": cell.monster, "number": cell.number, "times": tables.levels.of(level).number}
    found |= _deeper(tables, tables.monsters.of(cell.monster), level)
    return found | {"treasure": _treasure_type(tables, letter, level), "level": level}


def _trap(tables: Tables, roll: int) -> Facts:
    """Which trap it is, and what it does [7.1, 7.2]."""
    traps, kind = tables.traps, tables.traps.on(roll)
    effects: dict[TrapKind, Facts] = {
        "arrows": {"attack": "1K6", "column": traps.arrow_column},
        "poisoned_arrows": {"attack": "1K6", "column": traps.arrow_column, "poison": traps.poison},
        "gas": {"poison": traps.gas},
        "explosion": {"wounds": traps.explosion, "everyone": True},
        "oil": {"wounds": traps.oil},
        "twice": {"rolls": 2},
    }
    row = next(row for row in traps.trap if row.roll == roll)
    return _sourced({"trap": kind, "roll": roll} | effects[kind], traps, row)


def _potential(tables: Tables, roll: int) -> Facts:
    """An apprentice's magic potential [4.4]."""
    row = next(row for row in tables.apprentices.potential if roll in row.rolls)
    return _sourced({"potential": row.potential, "roll": roll}, tables.apprentices, row)


def _sun(tables: Tables, roll: int) -> Facts:
    """The sun that rules over the adventure [4.1 D]."""
    row = next(row for row in tables.suns.sun if roll in row.rolls)
    return _sourced({"colour": row.colour, "roll": roll}, tables.suns, row)


def _treasure(tables: Tables, type: str, level: int = 1) -> Facts:
    """What a type of treasure holds, moved down by the level [14.9]."""
    row = tables.treasures.of(type, tables.levels.of(level).treasure_shift)
    return _sourced(_columns(row) | {"level": level}, tables.treasures, row)


def _tile(tables: Tables, id: str) -> Facts:
    """A segment as printed [2.2]."""
    row = tables.tiles.of(id)
    return _sourced(_columns(row), tables.tiles, row)


def _hero(tables: Tables, name: str) -> Facts:
    """A hero's sheet [4.3]."""
    row = tables.heroes.of(name)
    return _sourced(_columns(row), tables.heroes, row)


def _apprentice(tables: Tables, race: str) -> Facts:
    """What an apprentice begins with [4.1 B3]."""
    row = tables.apprentices.of(race)
    return _sourced(_columns(row), tables.apprentices, row)


def _spell(tables: Tables, name: str) -> Facts:
    """When a spell can be cast, and its cost [10]."""
    row = next(row for row in tables.spells.spell if row.id == name)
    return _sourced(_columns(row), tables.spells, row)


def _level(tables: Tables, level: int) -> Facts:
    """What a level adds [6.7]."""
    row = tables.levels.of(level)
    return _sourced(_columns(row), tables.levels, row)


def _as_printed(sheet: str, rows: str) -> Callable[[Tables], list[Facts]]:
    def whole(tables: Tables) -> list[Facts]:
        table = getattr(tables, sheet)
        return [_sourced(_columns(row), table, row) for row in getattr(table, rows)]

    return whole


def _trap_rows(tables: Tables) -> list[Facts]:
    return [_trap(tables, roll) for roll in DIE]


def _number(name: str, about: str, values: Values | None = None) -> Parameter:
    return Parameter(name, about, "int", values)


def _choice(name: str, about: str, values: Values) -> Parameter:
    return Parameter(name, about, "choice", values)


def _on_die(name: str, about: str) -> Parameter:
    return _number(name, about, lambda _: DIE)


LEVEL = _number("level", "Level of the labyrinth, 1 to 3.", lambda tables: [row.level for row in tables.levels.level])
ON_LEVEL = msgspec.structs.replace(LEVEL, required=False)
TILE = _choice("id", "The chit's letter.", lambda tables: [tile.id for tile in tables.tiles.tile])
HERO = _choice("name", "Such as lord_dil.", lambda tables: [hero.id for hero in tables.heroes.hero])
RACE = _choice("race", "Such as elf.", lambda tables: [row.race for row in tables.apprentices.apprentice])
MONSTER = _choice("name", "Such as dire_wolf.", lambda tables: [monster.id for monster in tables.monsters.monster])
WEAPON = _choice("weapon", "Such as sword; monsters: claws and teeth.", lambda tables: tables.combat.weapons)
TYPE = _choice("type", "A letter, A to L.", lambda tables: [row.type for row in tables.treasures.treasure])
SPELL = _choice("name", "Such as magic_shield.", lambda tables: [spell.id for spell in tables.spells.spell])
ROLL = _on_die("roll", "The result of 1K6.")
DICE = (_on_die("first", "The first die."), _on_die("second", "The second die."))
ATTACK = _number("roll", "1K6 + dexterity + weapon skill.")
TOTAL = _number("total", "2K6 - reluctance + skill.")
SUM = _number("sum", "Strength + reluctance of the strongest.")
GOLD = _number("gold", "The gold offered.")

LOOKUPS: tuple[Lookup, ...] = (
    Lookup("tile", "A segment of the labyrinth.", (TILE,), _tile, _as_printed("tiles", "tile")),
    Lookup("level", "What a level adds to monsters and treasure.", (LEVEL,), _level, _as_printed("levels", "level")),
    Lookup("hero", "A hero's sheet.", (HERO,), _hero, _as_printed("heroes", "hero")),
    Lookup("apprentice", "An apprentice, by race.", (RACE,), _apprentice, _as_printed("apprentices", "apprentice")),
    Lookup("potential", "Magic potential on 1K6.", (ROLL,), _potential, _as_printed("apprentices", "potential")),
    Lookup("sun", "The dominant sun on 1K6.", (ROLL,), _sun, _as_printed("suns", "sun")),
    Lookup("trap", "The trap at a door on 1K6.", (ROLL,), _trap, _trap_rows),
    Lookup("monster", "A monster, on a level.", (MONSTER, ON_LEVEL), _monster, _as_printed("monsters", "monster")),
    Lookup("resident", "Who lives in a room.", (*DICE, ON_LEVEL), _resident, _as_printed("residents", "meeting")),
    Lookup("wandering", "Who comes along.", (*DICE, ON_LEVEL), _wandering, _as_printed("wandering", "meeting")),
    Lookup("negotiation", "How a talk ends.", (TOTAL,), _negotiation, _negotiation_rows),
    Lookup("bribe", "Up to which 1K6 a bribe is taken.", (SUM, GOLD), _bribe, _bribe_rows),
    Lookup("combat", "Wounds that an attack deals.", (WEAPON, ATTACK), _combat, _combat_rows),
    Lookup(
        "treasure", "A type of treasure, on a level.", (TYPE, ON_LEVEL), _treasure, _as_printed("treasures", "treasure")
    ),
    Lookup("spell", "A spell's kind and cost.", (SPELL,), _spell, _as_printed("spells", "spell")),
)
"""Every table, in the order of the rulebook's chapters."""
