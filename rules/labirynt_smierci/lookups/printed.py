"""Look-ups of single entries of the printed tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from msgspec.structs import replace

from rules.kernel.dice import parse
from rules.kernel.errors import Refused
from rules.kernel.lookups import Facts, as_printed, by_key, columns, sourced
from rules.labirynt_smierci.tables import Tables
from rules.labirynt_smierci.tables.sheets import Monster, Power, TrapKind
from rules.labirynt_smierci.tables.sheets_finds import FindId


def bribe(tables: Tables, sum: int, gold: int) -> Facts:
    """Return the highest result of 1K6 on which the bribe is taken [8.9]."""
    return sourced({"limit": tables.bribe.limit(sum, gold), "sum": sum, "gold": gold}, tables.bribe)


def bribe_rows(tables: Tables) -> list[Facts]:
    """Return the bribes, with a column for each band of strength and reluctance [8.9]."""
    bands = [f"sum {least}+" for least in tables.bribe.sums]
    return [
        sourced({"gold": row.gold} | _cells_by_column(bands, row.limits), tables.bribe, row) for row in tables.bribe.row
    ]


def combat(tables: Tables, weapon: str, roll: int) -> Facts:
    """Return the wounds of an attack number [9.9]."""
    return sourced({"wounds": tables.combat.wounds(weapon, roll), "weapon": weapon, "roll": roll}, tables.combat)


def combat_rows(tables: Tables) -> list[Facts]:
    """Return the attack numbers, with a column for each weapon [9.9]."""
    sheet = tables.combat
    return [
        sourced({"least": row.least} | _cells_by_column(sheet.weapons, row.wounds), sheet, row) for row in sheet.row
    ]


def _cells_by_column(names: Sequence[str], cells: Sequence[int]) -> Facts:
    return dict(zip(names, cells, strict=True))


def negotiation(tables: Tables, total: int) -> Facts:
    """Return the result of talks with this total [8.5]."""
    return sourced({"result": tables.negotiation.result(total), "total": total}, tables.negotiation)


def negotiation_rows(tables: Tables) -> list[Facts]:
    """Return the results of talks, from the worst total upwards [8.5]."""
    below: Facts = {"least": None, "result": tables.negotiation.below}
    return [sourced(below, tables.negotiation), *as_printed("negotiation", "row")(tables)]


def monster(tables: Tables, name: str = "", level: int = 1) -> Facts:
    """Return a monster's sheet with the level's additions [6.7, 8.2]; raises ``Refused`` without a name.

    Types of treasures are those of the first level, to which ``treasure`` adds the level.
    """
    if not name:
        raise Refused("lookup_missing", table="monster", parameters=("name",))
    sheet = tables.monsters.of(name)
    printed = {key: value for key, value in columns(sheet).items() if key not in ("id", "heads")}
    found = {"monster": name, "level": level} | printed | deeper(tables, sheet, level)
    return sourced(found, tables.monsters, sheet)


def deeper(tables: Tables, sheet: Monster, level: int) -> Facts:
    """Return the values that rise with the level; a missing reluctance stays missing [6.7]."""
    added = tables.levels.of(level)
    dexterity = sheet.dexterity + added.dexterity
    return {
        "strength": strength_on(tables, sheet, level),
        "dexterity": _half_strength_formula(dexterity) if sheet.heads else dexterity,
        "resistance": sheet.resistance,
        "reluctance": None if sheet.reluctance is None else sheet.reluctance + added.reluctance,
    }


def strength_on(tables: Tables, sheet: Monster, level: int) -> str:
    """Return the dice of a monster's strength with the level's addition [6.7]."""
    strength = parse(sheet.strength)
    return str(replace(strength, plus=strength.plus + tables.levels.of(level).strength))


def _half_strength_formula(plus: int) -> str:
    """The formula is for a hydra's dexterity, which falls with its strength [15.6]."""
    return f"strength/2{plus:+d}" if plus else "strength/2"


