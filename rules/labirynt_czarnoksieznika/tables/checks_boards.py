"""What the types of the boards cannot say: two sides each, sixteen chambers that can be reached, a digit for each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rules.kernel.checks import Fault, once_each, repeated, unique
from rules.kernel.grid import distances
from rules.labirynt_czarnoksieznika import places
from rules.labirynt_czarnoksieznika.tables.sheets import ELEMENTS

if TYPE_CHECKING:  # the tables call these checks
    from rules.labirynt_czarnoksieznika.tables import sheets as s

FEWEST_BOARDS = 4
SIDES = ("mild", "grim")
WITHOUT_DIGIT = ("camp", "teleport", "runes")
SPECIAL = (*WITHOUT_DIGIT, *ELEMENTS)


def faults(sheet: s.Boards) -> Iterator[Fault]:
    """All that is wrong with the boards."""
    yield from unique("board[{}].id", [face.id.lower() for face in sheet.board])
    boards = tuple(dict.fromkeys(face.board for face in sheet.board))
    if len(boards) < FEWEST_BOARDS:
        yield "board", f"at least {FEWEST_BOARDS} boards with two sides each, got {len(boards)}"
    for board in boards:
        found = [face.side for face in sheet.board if face.board == board]
        yield from once_each("board", found, f"board {board!r}", SIDES)
    for n, face in enumerate(sheet.board):
        yield from _face(f"board[{n}]", face)


def _face(key: str, face: s.BoardFace) -> Iterator[Fault]:
    yield from _chambers(key, face)
    yield from _passages(f"{key}.passages", face)
    for start, closed in ((face.camp, ""), (face.teleport, face.camp)):
        yield from _reached(f"{key}.passages", face, start, closed)


def _chambers(key: str, face: s.BoardFace) -> Iterator[Fault]:
    special = [(name, getattr(face, name)) for name in SPECIAL]
    for n, chamber in repeated([(n, chamber) for n, (_, chamber) in enumerate(special)]):
        yield f"{key}.{special[n][0]}", f"a chamber of its own, got {chamber} twice"
    bare = [chamber for name, chamber in special if name in WITHOUT_DIGIT]
    for chamber in places.CHAMBERS:
        if chamber in bare and chamber in face.digits:
            yield f"{key}.digits", f"no digit for {chamber}: Camp, Teleport and Runes have none"
        if chamber not in bare and chamber not in face.digits:
            yield f"{key}.digits", f"a digit for each chamber save Camp, Teleport and Runes, {chamber} is missing"


def _passages(key: str, face: s.BoardFace) -> Iterator[Fault]:
    for passage in face.passages:
        one, _, other = passage.partition("-")
        if other not in dict(places.neighbours(one)).values():
            yield key, f"two neighbouring chambers, got {passage}"
    pairs = [tuple(sorted(passage.split("-"))) for passage in face.passages]
    for n, _ in repeated(list(enumerate(pairs))):
        yield key, f"each passage once, got {face.passages[n]} twice"


def _reached(key: str, face: s.BoardFace, start: str, closed: str) -> Iterator[Fault]:
    """Everything has to be reached from the Camp; by strangers from the Teleport, without passing the Camp [4.3]."""
    found = distances(start, lambda chamber: [next for next in places.exits(face, chamber).values() if next != closed])
    passing = f" without passing {closed}" if closed else ""
    for chamber in places.CHAMBERS:
        if chamber not in found and chamber != closed:
            yield key, f"a way from {start} to every chamber{passing}, {chamber} cannot be reached"
