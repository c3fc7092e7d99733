"""Any table by its name, for a game master at a terminal or in a channel: what to ask for, and the facts found."""

from __future__ import annotations

from rules.kernel.lookups import (
    MOST,
    Book,
    Lookup,
    Parameter,
    as_printed,
    choice,
    for_rolling,
    just,
    number,
    on_die,
    optional,
    unless_rolled,
)
from rules.labirynt_smierci.lookups import finds, printed, rolls
from rules.labirynt_smierci.lookups.examined import rolled_find
from rules.labirynt_smierci.tables import Tables, load
from rules.labirynt_smierci.tables.sheets_finds import FEATURES

Asked = Parameter[Tables]

LEVEL: Asked = number(
    "level", "Level of the labyrinth, 1 to 3.", lambda tables: [row.level for row in tables.levels.level]
)
ON_LEVEL: Asked = optional(LEVEL)
TILE: Asked = choice("id", "The chit's letter.", lambda tables: [tile.id for tile in tables.tiles.tile])
HERO: Asked = choice("name", "Such as lord_dil.", lambda tables: [hero.id for hero in tables.heroes.hero])
RACE: Asked = choice("race", "Such as elf.", lambda tables: [row.race for row in tables.apprentices.apprentice])
MONSTER: Asked = choice(
    "name", "Such as dire_wolf.", lambda tables: [monster.id for monster in tables.monsters.monster]
)
WEAPON: Asked = choice("weapon", "Such as sword; monsters: claws and teeth.", lambda tables: tables.combat.weapons)
TYPE: Asked = choice("type", "A letter, A to L.", lambda tables: [row.type for row in tables.treasures.treasure])
SPELL: Asked = choice("name", "Such as magic_shield.", lambda tables: [spell.id for spell in tables.spells.spell])
ITEM: Asked = choice("name", "Such as ring.heal.", finds.item_names)
FEATURE: Asked = choice("feature", "Such as fountain.", lambda _: FEATURES)
POWER: Asked = choice("name", "Such as fire_breath.", lambda _: finds.POWERS)
ROLL: Asked = on_die("roll", "The result of 1K6.")
DICE: tuple[Asked, ...] = (on_die("first", "The first die."), on_die("second", "The second die."))
ATTACK: Asked = unless_rolled(number("roll", "1K6 + dexterity + weapon skill."))
TOTAL: Asked = unless_rolled(number("total", "2K6 - reluctance + skill."))
JEWEL: Asked = unless_rolled(number("total", "The result of 2K6.", lambda _: range(2, 13)))
SUM: Asked = number("sum", "Strength + reluctance of the strongest.")
STRENGTHS: Asked = number("sum", "The strengths of the killed, as rolled.")
SURVIVORS: Asked = number("survivors", "How many share.", lambda _: range(1, 7))
GOLD: Asked = number("gold", "The gold offered.")
MET: Asked = for_rolling(
    choice("met", "Who is rolled without a name: resident, else wandering.", lambda _: [*printed.MEETINGS])
)
NUMBER: Asked = for_rolling(number("number", "How many, up to 24.", lambda _: range(1, MOST + 1)))
RELUCTANCE: Asked = for_rolling(number("reluctance", "Taken from 2K6."))
SKILL: Asked = for_rolling(number("skill", "Added to 2K6."))
BONUS: Asked = for_rolling(number("bonus", "Dexterity, weapon skill and what else is added to 1K6."))
RESISTANCE: Asked = for_rolling(number("resistance", "Of whoever examines an altar.", lambda _: range(11)))
ITEM_DICE: tuple[Asked, ...] = (
    optional(on_die("first", "The die for the kind.", dice="")),
    optional(on_die("second", "The die for the item; of an armour for its bonus.", dice="")),
    optional(on_die("third", "The die for a weapon's bonus.", dice="")),
)

