"""Pawns: figures told apart by colour and by shape, larger with a red ring when they act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from images.canvas import Sketch, Sprite
from images.page import TYPE
from images.palette import FLOOR, RED
from images.paths import Point, scale_path

HALO: Final = 5
"""Width of the light rim around a pawn, in parts of 100."""
EMPHASIS: Final = 1.3
"""How much larger a pawn is with the ring of whoever acts."""


class Fit(NamedTuple):
    """A shape on a square of 100, its colour, how low its middle is, and how large letters on it may be."""

    path: str | Sequence[Point]
    colour: int
    middle: float
    letters: float


def shape(sketch: Sketch, fit: Fit, size: float, x: float = 50, y: float = 50) -> None:
    """A shape in its colour, with a light rim."""
    sketch.line([*(rim := scale_path(fit.path, size - HALO, x, y)), rim[0], rim[1]], 9 + HALO, 0)
    sketch.shape(scale_path(fit.path, size - HALO, x, y), fit.colour, line=max(5.0, size * 0.07))


def pawn(fit: Fit, mark: str, size: int, moving: bool = False, least: int = TYPE) -> Sprite:
    """A pawn, size × size pixels, larger with the red ring of the one that acts; its mark at least so large."""
    whole = round(size * EMPHASIS) if moving else size
    sketch = Sketch(whole, whole, 100)
    part = 100 / EMPHASIS if moving else 96
    if moving:
        sketch.circle(50, 50, 50, FLOOR)
        sketch.circle(50, 50, 48, RED, line=2.5)
        sketch.circle(50, 50, 39.5, FLOOR, line=2)
    shape(sketch, fit, part)
    if mark:
        letters = max(fit.letters * part / 100, (least + 0.5) * 100 / whole)
        sketch.text(50, 50 + (fit.middle - 50) * part / 100, mark[:2], letters)
    return sketch.sprite()
