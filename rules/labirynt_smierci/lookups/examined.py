"""Rolling a find to its end: what the tester meets, takes, suffers or is given [13.9]."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.kernel.lookups import Facts, Throws
from rules.labirynt_smierci.lookups.finds import find
from rules.labirynt_smierci.lookups.rolls import (
    ONE,
    arrow_hits,
    guard,
    jewels,
    plus,
    rolled_item,
    rolled_meeting,
    rolled_mirror,
    rolled_trap,
    rolled_treasure,
    used_item,
)
from rules.labirynt_smierci.tables import Tables

MOST_RESISTANCE = 5
"""A natural 6 never resists [11]."""


class Tester:
    """Who examines: the level, and the resistance where it is known; ``found``: the facts so far."""

    def __init__(self, tables: Tables, throws: Throws, found: Facts, level: int) -> None:
        self.tables = tables
        self.throws = throws
        self.found = found
        self.level = level

    def item(self, first: int) -> Facts:
        """A magic item of the kind for this die."""
        return {"items": [rolled_item(self.tables, self.throws, first=first)]}

    def of_kind(self, kind: str) -> Facts:
        """A magic item of this kind."""
        return self.item(next(row.rolls[0] for row in self.tables.items.kind if row.kind == kind))

    def jewels(self, amount: int | str) -> Facts:
        """So many jewels."""
        return {"jewels": jewels(self.tables, self.throws, self.throws.number(amount, "jewels"))}

    def meets(self, met: str, on: tuple[int, ...]) -> Facts:
        """Somebody comes, or nobody."""
        if self.throws.roll(ONE, "check") not in on:
            return {"met": None}
        return {"met": rolled_meeting(self.tables, self.throws, met, self.level)}

    def calls(self, monster: str) -> Facts:
        """One monster, called by name."""
        return {"met": guard(self.tables, self.throws, monster, self.level)}


def rolled_find(
    tables: Tables, throws: Throws, feature: str, roll: int, level: int = 1, resistance: int | None = None
) -> Facts:
    """A find and all that it brings; at an altar the tester's resistance decides, where it is given [13.9]."""
    found = find(tables, feature, roll)
    tester = Tester(tables, throws, found, level)
    if feature != "altar":
        brings = BRINGS.get(found["find"])
        return found | (brings(tester) if brings else throws.settled(found, "wounds", "worth"))
    if resistance is None:
        return found
    resisted = throws.roll(ONE, "resist") <= min(resistance, MOST_RESISTANCE)
    return found | {"resisted": resisted} | ALTARS[found["find"]](tester, resisted)


def _potion(one: Tester) -> Facts:
    """It is drunk at once."""
    [potion] = one.of_kind("potion")["items"]
    return {"items": [used_item(one.throws, potion)]}


def _pit(one: Tester) -> Facts:
    wounds = one.throws.number(one.found["wounds"], "wounds")
    return {"wounds": wounds, "bottomless": wounds in one.tables.finds.bottomless}


def _bed(one: Tester) -> Facts:
    cured = one.throws.settled(one.found, "cures")
    return cured | one.meets("wandering", one.tables.finds.bed_wanderers)


def _mirror(one: Tester) -> Facts:
    shown = rolled_mirror(one.tables, one.throws, one.throws.roll(ONE, "mirror"))
    return {"shows": {"level": shown["level"], "segments": shown["segments"]}}


def _trap(one: Tester) -> Facts:
    return {"sprung": rolled_trap(one.tables, one.throws, one.throws.roll(ONE, "trap"))["sprung"]}


def _desk(one: Tester) -> Facts:
    """Type F is named by the find and does not shift with the level [13.9]."""
    held = rolled_treasure(one.tables, one.throws, one.found["treasure"])
    return {name: held[name] for name in ("gold", "jewels", "items")}


BRINGS: Mapping[str, Callable[[Tester], Facts]] = {
    "potion": _potion,
    "medallion": lambda one: one.of_kind("medallion"),
    "talisman": lambda one: one.of_kind("talisman"),
    "jewel": lambda one: one.jewels(one.found["jewels"]),
    "jewels": lambda one: one.jewels(one.found["jewels"]),
    "medusa": lambda one: one.calls("medusa"),
    "demon": lambda one: one.calls("demon"),
    "coffin": lambda one: one.calls("vampire"),
    "room": lambda one: one.meets("resident", one.tables.finds.room_residents),
    "clavichord": lambda one: one.meets("wandering", one.tables.finds.clavichord_wanderers),
    "bed": _bed,
    "pit": _pit,
    "mirror": _mirror,
    "trap": _trap,
    "desk": _desk,
}
"""Finds that need more dice than those of their amount."""


def _alloces(one: Tester, resisted: bool) -> Facts:
    gone = "dexterity_lost" if resisted else "weapon_skill"
    return {gone: None}


def _vassago(one: Tester, resisted: bool) -> Facts:
    return {"shows": {"level": _mirror(one)["shows"]["level"]}} if resisted else {}


def _avnas(one: Tester, resisted: bool) -> Facts:
    amount = one.found["jewels_or_wounds"]
    brought = one.jewels(amount) if resisted else {"wounds": one.throws.number(amount, "wounds")}
    return brought | {"jewels_or_wounds": None}


def _melthus(one: Tester, resisted: bool) -> Facts:
    return one.of_kind("armour") if resisted else one.calls("demon")


def _asmoday(one: Tester, resisted: bool) -> Facts:
    return one.of_kind("ring") if resisted else one.calls("demon")


def _leraje(one: Tester, resisted: bool) -> Facts:
    hit: Facts = {"attack": None, "column": None, "poison": None}
    if not resisted:
        return hit | arrow_hits(one.tables, one.throws, one.found)
    bow: Facts = {"item": "weapon.bow", "kind": "weapon", "plus": plus(one.tables, one.throws, "weapon")}
    return hit | {"items": [bow]}


ALTARS: Mapping[str, Callable[[Tester, bool], Facts]] = {
    "alloces": _alloces,
    "vassago": _vassago,
    "avnas": _avnas,
    "melthus": _melthus,
    "leraje": _leraje,
    "asmoday": _asmoday,
}
"""What the six demons of the altars do to those who resist, and to those who do not."""
