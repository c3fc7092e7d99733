"""Marks on cards: Life Points, Strength, who is stunned, a die that is still to be thrown."""

from __future__ import annotations

from functools import cache, lru_cache

from images.artwork import art
from images.canvas import Sketch, Sprite
from images.lettering import width
from images.palette import DARK, PAPER, SHADE


def heart(size: int, full: bool = True) -> Sprite:
    """A Life Point, or the place of a lost one, size × size pixels."""
    return art("signs/heart" if full else "signs/heart-lost", size)


def blades(size: int) -> Sprite:
    """Strength: two crossed blades without a clearing."""
    return art("signs/blades", size)


def stunned(size: int) -> Sprite:
    """Three stars in a ring: who is stunned may not move."""
    return art("signs/stunned", size)


@cache
def blank_die(size: int) -> Sprite:
    """A die that is still to be thrown, size × size pixels."""
    sketch = Sketch(size, size, 100)
    sketch.shape("M18 4 L82 4 Q96 4 96 18 L96 82 Q96 96 82 96 L18 96 Q4 96 4 82 L4 18 Q4 4 18 4", SHADE, line=4)
    sketch.text(50, 50, "?", 58, "italic")
    return sketch.sprite()


@lru_cache(maxsize=512)
def tab(words: str, size: int, dark: bool = False) -> Sprite:
    """The name of a place on a small tab, light on dark for the place in question."""
    wide, high = round(width(words, "bold", size)) + 12, size * 9 // 10
    sketch = Sketch(wide, high)
    sketch.shape([(0, 0), (wide, 0), (wide, high), (0, high)], DARK if dark else PAPER, line=0 if dark else 3)
    sketch.text(wide / 2, high / 2, words, size, window=DARK if dark else None)
    return sketch.sprite()
