"""Chambers and the ways between them: a place is written as the chamber and its board, ``A3@0``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from rules.kernel.grid import Square
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.tables.sheets import BoardFace

Place = str
"""``A3@0``: chamber A3 of the first board."""
COLUMNS = "ABCD"
ROWS = "1234"
CHAMBERS: tuple[str, ...] = tuple(column + row for row in ROWS for column in COLUMNS)
"""All chambers of a board, row by row from the north-west."""


def place(chamber: str, board: int) -> Place:
    """A chamber of the board of this number (from 0)."""
    return f"{chamber}@{board}"


def board_word(face: str) -> Word:
    """What a face is called, by its id."""
    return Word(f"board.{face.lower()}")


def chamber_of(where: Place) -> str:
    """Which chamber of its board a place is."""
    return where.partition("@")[0]


def board_of(where: Place) -> int:
    """The number of a place's board."""
    return int(where.partition("@")[2])


def square_of(chamber: str) -> Square:
    """Column and row of a chamber, from 0."""
    return Square(COLUMNS.index(chamber[0]), ROWS.index(chamber[1]))


def neighbours(chamber: str) -> Iterator[tuple[str, str]]:
    """Each side with the chamber beyond it, clockwise from the north, walls or not."""
    for side, square in square_of(chamber).neighbours():
        if 0 <= square.x < len(COLUMNS) and 0 <= square.y < len(ROWS):
            yield side, COLUMNS[square.x] + ROWS[square.y]


def exits(face: BoardFace, chamber: str) -> Mapping[str, str]:
    """The sides of a chamber without a wall, clockwise from the north, and the chamber beyond each."""
    return exits_by(face.passages, chamber)


@lru_cache(maxsize=1024)
def exits_by(passages: tuple[str, ...], chamber: str) -> Mapping[str, str]:
    """The same of a face with these passages."""
    return {
        side: beyond
        for side, beyond in neighbours(chamber)
        if f"{chamber}-{beyond}" in passages or f"{beyond}-{chamber}" in passages
    }


def kind_of(face: BoardFace, chamber: str) -> str:
    """What a chamber is: camp, teleport, runes, fire, water, air, earth, or plain."""
    return face.special.get(chamber, "plain")


def sides_of(face: BoardFace, chamber: str) -> str:
    """The open sides of a chamber, clockwise from the north: ``ne``."""
    return "".join(exits(face, chamber))
