"""Rolls on the tables: each look-up throws its dice and returns the result as facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.kernel.lookups import Facts, Throws, sourced
from rules.labirynt_smierci.lookups import printed
from rules.labirynt_smierci.lookups.printed import DICED_POWERS, find, gate, item_called, jewel, mirror, power
from rules.labirynt_smierci.tables import Tables
from rules.labirynt_smierci.tables.sheets import Find, TrapKind

ONE = "1K6"
CERTAIN = 6
"""A limit of 1K6 that needs no roll."""


def rolled_trap(tables: Tables, throws: Throws, roll: int) -> Facts:
    """Roll the traps of a door with their wounds; «roll twice» adds two more rolls, in pairs [7.1]."""
    kinds, waiting = list[TrapKind](), [roll]
    while waiting:
        kind = tables.traps.on(waiting.pop(0))
        if rolls := tables.traps.effect(kind).rolls:
            waiting += [throws.roll(ONE, "trap") for _ in range(rolls)]
        else:
            kinds.append(kind)
    sprung = [_roll_trap_wounds(tables, throws, kind) for kind in kinds]
    return sourced({"trap": tables.traps.on(roll), "roll": roll, "sprung": sprung}, tables.traps)


def _roll_trap_wounds(tables: Tables, throws: Throws, kind: TrapKind) -> Facts:
    found: Facts = {"trap": kind} | printed.trap_effect(tables, kind)
    if "attack" not in found:
        return throws.settled(found, "wounds", "poison")
    return {"trap": kind} | arrow_hits(tables, throws, found)


def arrow_hits(tables: Tables, throws: Throws, arrow: Facts) -> Facts:
    """Roll an arrow's wounds on the combat table; poison only if it hits [7.2]."""
    wounds = tables.combat.wounds(arrow["column"], throws.roll(arrow["attack"], "attack"))
    found: Facts = {"wounds": wounds}
    if wounds and "poison" in arrow:
        found["poison"] = throws.number(arrow["poison"], "poison")
    return found


def rolled_monster(
    tables: Tables, throws: Throws, name: str = "", level: int = 1, met: str = "resident", number: int = 1
) -> Facts:
    """Roll this number of a monster; without a name roll an encounter by two dice [8.2, 8.3]."""
    if not name:
        return rolled_meeting(tables, throws, met, level)
    found = printed.monster(tables, name, level)
    return found | {"number": number} | _roll_monster_strengths(tables, throws, name, number, level)


def rolled_meeting(
    tables: Tables, throws: Throws, met: str, level: int = 1, first: int | None = None, second: int | None = None
) -> Facts:
    """Roll the kind, number and strengths of an encounter [8.3, 6.7]."""
    first = first or int(throws.roll(ONE, "first"))
    second = second or int(throws.roll(ONE, "second"))
    found = printed.meeting(tables, met, first, second, level)
    number = throws.number(found["number"], "number") * int(found.pop("times"))
    return found | {"number": number} | _roll_monster_strengths(tables, throws, found["monster"], number, level)


def _roll_monster_strengths(tables: Tables, throws: Throws, name: str, number: int, level: int) -> Facts:
    """A Black Knight also rolls its weapon skill [8.2]."""
    sheet = tables.monsters.of(name)
    code = printed.strength_on(tables, sheet, level)
    found: Facts = {"strengths": [int(throws.roll(code, "strength")) for _ in range(number)]}
    if sheet.weapon_skill:
        found["weapon_skills"] = [int(throws.roll(sheet.weapon_skill, "weapon_skill")) for _ in range(number)]
    return found


def guard(tables: Tables, throws: Throws, name: str, level: int) -> Facts:
    """Roll one monster that a find calls, with its strength [13.9]."""
    return {"monster": name, "level": level} | _roll_monster_strengths(tables, throws, name, 1, level)


def rolled_negotiation(
    tables: Tables, throws: Throws, total: int | None = None, reluctance: int = 0, skill: int = 0
) -> Facts:
    """Roll 2K6 less the reluctance plus one member's skill [8.5]."""
    if total is None:
        total = int(throws.roll("2K6", "talk")) - reluctance + skill
    return printed.negotiation(tables, total) | {"reluctance": reluctance, "skill": skill}


def rolled_bribe(tables: Tables, throws: Throws, sum: int, gold: int) -> Facts:
    """Roll 1K6 against the bribe's limit in the table [8.9]."""
    found = printed.bribe(tables, sum, gold)
    return found | {"taken": throws.roll(ONE, "bribe") <= found["limit"]}


def rolled_combat(tables: Tables, throws: Throws, weapon: str, roll: int | None = None, bonus: int = 0) -> Facts:
    """Roll 1K6 with all bonuses, and return the wounds [9.9]."""
    if roll is None:
        roll = int(throws.roll(ONE, "attack")) + bonus
    return printed.combat(tables, weapon, roll) | {"bonus": bonus}


def rolled_spell(tables: Tables, throws: Throws, name: str) -> Facts:
    """Roll a spell's amount and its number of uses in this adventure [10]."""
    return throws.settled(printed.spell(tables, name=name), "amount", "uses")