MEETINGS = ("resident", "wandering")


def meeting(tables: Tables, met: str, first: int, second: int, level: int = 1) -> Facts:
    """Return the residents of a room or the wandering monsters of a corridor, with the level's additions [8.3]."""
    sheet = tables.residents if met == "resident" else tables.wandering
    cell = sheet.on(first, second)
    monster = tables.monsters.of(cell.monster)
    found: Facts = {"monster": cell.monster, "number": cell.number, "times": tables.levels.of(level).number}
    found |= {"treasure": getattr(monster, met), "level": level}
    return sourced(found | deeper(tables, monster, level), sheet, cell)


def trap(tables: Tables, roll: int) -> Facts:
    """Return the kind and effect of a trap [7.1, 7.2]."""
    kind = tables.traps.on(roll)
    row = next(row for row in tables.traps.trap if row.roll == roll)
    return sourced({"trap": kind, "roll": roll} | trap_effect(tables, kind), tables.traps, row)


def trap_effect(tables: Tables, kind: TrapKind) -> Facts:
    """Return the effect of a trap [7.2]; a plain number of wounds is an int."""
    effect = tables.traps.effect(kind)
    arrow: Facts = {"attack": "1K6", "column": effect.column} if effect.column else {}
    wounds = int(effect.wounds) if effect.wounds.isdecimal() else effect.wounds
    said: Facts = {"poison": effect.poison, "wounds": wounds, "everyone": effect.everyone, "rolls": effect.rolls}
    return arrow | {name: value for name, value in said.items() if value}


def treasure(tables: Tables, type: str, level: int = 1) -> Facts:
    """Return the contents of a type of treasure, shifted by the level [14.9]."""
    row = tables.treasures.of(type, tables.levels.of(level).treasure_shift)
    return sourced(columns(row) | {"level": level}, tables.treasures, row)


tile = by_key("tiles", "tile", id="id")
hero = by_key("heroes", "hero", name="id")
apprentice = by_key("apprentices", "apprentice", race="race")
spell = by_key("spells", "spell", name="id")
level = by_key("levels", "level", level="level")
potential = by_key("apprentices", "potential", roll="rolls")
sun = by_key("suns", "sun", roll="rolls")

POWERS: tuple[Power, ...] = get_args(Power)
DICED_POWERS: tuple[Power, ...] = ("fire_breath", "petrification", "charm")
"""The powers that replace a blow, by the power die [15]."""
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
"""The meaning of each find's amount; ``worth`` for works of art [13.9]."""


def find(tables: Tables, feature: str, roll: int) -> Facts:
    """Return the result of examining a feature [13.9]."""
    row = tables.finds.on(feature, roll)
    amount = {MEANING.get(row.id, "worth"): row.amount} if row.amount else {}
    found: Facts = {"find": row.id, "feature": feature, "roll": roll}
    return sourced(found | amount | _extra_find_facts(tables, row.id), tables.finds, row)


def _extra_find_facts(tables: Tables, find_id: FindId) -> Facts:
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
    """Return the level of the Black Gate by the first mirror, and the number of new segments to it [13]."""
    return by_key("finds", "mirror", roll="rolls")(tables, roll=roll) | {"segments": tables.finds.segments}


def item_names(tables: Tables) -> list[str]:
    """Return every magic item as ``kind.name``; the armour once [14]."""
    names = dict.fromkeys(f"{row.kind}.{row.name}" for row in tables.items.item)
    return list(names | dict.fromkeys(("armour.armour", *(f"{row.kind}.{row.id}" for row in tables.items.own))))


def item(
    tables: Tables, name: str = "", first: int | None = None, second: int | None = None, third: int | None = None
) -> Facts:
    """Return a magic item by its name, or by the dice of kind, item and bonus [14]."""
    if not name:
        name = _item_name_on_dice(tables, first, second)
    kind = name.partition(".")[0]
    die = second if kind == "armour" else third
    return ({} if die is None else _plus_facts(tables, kind, die)) | item_called(tables, name)


