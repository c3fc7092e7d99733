"""Signs of what has befallen somebody: asleep, shielded, charmed, turned, stone, dead, lost; and a crown."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from images import pictograms
from images.canvas import Sketch, Sprite
from images.palette import FLOOR, GOLD, RED, SHADE, WATER

HEART: Final = "M50 94 C-4 52 -4 6 28 6 C42 6 50 18 50 26 C50 18 58 6 72 6 C104 6 104 52 50 94"
_LEFT_HALF: Final = "M46 92 C-8 52 -6 8 24 6 C36 6 44 14 46 24 L36 40 L50 54 L38 68 L46 92"
_RIGHT_HALF: Final = "M57 92 C108 52 108 8 76 6 C64 6 58 14 55 22 L47 40 L61 54 L49 68 L57 92"


def asleep(sketch: Sketch) -> None:
    """Zzz: three letters that grow."""
    letters = ((5, 74, 20), (33, 42, 26), (67, 6, 28))
    for line, ink in ((20, 0), (9, 1)):
        for x, y, side in letters:
            sketch.line([(x, y), (x + side, y), (x, y + side), (x + side, y + side)], line, ink)


def charmed(sketch: Sketch) -> None:
    """A heart."""
    sketch.shape(HEART, FLOOR, line=16)
    sketch.shape(HEART, RED, line=7)


def turned(sketch: Sketch) -> None:
    """A heart broken in two."""
    for half in (_LEFT_HALF, _RIGHT_HALF):
        sketch.shape(half, RED, line=7)


def dead(sketch: Sketch) -> None:
    """A gravestone with a cross."""
    sketch.shape("M16 92 L16 40 C16 -10 84 -10 84 40 L84 92", SHADE, line=7)
    sketch.line("M50 22 L50 70", 9)
    sketch.line("M34 38 L66 38", 9)
    sketch.line("M4 94 L96 94", 9)


def lost(sketch: Sketch) -> None:
    """A candle that went out."""
    sketch.shape([(30, 46), (70, 46), (70, 92), (30, 92)], SHADE, line=7)
    sketch.line("M50 46 L50 34", 7)
    sketch.line("M50 26 Q36 18 50 11 Q62 5 52 0", 5, 0.6)
    sketch.line("M10 94 L90 94", 9)
    sketch.line("M38 58 Q42 74 38 80", 5)


def stone(sketch: Sketch) -> None:
    """A cracked bust."""
    pictograms.draw_stone(sketch, 0)


def winner(sketch: Sketch) -> None:
    """A crown."""
    crown = "M6 88 L2 24 L30 52 L50 10 L70 52 L98 24 L94 88 L6 88"
    sketch.shape(crown, GOLD, line=7)
    sketch.line("M14 72 L86 72", 6)


def shielded(sketch: Sketch) -> None:
    """A shield in the colour of glass, for the legend of the ring."""
    sketch.circle(50, 50, 48, WATER, line=6)
    sketch.circle(50, 50, 30, FLOOR, line=6)


SIGNS: Final[dict[str, Callable[[Sketch], None]]] = {
    sign.__name__: sign for sign in (asleep, shielded, charmed, turned, dead, lost, stone, winner)
}


@cache
def plight(what: str, size: int) -> Sprite:
    """The sign of a plight, size × size pixels; an unknown one has the lozenge of unknown features."""
    sketch = Sketch(size, size, 100)
    SIGNS.get(what, pictograms.unlike)(sketch)
    return sketch.sprite()


@cache
def shield_ring(size: int) -> Sprite:
    """A ring of glass to set an emblem into, size × size pixels."""
    sketch = Sketch(size, size, 100)
    sketch.circle(50, 50, 50, WATER, line=3)
    sketch.circle(50, 50, 41, FLOOR, line=3)
    return sketch.sprite()
