"""Checks beyond the tables' types: completeness, order, references between rows, and reachable chambers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import get_args

from rules.kernel.errors import BadTable, expected
from rules.kernel.grid import distances
from rules.kernel.tables import Fault, among, ascending, bad_tables, once_each, repeated, some_results, unique
from rules.labirynt_czarnoksieznika.options import CHOICES
from rules.labirynt_czarnoksieznika.tables import sheets
from rules.labirynt_czarnoksieznika.tables.sheets import ELEMENTS, Tables, TeamId

TEAM = 3
RAISES = "raise_zombie"
SCROLLS: Mapping[str, str] = {
    "teleport": "",
    "fate": "bonus",
    "fireball": "bonus",
    "shield": "",
    "haste": "steps",
    "weakness": "bonus",
    "rust": "",
    "healing": "heal",
}
"""The scrolls that the rules know, with the number that each needs [7]."""
ELIXIR = "elixir"
NEEDED: Mapping[str, str] = {"weapon": "bonus", "armour": "part", "elixir": "heal", "scroll": "magic"}
"""The field that a Find of each kind must have."""
RESERVED = ("crystal", "glove")
LOWEST, HIGHEST = 2, 12


def faults(tables: Tables) -> Iterator[BadTable]:
    """Return all faults that types cannot detect."""
    found: dict[str, Iterator[Fault]] = {
        "boards": board_faults(tables.boards),
        "characters": _character_faults(tables.characters),
        "encounters": _encounter_table_faults(tables.encounters, tables.boards),
        "finds": _find_table_faults(tables.finds),
        "runes": once_each("rune[{}].id", [row.id for row in tables.runes.rune], "rune", ELEMENTS),
        "gems": _gem_faults(tables.gems),
        "powers": _power_faults(tables.powers),
    }
    return bad_tables(found)


def _character_faults(sheet: sheets.Characters) -> Iterator[Fault]:
    yield from unique("character[{}].id", [character_sheet.id for character_sheet in sheet.character])
    sizes = Counter(character_sheet.team for character_sheet in sheet.character)
    for team in (team for team, size in sizes.items() if size != TEAM):
        yield (
            "character",
            expected(
                "team_size",
                "{team} characters in each team, got {sizes} in {team_2!r}",
                team=TEAM,
                sizes=sizes[team],
                team_2=team,
            ),
        )
    yield from once_each("character", tuple(sizes), "character", get_args(TeamId))
    if sum(character_sheet.ability == RAISES for character_sheet in sheet.character) != 1:
        yield (
            "character",
            expected("one_raises", "one character with the ability {raises!r}: there is one Zombie", raises=RAISES),
        )
    for n, _ in (
        (n, character_sheet) for n, character_sheet in enumerate(sheet.character) if character_sheet.id == "zombie"
    ):
        yield f"character[{n}].id", expected("zombie_id", "another id than 'zombie': powers.toml has the Zombie")


def _encounter_table_faults(sheet: sheets.Encounters, boards: sheets.Boards) -> Iterator[Fault]:
    digits = [digit for face in boards.board for digit in face.digits.values()] or [0]
    totals = [row.total for row in sheet.encounter]
    yield from once_each(
        "encounter[{}].total", totals, "encounter", range(LOWEST + min(digits), HIGHEST + max(digits) + 1)
    )
    yield from ascending("encounter[{}].total", totals)
    yield from unique("encounter[{}].id", [row.id for row in sheet.encounter])
    for n, row in enumerate(sheet.encounter):
        yield from _encounter_faults(f"encounter[{n}]", row)


def _encounter_faults(key: str, row: sheets.Encounter) -> Iterator[Fault]:
    if row.kind == "monster" and not row.strength:
        yield f"{key}.strength", expected("monster_strength", "a Strength of 1 or more for a monster")
    if row.kind == "event" and not (row.effect and row.n):
        yield f"{key}.effect", expected("event_effect", "an effect and how many (n) for an event")
    yield from unique(f"{key}.special", row.special)


def _find_table_faults(sheet: sheets.Finds) -> Iterator[Fault]:
    yield from unique("find[{}].id", [row.id for row in sheet.find])
    for n, row in enumerate(sheet.find):
        yield from _find_faults(f"find[{n}]", row)
    for id in (id for id in SCROLLS if not sheet.is_find(id)):
        yield (
            "find",
            expected(
                "scroll_missing",
                "a scroll of id {id!r}: the rules call it by name (count = 0 keeps it out of the bag)",
                id=id,
            ),
        )


def _find_faults(key: str, row: sheets.FindRow) -> Iterator[Fault]:
    if row.id in RESERVED:
        yield f"{key}.id", expected("reserved_id", "another id than {id!r}: it is no Find", id=row.id)
    yield from _missing_field_faults(key, row, NEEDED[row.kind])
    if row.kind == "scroll":
        yield from among(f"{key}.id", [row.id], tuple(SCROLLS))
        yield from _missing_field_faults(key, row, SCROLLS.get(row.id, ""))
    elif row.kind == ELIXIR:
        yield from among(f"{key}.id", [row.id], (ELIXIR,))
    elif row.id in SCROLLS:
        yield f"{key}.kind", expected("kind_scroll", "'scroll' for {id!r}", id=row.id)


def _missing_field_faults(key: str, row: sheets.FindRow, name: str) -> Iterator[Fault]:
    if name and not getattr(row, name):
        yield (
            f"{key}.{name}",
            expected("field_for_find", "{name} for {id!r}: without it the Find does nothing", name=name, id=row.id),
        )


def _gem_faults(sheet: sheets.Gems) -> Iterator[Fault]:
    usual, *others = CHOICES["gems"]
    if str(sheet.win) != usual:
        yield (
            "win",
            expected(
                "usual_win",
                "{usual}: players who want another goal agree on the house rule ({allowed})",
                usual=usual,
                allowed=", ".join(others),
            ),
        )
    if sheet.start >= sheet.win:
        yield (
            "start",
            expected(
                "start_below_win",
                "less than win ({win}), got {start}: the game would be over at once",
                win=sheet.win,
                start=sheet.start,
            ),
        )


def _power_faults(sheet: sheets.Powers) -> Iterator[Fault]:
    yield from some_results("success", sheet.success)
    yield from some_results("trap.springs", sheet.trap.springs)
    yield from some_results("cloud", (*sheet.cloud.dissolves, *sheet.cloud.wounds))


# Boards: two sides each, sixteen chambers that can be reached, a digit for each --------------------------------

FEWEST_BOARDS = 4
SIDES = ("mild", "grim")
WITHOUT_DIGIT = ("camp", "teleport", "runes")
SPECIAL = (*WITHOUT_DIGIT, *ELEMENTS)


def board_faults(sheet: sheets.Boards) -> Iterator[Fault]:
    """Return all faults of the boards."""
    yield from unique("board[{}].id", [face.id.lower() for face in sheet.board])
    boards = tuple(dict.fromkeys(face.board for face in sheet.board))
    if len(boards) < FEWEST_BOARDS:
        yield (
            "board",
            expected(
                "fewest_boards",
                "at least {fewest_boards} boards with two sides each, got {number}",
                fewest_boards=FEWEST_BOARDS,
                number=len(boards),
            ),
        )
    for board in boards:
        faces = [(n, face.side) for n, face in enumerate(sheet.board) if face.board == board]
        for n, side in repeated(faces):
            yield f"board[{n}].side", expected("twice", "each once, got {got!r} twice", got=side)
        key = f"board[{faces[0][0]}].side"
        yield from once_each(key, tuple(dict.fromkeys(side for _, side in faces)), key, SIDES)
    for n, face in enumerate(sheet.board):
        yield from _board_face_faults(f"board[{n}]", face)


def _board_face_faults(key: str, face: sheets.BoardFace) -> Iterator[Fault]:
    yield from _chamber_faults(key, face)
    yield from _passage_faults(f"{key}.passages", face)
    for start, closed in ((face.camp, ""), (face.teleport, face.camp)):
        yield from _unreachable_faults(f"{key}.passages", face, start, closed)


def _chamber_faults(key: str, face: sheets.BoardFace) -> Iterator[Fault]:
    special = [(name, getattr(face, name)) for name in SPECIAL]
    for n, chamber in repeated([(n, chamber) for n, (_, chamber) in enumerate(special)]):
        yield (
            f"{key}.{special[n][0]}",
            expected("own_chamber", "a chamber of its own, got {chamber} twice", chamber=chamber),
        )
    bare = [chamber for name, chamber in special if name in WITHOUT_DIGIT]
    for chamber in sheets.CHAMBERS:
        if chamber in bare and chamber in face.digits:
            yield (
                f"{key}.digits",
                expected("no_digit", "no digit for {chamber}: Camp, Teleport and Runes have none", chamber=chamber),
            )
        if chamber not in bare and chamber not in face.digits:
            yield (
                f"{key}.digits",
                expected(
                    "digit",
                    "a digit for each chamber save Camp, Teleport and Runes, {chamber} is missing",
                    chamber=chamber,
                ),
            )


def _passage_faults(key: str, face: sheets.BoardFace) -> Iterator[Fault]:
    for passage in face.passages:
        name, _, other = passage.partition("-")
        if other not in dict(sheets.neighbours(name)).values():
            yield key, expected("neighbour_chambers", "two neighbouring chambers, got {passage}", passage=passage)
    pairs = [tuple(sorted(passage.split("-"))) for passage in face.passages]
    for n, _ in repeated(list(enumerate(pairs))):
        yield key, expected("passage_twice", "each passage once, got {passages} twice", passages=face.passages[n])


def _unreachable_faults(key: str, face: sheets.BoardFace, start: str, closed: str) -> Iterator[Fault]:
    """Check that every chamber can be reached from the start without passing ``closed`` [4.3]."""
    found = distances(
        start, lambda chamber: [there for there in sheets.exits(face, chamber).values() if there != closed]
    )
    passing = f" without passing {closed}" if closed else ""
    for chamber in sheets.CHAMBERS:
        if chamber not in found and chamber != closed:
            yield (
                key,
                expected(
                    "chamber_reached",
                    "a way from {start} to every chamber{passing}, {chamber} cannot be reached",
                    start=start,
                    passing=passing,
                    chamber=chamber,
                ),
            )