def rolled_treasure(tables: Tables, throws: Throws, type: str, level: int = 1) -> Facts:
    """Roll gold, the worth of each jewel, and each magic item [14.9]."""
    row = tables.treasures.of(type, tables.levels.of(level).treasure_shift)
    found: Facts = {"type": row.type, "level": level, "gold": _roll_amount(throws, row.gold, "gold")}
    found["jewels"] = jewels(tables, throws, _roll_amount(throws, row.jewels, "jewels"))
    found["items"] = [rolled_item(tables, throws) for _ in range(_roll_amount(throws, row.items, "items"))]
    return sourced(found, tables.treasures, row)


def _roll_amount(throws: Throws, find: Find | None, what: str) -> int:
    there = find is not None and (find.chance >= CERTAIN or throws.roll(ONE, f"{what}?") <= find.chance)
    return throws.number(find.amount, what) if find and there else 0


def jewels(tables: Tables, throws: Throws, number: int) -> list[int]:
    """Roll the worth of each jewel [14]."""
    return [tables.jewels.worth(throws.roll("2K6", "jewel")) for _ in range(number)]


def rolled_jewel(tables: Tables, throws: Throws, total: int | None = None, number: int = 1) -> Facts:
    """Roll the worth of one jewel or several; a given ``total`` is looked up [14]."""
    if total is not None:
        return jewel(tables, total)
    return sourced({"jewels": jewels(tables, throws, number)}, tables.jewels)


def rolled_item(
    tables: Tables,
    throws: Throws,
    name: str = "",
    first: int | None = None,
    second: int | None = None,
    third: int | None = None,
) -> Facts:
    """Roll a magic item's kind, name and bonus; a named item is used [14]."""
    kind = name.partition(".")[0] if name else tables.items.kind_on(first or throws.roll(ONE, "kind"))
    die = third if kind == "weapon" else second
    full_name = name
    if not name and kind != "armour":
        full_name = f"{kind}.{tables.items.name_on(kind, second or throws.roll(ONE, kind))}"
    found = item_called(tables, full_name or f"{kind}.{kind}")
    found = used_item(throws, found) if name else found
    is_bonus_rolled = kind in ("weapon", "armour") and "plus" not in found
    return found | ({"plus": plus(tables, throws, kind, die)} if is_bonus_rolled else {})


def used_item(throws: Throws, found: Facts) -> Facts:
    """Roll the effect of a drunk or worn item [14]."""
    return throws.settled(found, "wounds", "cures", "more_spells")


def plus(tables: Tables, throws: Throws, kind: str, die: int | None = None) -> int:
    """Roll the bonus of a weapon or an armour; «twice» adds two more rolls [14]."""
    total, waiting = 0, [die or int(throws.roll(ONE, "plus"))]
    while waiting:
        row = tables.items.plus_on(kind, waiting.pop(0))
        total += row.plus
        waiting += [int(throws.roll(ONE, "plus")) for _ in range(2 * row.twice)]
    return total


def rolled_mirror(tables: Tables, throws: Throws, roll: int) -> Facts:
    """Roll the level and distance of the Black Gate [13]."""
    return throws.settled(mirror(tables, roll), "segments")


def rolled_power(tables: Tables, throws: Throws, name: str) -> Facts:
    """Roll whether the power replaces the blow, and its effect [15]."""
    found = power(tables, name)
    if name not in DICED_POWERS:
        return found
    used = throws.roll(ONE, "power") in tables.powers.die
    return throws.settled(found | {"used": used}, *(["wounds"] if used else []))


def rolled_gate(tables: Tables, throws: Throws, level: int = 1) -> Facts:
    """Roll the number of Demons at the Black Gate and each guard's strength [16]."""
    found = gate(tables, level)
    demons = throws.number(found["demons"], "demons")
    numbers = {"demon": demons, "nameless": 1}
    strengths = {
        name: _roll_monster_strengths(tables, throws, name, n, level)["strengths"] for name, n in numbers.items()
    }
    return found | {"demons": demons, "guards": strengths}


MOST_RESISTANCE = 5
"""The highest resistance, because a natural 6 never resists [11]."""


class Tester:
    """The examiner of a feature on this level; ``found``: the facts so far."""

    def __init__(self, tables: Tables, throws: Throws, found: Facts, level: int) -> None:
        self.tables = tables
        self.throws = throws
        self.found = found
        self.level = level

    def item(self, first: int) -> Facts:
        """Roll a magic item; ``first``: the die of its kind."""
        return {"items": [rolled_item(self.tables, self.throws, first=first)]}

    def of_kind(self, kind: str) -> Facts:
        """Roll a magic item of this kind."""
        return self.item(next(row.rolls[0] for row in self.tables.items.kind if row.kind == kind))

    def jewels(self, amount: int | str) -> Facts:
        """Roll this number of jewels."""
        return {"jewels": jewels(self.tables, self.throws, self.throws.number(amount, "jewels"))}

    def meets(self, met: str, on: tuple[int, ...]) -> Facts:
        """Roll 1K6 for an encounter, which comes on these results."""
        if self.throws.roll(ONE, "check") not in on:
            return {"met": None}
        return {"met": rolled_meeting(self.tables, self.throws, met, self.level)}

    def calls(self, monster: str) -> Facts:
        """Roll one monster of this name."""
        return {"met": guard(self.tables, self.throws, monster, self.level)}


