"""Chapters 12 to 16: finds, mirrors, magic items, jewels, experience, powers and the Black Gate, by name or by dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from rules.kernel.errors import Refused
from rules.kernel.lookups import Facts, as_printed, columns, sourced
from rules.labirynt_smierci.lookups.printed import strength_on
from rules.labirynt_smierci.tables import Tables
from rules.labirynt_smierci.tables.sheets import Power
from rules.labirynt_smierci.tables.sheets_finds import FindId, ItemRow

POWERS: tuple[Power, ...] = get_args(Power)
DICED_POWERS: tuple[Power, ...] = ("fire_breath", "petrification", "charm")
"""The powers that take the place of a blow, when the power die says so [15]."""
MEANING: Mapping[FindId, str] = {
    "poison": "wounds",
    "alcohol": "dexterity_lost",
    "blood": "dexterity_lost",
    "jewel": "jewels",
    "jewels": "jewels",
    "pit": "wounds",
    "bed": "cures",
    "alloces": "weapon_skill",
    "avnas": "jewels_or_wounds",
}
"""What a find's amount is; of a work of art its worth [13.9]."""


def find(tables: Tables, feature: str, roll: int) -> Facts:
    """What the examination of a feature brings [13.9]."""
    row = tables.finds.on(feature, roll)
    amount = {MEANING.get(row.id, "worth"): row.amount} if row.amount else {}
    found: Facts = {"find": row.id, "feature": feature, "roll": roll}
    return sourced(found | amount | _more(tables, row.id), tables.finds, row)


def _more(tables: Tables, find_id: FindId) -> Facts:
    """What the sheet says of this find beside its row [13.9]."""
    finds = tables.finds
    more: dict[str, Facts] = {
        "room": {"residents_on": finds.room_residents},
        "bed": {"wanderers_on": finds.bed_wanderers},
        "clavichord": {"wanderers_on": finds.clavichord_wanderers},
        "pit": {"bottomless_on": finds.bottomless},
        "desk": {"treasure": finds.desk},
        "mirror": {"segments": finds.segments},
        "alloces": {"dexterity_lost": finds.altar_dizziness},
        "leraje": {
            "attack": f"1K6{finds.leraje_arrows:+d}",
            "column": tables.traps.arrow_column,
            "poison": finds.leraje_poison,
        },
    }
    return more.get(find_id, {})


def mirror(tables: Tables, roll: int) -> Facts:
    """On which level the first mirror shows the Black Gate, and how many new segments are left to it [13]."""
    row = next(row for row in tables.finds.mirror if roll in row.rolls)
    return sourced({"level": row.level, "segments": tables.finds.segments, "roll": roll}, tables.finds, row)


def item_names(tables: Tables) -> list[str]:
    """Every magic item as ``kind.name``; the armour once [14]."""
    names = list(dict.fromkeys(f"{row.kind}.{row.name}" for row in tables.items.item))
    return names if "armour.armour" in names else [*names, "armour.armour"]


def item(
    tables: Tables, name: str = "", first: int | None = None, second: int | None = None, third: int | None = None
) -> Facts:
    """A magic item by its name, or by the dice of kind, item and bonus [14]."""
    if not name:
        name = _item_on(tables, first, second)
    kind = name.partition(".")[0]
    die = second if kind == "armour" else third
    return item_called(tables, name) | ({} if die is None else _plus(tables, kind, die))


def _item_on(tables: Tables, first: int | None, second: int | None) -> str:
    if first is None:
        raise Refused("lookup_missing", table="item", parameters=("name",))
    if second is None:
        raise Refused("lookup_missing", table="item", parameters=("second",))
    kind = tables.items.kind_on(first)
    return f"{kind}.{tables.items.name_on(kind, second)}"


def _plus(tables: Tables, kind: str, die: int) -> Facts:
    if kind not in ("weapon", "armour"):
        return {}
    row = tables.items.plus_on(kind, die)
    return {"rolls": 2} if row.twice else {"plus": row.plus}


def item_called(tables: Tables, full_name: str) -> Facts:
    """What a magic item is and does [14]."""
    kind, _, name = full_name.partition(".")
    found: Facts = {"item": full_name, "kind": kind} | _does(tables, full_name)
    if most := tables.items.most_worn(kind):
        found["worn"] = most
    row = next((row for row in tables.items.item if (row.kind, row.name) == (kind, name)), None)
    return sourced(found, tables.items, row)


