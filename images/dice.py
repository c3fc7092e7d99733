"""Thrown dice as a strip of bone cubes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from images import palette
from images.canvas import Canvas, Sketch, Sprite
from images.paths import Point

DIE: Final = 64
GAP: Final = 14
MARGIN: Final = 16
ACROSS: Final = 10

_PIPS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((50, 50),),
    2: ((28, 28), (72, 72)),
    3: ((26, 26), (50, 50), (74, 74)),
    4: ((28, 28), (72, 28), (28, 72), (72, 72)),
    5: ((28, 28), (72, 28), (50, 50), (28, 72), (72, 72)),
    6: ((28, 24), (72, 24), (28, 50), (72, 50), (28, 76), (72, 76)),
}
_EDGE: Final = "M18 4 L82 4 Q96 4 96 18 L96 82 Q96 96 82 96 L18 96 Q4 96 4 82 L4 18 Q4 4 18 4"


@lru_cache(maxsize=512)
def die(face: int, size: int) -> Sprite:
    """One die showing a face, size × size pixels; a face beyond six is written as a number."""
    sketch = Sketch(size, size, 100)
    sketch.shape(_EDGE, palette.FLOOR, line=6)
    for x, y in _PIPS.get(face, ()):
        sketch.circle(x, y, 10, ink=1)
    if face not in _PIPS:
        sketch.text(50, 50, str(face)[:3], 52)
    return sketch.sprite()


def draw_dice(faces: Sequence[int]) -> bytes:
    """Natural dice in the order they fell, as a PNG strip, at most ten to a row."""
    across = max(1, min(len(faces), ACROSS))
    rows = max(1, -(-len(faces) // ACROSS))
    canvas = Canvas(2 * MARGIN + across * (DIE + GAP) - GAP, 2 * MARGIN + rows * (DIE + GAP) - GAP)
    for number, face in enumerate(faces):
        row, column = divmod(number, ACROSS)
        middle = MARGIN + DIE // 2
        canvas.stamp(die(face, DIE), middle + column * (DIE + GAP), middle + row * (DIE + GAP))
    return canvas.png()
