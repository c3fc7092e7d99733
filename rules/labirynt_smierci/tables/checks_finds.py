"""What the types of the later tables cannot say: spells, finds, items, jewels, powers, the Black Gate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.kernel.checks import (
    Fault,
    ascending,
    dice_code,
    every_roll,
    every_roll_of,
    many_dice,
    number_or_dice,
    unique,
)
from rules.labirynt_smierci.tables import sheets_finds as f
from rules.labirynt_smierci.tables.all_tables import Tables
from rules.labirynt_smierci.tables.sheets_spells import Spells

FEATURES = ("fountain", "statue", "trapdoor", "furniture", "altar", "art")
ONE_OF_A_KIND = "armour"
BONUSES = ("weapon", "armour")
DICED = ("pit",)
"""Finds whose amount has to be dice: rules ask what they showed."""
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
"""What the rules know of each kind; a name under another kind would do nothing [14]."""
MOST_TWICE = 2
"""With «twice» on more results than this, rolling again would on average never end."""


def faults(tables: Tables) -> dict[str, Iterator[Fault]]:
    """The faults of each sheet by its name."""
    return {
        "spells": _spells(tables.spells),
        "finds": _finds(tables.finds),
        "items": _items(tables.items),
        "jewels": _jewels(tables.jewels),
        "powers": dice_code("fire", tables.powers.fire),
        "gate": many_dice("demons", tables.gate.demons),
    }


def ends(key: str, twice: int) -> Iterator[Fault]:
    """Rolling again comes to an end."""
    if twice > MOST_TWICE:
        yield key, f"twice on at most {MOST_TWICE} results of 1K6, got {twice}: rolling again would never end"


def _spells(sheet: Spells) -> Iterator[Fault]:
    """Any spell may be left out; those that are there have numbers or dice [10]."""
    yield from unique("spell[{}].id", [spell.id for spell in sheet.spell])
    for n, spell in enumerate(sheet.spell):
        for name, code in {"amount": spell.amount, "uses": spell.uses}.items():
            if code:
                yield from number_or_dice(f"spell[{n}].{name}", code)


def _finds(sheet: f.Finds) -> Iterator[Fault]:
    for feature in FEATURES:
        rows = [(n, row.rolls) for n, row in enumerate(sheet.find) if row.feature == feature]
        yield from every_roll_of("find", feature, rows)
    for n, row in enumerate(sheet.find):
        yield from _amount(f"find[{n}].amount", row)
    yield from every_roll("mirror", [row.rolls for row in sheet.mirror])
    yield from many_dice("segments", sheet.segments)
    yield from dice_code("leraje_poison", sheet.leraje_poison)


def _amount(key: str, row: f.FindRow) -> Iterator[Fault]:
    if row.id in DICED:
        yield from dice_code(key, row.amount)
    elif row.id in (*COUNTED, *PRICED) or row.amount:
        yield from number_or_dice(key, row.amount)


def _items(sheet: f.Items) -> Iterator[Fault]:
    yield from every_roll("kind", [row.rolls for row in sheet.kind])
    for kind in (kind for kind in NAMES if kind != ONE_OF_A_KIND):
        yield from every_roll_of("item", kind, _of_kind(kind, sheet.item))
    for kind in BONUSES:
        yield from every_roll_of("plus", kind, _of_kind(kind, sheet.plus))
        yield from ends("plus", sum(len(row.rolls) for row in sheet.plus if row.kind == kind and row.twice))
    yield from _names(sheet)
    yield from unique("worn[{}].kind", [row.kind for row in sheet.worn])
    for key, code in {"poison": sheet.poison, "healing": sheet.healing, "sun": sheet.sun}.items():
        yield from dice_code(key, code)


def _of_kind(kind: str, rows: Sequence[f.ItemRow | f.PlusRow]) -> list[tuple[int, Sequence[int]]]:
    return [(n, row.rolls) for n, row in enumerate(rows) if row.kind == kind]


def _names(sheet: f.Items) -> Iterator[Fault]:
    for n, row in enumerate(sheet.item):
        if row.name not in NAMES[row.kind]:
            yield f"item[{n}].name", f"one of {', '.join(NAMES[row.kind])} for {row.kind}, got {row.name!r}"


def _jewels(sheet: f.Jewels) -> Iterator[Fault]:
    yield from ascending("jewel[{}].least", [row.least for row in sheet.jewel])
    if not sheet.jewel or sheet.jewel[0].least > 2:
        yield "jewel", "a first row with least = 2: the lowest result of 2K6 needs a value"
    for n, row in enumerate(sheet.jewel):
        if row.worth < 0:
            yield f"jewel[{n}].worth", f"gold pieces, 0 or more, got {row.worth}"
