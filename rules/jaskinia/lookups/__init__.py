"""The look-ups of this game: any table by its name, for a game master at a terminal or in a channel."""

from __future__ import annotations

from rules.jaskinia.lookups import printed, thrown
from rules.jaskinia.tables import load
from rules.kernel.lookups import DIE, Book, Lookup, called, choice, keys, number, optional

NUMBER = choice("use", lambda _: list(printed.NUMBERS))
CHAMBER = (
    optional(choice("name", keys("chambers", "chamber"))),
    optional(number("face", lambda _: DIE)),
)
PART = choice("part", lambda _: list(printed.OF_CRYSTAL))
_AREA = choice("id", keys("board", "area"))
AREA = called(_AREA, lambda tables, id: tables.board.of(id).name)
GATE = choice("id", keys("board", "gate"))
SPECIAL = choice("name", keys("board", "special"))
CARD = choice("name", lambda tables: [row.id for row in sorted(tables.cards.card, key=lambda row: row.set_aside)])
SPELL = choice("name", keys("spells", "spell"))
SEEKER = choice("name", keys("seekers", "seeker"))

LOOKUPS = (
    Lookup("number", (NUMBER,), printed.shared, thrown.shared, words="cave_number"),
    Lookup("limit", (number("power"),), printed.limit, whole=printed.limit_rows, words="cave_limit"),
    Lookup("chamber", CHAMBER, printed.chamber, thrown.chamber, words="cave_chamber"),
    Lookup("crystal", (PART,), printed.crystal, thrown.crystal, words="cave_crystal"),
    Lookup("area", (AREA,), printed.area, thrown.area, words="cave_area"),
    Lookup("gate", (GATE,), printed.gate, thrown.gate, words="cave_gate"),
    Lookup("special", (SPECIAL,), printed.special, thrown.special, words="cave_special"),
    Lookup("card", (CARD,), printed.card, thrown.card, words="cave_card"),
    Lookup("spell", (SPELL,), printed.spell, words="cave_spell"),
    Lookup("seeker", (SEEKER,), printed.seeker),
)
"""Every table of the game, in the order of the rules."""
BOOK = Book("jaskinia", LOOKUPS, load)