LOOKUPS: tuple[Lookup[Tables], ...] = (
    Lookup("tile", "A segment of the labyrinth.", (TILE,), printed.tile, as_printed("tiles", "tile")),
    Lookup(
        "level", "What a level adds to monsters and treasure.", (LEVEL,), printed.level, as_printed("levels", "level")
    ),
    Lookup("hero", "A hero's sheet.", (HERO,), printed.hero, as_printed("heroes", "hero")),
    Lookup(
        "apprentice",
        "An apprentice, by race.",
        (RACE,),
        printed.apprentice,
        as_printed("apprentices", "apprentice"),
    ),
    Lookup(
        "potential",
        "Magic potential on 1K6.",
        (ROLL,),
        printed.potential,
        as_printed("apprentices", "potential"),
        just(printed.potential),
    ),
    Lookup("sun", "The dominant sun on 1K6.", (ROLL,), printed.sun, as_printed("suns", "sun"), just(printed.sun)),
    Lookup("trap", "The trap at a door on 1K6.", (ROLL,), printed.trap, printed.trap_rows, rolls.rolled_trap),
    Lookup(
        "monster",
        "A monster, on a level.",
        (optional(MONSTER), ON_LEVEL, MET, NUMBER),
        printed.monster,
        as_printed("monsters", "monster"),
        rolls.rolled_monster,
    ),
    Lookup(
        "resident",
        "Who lives in a room.",
        (*DICE, ON_LEVEL),
        printed.resident,
        as_printed("residents", "meeting"),
        rolls.rolled_resident,
    ),
    Lookup(
        "wandering",
        "Who comes along.",
        (*DICE, ON_LEVEL),
        printed.wandering,
        as_printed("wandering", "meeting"),
        rolls.rolled_wandering,
    ),
    Lookup(
        "negotiation",
        "How a talk ends.",
        (TOTAL, RELUCTANCE, SKILL),
        printed.negotiation,
        printed.negotiation_rows,
        rolls.rolled_negotiation,
    ),
    Lookup(
        "bribe",
        "Up to which 1K6 a bribe is taken.",
        (SUM, GOLD),
        printed.bribe,
        printed.bribe_rows,
        rolls.rolled_bribe,
    ),
    Lookup(
        "combat",
        "Wounds that an attack deals.",
        (WEAPON, ATTACK, BONUS),
        printed.combat,
        printed.combat_rows,
        rolls.rolled_combat,
    ),
    Lookup(
        "treasure",
        "A type of treasure, on a level.",
        (TYPE, ON_LEVEL),
        printed.treasure,
        as_printed("treasures", "treasure"),
        rolls.rolled_treasure,
    ),
    Lookup(
        "spell",
        "A spell's kind, cost and amounts.",
        (SPELL,),
        printed.spell,
        as_printed("spells", "spell"),
        rolls.rolled_spell,
    ),
    Lookup(
        "experience",
        "What each survivor of a fight gains.",
        (STRENGTHS, SURVIVORS, ON_LEVEL),
        finds.experience,
        finds.experience_rows,
    ),
    Lookup(
        "find",
        "What a room's feature brings.",
        (FEATURE, ROLL, for_rolling(LEVEL), RESISTANCE),
        finds.find,
        as_printed("finds", "find"),
        rolled_find,
    ),
    Lookup(
        "mirror",
        "Where the first mirror shows the Black Gate.",
        (ROLL,),
        finds.mirror,
        as_printed("finds", "mirror"),
        rolls.rolled_mirror,
    ),
    Lookup("item", "A magic item.", (optional(ITEM), *ITEM_DICE), finds.item, finds.item_rows, rolls.rolled_item),
    Lookup("jewel", "What a jewel is worth.", (JEWEL, NUMBER), finds.jewel, finds.jewel_rows, rolls.rolled_jewel),
    Lookup("power", "A monster's special power.", (POWER,), finds.power, finds.power_rows, rolls.rolled_power),
    Lookup("gate", "The Black Gate and its guards.", (ON_LEVEL,), finds.gate, finds.gate_rows, rolls.rolled_gate),
)
"""Every table, in the order of the rulebook's chapters."""
BOOK = Book("labirynt-smierci", LOOKUPS, load)