def _item_name_on_dice(tables: Tables, first: int | None, second: int | None) -> str:
    if first is None:
        raise Refused("lookup_missing", table="item", parameters=("name",))
    if second is None:
        raise Refused("lookup_missing", table="item", parameters=("second",))
    kind = tables.items.kind_on(first)
    return f"{kind}.{tables.items.name_on(kind, second)}"


def _plus_facts(tables: Tables, kind: str, die: int) -> Facts:
    if kind not in ("weapon", "armour"):
        return {}
    row = tables.items.plus_on(kind, die)
    return {"rolls": 2} if row.twice else {"plus": row.plus}


def item_called(tables: Tables, full_name: str) -> Facts:
    """Return the kind and effects of a magic item [14]."""
    kind, _, name = full_name.partition(".")
    own = tables.items.own_item(kind, name)
    effect = f"{kind}.{own.works_like}" if own else full_name
    found: Facts = {"item": full_name, "kind": kind} | _item_effects(tables, effect)
    if own:
        found |= {"works_like": effect} | ({"plus": own.plus} if own.plus else {})
    if most := tables.items.most_worn(kind):
        found["worn"] = most
    row = next((row for row in tables.items.item if (row.kind, row.name) == (kind, name)), None)
    return sourced(found, tables.items, own or row)


def _item_effects(tables: Tables, full_name: str) -> Facts:
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


def _item_row(row: Any) -> Facts:
    found = {"kind": row.kind} | columns(row)
    name = found.pop("name", "") or found.pop("id", "")
    return found | ({"item": f"{found['kind']}.{name}"} if name else {})


item_rows = as_printed("items", "kind", "item", "own", "plus", show=_item_row)


def jewel(tables: Tables, total: int) -> Facts:
    """Return the worth of a jewel [14]."""
    row = next(row for row in reversed(tables.jewels.jewel) if row.least <= total)
    return sourced({"worth": tables.jewels.worth(total), "total": total}, tables.jewels, row)


def experience(tables: Tables, sum: int, survivors: int, level: int = 1) -> Facts:
    """Return each survivor's experience for monsters of this total strength, as rolled [12]."""
    pool = max(0, sum) * tables.experience.factor
    each = pool // survivors * tables.levels.of(level).experience
    found = {"each": each, "sum": sum, "survivors": survivors, "level": level}
    return sourced(found, tables.experience)


def experience_rows(tables: Tables) -> list[Facts]:
    """Return the values of the experience rules [12, 17]."""
    sheet = tables.experience
    names = ("factor", "disarming", "ground", "price", "victory_points", "victory_gold")
    return [sourced({name: getattr(sheet, name) for name in names}, sheet)]


def power(tables: Tables, name: str) -> Facts:
    """Return a special power: its owner, its use, its effect in numbers [15]."""
    sheet = tables.powers
    whose = [monster.id for monster in tables.monsters.monster if monster.power == name]
    found: Facts = {"power": name, "monsters": whose}
    if name in DICED_POWERS:
        found["used_on"] = sheet.die
    numbers: dict[str, Facts] = {
        "fire_breath": {"wounds": sheet.fire},
        "stench": {"attack_bonus": -sheet.stench},
        "regeneration": {"cures": sheet.regeneration},
    }
    return sourced(found | numbers.get(name, {}), sheet)


def gate(tables: Tables, level: int = 1) -> Facts:
    """Return the Black Gate and its guards; the level strengthens only the guards [16]."""
    sheet = tables.gate
    guards = {name: strength_on(tables, tables.monsters.of(name), level) for name in ("demon", "nameless")}
    blast = next((spell.amount for spell in tables.spells.spell if spell.id == "blast"), "")
    found: Facts = {"strength": sheet.strength, "resistance": sheet.resistance, "blasts": sheet.blasts}
    return sourced(found | {"blast": blast, "demons": sheet.demons, "guards": guards, "level": level}, sheet)
