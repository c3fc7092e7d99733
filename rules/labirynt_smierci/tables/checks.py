"""Checks of the tables beyond their types: rows must be complete, in order, and refer to existing rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

from rules.kernel.errors import BadTable
from rules.kernel.tables import DIE, Fault, dice_fault, number_or_dice_fault, repeated
from rules.labirynt_smierci.tables import sheets as s
from rules.labirynt_smierci.tables import sheets_finds as f
from rules.labirynt_smierci.tables.sheets_finds import FEATURES, Tables
from rules.tables.checks import (
    as_wide,
    ascending,
    at_least,
    bad_tables,
    covers,
    covers_die,
    each_row,
    fault,
    only_if,
    refers_to,
    unique,
)

ONE_OF_A_KIND = "armour"
BONUSES = ("weapon", "armour")
DICED = ("pit",)
"""Finds whose amount must be dice, because rules use the roll."""
COUNTED = ("poison", "alcohol", "jewel", "blood", "jewels", "bed", "alloces", "avnas")
PRICED = ("tapestry", "painting", "statuette", "glass", "icon")
NAMES: Mapping[str, tuple[str, ...]] = {
    "weapon": ("sword", "hammer", "axe", "bow", "dagger", "knife"),
    "armour": ("armour",),
    "potion": ("poison", "strength", "charm_person", "charm_monster", "healing"),
    "talisman": ("mind", "yellow_sun", "blue_sun", "red_sun", "all_suns", "evil"),
    "medallion": ("neutralize_poison", "appraisal", "oratory", "dexterity", "strangling"),
    "ring": ("resistance_1", "resistance_2", "sleep", "neutralize_poison", "heal", "resurrection"),
}
"""The item names that the rules know, by kind; other names would have no effect [14]."""
DRAWN = tuple(kind for kind in NAMES if kind != ONE_OF_A_KIND)
"""Kinds of which a die decides the item."""
MOST_TWICE = 2
"""With «twice» on more results than this, rolling again would never end on average."""
FEWEST_HEROES = 3
CALLED_BY_NAME = ("nameless", "demon", "medusa", "vampire")
"""Monsters that finds and the Black Gate bring without a roll on the tables of encounters."""


def faults(tables: Tables) -> Iterator[BadTable]:
    """Yield the faults of tables whose files are well-formed."""
    found = {
        "tiles": _tile_faults(tables.tiles),
        "levels": covers(tables.levels, "level[].level", range(1, 4)),
        "heroes": _hero_faults(tables.heroes),
        "apprentices": _apprentice_faults(tables.apprentices),
        "suns": covers_die(tables.suns, "sun"),
        "monsters": _monster_faults(tables.monsters, tables.spells),
        "residents": _meeting_faults(tables.residents, tables.monsters),
        "wandering": _meeting_faults(tables.wandering, tables.monsters),
        "negotiation": ascending(tables.negotiation, "row[].least"),
        "bribe": _bribe_faults(tables.bribe),
        "combat": _combat_faults(tables.combat),
        "traps": _trap_faults(tables.traps),
        "treasures": covers(tables.treasures, "treasure[].type", s.TREASURES),
        "spells": unique(tables.spells, "spell[].id"),
        "finds": _find_table_faults(tables.finds),
        "items": _item_faults(tables.items),
        "jewels": _jewel_faults(tables.jewels),
    }
    return bad_tables(found)


def ends(key: str, twice: int) -> Iterator[Fault]:
    """Yield a fault if rolling again would never end on average."""
    if twice > MOST_TWICE:
        template = "twice on at most {most_twice} results of 1K6, got {twice}: rolling again would never end"
        yield fault("most_twice", key, template, most_twice=MOST_TWICE, twice=twice)


def _find_table_faults(sheet: f.Finds) -> Iterator[Fault]:
    for feature in FEATURES:
        yield from covers_die(sheet, "find", feature, "feature")
    yield from each_row(sheet, "find", _amount_faults)
    yield from covers_die(sheet, "mirror")


def _amount_faults(row: f.FindRow) -> Iterator[Fault]:
    is_needed = row.id in (*DICED, *COUNTED, *PRICED) or row.amount
    check = dice_fault if row.id in DICED else number_or_dice_fault
    if is_needed and (said := check(row.amount)):
        yield "amount", said


def _item_faults(sheet: f.Items) -> Iterator[Fault]:
    yield from covers_die(sheet, "kind")
    for kind in DRAWN:
        yield from covers_die(sheet, "item", kind)
    for kind in BONUSES:
        yield from covers_die(sheet, "plus", kind)
        yield from ends("plus", sum(len(row.rolls) for row in sheet.plus if row.kind == kind and row.twice))
    yield from each_row(sheet, "item", lambda row: refers_to(row, "name", NAMES[row.kind]))
    yield from unique(sheet, "own[].id")
    yield from each_row(sheet, "own", _own_item_faults)
    rolls = [(n, (row.kind, roll)) for n, row in enumerate(sheet.own) for roll in row.rolls]
    for n, (kind, roll) in repeated(rolls):
        template = "each of 1 to 6 at most once for {what}, got {got} twice"
        yield fault("own_roll_twice", f"own[{n}].rolls", template, what=kind, got=roll)
    yield from unique(sheet, "worn[].kind")


def _own_item_faults(row: f.OwnItem) -> Iterator[Fault]:
    yield from refers_to(row, "works_like", NAMES[row.kind])
    if any(row.id in names for names in NAMES.values()):
        yield fault("own_id", "id", "an id that no item of the rulebook has, got {got!r}", got=row.id)
    yield from only_if(row, row.kind, {"plus": BONUSES, "rolls": DRAWN})


def _jewel_faults(sheet: f.Jewels) -> Iterator[Fault]:
    yield from ascending(sheet, "jewel[].least")
    if not sheet.jewel or sheet.jewel[0].least > 2:
        yield fault("first_jewel", "jewel", "a first row with least = 2: the lowest result of 2K6 needs a value")


def _tile_faults(sheet: s.Tiles) -> Iterator[Fault]:
    yield from unique(sheet, "tile[].id")
    yield from each_row(sheet, "tile", _side_faults)
    for kind in ("entrance", "gate"):
        if not any(tile.id == tile.kind == kind for tile in sheet.tile):
            yield fault("tile_kind", "tile", "a tile of id and kind {kind!r}", kind=kind)
    for kind in ("corridor", "stairs", "mirror"):
        if not any(tile.kind == kind and tile.count for tile in sheet.tile):
            template = "at least one chit of kind {kind!r}: without it the Black Gate cannot be reached"
            yield fault("chit_kind", "tile", template, kind=kind)


def _side_faults(tile: s.Tile) -> Iterator[Fault]:
    corridors, sides = tile.sides.count("C"), tile.sides
    if tile.kind == "corridor" and not corridors:
        template = "at least one corridor end (C) on a corridor, got {sides!r}"
        yield fault("corridor_end", "sides", template, sides=sides)
    if tile.kind == "entrance" and sorted(sides) != sorted("CWWW"):
        template = "one corridor end and three walls (CWWW) on the entrance, got {sides!r}"
        yield fault("entrance_sides", "sides", template, sides=sides)
    if tile.kind not in ("corridor", "entrance") and corridors:
        template = "doors and walls only (D, W): a room has no corridor end, got {sides!r}"
        yield fault("room_sides", "sides", template, sides=sides)


def _hero_faults(sheet: s.Heroes) -> Iterator[Fault]:
    yield from unique(sheet, "hero[].id")
    yield from at_least(sheet, "hero", FEWEST_HEROES)


def _apprentice_faults(sheet: s.Apprentices) -> Iterator[Fault]:
    yield from unique(sheet, "apprentice[].race")
    yield from at_least(sheet, "apprentice", 1)
    yield from covers_die(sheet, "potential")


def _monster_faults(sheet: s.Monsters, spells: f.Spells) -> Iterator[Fault]:
    yield from unique(sheet, "monster[].id")
    yield from refers_to(sheet, "monster[].spells", [spell.id for spell in spells.spell])
    ids = [monster.id for monster in sheet.monster]
    for name in (name for name in CALLED_BY_NAME if name not in ids):
        yield fault("called_monster", "monster", "a monster of id {name!r}: the rules call it by name", name=name)


def _meeting_faults(sheet: s.Meetings, monsters: s.Monsters) -> Iterator[Fault]:
    yield from refers_to(sheet, "meeting[].monster", [monster.id for monster in monsters.monster])
    cells = [(n, (cell.first, second)) for n, cell in enumerate(sheet.meeting) for second in cell.second]
    for n, (first, second) in repeated(cells):
        template = "each pair of dice once, got {got} twice"
        yield fault("pair_twice", f"meeting[{n}].second", template, got=f"{first}, {second}")
    met = {pair for _, pair in cells}
    for first, second in ((first, second) for first in DIE for second in DIE if (first, second) not in met):
        template = "all 36 pairs of dice, {missing} is missing"
        yield fault("pair_missing", "meeting", template, missing=f"{first}, {second}")


def _bribe_faults(sheet: s.Bribe) -> Iterator[Fault]:
    yield from ascending(sheet, "sums[]")
    yield from ascending(sheet, "row[].gold")
    yield from as_wide(sheet, "row[].limits", "sums")


def _combat_faults(sheet: s.Combat) -> Iterator[Fault]:
    yield from covers(sheet, "weapons[]", get_args(s.Column))
    yield from ascending(sheet, "row[].least")
    yield from as_wide(sheet, "row[].wounds", "weapons")


def _trap_faults(sheet: s.Traps) -> Iterator[Fault]:
    yield from covers(sheet, "trap[].roll", DIE)
    yield from ends("trap", sum(row.id == "twice" for row in sheet.trap))
