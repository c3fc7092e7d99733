"""Sums in a row: signs and figures, such as Strength + die = total; and names under portraits."""

from __future__ import annotations

from typing import Final

from images import cards
from images.canvas import Canvas, Sprite
from images.lettering import clean_line, shrink_to_fit, width

FIGURE: Final = 40
APART: Final = 9
"""Between the parts of a sum, in pixels."""
SECOND: Final = 28
"""From the first line of a name to the second, in pixels."""

Part = Sprite | tuple[str, int]
"""A part of a sum: a sign, or figures in a size of type."""


def write_sum(canvas: Canvas, parts: list[Part], left: int, room: int, middle: int) -> None:
    """The parts side by side in the middle of their room."""
    at = left + (room - sum(map(_wide, parts)) - APART * (len(parts) - 1)) // 2
    for part in parts:
        if isinstance(part, Sprite):
            canvas.stamp(part, at + _wide(part) // 2, middle)
        else:
            canvas.text(at, middle + part[1] // 3, part[0], "bold", part[1])
        at += _wide(part) + APART


def _wide(part: Part) -> int:
    return part.ink.width if isinstance(part, Sprite) else round(width(part[0], "bold", part[1]))


def write_name(canvas: Canvas, words: str, middle: int, base: int, room: int) -> None:
    """A name on one line in the middle, or its first word above the rest."""
    first, _, rest = words.partition(" ")
    line, size = shrink_to_fit(words, "bold", cards.NAME + 3, cards.NAME, room)
    if width(clean_line(words, "bold"), "bold", cards.NAME) <= room or not rest:
        canvas.text(middle, base, line, "bold", size, True)
        return
    for number, part in enumerate((first, rest)):
        line, size = shrink_to_fit(part, "bold" if number == 0 else "italic", cards.NAME, cards.NAME_LEAST, room)
        canvas.text(middle, base - 10 + number * SECOND, line, "bold" if number == 0 else "italic", size, True)
