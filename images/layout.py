"""Lays out pages and sheets: frames, blocks of known height, chips, columns, legends."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from images.canvas import Canvas, Sketch, Sprite
from images.lettering import Face, fit_line, least_type, shrink_to_fit, width, wrap_words
from images.palette import SHADE

WIDTH = 640
"""Width of most pages, in pixels; on a phone a wider page would make everything smaller."""
TYPE = least_type(WIDTH)
"""The smallest type size on a page of standard width, in pixels."""
HEADING = 66
"""Height of the title strip, in pixels."""
TITLE = 36
EDGE = 30
LANDSCAPE = 1.5
"""Minimum ratio of width to height of a picture shown with a question, so that it fits half a phone screen."""


def width_for(height: int) -> int:
    """Return the minimum width of a picture of this height that is shown with a question, in pixels."""
    return ceil(LANDSCAPE * height)


def draw_frame(canvas: Canvas, heading: str) -> None:
    """Write the title and draw the standard double frame."""
    width, height = canvas.size
    least = least_type(width)
    words, size = shrink_to_fit(heading, "bold-italic", max(TITLE, least), least, width - 2 * EDGE)
    canvas.text(width // 2, HEADING - 16, words, "bold-italic", size, True)
    canvas.neat_line(0, height)


TEXT = TYPE
LINE = 39
"""Height of a line of chips, in pixels."""
SIGN = 34
BESIDE = 8
APART = 20
"""Gap between two chips, in pixels."""
BASE = 29
"""Distance from the top of a line to the base line of its words, in pixels."""

RULE = 5
"""Height of a separator between two sections, in pixels."""
PARAGRAPH = 600
"""Maximum number of characters of a paragraph."""
LEADING = 34
"""Line spacing of a paragraph, in pixels."""
NOTCHES = 14
"""Maximum number of notches of a bar."""

Paint = Callable[[Canvas, int, int], None]
"""A function that draws a block on a canvas with its upper left corner at (x, y)."""


class Block(NamedTuple):
    """A part of a page, ``height`` pixels high."""

    height: int
    paint: Paint


class Chip(NamedTuple):
    """An optional sign and its words: ``strong`` in bold (as for the item in hand), ``label`` in italics."""

    sign: Sprite | None
    words: str
    strong: bool = False
    label: bool = False

    @property
    def face(self) -> Face:
        """The typeface of the words."""
        return "italic" if self.label else "bold" if self.strong else "text"


def stack(blocks: Iterable[Block]) -> Block:
    """Return one block of these blocks, one below the other."""
    parts = list(blocks)

    def paint(canvas: Canvas, left: int, top: int) -> None:
        for part in parts:
            part.paint(canvas, left, top)
            top += part.height

    return Block(sum(part.height for part in parts), paint)


def thin_rule(room: int) -> Block:
    """Return a thin horizontal line of this width."""
    return Block(RULE, lambda canvas, left, top: canvas.rule(left, top + 2, room, 1, 3))


def section(label: str, found: Iterable[Chip], room: int) -> Block:
    """Return chips after their label, which begins the first line."""
    return chips([Chip(None, label, label=True), *found], room)


def paragraph(words: str, room: int) -> Block:
    """Return a text wrapped to lines of ``room`` pixels."""
    lines = wrap_words(words, "text", TEXT, room, PARAGRAPH)

    def paint(canvas: Canvas, left: int, top: int) -> None:
        for row, line in enumerate(lines):
            canvas.text(left, top + BASE + row * LEADING, line, "text", TEXT)

    return Block(LINE + (len(lines) - 1) * LEADING, paint)


def chips(found: Iterable[Chip], room: int, line: int = LINE, apart: int = APART) -> Block:
    """Return chips wrapped to lines of ``room`` pixels, each ``line`` pixels high, with gaps of ``apart`` pixels."""
    lines = _flow_chips(found, room, apart)

    def paint(canvas: Canvas, left: int, top: int) -> None:
        for row, group in enumerate(lines):
            at = left
            for chip in group:
                _draw_chip(canvas, chip, at, top + row * line, line)
                at += _chip_width(chip) + apart

    return Block(len(lines) * line, paint)


@lru_cache(maxsize=512)
def bar(part: float, ground: int, notches: int, wide: int, high: int = 24) -> Sprite:
    """Return a framed bar filled to ``part`` (0–1), for a chip; ``notches`` are drawn if they fit."""
    sketch = Sketch(wide, high)
    for end, fill in ((wide, SHADE), (round(wide * part), ground)):
        if end:
            sketch.shape([(0, 0), (end, 0), (end, high), (0, high)], fill)
    for notch in range(1, notches if notches <= NOTCHES else 0):
        sketch.line([(wide * notch / notches, 0), (wide * notch / notches, high)], 1)
    sketch.line([(1, 1), (wide - 1, 1), (wide - 1, high - 1), (1, high - 1), (1, 1)], 2)
    return sketch.sprite()


def _flow_chips(found: Iterable[Chip], room: int, apart: int) -> list[list[Chip]]:
    lines: list[list[Chip]] = []
    left = 0
    for chip in found:
        cut = chip._replace(words=fit_line(chip.words, chip.face, TEXT, room - _sign_width(chip)))
        if not lines or left + _chip_width(cut) > room:
            lines.append([])
            left = 0
        lines[-1].append(cut)
        left += _chip_width(cut) + apart
    return lines


def _sign_width(chip: Chip) -> int:
    return chip.sign.ink.width + (BESIDE if chip.words else 0) if chip.sign else 0


def _chip_width(chip: Chip) -> int:
    return _sign_width(chip) + round(width(chip.words, chip.face, TEXT))


def _draw_chip(canvas: Canvas, chip: Chip, left: int, top: int, line: int) -> None:
    if chip.sign:
        canvas.stamp(chip.sign, left + chip.sign.ink.width // 2, top + line // 2)
    canvas.text(left + _sign_width(chip), top + line // 2 + BASE - LINE // 2, chip.words, chip.face, TEXT)


class Form(NamedTuple):
    """Sizes of a legend in pixels: sign, type, line height, gap between entries, gap beside a sign."""

    sign: int
    text: int
    line: int
    gap: int
    beside: int


def form_for(wide: int) -> Form:
    """Return the smallest legend sizes legible on a phone in a picture of this width."""
    text = least_type(wide)
    return Form(round(text * 1.14), text, round(text * 1.45), round(text * 0.7), round(text * 0.3))


USUAL = form_for(800)
"""Legend sizes of maps, which are at most 800 pixels wide."""
LEGEND_SIGN = USUAL.sign
"""Size of a sign in a map's legend, in pixels."""


