"""Checks of the tables beyond their types: rows must be complete, in order, and refer to existing rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.kernel.errors import BadTable, Expected, expected
from rules.kernel.table_types import meant_of
from rules.kernel.tables import (
    DIE,
    Fault,
    among,
    as_wide,
    ascending,
    bad_tables,
    dice_code,
    dice_of,
    every_roll,
    every_roll_of,
    many_dice,
    number_or_dice,
    once_each,
    plain_keys,
    repeated,
    unique,
)
from rules.labirynt_smierci.tables import sheets as s
from rules.labirynt_smierci.tables import sheets_finds as f
from rules.labirynt_smierci.tables.sheets_finds import Spells, Tables

FEATURES = ("fountain", "statue", "trapdoor", "furniture", "altar", "art")
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
MOST_TWICE = 2
"""With «twice» on more results than this, rolling again would never end on average."""


def find_faults(tables: Tables) -> dict[str, Iterator[Fault]]:
    """Return the faults of each sheet by its name."""
    return {
        "spells": _spell_faults(tables.spells),
        "finds": _find_table_faults(tables.finds),
        "items": _item_faults(tables.items),
        "jewels": _jewel_faults(tables.jewels),
        "powers": dice_code("fire", tables.powers.fire),
        "gate": many_dice("demons", tables.gate.demons),
    }


def ends(key: str, twice: int) -> Iterator[Fault]:
    """Yield a fault if rolling again would never end on average."""
    if twice > MOST_TWICE:
        yield (
            key,
            expected(
                "most_twice",
                "twice on at most {most_twice} results of 1K6, got {twice}: rolling again would never end",
                most_twice=MOST_TWICE,
                twice=twice,
            ),
        )


def _spell_faults(sheet: Spells) -> Iterator[Fault]:
    """Spells may be missing; present ones need numbers or dice [10]."""
    yield from unique("spell[{}].id", [spell.id for spell in sheet.spell])
    for n, spell in enumerate(sheet.spell):
        for name, code in {"amount": spell.amount, "uses": spell.uses}.items():
            if code:
                yield from number_or_dice(f"spell[{n}].{name}", code)


def _find_table_faults(sheet: f.Finds) -> Iterator[Fault]:
    for feature in FEATURES:
        rows = [(n, row.rolls) for n, row in enumerate(sheet.find) if row.feature == feature]
        yield from every_roll_of("find", feature, rows)
    for n, row in enumerate(sheet.find):
        yield from _amount_faults(f"find[{n}].amount", row)
    yield from every_roll("mirror", [row.rolls for row in sheet.mirror])
    yield from many_dice("segments", sheet.segments)
    yield from dice_code("leraje_poison", sheet.leraje_poison)


def _amount_faults(key: str, row: f.FindRow) -> Iterator[Fault]:
    if row.id in DICED:
        yield from dice_code(key, row.amount)
    elif row.id in (*COUNTED, *PRICED) or row.amount:
        yield from number_or_dice(key, row.amount)


def _item_faults(sheet: f.Items) -> Iterator[Fault]:
    yield from every_roll("kind", [row.rolls for row in sheet.kind])
    for kind in (kind for kind in NAMES if kind != ONE_OF_A_KIND):
        yield from every_roll_of("item", kind, _rolls_of_kind(kind, sheet.item))
    for kind in BONUSES:
        yield from every_roll_of("plus", kind, _rolls_of_kind(kind, sheet.plus))
        yield from ends("plus", sum(len(row.rolls) for row in sheet.plus if row.kind == kind and row.twice))
    for n, row in enumerate(sheet.item):
        yield from _effect_faults(f"item[{n}].name", row.kind, row.name)
    yield from _own_item_faults(sheet.own)
    yield from unique("worn[{}].kind", [row.kind for row in sheet.worn])
    for key, code in {"poison": sheet.poison, "healing": sheet.healing, "sun": sheet.sun}.items():
        yield from dice_code(key, code)


def _effect_faults(key: str, kind: str, name: str) -> Iterator[Fault]:
    if name not in NAMES[kind]:
        allowed, template = NAMES[kind], "one of {allowed} for {kind}, got {got!r}"
        yield key, expected("one_of", template, meant_of(name, allowed), allowed=allowed, kind=kind, got=name)


def _own_item_faults(rows: Sequence[f.OwnItem]) -> Iterator[Fault]:
    taken = {name for names in NAMES.values() for name in names}
    yield from plain_keys("own[{}].id", [row.id for row in rows])
    for n, row in enumerate(rows):
        yield from _effect_faults(f"own[{n}].works_like", row.kind, row.works_like)
        if row.id in taken:
            yield f"own[{n}].id", expected("own_id", "an id that no item of the rulebook has, got {got!r}", got=row.id)
        if row.plus and row.kind not in BONUSES:
            yield f"own[{n}].plus", expected("no_plus", "no bonus but for a weapon or an armour")
        if row.rolls and row.kind == ONE_OF_A_KIND:
            yield f"own[{n}].rolls", expected("no_rolls", "no rolls for an armour: no die decides which one it is")
    for kind in NAMES:
        rolls = [(n, roll) for n, row in enumerate(rows) if row.kind == kind for roll in row.rolls]
        for n, roll in repeated(rolls):
            template = "each of 1 to 6 at most once for {what}, got {got} twice"
            yield f"own[{n}].rolls", expected("own_roll_twice", template, what=kind, got=roll)


def _rolls_of_kind(kind: str, rows: Sequence[f.ItemRow | f.PlusRow]) -> list[tuple[int, Sequence[int]]]:
    return [(n, row.rolls) for n, row in enumerate(rows) if row.kind == kind]


def _jewel_faults(sheet: f.Jewels) -> Iterator[Fault]:
    yield from ascending("jewel[{}].least", [row.least for row in sheet.jewel])
    if not sheet.jewel or sheet.jewel[0].least > 2:
        yield "jewel", expected("first_jewel", "a first row with least = 2: the lowest result of 2K6 needs a value")


FEWEST_HEROES = 3
CALLED_BY_NAME = ("nameless", "demon", "medusa", "vampire")
"""Monsters that finds and the Black Gate bring without a roll on the tables of encounters."""


def faults(tables: Tables) -> Iterator[BadTable]:
    """Yield the faults of tables whose files are well-formed."""
    found: dict[str, Iterator[Fault]] = {
        "tiles": _tile_faults(tables.tiles),
        "levels": once_each("level[{}].level", [row.level for row in tables.levels.level], "level", range(1, 4)),
        "heroes": _hero_faults(tables.heroes),
        "apprentices": _apprentice_faults(tables.apprentices),
        "suns": _sun_faults(tables.suns),
        "monsters": _monster_faults(tables.monsters, tables.spells),
        "residents": _meeting_faults(tables.residents, tables.monsters),
        "wandering": _meeting_faults(tables.wandering, tables.monsters),
        "negotiation": ascending("row[{}].least", [row.least for row in tables.negotiation.row]),
        "bribe": _bribe_faults(tables.bribe),
        "combat": _combat_faults(tables.combat),
        "traps": _trap_faults(tables.traps),
        "treasures": _treasure_faults(tables.treasures),
        **find_faults(tables),
    }
    return bad_tables(found)


def _tile_faults(sheet: s.Tiles) -> Iterator[Fault]:
    yield from unique("tile[{}].id", [tile.id for tile in sheet.tile])
    for n, tile in enumerate(sheet.tile):
        yield from ((f"tile[{n}].sides", said) for said in _side_faults(tile))
    for kind in ("entrance", "gate"):
        if not any(tile.id == tile.kind == kind for tile in sheet.tile):
            yield "tile", expected("tile_kind", "a tile of id and kind {kind!r}", kind=kind)
    for kind in ("corridor", "stairs", "mirror"):
        if not any(tile.kind == kind and tile.count for tile in sheet.tile):
            yield (
                "tile",
                expected(
                    "chit_kind",
                    "at least one chit of kind {kind!r}: without it the Black Gate cannot be reached",
                    kind=kind,
                ),
            )


def _side_faults(tile: s.Tile) -> Iterator[Expected]:
    corridors = tile.sides.count("C")
    if tile.kind == "corridor" and not corridors:
        yield expected("corridor_end", "at least one corridor end (C) on a corridor, got {sides!r}", sides=tile.sides)
    if tile.kind == "entrance" and sorted(tile.sides) != sorted("CWWW"):
        yield expected(
            "entrance_sides", "one corridor end and three walls (CWWW) on the entrance, got {sides!r}", sides=tile.sides
        )
    if tile.kind not in ("corridor", "entrance") and corridors:
        yield expected(
            "room_sides", "doors and walls only (D, W): a room has no corridor end, got {sides!r}", sides=tile.sides
        )


def _hero_faults(sheet: s.Heroes) -> Iterator[Fault]:
    yield from unique("hero[{}].id", [hero.id for hero in sheet.hero])
    if len(sheet.hero) < FEWEST_HEROES:
        yield (
            "hero",
            expected(
                "fewest_heroes",
                "at least {fewest_heroes} heroes, got {number}",
                fewest_heroes=FEWEST_HEROES,
                number=len(sheet.hero),
            ),
        )


def _apprentice_faults(sheet: s.Apprentices) -> Iterator[Fault]:
    yield from unique("apprentice[{}].race", [row.race for row in sheet.apprentice])
    if not sheet.apprentice:
        yield "apprentice", expected("some_race", "at least one race")
    yield from every_roll("potential", [row.rolls for row in sheet.potential])


def _sun_faults(sheet: s.Suns) -> Iterator[Fault]:
    return every_roll("sun", [row.rolls for row in sheet.sun])


def _monster_faults(sheet: s.Monsters, spells: Spells) -> Iterator[Fault]:
    yield from unique("monster[{}].id", [monster.id for monster in sheet.monster])
    known = [spell.id for spell in spells.spell]
    for n, monster in enumerate(sheet.monster):
        yield from _strength_faults(f"monster[{n}].strength", monster.strength)
        if monster.weapon_skill:
            yield from dice_code(f"monster[{n}].weapon_skill", monster.weapon_skill)
        yield from among(f"monster[{n}].spells", monster.spells, known)
    for name in CALLED_BY_NAME:
        if all(monster.id != name for monster in sheet.monster):
            yield (
                "monster",
                expected("called_monster", "a monster of id {name!r}: the rules call it by name", name=name),
            )


def _strength_faults(key: str, code: str) -> Iterator[Fault]:
    """A level must be able to add to the dice."""
    dice = dice_of(code)
    if dice is None or dice.times != 1 or dice.least < 1:  # a level's addition cannot be written behind "x3"
        yield key, expected("plain_dice", "dice such as 2K6+3, never below 1 and without x, got {got!r}", got=code)


def _meeting_faults(sheet: s.Meetings, monsters: s.Monsters) -> Iterator[Fault]:
    known = [monster.id for monster in monsters.monster]
    for n, cell in enumerate(sheet.meeting):
        yield from among(f"meeting[{n}].monster", [cell.monster], known)
        yield from number_or_dice(f"meeting[{n}].number", cell.number)
    cells = [(n, (cell.first, second)) for n, cell in enumerate(sheet.meeting) for second in cell.second]
    for n, pair in repeated(cells):
        got = f"{pair[0]}, {pair[1]}"
        yield f"meeting[{n}].second", expected("pair_twice", "each pair of dice once, got {got} twice", got=got)
    met = {pair for _, pair in cells}
    for first, second in ((first, second) for first in DIE for second in DIE if (first, second) not in met):
        gap = f"{first}, {second}"
        yield "meeting", expected("pair_missing", "all 36 pairs of dice, {missing} is missing", missing=gap)


def _bribe_faults(sheet: s.Bribe) -> Iterator[Fault]:
    yield from ascending("sums[{}]", sheet.sums)
    yield from ascending("row[{}].gold", [row.gold for row in sheet.row])
    yield from as_wide("row[{}].limits", [row.limits for row in sheet.row], len(sheet.sums), "sums")


def _combat_faults(sheet: s.Combat) -> Iterator[Fault]:
    columns = ("sword", "hammer", "axe", "dagger", "bow", "knife", "monsters")
    yield from once_each("weapons[{}]", sheet.weapons, "weapons", columns)
    yield from ascending("row[{}].least", [row.least for row in sheet.row])
    yield from as_wide("row[{}].wounds", [row.wounds for row in sheet.row], len(sheet.weapons), "weapons")


def _trap_faults(sheet: s.Traps) -> Iterator[Fault]:
    for key, code in {"gas": sheet.gas, "oil": sheet.oil, "poison": sheet.poison}.items():
        yield from dice_code(key, code)
    yield from once_each("trap[{}].roll", [row.roll for row in sheet.trap], "trap", DIE)
    yield from ends("trap", sum(row.id == "twice" for row in sheet.trap))


def _treasure_faults(sheet: s.Treasures) -> Iterator[Fault]:
    yield from once_each("treasure[{}].type", [row.type for row in sheet.treasure], "treasure", "ABCDEFGHIJKL")
    for n, row in enumerate(sheet.treasure):
        for name, find in {"gold": row.gold, "jewels": row.jewels}.items():
            if find:
                yield from dice_code(f"treasure[{n}].{name}.amount", find.amount)
        if row.items:
            yield from number_or_dice(f"treasure[{n}].items.amount", row.items.amount)
