"""Look-ups in any table by its name, for a game master: the parameters, and the facts found."""

from __future__ import annotations

from rules.kernel import lookups
from rules.labirynt_smierci.lookups import printed, rolls
from rules.labirynt_smierci.lookups.rolls import rolled_find
from rules.labirynt_smierci.tables import Tables, load
from rules.labirynt_smierci.tables.sheets_finds import FEATURES

Asked = lookups.Parameter[Tables]

LEVEL: Asked = lookups.number(
    "level", "Level of the labyrinth, 1 to 3.", lambda tables: [row.level for row in tables.levels.level]
)
ON_LEVEL: Asked = lookups.optional(LEVEL)
TILE: Asked = lookups.choice("id", "The chit's letter.", lambda tables: [tile.id for tile in tables.tiles.tile])
HERO: Asked = lookups.choice("name", "Such as lord_dil.", lambda tables: [hero.id for hero in tables.heroes.hero])
RACE: Asked = lookups.choice("race", "Such as elf.", lambda tables: [row.race for row in tables.apprentices.apprentice])
MONSTER: Asked = lookups.choice(
    "name", "Such as dire_wolf.", lambda tables: [monster.id for monster in tables.monsters.monster]
)
WEAPON: Asked = lookups.choice(
    "weapon", "Such as sword; monsters: claws and teeth.", lambda tables: tables.combat.weapons
)
TYPE: Asked = lookups.choice(
    "type", "A letter, A to L.", lambda tables: [row.type for row in tables.treasures.treasure]
)
SPELL: Asked = lookups.choice(
    "name", "Such as magic_shield.", lambda tables: [spell.id for spell in tables.spells.spell]
)
ITEM: Asked = lookups.choice("name", "Such as ring.heal.", printed.item_names)
FEATURE: Asked = lookups.choice("feature", "Such as fountain.", lambda _: FEATURES)
POWER: Asked = lookups.choice("name", "Such as fire_breath.", lambda _: printed.POWERS)
ROLL: Asked = lookups.on_die("roll", "The result of 1K6.")
DICE: tuple[Asked, ...] = (lookups.on_die("first", "The first die."), lookups.on_die("second", "The second die."))
ATTACK: Asked = lookups.unless_rolled(lookups.number("roll", "1K6 + dexterity + weapon skill."))
TOTAL: Asked = lookups.unless_rolled(lookups.number("total", "2K6 - reluctance + skill."))
JEWEL: Asked = lookups.unless_rolled(lookups.number("total", "The result of 2K6.", lambda _: range(2, 13)))
SUM: Asked = lookups.number("sum", "Strength + reluctance of the strongest.")
STRENGTHS: Asked = lookups.number("sum", "The strengths of the killed, as rolled.")
SURVIVORS: Asked = lookups.number("survivors", "How many share.", lambda _: range(1, 7))
GOLD: Asked = lookups.number("gold", "The gold offered.")
MET: Asked = lookups.for_rolling(
    lookups.choice("met", "Who is rolled without a name: resident, else wandering.", lambda _: [*printed.MEETINGS])
)
NUMBER: Asked = lookups.for_rolling(
    lookups.number("number", "How many, up to 24.", lambda _: range(1, lookups.MOST + 1))
)
RELUCTANCE: Asked = lookups.for_rolling(lookups.number("reluctance", "Taken from 2K6."))
SKILL: Asked = lookups.for_rolling(lookups.number("skill", "Added to 2K6."))
BONUS: Asked = lookups.for_rolling(lookups.number("bonus", "Dexterity, weapon skill and what else is added to 1K6."))
RESISTANCE: Asked = lookups.for_rolling(
    lookups.number("resistance", "Of whoever examines an altar.", lambda _: range(11))
)
ITEM_DICE: tuple[Asked, ...] = (
    lookups.optional(lookups.on_die("first", "The die for the kind.", dice="")),
    lookups.optional(lookups.on_die("second", "The die for the item; of an armour for its bonus.", dice="")),
    lookups.optional(lookups.on_die("third", "The die for a weapon's bonus.", dice="")),
)

