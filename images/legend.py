"""Legends: signs and their meanings in rows below a picture."""

from __future__ import annotations

from typing import Final, NamedTuple

from images.canvas import Canvas, Sprite
from images.lettering import fit_line, least_type, width


class Form(NamedTuple):
    """Sizes of signs and type, height of a line, room between entries and beside a sign, in pixels."""

    sign: int
    text: int
    line: int
    gap: int
    beside: int


def form_for(wide: int) -> Form:
    """As small as can be read on a phone, in a picture so many pixels wide."""
    text = least_type(wide)
    return Form(round(text * 1.14), text, round(text * 1.45), round(text * 0.7), round(text * 0.3))


USUAL: Final = form_for(800)
"""Of maps, none of which is wider."""
SIGN: Final = USUAL.sign
"""Size of a sign in it, in pixels."""


class Entry(NamedTuple):
    """A sign and its meaning."""

    sign: Sprite
    words: str


def draw_legend(found: list[Entry], room: int, form: Form = USUAL) -> Canvas | None:
    """The entries in as many rows of ``room`` pixels as they need; None without any."""
    if not found:
        return None
    longest = room - form.sign - form.beside
    rows = _rows([Entry(entry.sign, fit_line(entry.words, "text", form.text, longest)) for entry in found], room, form)
    canvas = Canvas(room, len(rows) * form.line)
    for number, row in enumerate(rows):
        left, middle = 0, number * form.line + form.line // 2
        for entry in row:
            canvas.stamp(entry.sign, left + form.sign // 2, middle)
            canvas.text(left + form.sign + form.beside, middle + form.text * 3 // 8, entry.words, "text", form.text)
            left += _breadth(entry, form) + form.gap
    return canvas


def _rows(entries: list[Entry], room: int, form: Form) -> list[list[Entry]]:
    """As many in a row as fit."""
    rows: list[list[Entry]] = []
    left = 0
    for entry in entries:
        wide = _breadth(entry, form)
        if not rows or left + wide > room:
            rows.append([])
            left = 0
        rows[-1].append(entry)
        left += wide + form.gap
    return rows


def _breadth(entry: Entry, form: Form) -> int:
    """How wide an entry is, in pixels."""
    return form.sign + form.beside + round(width(entry.words, "text", form.text))
