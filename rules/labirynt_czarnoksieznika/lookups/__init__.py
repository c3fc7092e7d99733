"""Any table by its name, for a game master at a terminal or in a channel: what to ask for, and the facts found."""

from __future__ import annotations

from rules.kernel.lookups import Book, Lookup, Parameter, as_printed, choice, for_rolling, number, optional
from rules.labirynt_czarnoksieznika.lookups import printed
from rules.labirynt_czarnoksieznika.tables import Tables, load

Asked = Parameter[Tables]

FOE: Asked = optional(
    choice("name", "Such as troll.", lambda tables: [row.id for row in tables.encounters.encounter]),
)
TOTAL: Asked = optional(
    number("total", "2K6 + the chamber's digit.", lambda tables: [row.total for row in tables.encounters.encounter]),
)
DIGIT: Asked = for_rolling(number("digit", "The chamber's digit, added to 2K6.", printed.digits))
FIND: Asked = choice("name", "Such as fireball.", lambda tables: [row.id for row in tables.finds.find])
CHARACTER: Asked = choice("name", "Such as wolsung.", lambda tables: [one.id for one in tables.characters.character])
ABILITY: Asked = choice("name", "Such as raise_zombie.", printed.abilities)
BOARD: Asked = choice("id", "Such as 1A.", lambda tables: [face.id.lower() for face in tables.boards.board])
RUNE: Asked = choice("element", "Such as fire.", lambda tables: [row.id for row in tables.runes.rune])
TOKEN: Asked = choice("name", "Such as trap.", lambda _: printed.TOKENS)
GEM: Asked = choice("use", "Such as reroll.", lambda _: printed.USES)

LOOKUPS: tuple[Lookup[Tables], ...] = (
    Lookup(
        "encounter",
        "What is met at a total of 2K6 + digit.",
        (FOE, TOTAL, DIGIT),
        printed.encounter,
        printed.encounter_rows,
        printed.rolled_encounter,
    ),
    Lookup("find", "A Find from the bag.", (FIND,), printed.find, printed.find_rows, words="sorcerer_find"),
    Lookup("character", "A character's card.", (CHARACTER,), printed.character, as_printed("characters", "character")),
    Lookup(
        "ability",
        "A special ability: whose it is, on which dice it works.",
        (ABILITY,),
        printed.ability,
        printed.ability_rows,
        printed.rolled_ability,
    ),
    Lookup(
        "token",
        "A special token, the Zombie, the Glove of Doom.",
        (TOKEN,),
        printed.token,
        printed.token_rows,
        printed.rolled_token,
    ),
    Lookup("board", "A side of a board: chambers, digits, passages.", (BOARD,), printed.board, printed.board_rows),
    Lookup("rune", "How many Runes of an element, and its chambers.", (RUNE,), printed.rune, printed.rune_rows),
    Lookup("gem", "What Gems buy and where they come from.", (GEM,), printed.gem, printed.gem_rows),
)
"""Every table of the game."""
BOOK = Book("labirynt-czarnoksieznika", LOOKUPS, load)
