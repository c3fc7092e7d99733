"""The look-ups of this game: any table by its name, for a game master at a terminal or in a channel."""

from __future__ import annotations

from rules.jaskinia.lookups import printed, thrown
from rules.jaskinia.tables import Tables, load
from rules.kernel.lookups import DIE, Book, Lookup, Parameter, called, choice, number, optional

Asked = Parameter[Tables]

CARD: Asked = choice("name", "Such as goblin.", lambda tables: [row.id for row in tables.cards.card])
SPELL: Asked = choice("name", "Such as dispel.", lambda tables: [row.id for row in tables.spells.spell])
SEEKER: Asked = choice(
    "name", "Such as miner.", lambda tables: [seeker_sheet.id for seeker_sheet in tables.seekers.seeker]
)
KIND: Asked = optional(choice("name", "Such as temple.", lambda tables: [row.id for row in tables.chambers.chamber]))
FACE: Asked = optional(number("face", "The result of 1K6.", lambda _: DIE))
_AREA: Asked = choice("id", "Such as B4.", lambda tables: [area.id for area in tables.board.area])
AREA: Asked = called(_AREA, lambda tables, id: tables.board.of(id).name)
SPECIAL: Asked = choice("name", "Such as bridge.", lambda tables: [row.id for row in tables.board.special])
GATE: Asked = choice("id", "Such as W1.", lambda tables: [gate.id for gate in tables.board.gate])
PART: Asked = choice("part", "search, map, strength, power or wealth.", lambda _: list(printed.OF_CRYSTAL))
POWER: Asked = number("power", "Total Power.")
NUMBER: Asked = choice("use", "Such as trophies.", lambda _: list(printed.NUMBERS))

LOOKUPS: tuple[Lookup[Tables], ...] = (
    Lookup(
        "number",
        "A number that all Seekers share.",
        (NUMBER,),
        printed.shared,
        printed.shared_rows,
        thrown.shared,
        words="cave_number",
    ),
    Lookup(
        "limit", "How many Spells a total Power holds.", (POWER,), printed.limit, printed.limit_rows, words="cave_limit"
    ),
    Lookup(
        "chamber",
        "A kind of Chamber, by 1K6.",
        (KIND, FACE),
        printed.chamber,
        printed.chamber_rows,
        thrown.chamber,
        words="cave_chamber",
    ),
    Lookup(
        "crystal",
        "The Crystal Chamber: how it is found, and its trials.",
        (PART,),
        printed.crystal,
        printed.crystal_rows,
        thrown.crystal,
        words="cave_crystal",
    ),
    Lookup("area", "An area of the board.", (AREA,), printed.area, printed.area_rows, thrown.area, words="cave_area"),
    Lookup("gate", "Mighty Gates.", (GATE,), printed.gate, printed.gate_rows, thrown.gate, words="cave_gate"),
    Lookup(
        "special",
        "What happens on a special area.",
        (SPECIAL,),
        printed.special,
        printed.special_rows,
        thrown.special,
        words="cave_special",
    ),
    Lookup(
        "card",
        "A card of the Cave or the Adventure deck.",
        (CARD,),
        printed.card,
        printed.card_rows,
        thrown.card,
        words="cave_card",
    ),
    Lookup("spell", "A Spell.", (SPELL,), printed.spell, printed.spell_rows, words="cave_spell"),
    Lookup("seeker", "A Seeker's card.", (SEEKER,), printed.seeker, printed.seeker_rows),
)
"""Every table of the game, in the order of the rules."""
BOOK = Book("jaskinia", LOOKUPS, load)
