"""Sheets of characters, as many to a page as there is room for; a long one goes on on the next page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from images.lettering import Face
from images.printing.press import GREY, Paper, Press, columns
from images.printing.shapes import Field, Part, Sheet, Track

PAD: Final = 3.0
HEAD: Final = 24.0
ART: Final = 20.0
FIGURE: Final = 14.0
MOST_FIGURES: Final = 7
TRACK: Final = 6.5
BOX: Final = 4.2
MOST_BOXES: Final = 30
LABEL: Final = 6.0
ROW: Final = 5.8
TYPE: Final = 9.5
SMALL: Final = 7.0
GAP: Final = 5.0
SPACE: Final = 3.5
"""Between two sheets: so a team with its three characters goes on a page of Letter, too."""
NEARLY: Final = 0.8
"""So much of half a page makes a sheet of which two go on a page."""
SIDES: Final = 2


class Column(NamedTuple):
    """Parts below each other: a label, and its lines."""

    parts: list[Part]

    @property
    def height(self) -> float:
        """Its height."""
        return sum(map(_height_of, self.parts))


def print_sheets(sheets: Sequence[Sheet], paper: Paper, foot: str, locale: str) -> bytes:
    """The sheets as a PDF."""
    press = Press(paper, foot, locale)
    y = press.bottom
    for sheet in (piece for one in sheets for piece in _pieces(press, one)):
        sides = _sides(sheet.parts)
        top = _top(press, sheet) + PAD
        if top + max(side.height for side in sides) > NEARLY * _half(press):
            _lengthen(sides, _half(press) - top)
        high = top + max(side.height for side in sides)
        if sheet.fresh or y + high > press.bottom + 0.1:
            y = press.turn()
        _block(press, sheet, sides, y, high)
        y += high + SPACE
    return press.data()


def _half(press: Press) -> float:
    return (press.height - SPACE) / 2


def _lengthen(sides: Sequence[Column], room: float) -> None:
    """Sheets of which two go on a page have as many lines as there is room for."""
    for side in sides:
        more = int((room - side.height + 0.01) / ROW)
        if side.parts and more > 0:
            last = side.parts[-1]
            side.parts[-1] = Part(last.label, last.lines, last.rows + more)


def _pieces(press: Press, sheet: Sheet) -> Iterator[Sheet]:
    """The sheet with its lines broken, and what does not fit on its page as sheets of their own."""
    wide = columns(SIDES, press.width - 2 * PAD, GAP)[0][1] - 2
    left = [_broken(press, part, wide) for part in sheet.parts]
    while True:
        room = press.height - _top(press, sheet) - PAD
        now, left = _fill(left, room)
        yield msgspec.structs.replace(sheet, parts=tuple(now))
        if not left:
            return
        sheet = Sheet(sheet.names[:1], art=sheet.art, fresh=True)


def _broken(press: Press, part: Part, wide: float) -> Part:
    lines = [line for words in part.lines for line in press.lines(words, "text", TYPE, wide)]
    return Part(part.label, tuple(lines), max(part.rows, len(lines)))


def _fill(parts: Sequence[Part], room: float) -> tuple[list[Part], list[Part]]:
    """The parts for which there is room on two sides, and the rest; a long part is divided."""
    now: list[Part] = []
    left = list(parts)
    while left:
        one = left.pop(0)
        rows = int((room - min(side.height for side in _sides(now)) - LABEL + 0.01) / ROW)
        if rows < 1:
            return now, [one, *left]
        now.append(Part(one.label, one.lines[:rows], min(one.rows, rows)))
        if one.lines[rows:]:
            left.insert(0, Part(one.label, one.lines[rows:], one.rows - rows))
    return now, left


def _sides(parts: Sequence[Part]) -> tuple[Column, Column]:
    """The parts on two sides, each on the side that is shorter so far."""
    sides = Column([]), Column([])
    for part in parts:
        min(sides, key=lambda side: side.height).parts.append(part)
    return sides


def _height_of(part: Part) -> float:
    return LABEL + ROW * part.rows


def _top(press: Press, sheet: Sheet) -> float:
    """The height of what stands above the parts."""
    tracks = sum(1 for _ in _track_rows(press, sheet.tracks))
    figures = -(-len(sheet.figures) // MOST_FIGURES)
    return PAD + HEAD + figures * (FIGURE + 2) + tracks * TRACK + 1


def _block(press: Press, sheet: Sheet, sides: tuple[Column, Column], y: float, high: float) -> None:
    press.box(press.left, y, press.width, high, 0.5)
    x, room = press.left + PAD, press.width - 2 * PAD
    at = y + PAD
    press.box(x, at, ART, ART, 0.3)
    if sheet.art:
        press.art(sheet.art, x + 1, at + 1, ART - 2)
    _names(press, sheet.names, x + ART + 4, at, room - ART - 4)
    at += HEAD
    for start in range(0, len(sheet.figures), MOST_FIGURES):
        _figures(press, sheet.figures[start : start + MOST_FIGURES], x, at, room)
        at += FIGURE + 2
    for row in _track_rows(press, sheet.tracks):
        for track, (offset, wide) in zip(row, columns(len(row), room, GAP), strict=True):
            _track(press, track, x + offset, at, wide)
        at += TRACK
    at += 1
    for side, (offset, wide) in zip(sides, columns(SIDES, room, GAP), strict=True):
        _column(press, side.parts, x + offset, at, wide)


def _names(press: Press, names: Sequence[Field], x: float, y: float, room: float) -> None:
    """The first across, the others below it side by side."""
    _written(press, names[0], x, y + 7, room, 15)
    rest = names[1:]
    for field, (offset, wide) in zip(rest, columns(max(1, len(rest)), room, 4), strict=False):
        _written(press, field, x + offset, y + 17, wide, 10)


def _written(press: Press, field: Field, x: float, base: float, room: float, size: float) -> None:
    press.rule(x, base + 1, x + room, base + 1, 0.2, GREY)
    face: Face = "bold" if size > TYPE + 1 else "text"
    press.text(x, base, field.value, face, press.shrunk(field.value, face, size, TYPE, room), room)
    press.text(x, base + 4, field.label, "italic", SMALL, room)


def _figures(press: Press, figures: Sequence[Field], x: float, y: float, room: float) -> None:
    for field, (offset, wide) in zip(figures, columns(len(figures), room, 2), strict=True):
        press.box(x + offset, y, wide, FIGURE, 0.3)
        middle = x + offset + wide / 2
        press.text(middle, y + 3.4, field.label, "italic", SMALL, wide - 1, "middle")
        size = press.shrunk(field.value, "bold", 14, 8, wide - 2)
        press.text(middle, y + 10.6, field.value, "bold", size, wide - 2, "middle")


def _track_rows(press: Press, tracks: Sequence[Track]) -> Iterator[Sequence[Track]]:
    """Two side by side where both are short."""
    left = list(tracks)
    while left:
        half = (press.width - 2 * PAD - GAP) / 2
        pair = len(left) > 1 and all(_track_wide(press, one) <= half for one in left[:2])
        yield left[: 1 + pair]
        left = left[1 + pair :]


def _track_wide(press: Press, track: Track) -> float:
    return press.wide(track.label, "bold", 8.5) + 3 + min(track.boxes, MOST_BOXES) * (BOX + 1)


def _track(press: Press, track: Track, x: float, y: float, room: float) -> None:
    press.text(x, y + 3.6, track.label, "bold", 8.5, room)
    at = x + press.wide(track.label, "bold", 8.5) + 3
    for n in range(min(track.boxes, MOST_BOXES)):
        press.box(at, y, BOX, BOX, 0.3)
        if n < track.ticked:
            press.rule(at, y, at + BOX, y + BOX, 0.4, 0)
            press.rule(at + BOX, y, at, y + BOX, 0.4, 0)
        at += BOX + 1


def _column(press: Press, parts: Sequence[Part], x: float, y: float, room: float) -> None:
    for part in parts:
        press.text(x, y + 4.2, part.label, "bold", 9, room)
        y += LABEL
        for n in range(part.rows):
            press.rule(x, y + (n + 1) * ROW - 1.2, x + room, y + (n + 1) * ROW - 1.2, 0.15, GREY)
            if n < len(part.lines):
                press.text(x + 1, y + (n + 1) * ROW - 2.2, part.lines[n], "text", TYPE, room - 1)
        y += ROW * part.rows