class Entry(NamedTuple):
    """A sign and its meaning, for a legend."""

    sign: Sprite
    words: str


def draw_legend(found: list[Entry], room: int, form: Form = USUAL) -> Canvas | None:
    """Draw the entries in rows of ``room`` pixels, or return None if there are no entries."""
    if not found:
        return None
    longest = room - form.sign - form.beside
    rows = _entry_rows(
        [Entry(entry.sign, fit_line(entry.words, "text", form.text, longest)) for entry in found], room, form
    )
    canvas = Canvas(room, len(rows) * form.line)
    for number, row in enumerate(rows):
        left, middle = 0, number * form.line + form.line // 2
        for entry in row:
            canvas.stamp(entry.sign, left + form.sign // 2, middle)
            canvas.text(left + form.sign + form.beside, middle + form.text * 3 // 8, entry.words, "text", form.text)
            left += _entry_width(entry, form) + form.gap
    return canvas


def _entry_rows(entries: list[Entry], room: int, form: Form) -> list[list[Entry]]:
    rows: list[list[Entry]] = []
    left = 0
    for entry in entries:
        wide = _entry_width(entry, form)
        if not rows or left + wide > room:
            rows.append([])
            left = 0
        rows[-1].append(entry)
        left += wide + form.gap
    return rows


def _entry_width(entry: Entry, form: Form) -> int:
    return form.sign + form.beside + round(width(entry.words, "text", form.text))
