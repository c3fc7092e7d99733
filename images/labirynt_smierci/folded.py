"""A long thin level in pieces side by side: from the north on, each below the one on its left."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from images import palette
from images.canvas import Canvas, Sketch, Sprite
from images.labirynt_smierci import edge
from images.labirynt_smierci.chart import Chart, by_place
from images.labirynt_smierci.edge import FAR, MARGIN
from images.labirynt_smierci.frame import CELL, GAP, Extent, extent
from images.packing import Strip
from images.squares import Cell
from rules.labirynt_smierci.view import MapView, SegmentView

Segments = tuple[SegmentView, ...]

CELLS: Final = (CELL, 84, 72, 64, 54, 46, 40, 34, 30, 26, 22, 19, 16, 14, 12)
"""Scales for a level that is shown whole."""
ROOM: Final = (768, 1040)
"""How wide and high a level that is shown whole may be, in pixels, with the paper around it."""
AROUND: Final = 30
"""Least paper around a level, in pixels."""
FOLDS: Final = (2, 3)
WORTH: Final = 1.2
"""So much larger must segments become by folding."""


class Fold(NamedTuple):
    """The pieces in which a level is shown, and the side of a segment in pixels."""

    pieces: tuple[Extent, ...]
    cell: int


def fold(segments: Segments) -> Fold:
    """How a level is shown whole so that its segments are as large as can be."""
    whole = extent(segments)
    plain, *folded = (_fold(pieces) for pieces in ((whole,), *(_pieces(segments, whole, many) for many in FOLDS)))
    best = max(folded, key=lambda one: one.cell)
    return best if best.cell >= WORTH * plain.cell else plain


def _pieces(segments: Segments, whole: Extent, many: int) -> tuple[Extent, ...]:
    """So many pieces of a level, each as wide as it must be; the last row of one is the first of the next."""
    rows = -(-(whole.down + many - 1) // many)
    tops = [whole.top + nth * (rows - 1) for nth in range(many)]
    blocks = (extent(one for one in segments if 0 <= one.y - top < rows) for top in tops)
    return tuple(Extent(block.left, top, block.across, rows) for block, top in zip(blocks, tops, strict=True))


def _fold(pieces: tuple[Extent, ...]) -> Fold:
    fits = (Fold(pieces, cell) for cell in CELLS)
    return next(
        (one for one in fits if width(one) <= ROOM[0] and size(pieces[0], one.cell)[1] <= ROOM[1]),
        Fold(pieces, CELLS[-1]),
    )


def around(cell: int) -> int:
    """Pixels of paper around what is shown whole."""
    return max(cell // 2, AROUND)


def size(block: Extent, cell: int) -> Cell:
    """Width and height of a block of segments with the paper around it, in pixels."""
    return block.across * cell + 2 * around(cell), block.down * cell + 2 * around(cell)


def width(folded: Fold) -> int:
    """The width of all pieces, in pixels."""
    return sum(size(piece, folded.cell)[0] + GAP for piece in folded.pieces) - GAP


def strips(level: MapView, folded: Fold, room: int) -> list[Strip]:
    """The rows of a sheet on which the pieces are in the middle of so many pixels, packed."""
    height = size(folded.pieces[0], folded.cell)[1]
    sheet = Canvas(room + 2 * MARGIN, height)
    edge.draw(sheet, (-FAR, height + FAR))
    left = MARGIN + (room - width(folded)) // 2
    for nth, piece in enumerate(folded.pieces):
        plate = _drawn(level, piece, folded.cell, nth > 0)
        sheet.plate(plate, left, 0)
        left += plate.size[0] + GAP
    return sheet.strips()


def _drawn(level: MapView, piece: Extent, cell: int, again: bool) -> Canvas:
    """One piece; ``again``: its first row is the last one of the piece before, with darker floors."""
    canvas = Canvas(*size(piece, cell))
    known = {place: one for place, one in by_place(level.segments).items() if piece.holds(place)}
    origin = (around(cell) - piece.left * cell, around(cell) - piece.top * cell)
    chart = Chart(canvas, cell, origin, known)
    chart.stone(shaded=[place for place in known if again and place[1] == piece.top])
    chart.signs(level)
    canvas.frame((0, 0, *canvas.size), 1)
    return canvas


@cache
def again(side: int) -> Sprite:
    """The sign of what is shown twice: a darker floor."""
    sketch = Sketch(side, side, 100)
    sketch.shape([(6, 6), (94, 6), (94, 94), (6, 94)], palette.SHADE, line=6)
    return sketch.sprite()
