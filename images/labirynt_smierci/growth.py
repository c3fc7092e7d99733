"""How a level grew: a moving picture, a frame for each step of the party or change of the map."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from images import moving, pictograms
from images.canvas import Canvas
from images.labirynt_smierci import chart
from images.moving import Frame
from rules.labirynt_smierci.view import MapView

PAWN: Final = 22
"""Least size of the party's token, in pixels."""
SHRUNK: Final = 48
"""Side of a segment in pixels under which the token is smaller than that."""


def steps(frames: Iterable[MapView]) -> list[MapView]:
    """The views in which the map or the party's square is another than before."""
    return moving.moments(frames, lambda view: (view.segments, view.party))


def growth(frames: Iterable[MapView]) -> bytes:
    """One level from the first view of it to the last, as a GIF."""
    shown = steps(frames)
    known = [moving.around((one.x, one.y) for one in view.segments) for view in shown]
    return moving.moving(shown, known, _draw)


def _draw(canvas: Canvas, frame: Frame, view: MapView) -> None:
    laid = chart.draw_chart(canvas, frame.cell, frame.origin, _unlettered(view))
    if view.party is not None and frame.cell < SHRUNK:
        canvas.stamp(pictograms.token(PAWN), *laid.spot(view.party))


def _unlettered(view: MapView) -> MapView:
    """Without the letters of buttons, which nobody presses here."""
    ways = tuple(msgspec.structs.replace(way, letter="") for way in view.exits)
    return msgspec.structs.replace(view, exits=ways)
