"""The stone of a level in tiles, kept by what is on each: a new segment costs its own tile and those beside it.

A tile is a block of squares. How it looks follows from where it is, from its own segments, and from those next to it,
whose rock and doors reach into it; none reaches farther than into the next square.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from PIL import Image

from images import stonework
from images.canvas import Canvas, lay
from images.kept import Kept
from images.labirynt_smierci.chart import Chart, by_place
from images.squares import Cell
from rules.labirynt_smierci.view import SegmentView

SIDE: Final = 96
"""A tile is about so many pixels wide: one segment at full size, several of a smaller scale."""

Segments = tuple[SegmentView, ...]
Key = tuple[object, ...]
"""A square's side in pixels, the tile's place, and the stone of its squares and of those around it; () if bare."""
Planes = tuple[Image.Image, Image.Image]
"""Ground and ink."""

TILES: Final[Kept[Key, Planes]] = Kept(8 * 2**20)
"""Tiles drawn lately: some 400 of full size."""


def side_of(cell: int) -> int:
    """A tile's side in pixels."""
    return cell * _span(cell)


def _span(cell: int) -> int:
    """How many squares are a tile's side."""
    return max(1, SIDE // cell)


def within(start: int, end: int, side: int) -> range:
    """The columns or rows of tiles of which something is between two pixels."""
    return range(start // side, (end - 1) // side + 1)


def keys(segments: Segments, cell: int, columns: range, rows: range) -> dict[Cell, Key]:
    """For each tile in these columns and rows all that its looks depend on."""
    span, stone = _span(cell), _stone(segments).get
    found: dict[Cell, Key] = {}
    for row in rows:
        down = range(row * span - 1, row * span + span + 1)
        for column in columns:
            around = [stone((x, y)) for x in range(column * span - 1, column * span + span + 1) for y in down]
            found[column, row] = (cell, column, row, *around) if any(around) else ()
    return found


@lru_cache(maxsize=16)
def _stone(segments: Segments) -> Mapping[Cell, str]:
    """The sides of each square and whether it is a room, as one word."""
    return {(one.x, one.y): one.sides + "R" * stonework.is_room(one.sides, one.kind) for one in segments}


def draw(canvas: Canvas, cell: int, origin: Cell, segments: Segments) -> None:
    """Lay the tiles of a level that are on the canvas; ``origin``: the pixel at the corner of segment (0, 0)."""
    side = side_of(cell)
    columns, rows = (within(-at, size - at, side) for at, size in zip(origin, canvas.size, strict=True))
    found = {place: key for place, key in keys(segments, cell, columns, rows).items() if key}
    drawn = {place: TILES.get(key) for place, key in found.items()}
    if missing := {place: found[place] for place, planes in drawn.items() if planes is None}:
        drawn.update(_drawn(cell, missing, segments))
    for (x, y), planes in drawn.items():
        if planes:
            lay(canvas.ground, planes[0], origin[0] + x * side, origin[1] + y * side)
            lay(canvas.ink, planes[1], origin[0] + x * side, origin[1] + y * side)


def _drawn(cell: int, missing: Mapping[Cell, Key], segments: Segments) -> Iterable[tuple[Cell, Planes]]:
    """Draw tiles that are not kept, all at once, and keep them."""
    side, left, top = side_of(cell), min(x for x, _ in missing), min(y for _, y in missing)
    across, down = max(x for x, _ in missing) - left + 1, max(y for _, y in missing) - top + 1
    canvas = Canvas(across * side, down * side)
    Chart(canvas, cell, (-left * side, -top * side), by_place(segments)).stone()
    for place, key in missing.items():
        x, y = (place[0] - left) * side, (place[1] - top) * side
        box = (x, y, x + side, y + side)
        planes = canvas.ground.crop(box), canvas.ink.crop(box)
        TILES.put(key, planes, 2 * side * side)
        yield place, planes
