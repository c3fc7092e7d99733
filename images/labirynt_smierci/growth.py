"""How a level grew: a moving picture, a frame for each step of the party or change of the map."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from images import moving, pictograms
from images.canvas import Canvas
from images.labirynt_smierci import chart
from images.moving import Frame, Part
from images.squares import Cell
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
    return moving.moving(shown, _known(shown), _draw)


def _known(shown: Sequence[MapView]) -> list[Part]:
    """Where the party is, or was last: stairs of other levels may end far off, where it never comes."""
    seen = [_beside(view, view.party) for view in shown if view.party]
    last = seen[0] if seen else moving.around((one.x, one.y) for one in shown[-1].segments)
    known = []
    for view in shown:
        last = _beside(view, view.party) if view.party else last
        known.append(last)
    return known


def _beside(view: MapView, at: Cell) -> Part:
    """A segment with those beside it."""
    near = [(one.x, one.y) for one in view.segments if abs(one.x - at[0]) + abs(one.y - at[1]) <= 1]
    return moving.around([at, *near])


def _draw(canvas: Canvas, frame: Frame, view: MapView) -> None:
    laid = chart.draw_chart(canvas, frame.cell, frame.origin, _unlettered(view))
    if view.party is not None and frame.cell < SHRUNK:
        canvas.stamp(pictograms.token(PAWN), *laid.spot(view.party))


def _unlettered(view: MapView) -> MapView:
    """Without the letters of buttons, which nobody presses here."""
    ways = tuple(msgspec.structs.replace(way, letter="") for way in view.exits)
    return msgspec.structs.replace(view, exits=ways)
