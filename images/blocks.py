"""Blocks of a page that know their height before they are drawn, and chips: small signs with words, set in lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from images.canvas import Canvas, Sprite
from images.lettering import Face, fit_line, shrink_to_fit, width, wrap_words

TEXT: Final = 23
LINE: Final = 42
"""Height of a line of chips, in pixels."""
SIGN: Final = 32
BESIDE: Final = 8
APART: Final = 22
"""Between two chips, in pixels."""
BASE: Final = 29
"""From the top of a line to the base of its words."""

LABEL: Final = 158
"""Width of the column of labels, in pixels."""
LABEL_SIZE: Final = 23
LABEL_LEAST: Final = 22
RULE: Final = 5
"""Height of a line between two sections, in pixels."""
PARAGRAPH: Final = 600
"""Signs of a paragraph that are shown."""
LEADING: Final = 31
"""From one line of a paragraph to the next, in pixels."""

Paint = Callable[[Canvas, int, int], None]
"""Draws a block on a canvas with its left upper corner at a point."""


class Block(NamedTuple):
    """A part of a page, ``height`` pixels high."""

    height: int
    paint: Paint


class Chip(NamedTuple):
    """A sign, if any, and its words, as ``strong`` as what is in the hand."""

    sign: Sprite | None
    words: str
    strong: bool = False

    @property
    def face(self) -> Face:
        """The typeface of its words."""
        return "bold" if self.strong else "text"


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


def side_note(canvas: Canvas, words: str, left: int, top: int) -> None:
    """The label of a section, in italics."""
    line, size = shrink_to_fit(words, "italic", LABEL_SIZE, LABEL_LEAST, LABEL - 8)
    canvas.text(left, top + BASE, line, "italic", size)


def label_block(words: str, block: Block) -> Block:
    """A label on the left and a block on the right of it."""

    def paint(canvas: Canvas, left: int, top: int) -> None:
        side_note(canvas, words, left, top)
        block.paint(canvas, left + LABEL, top)

    return Block(block.height, paint)


def paragraph(words: str, room: int) -> Block:
    """A text in as many lines of ``room`` pixels as it needs."""
    lines = wrap_words(words, "text", TEXT, room, PARAGRAPH)

    def paint(canvas: Canvas, left: int, top: int) -> None:
        for row, line in enumerate(lines):
            canvas.text(left, top + BASE + row * LEADING, line, "text", TEXT)

    return Block(LINE + (len(lines) - 1) * LEADING, paint)


def chips(found: Iterable[Chip], room: int) -> Block:
    """Chips in as many lines of ``room`` pixels as they need."""
    lines = _flowed(found, room)

    def paint(canvas: Canvas, left: int, top: int) -> None:
        for row, line in enumerate(lines):
            at = left
            for chip in line:
                _chip(canvas, chip, at, top + row * LINE)
                at += _breadth(chip) + APART

    return Block(len(lines) * LINE, paint)


def _flowed(found: Iterable[Chip], room: int) -> list[list[Chip]]:
    lines: list[list[Chip]] = []
    left = 0
    for chip in found:
        cut = chip._replace(words=fit_line(chip.words, chip.face, TEXT, room - _lead(chip)))
        if not lines or left + _breadth(cut) > room:
            lines.append([])
            left = 0
        lines[-1].append(cut)
        left += _breadth(cut) + APART
    return lines


def _lead(chip: Chip) -> int:
    return SIGN + BESIDE if chip.sign else 0


def _breadth(chip: Chip) -> int:
    return _lead(chip) + round(width(chip.words, chip.face, TEXT))


def _chip(canvas: Canvas, chip: Chip, left: int, top: int) -> None:
    if chip.sign:
        canvas.stamp(chip.sign, left + SIGN // 2, top + LINE // 2)
    canvas.text(left + _lead(chip), top + BASE, chip.words, chip.face, TEXT)