def _does(tables: Tables, full_name: str) -> Facts:
    items = tables.items
    does: dict[str, Facts] = {
        "potion.poison": {"wounds": items.poison},
        "potion.healing": {"cures": items.healing},
        "potion.strength": {"attack_bonus": items.might},
        "talisman.yellow_sun": {"more_spells": items.sun},
        "talisman.blue_sun": {"more_spells": items.sun},
        "talisman.red_sun": {"more_spells": items.sun},
        "talisman.all_suns": {"more_spells": items.sun},
        "talisman.evil": {"talks": -items.evil},
        "medallion.oratory": {"negotiation": items.oratory},
        "medallion.dexterity": {"dexterity": items.dexterity},
        "medallion.strangling": {"wounds": items.strangling},
        "ring.resistance_1": {"resistance": 1},
        "ring.resistance_2": {"resistance": 2},
    }
    return does.get(full_name, {})


def item_rows(tables: Tables) -> list[Facts]:
    """The kinds, the items of each kind, then the bonuses of weapons and armours [14]."""
    sheet = tables.items
    kinds = [sourced({"kind": row.kind, "rolls": row.rolls}, sheet, row) for row in sheet.kind]
    items = [sourced(_item_row(row), sheet, row) for row in sheet.item]
    return [*kinds, *items, *(sourced(columns(row), sheet, row) for row in sheet.plus)]


def _item_row(row: ItemRow) -> Facts:
    return {"kind": row.kind, "rolls": row.rolls, "item": f"{row.kind}.{row.name}"}


def jewel(tables: Tables, total: int) -> Facts:
    """What a jewel is worth [14]."""
    row = next(row for row in reversed(tables.jewels.jewel) if row.least <= total)
    return sourced({"worth": tables.jewels.worth(total), "total": total}, tables.jewels, row)


jewel_rows = as_printed("jewels", "jewel")


def experience(tables: Tables, sum: int, survivors: int, level: int = 1) -> Facts:
    """What each survivor of a fight gains for monsters of these strengths, as rolled [12]."""
    pool = max(0, sum) * tables.experience.factor
    each = pool // survivors * tables.levels.of(level).experience
    found = {"each": each, "sum": sum, "survivors": survivors, "level": level}
    return sourced(found, tables.experience)


def experience_rows(tables: Tables) -> list[Facts]:
    """What experience is worth [12, 17]."""
    sheet = tables.experience
    names = ("factor", "disarming", "ground", "price", "victory_points", "victory_gold")
    return [sourced({name: getattr(sheet, name) for name in names}, sheet)]


def power(tables: Tables, name: str) -> Facts:
    """A special power: whose it is, when it is used, what it does in numbers [15]."""
    sheet = tables.powers
    whose = [one.id for one in tables.monsters.monster if one.power == name]
    found: Facts = {"power": name, "monsters": whose}
    if name in DICED_POWERS:
        found["used_on"] = sheet.die
    numbers: dict[str, Facts] = {
        "fire_breath": {"wounds": sheet.fire},
        "stench": {"attack_bonus": -sheet.stench},
        "regeneration": {"cures": sheet.regeneration},
    }
    return sourced(found | numbers.get(name, {}), sheet)


def power_rows(tables: Tables) -> list[Facts]:
    """All special powers [15]."""
    return [power(tables, name) for name in POWERS]


def gate(tables: Tables, level: int = 1) -> Facts:
    """The Black Gate and its guards, who gain by the level; the Gate itself does not [16]."""
    sheet = tables.gate
    guards = {name: strength_on(tables, tables.monsters.of(name), level) for name in ("demon", "nameless")}
    blast = next((spell.amount for spell in tables.spells.spell if spell.id == "blast"), "")
    found: Facts = {"strength": sheet.strength, "resistance": sheet.resistance, "blasts": sheet.blasts}
    return sourced(found | {"blast": blast, "demons": sheet.demons, "guards": guards, "level": level}, sheet)


def gate_rows(tables: Tables) -> list[Facts]:
    """The Black Gate on each level [16]."""
    return [gate(tables, row.level) for row in tables.levels.level]
