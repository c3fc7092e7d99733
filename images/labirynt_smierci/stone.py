"""The stone of a level in layers: of a new one only those tiles are drawn that the most similar kept one does not have.

A tile is a block of squares. How it looks follows from where it is, from its own segments, and from those next to it,
whose rock and doors reach into it; none reaches farther than into the next square.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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


class Plan(NamedTuple):
    """A rectangle of tiles, each by column and row with what its looks depend on."""

    cell: int
    columns: range
    rows: range
    tiles: Mapping[Cell, Tile]

    def shared(self, other: Plan) -> int:
        """How many tiles are the same in another."""
        return sum(other.tiles.get(place) == tile for place, tile in self.tiles.items())

    def changed(self, other: Plan) -> list[Cell]:
        """The tiles that are not so in another."""
        return [place for place, tile in self.tiles.items() if other.tiles.get(place, ()) != tile]


LAYERS: Final[Kept[tuple[object, ...], tuple[Plan, Canvas]]] = Kept(12 * 2**20)
"""Layers drawn lately: a dozen of full size."""


def side_of(cell: int) -> int:
    """A tile's side in pixels."""
    return cell * _span(cell)


def _span(cell: int) -> int:
    """How many squares are a tile's side."""
    return max(1, SIDE // cell)


def within(start: int, end: int, side: int) -> range:
    """The columns or rows of tiles of which something is between two pixels."""
    return range(start // side, (end - 1) // side + 1)


def plan(segments: Segments, cell: int, columns: range, rows: range) -> Plan:
    """So many columns and rows of a level's tiles."""
    return Plan(cell, columns, rows, dict(_tiles(segments, cell, columns, rows)))


def _tiles(segments: Segments, cell: int, columns: range, rows: range) -> Iterator[tuple[Cell, Tile]]:
    span, stone = _span(cell), _stone(segments).get
    for row in rows:
        down = range(row * span - 1, row * span + span + 1)
        for column in columns:
            around = [stone((x, y)) for x in range(column * span - 1, column * span + span + 1) for y in down]
            yield (column, row), (cell, column, row, *around) if any(around) else ()


@lru_cache(maxsize=16)
def _stone(segments: Segments) -> Mapping[Cell, str]:
    """The sides of each square and whether it is a room, as one word."""
    return {(one.x, one.y): one.sides + "R" * stonework.is_room(one.sides, one.kind) for one in segments}


def layer(new: Plan, segments: Segments) -> Canvas:
    """The drawn tiles; not to be drawn upon."""
    key = (new.cell, new.columns, new.rows, *new.tiles.values())
    found = LAYERS.get(key)
    if found is None:
        found = new, _drawn(new, segments)
        LAYERS.put(key, found, 2 * found[1].size[0] * found[1].size[1])
    return found[1]


def _drawn(new: Plan, segments: Segments) -> Canvas:
    """From the most similar layer if there is one that has half of the tiles, the rest anew; else all anew."""
    side, canvas = side_of(new.cell), _sheet(new.cell, new.columns, new.rows)
    like, layer = max(LAYERS.values(), key=lambda kept: new.shared(kept[0]), default=(new, canvas))
    if like is new or 2 * new.shared(like) < len(new.tiles):
        _chart(canvas, new.cell, (new.columns[0], new.rows[0]), segments)
        return canvas
    canvas.plate(layer, (like.columns[0] - new.columns[0]) * side, (like.rows[0] - new.rows[0]) * side)
    if changed := new.changed(like):
        columns, rows = _span_of(x for x, _ in changed), _span_of(y for _, y in changed)
        part = _sheet(new.cell, columns, rows)
        _chart(part, new.cell, (columns[0], rows[0]), segments)
        canvas.plate(part, (columns[0] - new.columns[0]) * side, (rows[0] - new.rows[0]) * side)
    return canvas


def _sheet(cell: int, columns: range, rows: range) -> Canvas:
    return Canvas(len(columns) * side_of(cell), len(rows) * side_of(cell))


def _chart(canvas: Canvas, cell: int, first: Cell, segments: Segments) -> None:
    """Draw the stone from a tile on."""
    origin = (-first[0] * side_of(cell), -first[1] * side_of(cell))
    Chart(canvas, cell, origin, by_place(segments)).stone()


def _span_of(numbers: Iterable[int]) -> range:
    known = sorted(numbers)
    return range(known[0], known[-1] + 1)