LOOKUPS: tuple[lookups.Lookup[Tables], ...] = (
    lookups.Lookup("tile", "A segment of the labyrinth.", (TILE,), printed.tile, lookups.as_printed("tiles", "tile")),
    lookups.Lookup(
        "level",
        "What a level adds to monsters and treasure.",
        (LEVEL,),
        printed.level,
        lookups.as_printed("levels", "level"),
    ),
    lookups.Lookup("hero", "A hero's sheet.", (HERO,), printed.hero, lookups.as_printed("heroes", "hero")),
    lookups.Lookup(
        "apprentice",
        "An apprentice, by race.",
        (RACE,),
        printed.apprentice,
        lookups.as_printed("apprentices", "apprentice"),
    ),
    lookups.Lookup(
        "potential",
        "Magic potential on 1K6.",
        (ROLL,),
        printed.potential,
        lookups.as_printed("apprentices", "potential"),
        lookups.just(printed.potential),
    ),
    lookups.Lookup(
        "sun",
        "The dominant sun on 1K6.",
        (ROLL,),
        printed.sun,
        lookups.as_printed("suns", "sun"),
        lookups.just(printed.sun),
    ),
    lookups.Lookup("trap", "The trap at a door on 1K6.", (ROLL,), printed.trap, printed.trap_rows, rolls.rolled_trap),
    lookups.Lookup(
        "monster",
        "A monster, on a level.",
        (lookups.optional(MONSTER), ON_LEVEL, MET, NUMBER),
        printed.monster,
        lookups.as_printed("monsters", "monster"),
        rolls.rolled_monster,
    ),
    lookups.Lookup(
        "resident",
        "Who lives in a room.",
        (*DICE, ON_LEVEL),
        printed.resident,
        lookups.as_printed("residents", "meeting"),
        rolls.rolled_resident,
    ),
    lookups.Lookup(
        "wandering",
        "Who comes along.",
        (*DICE, ON_LEVEL),
        printed.wandering,
        lookups.as_printed("wandering", "meeting"),
        rolls.rolled_wandering,
    ),
    lookups.Lookup(
        "negotiation",
        "How a talk ends.",
        (TOTAL, RELUCTANCE, SKILL),
        printed.negotiation,
        printed.negotiation_rows,
        rolls.rolled_negotiation,
    ),
    lookups.Lookup(
        "bribe",
        "Up to which 1K6 a bribe is taken.",
        (SUM, GOLD),
        printed.bribe,
        printed.bribe_rows,
        rolls.rolled_bribe,
    ),
    lookups.Lookup(
        "combat",
        "Wounds that an attack deals.",
        (WEAPON, ATTACK, BONUS),
        printed.combat,
        printed.combat_rows,
        rolls.rolled_combat,
    ),
    lookups.Lookup(
        "treasure",
        "A type of treasure, on a level.",
        (TYPE, ON_LEVEL),
        printed.treasure,
        lookups.as_printed("treasures", "treasure"),
        rolls.rolled_treasure,
    ),
    lookups.Lookup(
        "spell",
        "A spell's kind, cost and amounts.",
        (SPELL,),
        printed.spell,
        lookups.as_printed("spells", "spell"),
        rolls.rolled_spell,
    ),
    lookups.Lookup(
        "experience",
        "What each survivor of a fight gains.",
        (STRENGTHS, SURVIVORS, ON_LEVEL),
        printed.experience,
        printed.experience_rows,
    ),
    lookups.Lookup(
        "find",
        "What a room's feature brings.",
        (FEATURE, ROLL, lookups.for_rolling(LEVEL), RESISTANCE),
        printed.find,
        lookups.as_printed("finds", "find"),
        rolled_find,
    ),
    lookups.Lookup(
        "mirror",
        "Where the first mirror shows the Black Gate.",
        (ROLL,),
        printed.mirror,
        lookups.as_printed("finds", "mirror"),
        rolls.rolled_mirror,
    ),
    lookups.Lookup(
        "item",
        "A magic item.",
        (lookups.optional(ITEM), *ITEM_DICE),
        printed.item,
        printed.item_rows,
        rolls.rolled_item,
    ),
    lookups.Lookup(
        "jewel", "What a jewel is worth.", (JEWEL, NUMBER), printed.jewel, printed.jewel_rows, rolls.rolled_jewel
    ),
    lookups.Lookup(
        "power", "A monster's special power.", (POWER,), printed.power, printed.power_rows, rolls.rolled_power
    ),
    lookups.Lookup(
        "gate", "The Black Gate and its guards.", (ON_LEVEL,), printed.gate, printed.gate_rows, rolls.rolled_gate
    ),
)
"""All tables, in the order of the rulebook's chapters."""
BOOK = lookups.Book("labirynt-smierci", LOOKUPS, load)
