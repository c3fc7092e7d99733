"""The layout of pages and sheets: frames, blocks that know their height, chips, columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from images.canvas import Canvas, Sketch, Sprite
from images.lettering import Face, fit_line, least_type, shrink_to_fit, width, wrap_words
from images.palette import SHADE

WIDTH: Final = 640
"""Width of most pages, in pixels: more would make everything smaller on a phone."""
TYPE: Final = least_type(WIDTH)
"""The smallest type on a page of this width, in pixels."""
MARGIN: Final = 24
HEADING: Final = 66
"""Height of the title's strip, in pixels."""
TITLE: Final = 36
EDGE: Final = 30


def draw_frame(canvas: Canvas, heading: str) -> None:
    """Write the title and rule the double frame of the house."""
    width, height = canvas.size
    least = least_type(width)
    words, size = shrink_to_fit(heading, "bold-italic", max(TITLE, least), least, width - 2 * EDGE)
    canvas.text(width // 2, HEADING - 16, words, "bold-italic", size, True)
    canvas.frame((7, 7, width - 7, height - 7), 3)
    canvas.frame((13, 13, width - 13, height - 13), 1)


TEXT: Final = TYPE
LINE: Final = 39
"""Height of a line of chips, in pixels."""
SIGN: Final = 34
BESIDE: Final = 8
APART: Final = 20
"""Between two chips, in pixels."""
BASE: Final = 29
"""From the top of a line to the base of its words."""

RULE: Final = 5
"""Height of a line between two sections, in pixels."""
PARAGRAPH: Final = 600
"""Signs of a paragraph that are shown."""
LEADING: Final = 34
"""From one line of a paragraph to the next, in pixels."""
NOTCHES: Final = 14
"""Most notches of a bar."""

Paint = Callable[[Canvas, int, int], None]
"""Draws a block on a canvas with its left upper corner at a point."""


class Block(NamedTuple):
    """A part of a page, ``height`` pixels high."""

    height: int
    paint: Paint


class Chip(NamedTuple):
    """A sign, if any, and its words, as ``strong`` as what is in the hand, or a ``label``."""

    sign: Sprite | None
    words: str
    strong: bool = False
    label: bool = False

    @property
    def face(self) -> Face:
        """The typeface of its words."""
        return "italic" if self.label else "bold" if self.strong else "text"


def stack(blocks: Iterable[Block]) -> Block:
    """Blocks one below the other, as one."""
    parts = list(blocks)

    def paint(canvas: Canvas, left: int, top: int) -> None:
        for part in parts:
            part.paint(canvas, left, top)
            top += part.height

    return Block(sum(part.height for part in parts), paint)


def thin_rule(room: int) -> Block:
    """A thin line across the room."""
    return Block(RULE, lambda canvas, left, top: canvas.rule(left, top + 2, room, 1, 3))


def section(label: str, found: Iterable[Chip], room: int) -> Block:
    """Chips after their label, which begins the first line."""
    return chips([Chip(None, label, label=True), *found], room)


def paragraph(words: str, room: int) -> Block:
    """A text in as many lines of ``room`` pixels as it needs."""
    lines = wrap_words(words, "text", TEXT, room, PARAGRAPH)

    def paint(canvas: Canvas, left: int, top: int) -> None:
        for row, line in enumerate(lines):
            canvas.text(left, top + BASE + row * LEADING, line, "text", TEXT)

    return Block(LINE + (len(lines) - 1) * LEADING, paint)


def chips(found: Iterable[Chip], room: int, line: int = LINE, apart: int = APART) -> Block:
    """Chips in as many lines of ``room`` pixels as they need, each ``line`` pixels high, so many between two chips."""
    lines = _flowed(found, room, apart)

    def paint(canvas: Canvas, left: int, top: int) -> None:
        for row, group in enumerate(lines):
            at = left
            for chip in group:
                _chip(canvas, chip, at, top + row * line, line)
                at += _breadth(chip) + apart

    return Block(len(lines) * line, paint)


@lru_cache(maxsize=512)
def bar(part: float, ground: int, notches: int, wide: int, high: int = 24) -> Sprite:
    """A framed bar of which a part (of 1) has a ground, so many notches if they fit: a sign of a chip."""
    sketch = Sketch(wide, high)
    for end, fill in ((wide, SHADE), (round(wide * part), ground)):
        if end:
            sketch.shape([(0, 0), (end, 0), (end, high), (0, high)], fill)
    for notch in range(1, notches if notches <= NOTCHES else 0):
        sketch.line([(wide * notch / notches, 0), (wide * notch / notches, high)], 1)
    sketch.line([(1, 1), (wide - 1, 1), (wide - 1, high - 1), (1, high - 1), (1, 1)], 2)
    return sketch.sprite()


def _flowed(found: Iterable[Chip], room: int, apart: int) -> list[list[Chip]]:
    lines: list[list[Chip]] = []
    left = 0
    for chip in found:
        cut = chip._replace(words=fit_line(chip.words, chip.face, TEXT, room - _lead(chip)))
        if not lines or left + _breadth(cut) > room:
            lines.append([])
            left = 0
        lines[-1].append(cut)
        left += _breadth(cut) + apart
    return lines


def _lead(chip: Chip) -> int:
    return chip.sign.ink.width + (BESIDE if chip.words else 0) if chip.sign else 0


def _breadth(chip: Chip) -> int:
    return _lead(chip) + round(width(chip.words, chip.face, TEXT))


def _chip(canvas: Canvas, chip: Chip, left: int, top: int, line: int) -> None:
    if chip.sign:
        canvas.stamp(chip.sign, left + chip.sign.ink.width // 2, top + line // 2)
    canvas.text(left + _lead(chip), top + line // 2 + BASE - LINE // 2, chip.words, chip.face, TEXT)
