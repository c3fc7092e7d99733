"""The look-ups of this game's tables, with rolls on them."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel import lookups
from rules.kernel.errors import Refused
from rules.labirynt_czarnoksieznika.tables import Tables, load
from rules.labirynt_czarnoksieznika.tables.sheets import ELEMENTS, Encounter

ONE = "1K6"
TOKENS = ("trap", "cloud", "tree", "zombie", "glove")
USES: Mapping[str, str] = {
    "win": "crystals",
    "start": "setup",
    "crystal": "crystals",
    "extra_move": "crystals",
    "reroll": "crystals",
    "choose_board": "crystals",
    "glove": "glove",
    "crystals": "components",
}
"""The numbers about Gems, with the rulebook's chapter for each."""
PLACES: Mapping[str, str] = {
    "raise_zombie": "zombie",
    "trap": "trap",
    "acid_cloud": "cloud",
    "tree_of_life": "tree",
}
"""The abilities that cost a Find and a roll, with the token that each brings into play [10.1]."""


def _encounter_facts(row: Encounter) -> lookups.Facts:
    found: lookups.Facts = {"encounter": row.id, "total": row.total, "kind": row.kind}
    if row.kind == "event":
        return found | {"finds" if row.effect == "draw_finds" else "heal": row.n}
    fought = {"strength": row.strength, "wounds": row.wounds, "finds": row.finds, "gems": row.gems}
    return found | fought | {"special": row.special}


encounter = lookups.by_key("encounters", "encounter", _encounter_facts, name="id", total="total")


def digits(tables: Tables) -> range:
    """Return the range of the chambers' digits."""
    found = [digit for face in tables.boards.board for digit in face.digits.values()]
    return range(min(found), max(found) + 1)


def rolled_encounter(
    tables: Tables, throws: lookups.Throws, digit: int | None = None, **asked: int | str
) -> lookups.Facts:
    """Roll 2K6 + the chamber's digit and return the Encounter [5.2]; a given name or total is not rolled for."""
    if asked:
        return encounter(tables, **asked)
    if digit is None:
        raise Refused("lookup_missing", table="encounter", parameters=("digit",))
    row = tables.encounters.at(throws.roll("2K6", "encounter") + digit)
    return encounter(tables, total=row.total) | {"digit": digit}


def abilities(tables: Tables) -> list[str]:
    """Return the names of the characters' abilities."""
    return list(dict.fromkeys(character_sheet.ability for character_sheet in tables.characters.character))


def ability(tables: Tables, name: str) -> lookups.Facts:
    """Return an ability: its characters and, if it has a cost, the token it brings and its results of success [10.1,
    11].
    """
    whose = [character_sheet.id for character_sheet in tables.characters.character if character_sheet.ability == name]
    found: lookups.Facts = {"ability": name, "characters": whose}
    if name in PLACES:
        found |= {"brings": PLACES[name], "works_on": tables.powers.success}
    return lookups.sourced(found, tables.characters) | {"section": tables.powers.section}


def rolled_ability(tables: Tables, throws: lookups.Throws, name: str) -> lookups.Facts:
    """Roll for an ability with a cost [10.1]."""
    if name not in PLACES:
        raise Refused("lookup_dice", table="ability")
    return ability(tables, name) | {"works": throws.roll(ONE, "ability") in tables.powers.success}


def token(tables: Tables, name: str) -> lookups.Facts:
    """Return the numbers of a special token, the Zombie or the Glove [10]."""
    powers = tables.powers
    numbers: dict[str, lookups.Facts] = {
        "trap": {"count": powers.trap.count, "wounds_on": powers.trap.springs},
        "cloud": {
            "count": powers.cloud.count,
            "dissolves_on": powers.cloud.dissolves,
            "wounds_on": powers.cloud.wounds,
        },
        "tree": {"count": powers.tree.count, "heal": powers.tree.heal},
        "zombie": {"strength": powers.zombie.strength, "life": powers.zombie.life, "backpack": powers.zombie.backpack},
        "glove": {"bonus": powers.glove.bonus, "wounds": powers.glove.wounds, "gems": tables.gems.glove},
    }
    return lookups.sourced({"token": name} | numbers[name], powers, getattr(powers, name))


def rolled_token(tables: Tables, throws: lookups.Throws, name: str) -> lookups.Facts:
    """Roll for the effect of a Trap or a Cloud on an entering character [10.5, 10.7]."""
    found = token(tables, name)
    if "wounds_on" not in found:
        raise Refused("lookup_dice", table="token")
    face = int(throws.roll(ONE, name))
    result = "dissolves" if face in found.get("dissolves_on", ()) else "wounds" if face in found["wounds_on"] else ""
    return found | {"result": result or "nothing"}


def board(tables: Tables, id: str) -> lookups.Facts:
    """Return a side of a board: its special chambers, digits and passages [14]."""
    face = next(face for face in tables.boards.board if face.id.lower() == id)
    special = {name: getattr(face, name) for name in ("camp", "teleport", "runes", *ELEMENTS)}
    found: lookups.Facts = {"board": id, "face": face.id, "side": face.side} | special
    return lookups.sourced(found | {"digits": face.digits, "passages": face.passages}, tables.boards, face)


def rune(tables: Tables, element: str) -> lookups.Facts:
    """Return the number of Runes of an element, and its chamber on each side of a board [9.2, 14]."""
    row = next(row for row in tables.runes.rune if row.id == element)
    chambers = [f"{face.id} {getattr(face, element)}" for face in tables.boards.board]
    return lookups.sourced({"rune": element, "count": row.count, "chambers": chambers}, tables.runes, row)


def gem(tables: Tables, use: str) -> lookups.Facts:
    """Return the number of Gems for a use, or the number of Crystals [8]."""
    number = getattr(tables.gems, use)
    found: lookups.Facts = {"use": use, "number" if use == "crystals" else "gems": number}
    return lookups.sourced(found, tables.gems) | {"section": USES[use]}


character = lookups.by_key("characters", "character", name="id")
find = lookups.by_key(
    "finds",
    "find",
    lambda row: {name: value for name, value in lookups.columns(row).items() if value or name == "count"},
    name="id",
)

ENCOUNTER = (
    lookups.optional(lookups.choice("name", lookups.keys("encounters", "encounter"))),
    lookups.optional(lookups.number("total", lookups.keys("encounters", "encounter", "total"))),
    lookups.for_rolling(lookups.number("digit", digits)),
)
FIND = lookups.choice("name", lookups.keys("finds", "find"))
CHARACTER = lookups.choice("name", lookups.keys("characters", "character"))
ABILITY = lookups.choice("name", abilities)
BOARD = lookups.choice("id", lambda tables: [face.id.lower() for face in tables.boards.board])
RUNE = lookups.choice("element", lookups.keys("runes", "rune"))
TOKEN = lookups.choice("name", lambda _: TOKENS)
GEM = lookups.choice("use", lambda _: list(USES))

LOOKUPS = (
    lookups.Lookup("encounter", ENCOUNTER, encounter, rolled_encounter),
    lookups.Lookup("find", (FIND,), find, words="sorcerer_find"),
    lookups.Lookup("character", (CHARACTER,), character),
    lookups.Lookup("ability", (ABILITY,), ability, rolled_ability),
    lookups.Lookup("token", (TOKEN,), token, rolled_token),
    lookups.Lookup("board", (BOARD,), board),
    lookups.Lookup("rune", (RUNE,), rune),
    lookups.Lookup("gem", (GEM,), gem),
)
BOOK = lookups.Book("labirynt-czarnoksieznika", LOOKUPS, load)
