"""The stone of a level in rows of tiles: of a new row only those tiles are drawn that a similar kept row does not have.

A tile is a block of squares. How it looks follows from where it is, from its own segments, and from those next to it,
whose rock and doors reach into it; none reaches farther than into the next square.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from images import stonework
from images.canvas import Canvas
from images.kept import Kept
from images.labirynt_smierci.chart import Chart, by_place
from images.squares import Cell
from rules.labirynt_smierci.view import SegmentView

SIDE: Final = 96
"""A tile is about so many pixels wide: one segment at full size, several of a smaller scale."""

Segments = tuple[SegmentView, ...]
Tile = tuple[object, ...]
"""A square's side in pixels, the tile's place, and the stone of its squares and of those around it; () if bare."""


class Row(NamedTuple):
    """A row of tiles, by column what their looks depend on."""

    cell: int
    row: int
    first: int
    """The first column."""
    tiles: tuple[Tile, ...]

    def differing(self, other: Row) -> list[int]:
        """The columns whose tiles are not so in another."""
        there = dict(enumerate(other.tiles, other.first))
        return [column for column, tile in enumerate(self.tiles, self.first) if there.get(column, ()) != tile]


ROWS: Final[Kept[Row, Canvas]] = Kept(11 * 2**20)
"""Rows drawn lately: some 70 of full size, which are ten maps."""


def side_of(cell: int) -> int:
    """A tile's side in pixels."""
    return cell * _span(cell)


def _span(cell: int) -> int:
    """How many squares are a tile's side."""
    return max(1, SIDE // cell)


def within(start: int, end: int, side: int) -> range:
    """The columns or rows of tiles of which something is between two pixels."""
    return range(start // side, (end - 1) // side + 1)


def rows_of(segments: Segments, cell: int, columns: range, rows: range) -> list[Row]:
    """So many columns and rows of a level's tiles."""
    span, stone = _span(cell), _stone(segments).get
    found = []
    for row in rows:
        tiles: list[Tile] = []
        down = range(row * span - 1, row * span + span + 1)
        for column in columns:
            around = [stone((x, y)) for x in range(column * span - 1, column * span + span + 1) for y in down]
            tiles.append((cell, column, row, *around) if any(around) else ())
        found.append(Row(cell, row, columns[0], tuple(tiles)))
    return found


@lru_cache(maxsize=16)
def _stone(segments: Segments) -> Mapping[Cell, str]:
    """The sides of each square and whether it is a room, as one word."""
    return {(one.x, one.y): one.sides + "R" * stonework.is_room(one.sides, one.kind) for one in segments}


def drawn(rows: Iterable[Row], segments: Segments) -> dict[Row, Canvas]:
    """Rows of a level's tiles; they are not to be drawn upon."""
    found = {row: ROWS.get(row) for row in rows}
    new = _drawn([row for row, kept in found.items() if kept is None], segments)
    return {row: kept or new[row] for row, kept in found.items()}


def _drawn(new: list[Row], segments: Segments) -> dict[Row, Canvas]:
    """Draw and keep rows, each beginning with the most similar one that is kept, where there is one."""
    sheets: dict[Row, Canvas] = {}
    changed: list[Cell] = []
    kept = ROWS.items() if new else []
    for row in new:
        sheets[row], columns = _begun(row, [one for one in kept if one[0][:2] == row[:2]])
        changed += [(column, row.row) for column in columns]
    if changed:
        _chart(sheets, changed, segments)
    for row, sheet in sheets.items():
        ROWS.put(row, sheet, 2 * sheet.size[0] * sheet.size[1] + 100 * len(row.tiles))
    return sheets


def _begun(row: Row, others: Iterable[tuple[Row, Canvas]]) -> tuple[Canvas, list[int]]:
    """A row as far as it is like one of the others, and the columns that are still to be drawn."""
    side = side_of(row.cell)
    sheet, missing = Canvas(len(row.tiles) * side, side), row.differing(row._replace(tiles=()))
    like: tuple[Row, Canvas] | None = None
    for other in others:
        if len(columns := row.differing(other[0])) < len(missing):
            like, missing = other, columns
    if like:
        sheet.plate(like[1], (like[0].first - row.first) * side, 0)
    return sheet, missing


def _chart(sheets: Mapping[Row, Canvas], changed: list[Cell], segments: Segments) -> None:
    """Draw the tiles that changed, all at once, and lay them on the rows."""
    columns, rows = _span_of(x for x, _ in changed), _span_of(y for _, y in changed)
    cell = next(iter(sheets)).cell
    side = side_of(cell)
    part = Canvas(len(columns) * side, len(rows) * side)
    Chart(part, cell, (-columns[0] * side, -rows[0] * side), by_place(segments)).stone()
    for row, sheet in sheets.items():
        sheet.plate(part, (columns[0] - row.first) * side, (rows[0] - row.row) * side)


def _span_of(numbers: Iterable[int]) -> range:
    known = sorted(numbers)
    return range(known[0], known[-1] + 1)
