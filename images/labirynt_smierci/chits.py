"""The chits that may have come out of a real cup: each with its letter, side by side."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from images import pictograms
from images.canvas import Canvas
from images.labirynt_smierci import chart
from images.labirynt_smierci.frame import CELL
from images.labirynt_smierci.maps import draw_panels
from images.lettering import Say
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
    return draw_panels([_panel(one, side) for one in chits], side, ACROSS, GAP, say("chits.title"))


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
