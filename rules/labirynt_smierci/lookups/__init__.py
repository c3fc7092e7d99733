"""Look-ups in any table by its name, for a game master: the parameters, and the facts found."""

from __future__ import annotations

from functools import partial

from rules.kernel.lookups import (
    MOST,
    Book,
    Lookup,
    Parameter,
    as_printed,
    choice,
    for_rolling,
    just,
    keys,
    number,
    on_die,
    optional,
    unless_rolled,
)
from rules.labirynt_smierci.lookups import printed, rolls
from rules.labirynt_smierci.tables import Tables, load
from rules.labirynt_smierci.tables.sheets_finds import FEATURES

Asked = Parameter[Tables]

LEVEL: Asked = number("level", keys("levels", "level", "level"))
ON_LEVEL: Asked = optional(LEVEL)
ROLL: Asked = on_die("roll")
DICE: tuple[Asked, ...] = (on_die("first"), on_die("second"))
MET: Asked = for_rolling(choice("met", lambda _: printed.MEETINGS))
"""Who is rolled without a name: a resident, else a wandering monster."""
NUMBER: Asked = for_rolling(number("number", lambda _: range(1, MOST + 1)))
ATTACK: Asked = unless_rolled(number("roll"))
"""1K6 + dexterity + weapon skill."""
TALK: tuple[Asked, ...] = (
    unless_rolled(number("total")),
    for_rolling(number("reluctance")),
    for_rolling(number("skill")),
)
FIND: tuple[Asked, ...] = (
    choice("feature", lambda _: FEATURES),
    ROLL,
    for_rolling(LEVEL),
    for_rolling(number("resistance", lambda _: range(11))),
)
"""``resistance``: of whoever examines an altar."""
ITEM: tuple[Asked, ...] = (
    optional(choice("name", printed.item_names)),
    *(optional(on_die(name, dice="")) for name in ("first", "second", "third")),
)
"""The dice: for the kind, the item (of an armour: the bonus), and the bonus of a weapon."""


def _meeting(met: str, sheet: str) -> Lookup[Tables]:
    find, roll = partial(printed.meeting, met=met), partial(rolls.rolled_meeting, met=met)
    return Lookup(met, (*DICE, ON_LEVEL), find, roll, as_printed(sheet, "meeting"))


LOOKUPS: tuple[Lookup[Tables], ...] = (
    Lookup("tile", (choice("id", keys("tiles", "tile")),), printed.tile),
    Lookup("level", (LEVEL,), printed.level),
    Lookup("hero", (choice("name", keys("heroes", "hero")),), printed.hero),
    Lookup("apprentice", (choice("race", keys("apprentices", "apprentice", "race")),), printed.apprentice),
    Lookup("potential", (ROLL,), printed.potential, just(printed.potential), as_printed("apprentices", "potential")),
    Lookup("sun", (ROLL,), printed.sun, just(printed.sun), as_printed("suns", "sun")),
    Lookup("trap", (ROLL,), printed.trap, rolls.rolled_trap),
    Lookup(
        "monster",
        (optional(choice("name", keys("monsters", "monster"))), ON_LEVEL, MET, NUMBER),
        printed.monster,
        rolls.rolled_monster,
        as_printed("monsters", "monster"),
    ),
    _meeting("resident", "residents"),
    _meeting("wandering", "wandering"),
    Lookup("negotiation", TALK, printed.negotiation, rolls.rolled_negotiation, printed.negotiation_rows),
    Lookup("bribe", (number("sum"), number("gold")), printed.bribe, rolls.rolled_bribe, printed.bribe_rows),
    Lookup(
        "combat",
        (choice("weapon", lambda tables: tables.combat.weapons), ATTACK, for_rolling(number("bonus"))),
        printed.combat,
        rolls.rolled_combat,
        printed.combat_rows,
    ),
    Lookup(
        "treasure",
        (choice("type", keys("treasures", "treasure", "type")), ON_LEVEL),
        printed.treasure,
        rolls.rolled_treasure,
        as_printed("treasures", "treasure"),
    ),
    Lookup("spell", (choice("name", keys("spells", "spell")),), printed.spell, rolls.rolled_spell),
    Lookup(
        "experience",
        (number("sum"), number("survivors", lambda _: range(1, 7)), ON_LEVEL),
        printed.experience,
        whole=printed.experience_rows,
    ),
    Lookup("find", FIND, printed.find, rolls.rolled_find, as_printed("finds", "find")),
    Lookup("mirror", (ROLL,), printed.mirror, rolls.rolled_mirror, as_printed("finds", "mirror")),
    Lookup("item", ITEM, printed.item, rolls.rolled_item, printed.item_rows),
    Lookup(
        "jewel",
        (unless_rolled(number("total", lambda _: range(2, 13))), NUMBER),
        printed.jewel,
        rolls.rolled_jewel,
        as_printed("jewels", "jewel"),
    ),
    Lookup("power", (choice("name", lambda _: printed.POWERS),), printed.power, rolls.rolled_power),
    Lookup("gate", (ON_LEVEL,), printed.gate, rolls.rolled_gate),
)
"""All tables, in the order of the rulebook's chapters."""
BOOK = Book("labirynt-smierci", LOOKUPS, load)
