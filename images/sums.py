"""Sums in a row: signs and figures, such as Strength + die = total; and names under portraits."""

from __future__ import annotations

from typing import Final

from images import cards
from images.canvas import Canvas, Sprite
from images.lettering import width

FIGURE: Final = 36
APART: Final = 6
"""Between the parts of a sum, in pixels."""
BREAK: Final = 27
"""From the middle of a sum to that of each of its two lines, in pixels."""
SECOND: Final = 30
"""From the first line of a name to the second, in pixels."""

Part = Sprite | tuple[str, int]
"""A part of a sum: a sign, or figures in a size of type."""


def write_sum(canvas: Canvas, parts: list[Part], left: int, room: int, middle: int) -> None:
    """The parts side by side in the middle of their room; a sum too long has its total on a second line."""
    cut = next((nth for nth, part in enumerate(parts) if not isinstance(part, Sprite) and part[0] == "="), 0)
    if cut and _breadth(parts) > room:
        _write(canvas, parts[:cut], left, room, middle - BREAK)
        _write(canvas, parts[cut:], left, room, middle + BREAK)
    else:
        _write(canvas, parts, left, room, middle)


def _write(canvas: Canvas, parts: list[Part], left: int, room: int, middle: int) -> None:
    at = left + (room - _breadth(parts)) // 2
    for part in parts:
        if isinstance(part, Sprite):
            canvas.stamp(part, at + _wide(part) // 2, middle)
        else:
            canvas.text(at, middle + part[1] // 3, part[0], "bold", part[1])
        at += _wide(part) + APART


def _breadth(parts: list[Part]) -> int:
    return sum(map(_wide, parts)) + APART * (len(parts) - 1)


def _wide(part: Part) -> int:
    return part.ink.width if isinstance(part, Sprite) else round(width(part[0], "bold", part[1]))


def write_name(canvas: Canvas, words: str, middle: int, base: int, room: int) -> None:
    """A name on one line in the middle, or on two."""
    lines = cards.name_lines(words, room, 2)
    for number, line in enumerate(lines):
        canvas.text(middle, base + (number * SECOND - 12 if len(lines) > 1 else 0), line, "bold", cards.NAME, True)
