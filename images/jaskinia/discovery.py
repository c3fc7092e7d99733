"""The Crystal Chamber when it is found: the stone in its light, who found it, and the trials that wait there."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from images import page
from images.canvas import Canvas, Sketch, Sprite
from images.jaskinia import emblems, pieces
from images.lettering import Say, display_name, fit_line, width
from images.page import TYPE, WIDTH
from images.palette import FLOOR, PAPER, SHADE, WATER
from images.paths import Point
from rules.jaskinia.view import SeekerView, View
from rules.kernel.words import Word

HALL: Final = 300
"""Height of the hall, in pixels."""
STONE: Final = 190
FACE: Final = 132
SIGN: Final = 64
RAYS: Final = 24
WIDE: Final = 0.22
"""Half a ray's width, in parts of the way to the next."""
GLOW: Final = 122
EDGE: Final = 24
ROOM: Final = WIDTH - 2 * EDGE
ROW: Final = 132
TRIALS_AT: Final = (112, 306, 508)
"""Middles of the trials, in pixels: the last has the longest name."""
NAMED: Final = 226
HEIGHT: Final = page.HEADING + HALL + ROW


def draw_discovery(view: View, finder: SeekerView, say: Say) -> bytes:
    """A PNG as wide as a page."""
    canvas = Canvas(WIDTH, HEIGHT)
    there = next(area for area in view.areas if area.id == view.crystal)
    page.draw_frame(canvas, f"{say('cavepic.legend.crystal')} · {there.chamber or there.id}")
    middle = page.HEADING + HALL // 2
    canvas.stamp(_light(), WIDTH // 2, middle)
    canvas.frame((EDGE, page.HEADING, WIDTH - EDGE, page.HEADING + HALL), 2)
    canvas.stamp(pieces.crystal(STONE), WIDTH // 2, middle)
    canvas.stamp(emblems.seeker(finder.id, FACE), WIDTH // 5, middle + 20)
    canvas.stamp(pieces.pawn(finder.mark, 48), WIDTH // 5 - FACE // 2, middle + 20 + FACE // 3)
    name = fit_line(display_name(finder.name, say), "bold", TYPE, WIDTH // 3)
    canvas.block(
        (EDGE + 6, page.HEADING + HALL - 40, EDGE + 14 + round(width(name, "bold", TYPE)), page.HEADING + HALL - 6),
        PAPER,
    )
    canvas.text(EDGE + 10, page.HEADING + HALL - 14, name, "bold", TYPE)
    _trials(canvas, say)
    return canvas.png()


def _light() -> Sprite:
    """A hall of dark rock, and rays around the stone."""
    sketch = Sketch(ROOM, HALL)
    x, y = ROOM / 2, HALL / 2
    sketch.shape([(0, 0), (ROOM, 0), (ROOM, HALL), (0, HALL)], SHADE)
    for ray in range(RAYS):
        sketch.shape([(x, y), *(_at(ray + side, ROOM) for side in (-WIDE, WIDE))], FLOOR)
    sketch.circle(x, y, GLOW, FLOOR, line=2)
    sketch.circle(x, y, GLOW - 12, WATER)
    for ray in range(RAYS):
        sketch.line([_at(ray + 0.5, GLOW + 8), _at(ray + 0.5, GLOW + 30 + 22 * (ray % 2))], 3)
    return sketch.sprite()


def _at(ray: float, far: float) -> Point:
    """A point so many rays round, and so far from the stone."""
    turn = 2 * pi * ray / RAYS
    return ROOM / 2 + far * cos(turn), HALL / 2 + far * sin(turn)


def _trials(canvas: Canvas, say: Say) -> None:
    """Side by side, none of them passed."""
    top = page.HEADING + HALL
    for trial, middle in zip(pieces.TRIALS, TRIALS_AT, strict=True):
        canvas.stamp(pieces.trial(trial, False, SIGN), middle, top + 14 + SIGN // 2)
        name = fit_line(display_name(Word(f"cavetrial.{trial}"), say), "text", TYPE, NAMED)
        canvas.text(middle, top + SIGN + 44, name, "text", TYPE, True)
