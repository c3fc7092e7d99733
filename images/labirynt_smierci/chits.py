"""The chits that may have come out of a real cup: each with its letter, side by side."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from images import pictograms
from images.canvas import Canvas
from images.labirynt_smierci import chart, edge
from images.labirynt_smierci.edge import MARGIN
from images.labirynt_smierci.frame import CELL, NARROWEST
from images.labirynt_smierci.maps import HEADING, TITLE_SIZE, draw_heading
from images.lettering import Say, fit_line
from rules.labirynt_smierci.view import MapView, SegmentView

ACROSS = 4
GAP = 16
AROUND = 1.6
"""The room of a chit, in its sides."""


class Chit(msgspec.Struct, frozen=True):
    """A chit by its letter; ``kind`` and ``sides`` as in ``SegmentView``."""

    letter: str
    kind: str
    sides: str


def draw_chits(chits: Sequence[Chit], say: Say) -> bytes:
    """The chits as a PNG, four in a row."""
    side = round(AROUND * CELL)
    rows = -(-len(chits) // ACROSS)
    width = max(ACROSS * side + (ACROSS + 1) * GAP, NARROWEST)
    sheet = Canvas(width + 2 * MARGIN, 2 * MARGIN + HEADING + rows * (side + GAP))
    left = MARGIN + (width - ACROSS * side - (ACROSS - 1) * GAP) // 2
    for number, one in enumerate(chits):
        row, column = divmod(number, ACROSS)
        sheet.plate(_panel(one, side), left + column * (side + GAP), MARGIN + HEADING + row * (side + GAP))
    draw_heading(sheet, fit_line(say("chits.title"), "bold-italic", TITLE_SIZE, width))
    edge.draw(sheet, (0, sheet.size[1]))
    return sheet.png()


def _panel(one: Chit, side: int) -> Canvas:
    canvas, corner = Canvas(side, side), (side - CELL) // 2
    segment = SegmentView(0, 0, one.kind, one.sides)
    alone = MapView(level=1, stage=0, segments=(segment,), exits=(), party=None, living=0)
    drawn = chart.Chart(canvas, CELL, (corner, corner), {(0, 0): segment})
    drawn.stone()
    drawn.contents(alone)
    canvas.frame((0, 0, side, side), 2)
    canvas.stamp(pictograms.letter(one.letter, 22, 20), 23, 23)
    return canvas