def rolled_find(
    tables: Tables, throws: Throws, feature: str, roll: int, level: int = 1, resistance: int | None = None
) -> Facts:
    """Roll a find with all its results; at an altar the tester's resistance decides if it is given [13.9]."""
    found = find(tables, feature, roll)
    tester = Tester(tables, throws, found, level)
    if feature != "altar":
        brings = BRINGS.get(found["find"])
        return found | (brings(tester) if brings else throws.settled(found, "wounds", "worth"))
    if resistance is None:
        return found
    resisted = throws.roll(ONE, "resist") <= min(resistance, MOST_RESISTANCE)
    return found | {"resisted": resisted} | ALTARS[found["find"]](tester, resisted)


def _roll_potion(tester: Tester) -> Facts:
    [potion] = tester.of_kind("potion")["items"]
    return {"items": [used_item(tester.throws, potion)]}


def _roll_pit(tester: Tester) -> Facts:
    wounds = tester.throws.number(tester.found["wounds"], "wounds")
    return {"wounds": wounds, "bottomless": wounds in tester.tables.finds.bottomless}


def _roll_bed(tester: Tester) -> Facts:
    cured = tester.throws.settled(tester.found, "cures")
    return cured | tester.meets("wandering", tester.tables.finds.bed_wanderers)


def _roll_mirror(tester: Tester) -> Facts:
    shown = rolled_mirror(tester.tables, tester.throws, tester.throws.roll(ONE, "mirror"))
    return {"shows": {"level": shown["level"], "segments": shown["segments"]}}


def _roll_trap(tester: Tester) -> Facts:
    return {"sprung": rolled_trap(tester.tables, tester.throws, tester.throws.roll(ONE, "trap"))["sprung"]}


def _roll_desk(tester: Tester) -> Facts:
    """The desk's type of treasure does not shift with the level [13.9]."""
    held = rolled_treasure(tester.tables, tester.throws, tester.found["treasure"])
    return {name: held[name] for name in ("gold", "jewels", "items")}


BRINGS: Mapping[str, Callable[[Tester], Facts]] = {
    "potion": _roll_potion,
    "medallion": lambda tester: tester.of_kind("medallion"),
    "talisman": lambda tester: tester.of_kind("talisman"),
    "jewel": lambda tester: tester.jewels(tester.found["jewels"]),
    "jewels": lambda tester: tester.jewels(tester.found["jewels"]),
    "medusa": lambda tester: tester.calls("medusa"),
    "demon": lambda tester: tester.calls("demon"),
    "coffin": lambda tester: tester.calls("vampire"),
    "room": lambda tester: tester.meets("resident", tester.tables.finds.room_residents),
    "clavichord": lambda tester: tester.meets("wandering", tester.tables.finds.clavichord_wanderers),
    "bed": _roll_bed,
    "pit": _roll_pit,
    "mirror": _roll_mirror,
    "trap": _roll_trap,
    "desk": _roll_desk,
}


def _roll_alloces(tester: Tester, resisted: bool) -> Facts:
    gone = "dexterity_lost" if resisted else "weapon_skill"
    return {gone: None}


def _roll_vassago(tester: Tester, resisted: bool) -> Facts:
    return {"shows": {"level": _roll_mirror(tester)["shows"]["level"]}} if resisted else {}


def _roll_avnas(tester: Tester, resisted: bool) -> Facts:
    amount = tester.found["jewels_or_wounds"]
    brought = tester.jewels(amount) if resisted else {"wounds": tester.throws.number(amount, "wounds")}
    return brought | {"jewels_or_wounds": None}


def _roll_melthus(tester: Tester, resisted: bool) -> Facts:
    return tester.of_kind("armour") if resisted else tester.calls("demon")


def _roll_asmoday(tester: Tester, resisted: bool) -> Facts:
    return tester.of_kind("ring") if resisted else tester.calls("demon")


def _roll_leraje(tester: Tester, resisted: bool) -> Facts:
    hit: Facts = {"attack": None, "column": None, "poison": None}
    if not resisted:
        return hit | arrow_hits(tester.tables, tester.throws, tester.found)
    bow: Facts = {"item": "weapon.bow", "kind": "weapon", "plus": plus(tester.tables, tester.throws, "weapon")}
    return hit | {"items": [bow]}


ALTARS: Mapping[str, Callable[[Tester, bool], Facts]] = {
    "alloces": _roll_alloces,
    "vassago": _roll_vassago,
    "avnas": _roll_avnas,
    "melthus": _roll_melthus,
    "leraje": _roll_leraje,
    "asmoday": _roll_asmoday,
}
"""The effects of the six altar demons on testers who resist or fail."""
