"""Checks beyond the tables' types: completeness, order, references between rows, and reachable chambers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import get_args

from rules.kernel.errors import BadTable
from rules.kernel.grid import distances
from rules.kernel.tables import Fault, repeated
from rules.labirynt_czarnoksieznika.options import CHOICES
from rules.labirynt_czarnoksieznika.tables import sheets
from rules.labirynt_czarnoksieznika.tables.sheets import ELEMENTS, Tables, TeamId
from rules.tables.checks import (
    Kinds,
    ascending,
    bad_tables,
    covers,
    covers_all,
    each_once,
    each_row,
    fault,
    needs,
    refers_to,
    some_results,
    unique,
    values_at,
    within,
)

TEAM = 3
RAISES = "raise_zombie"
SCROLLS = ("teleport", "fate", "fireball", "shield", "haste", "weakness", "rust", "healing")
"""The scrolls that the rules know [7]."""
SCROLL_NUMBERS: Mapping[str, Kinds] = {
    "bonus": ("fate", "fireball", "weakness"),
    "steps": ("haste",),
    "heal": ("healing",),
}
"""The numbers that scrolls need."""
ELIXIR = "elixir"
NEEDED: Mapping[str, Kinds] = {"bonus": ("weapon",), "part": ("armour",), "heal": (ELIXIR,), "magic": ("scroll",)}
"""The kinds of Finds that need a field."""
RESERVED = ("crystal", "glove")
LOWEST, HIGHEST = 2, 12


def faults(tables: Tables) -> Iterator[BadTable]:
    """Return all faults that types cannot detect."""
    found = {
        "boards": board_faults(tables.boards),
        "characters": _character_faults(tables.characters),
        "encounters": _encounter_table_faults(tables.encounters, tables.boards),
        "finds": _find_table_faults(tables.finds),
        "runes": covers(tables.runes, "rune[].id", ELEMENTS),
        "gems": _gem_faults(tables.gems),
        "powers": _power_faults(tables.powers),
    }
    return bad_tables(found)


def _character_faults(sheet: sheets.Characters) -> Iterator[Fault]:
    yield from unique(sheet, "character[].id")
    sizes = Counter(character_sheet.team for character_sheet in sheet.character)
    for team, size in sizes.items():
        if size != TEAM:
            template = "{team} characters in each team, got {sizes} in {team_2!r}"
            yield fault("team_size", "character", template, team=TEAM, sizes=size, team_2=team)
    yield from covers_all([("character", team) for team in sizes], "character", get_args(TeamId))
    if sum(character_sheet.ability == RAISES for character_sheet in sheet.character) != 1:
        template = "one character with the ability {raises!r}: there is one Zombie"
        yield fault("one_raises", "character", template, raises=RAISES)
    for key, id in values_at(sheet, "character[].id"):
        if id == "zombie":
            yield fault("zombie_id", key, "another id than 'zombie': powers.toml has the Zombie")


def _encounter_table_faults(sheet: sheets.Encounters, boards: sheets.Boards) -> Iterator[Fault]:
    digits = [digit for face in boards.board for digit in face.digits.values()] or [0]
    yield from covers(sheet, "encounter[].total", range(LOWEST + min(digits), HIGHEST + max(digits) + 1))
    yield from ascending(sheet, "encounter[].total")
    yield from unique(sheet, "encounter[].id")
    needed = {"strength": ("monster",), "effect": ("event",), "n": ("event",)}
    yield from each_row(sheet, "encounter", lambda row: needs(row, row.kind, needed))
    yield from each_row(sheet, "encounter", unique, "special[]")


def _find_table_faults(sheet: sheets.Finds) -> Iterator[Fault]:
    yield from unique(sheet, "find[].id")
    yield from each_row(sheet, "find", _find_faults)
    for id in (id for id in SCROLLS if not sheet.has(id)):
        template = "a scroll of id {id!r}: the rules call it by name (count = 0 keeps it out of the bag)"
        yield fault("scroll_missing", "find", template, id=id)


def _find_faults(row: sheets.FindRow) -> Iterator[Fault]:
    if row.id in RESERVED:
        yield fault("reserved_id", "id", "another id than {id!r}: it is no Find", id=row.id)
    yield from needs(row, row.kind, NEEDED)
    if row.kind == "scroll":
        yield from refers_to(row, "id", SCROLLS)
        yield from needs(row, row.id, SCROLL_NUMBERS)
    elif row.kind == ELIXIR:
        yield from refers_to(row, "id", (ELIXIR,))
    elif row.id in SCROLLS:
        yield fault("kind_scroll", "kind", "'scroll' for {id!r}", id=row.id)


def _gem_faults(sheet: sheets.Gems) -> Iterator[Fault]:
    usual, *others = CHOICES["gems"]
    win, start = sheet.win, sheet.start
    if str(win) != usual:
        template = "{usual}: players who want another goal agree on the house rule ({allowed})"
        yield fault("usual_win", "win", template, usual=usual, allowed=", ".join(others))
    if start >= win:
        template = "less than win ({win}), got {start}: the game would be over at once"
        yield fault("start_below_win", "start", template, win=win, start=start)


def _power_faults(sheet: sheets.Powers) -> Iterator[Fault]:
    yield from some_results(sheet, "success")
    yield from some_results(sheet, "trap.springs")
    yield from some_results(sheet, "cloud", "cloud.dissolves", "cloud.wounds")


# Boards: two sides each, sixteen chambers that can be reached, a digit for each --------------------------------

FEWEST_BOARDS = 4
SIDES = ("mild", "grim")
WITHOUT_DIGIT = ("camp", "teleport", "runes")
SPECIAL = (*WITHOUT_DIGIT, *ELEMENTS)


def board_faults(sheet: sheets.Boards) -> Iterator[Fault]:
    """Return all faults of the boards."""
    yield from each_once([(key, id.lower()) for key, id in values_at(sheet, "board[].id")])
    boards = tuple(dict.fromkeys(face.board for face in sheet.board))
    if (number := len(boards)) < FEWEST_BOARDS:
        template = "at least {fewest_boards} boards with two sides each, got {number}"
        yield fault("fewest_boards", "board", template, fewest_boards=FEWEST_BOARDS, number=number)
    for board in boards:
        faces = [(f"{key}.side", face.side) for key, face in values_at(sheet, "board[]") if face.board == board]
        yield from covers_all(faces, faces[0][0], SIDES)
    yield from each_row(sheet, "board", _board_face_faults)


def _board_face_faults(face: sheets.BoardFace) -> Iterator[Fault]:
    yield from _chamber_faults(face)
    yield from within("passages", _passage_faults(face))


def _chamber_faults(face: sheets.BoardFace) -> Iterator[Fault]:
    for name, chamber in repeated([(name, getattr(face, name)) for name in SPECIAL]):
        yield fault("own_chamber", name, "a chamber of its own, got {chamber} twice", chamber=chamber)
    bare = [getattr(face, name) for name in WITHOUT_DIGIT]
    for chamber in sheets.CHAMBERS:
        if chamber in bare and chamber in face.digits:
            template = "no digit for {chamber}: Camp, Teleport and Runes have none"
            yield fault("no_digit", "digits", template, chamber=chamber)
        if chamber not in bare and chamber not in face.digits:
            template = "a digit for each chamber save Camp, Teleport and Runes, {chamber} is missing"
            yield fault("digit", "digits", template, chamber=chamber)


def _passage_faults(face: sheets.BoardFace) -> Iterator[Fault]:
    for passage in face.passages:
        name, _, other = passage.partition("-")
        if other not in dict(sheets.neighbours(name)).values():
            yield fault("neighbour_chambers", "", "two neighbouring chambers, got {passage}", passage=passage)
    for passage, _ in repeated([(passage, sorted(passage.split("-"))) for passage in face.passages]):
        yield fault("passage_twice", "", "each passage once, got {passages} twice", passages=passage)
    yield from _unreachable_faults(face, face.camp, "")
    yield from _unreachable_faults(face, face.teleport, face.camp)


def _unreachable_faults(face: sheets.BoardFace, start: str, closed: str) -> Iterator[Fault]:
    """Check that every chamber can be reached from the start without passing ``closed`` [4.3]."""
    found = distances(
        start, lambda chamber: [there for there in sheets.exits(face, chamber).values() if there != closed]
    )
    passing = f" without passing {closed}" if closed else ""
    for chamber in sheets.CHAMBERS:
        if chamber not in found and chamber != closed:
            template = "a way from {start} to every chamber{passing}, {chamber} cannot be reached"
            yield fault("chamber_reached", "", template, start=start, passing=passing, chamber=chamber)
