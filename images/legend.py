"""Legends: signs and their meanings in columns below a picture."""

from __future__ import annotations

from typing import Final, NamedTuple

from images.canvas import Canvas, Sprite
from images.lettering import fit_line, width

SIGN: Final = 30
"""Size of a sign in the legend, in pixels."""


class Form(NamedTuple):
    """Sizes of signs and type, height of a line, room between columns and beside a sign, in pixels."""

    sign: int
    text: int
    line: int
    gap: int
    beside: int


USUAL: Final = Form(SIGN, 22, 40, 18, 9)


class Entry(NamedTuple):
    """A sign and its meaning."""

    sign: Sprite
    words: str


def draw_legend(found: list[Entry], room: int, form: Form = USUAL) -> Canvas | None:
    """The entries in as many columns as fit ``room`` pixels of width; None without any."""
    if not found:
        return None
    longest = room - form.sign - form.beside
    lines = [Entry(entry.sign, fit_line(entry.words, "text", form.text, longest)) for entry in found]
    tables = (_columns(lines, count) for count in (4, 3, 2, 1))
    columns = next(table for table in tables if _breadth(table, form) <= room or len(table) == 1)
    canvas = Canvas(room, max(map(len, columns)) * form.line)
    left = 0
    for column in columns:
        for row, entry in enumerate(column):
            middle = row * form.line + form.line // 2
            canvas.stamp(entry.sign, left + form.sign // 2, middle)
            canvas.text(left + form.sign + form.beside, middle + form.text * 3 // 8, entry.words, "text", form.text)
        left += _breadth([column], form) + form.gap
    return canvas


def _columns(lines: list[Entry], count: int) -> list[list[Entry]]:
    rows = -(-len(lines) // count)
    return [lines[start : start + rows] for start in range(0, len(lines), rows)]


def _breadth(columns: list[list[Entry]], form: Form) -> int:
    """How wide the columns are side by side, in pixels."""
    lead = form.sign + form.beside
    widths = (max(lead + round(width(entry.words, "text", form.text)) for entry in column) for column in columns)
    return sum(widths) + form.gap * (len(columns) - 1)
