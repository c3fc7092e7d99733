"""Prints character sheets, and the tables of a game; no type is smaller than 8 points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from images.lettering import Face
from images.printing.press import GREY, PALE, POINT, Paper, Press, columns
from images.printing.shapes import Field, Part, Sheet, Table, Track

PAD = 3.0
HEAD = 24.0
ART = 20.0
FIGURE = 14.0
MOST_FIGURES = 7
TRACK = 6.5
BOX = 4.2
MOST_BOXES = 30
LABEL = 6.0
ROW = 5.8
TYPE = 9.5
SMALL = 8.0
GAP = 5.0
SPACE = 3.5
"""Gap between two sheets in millimetres: a team with three characters fits a Letter page."""
NEARLY = 0.8
"""Fraction of half a page above which a sheet gets blank rows until it fills half a page."""
SIDES = 2


class Column(NamedTuple):
    """Parts below one another, each a label with its lines."""

    parts: list[Part]

    @property
    def height(self) -> float:
        """The height in millimetres."""
        return sum(LABEL + ROW * part.rows for part in self.parts)


def print_sheets(sheets: Sequence[Sheet], paper: Paper, foot: str, locale: str) -> bytes:
    """Return the sheets as a PDF."""
    press = Press(paper, foot, locale)
    y = press.bottom
    for sheet in (piece for each_sheet in sheets for piece in _sheets_by_page(press, each_sheet)):
        sides = _balanced_columns(sheet.parts)
        top = _top_height(press, sheet) + PAD
        if top + max(side.height for side in sides) > NEARLY * _half_page_height(press):
            _fill_with_rows(sides, _half_page_height(press) - top)
        high = top + max(side.height for side in sides)
        if sheet.fresh or y + high > press.bottom + 0.1:
            y = press.turn()
        _draw_block(press, sheet, sides, y, high)
        y += high + SPACE
    return press.data()


def _half_page_height(press: Press) -> float:
    return (press.height - SPACE) / 2


def _fill_with_rows(sides: Sequence[Column], room: float) -> None:
    """Add blank rows to the last part of each column until the room is full."""
    for side in sides:
        more = int((room - side.height + 0.01) / ROW)
        if side.parts and more > 0:
            last = side.parts[-1]
            side.parts[-1] = Part(last.label, last.lines, last.rows + more)


def _sheets_by_page(press: Press, sheet: Sheet) -> Iterator[Sheet]:
    """Wrap the lines of a sheet and split it into sheets that fit a page each."""
    wide = columns(SIDES, press.width - 2 * PAD, GAP)[0][1] - 2
    left = [_break_lines(press, part, wide) for part in sheet.parts]
    while True:
        room = press.height - _top_height(press, sheet) - PAD
        now, left = _fill_page(left, room)
        yield replace(sheet, parts=tuple(now))
        if not left:
            return
        sheet = Sheet(sheet.names[:1], art=sheet.art, fresh=True)


def _break_lines(press: Press, part: Part, wide: float) -> Part:
    lines = [line for words in part.lines for line in press.lines(words, "text", TYPE, wide)]
    return Part(part.label, tuple(lines), max(part.rows, len(lines)))


def _fill_page(parts: Sequence[Part], room: float) -> tuple[list[Part], list[Part]]:
    """Return the parts that fit two columns, and the rest; a long part is divided."""
    now: list[Part] = []
    left = list(parts)
    while left:
        part = left.pop(0)
        rows = int((room - min(side.height for side in _balanced_columns(now)) - LABEL + 0.01) / ROW)
        if rows < 1:
            return now, [part, *left]
        now.append(Part(part.label, part.lines[:rows], min(part.rows, rows)))
        if part.lines[rows:]:
            left.insert(0, Part(part.label, part.lines[rows:], part.rows - rows))
    return now, left


def _balanced_columns(parts: Sequence[Part]) -> tuple[Column, Column]:
    sides = Column([]), Column([])
    for part in parts:
        min(sides, key=lambda side: side.height).parts.append(part)
    return sides


def _top_height(press: Press, sheet: Sheet) -> float:
    tracks = sum(1 for _ in _track_rows(press, sheet.tracks))
    figures = -(-len(sheet.figures) // MOST_FIGURES)
    return PAD + HEAD + figures * (FIGURE + 2) + tracks * TRACK + 1


def _draw_block(press: Press, sheet: Sheet, sides: tuple[Column, Column], y: float, high: float) -> None:
    press.box(press.left, y, press.width, high, 0.5)
    x, room = press.left + PAD, press.width - 2 * PAD
    at = y + PAD
    press.box(x, at, ART, ART, 0.3)
    if sheet.art:
        press.art(sheet.art, x + 1, at + 1, ART - 2)
    _draw_names(press, sheet.names, x + ART + 4, at, room - ART - 4)
    at += HEAD
    for start in range(0, len(sheet.figures), MOST_FIGURES):
        _draw_figures(press, sheet.figures[start : start + MOST_FIGURES], x, at, room)
        at += FIGURE + 2
    for row in _track_rows(press, sheet.tracks):
        for track, (offset, wide) in zip(row, columns(len(row), room, GAP), strict=True):
            _draw_track(press, track, x + offset, at, wide)
        at += TRACK
    at += 1
    for side, (offset, wide) in zip(sides, columns(SIDES, room, GAP), strict=True):
        _draw_column(press, side.parts, x + offset, at, wide)


def _draw_names(press: Press, names: Sequence[Field], x: float, y: float, room: float) -> None:
    _draw_field(press, names[0], x, y + 7, room, 15)
    rest = names[1:]
    for field, (offset, wide) in zip(rest, columns(max(1, len(rest)), room, 4), strict=False):
        _draw_field(press, field, x + offset, y + 17, wide, 10)


def _draw_field(press: Press, field: Field, x: float, base: float, room: float, size: float) -> None:
    press.rule(x, base + 1, x + room, base + 1, 0.2, GREY)
    face: Face = "bold" if size > TYPE + 1 else "text"
    press.text(x, base, field.value, face, press.shrunk(field.value, face, size, TYPE, room), room)
    press.text(x, base + 4, field.label, "italic", SMALL, room)


def _draw_figures(press: Press, figures: Sequence[Field], x: float, y: float, room: float) -> None:
    for field, (offset, wide) in zip(figures, columns(len(figures), room, 2), strict=True):
        press.box(x + offset, y, wide, FIGURE, 0.3)
        middle = x + offset + wide / 2
        press.text(middle, y + 3.4, field.label, "italic", SMALL, wide - 1, "middle")
        size = press.shrunk(field.value, "bold", 14, 8, wide - 2)
        press.text(middle, y + 10.6, field.value, "bold", size, wide - 2, "middle")


def _track_rows(press: Press, tracks: Sequence[Track]) -> Iterator[Sequence[Track]]:
    """Group tracks into rows, two side by side if both are short."""
    left = list(tracks)
    while left:
        half = (press.width - 2 * PAD - GAP) / 2
        pair = len(left) > 1 and all(
            (press.wide(track.label, "bold", 8.5) + 3 + min(track.boxes, MOST_BOXES) * (BOX + 1)) <= half
            for track in left[:2]
        )
        yield left[: 1 + pair]
        left = left[1 + pair :]


def _draw_track(press: Press, track: Track, x: float, y: float, room: float) -> None:
    press.text(x, y + 3.6, track.label, "bold", 8.5, room)
    at = x + press.wide(track.label, "bold", 8.5) + 3
    for n in range(min(track.boxes, MOST_BOXES)):
        press.box(at, y, BOX, BOX, 0.3)
        if n < track.ticked:
            press.rule(at, y, at + BOX, y + BOX, 0.4, 0)
            press.rule(at + BOX, y, at, y + BOX, 0.4, 0)
        at += BOX + 1


def _draw_column(press: Press, parts: Sequence[Part], x: float, y: float, room: float) -> None:
    for part in parts:
        press.text(x, y + 4.2, part.label, "bold", 9, room)
        y += LABEL
        for n in range(part.rows):
            press.rule(x, y + (n + 1) * ROW - 1.2, x + room, y + (n + 1) * ROW - 1.2, 0.15, GREY)
            if n < len(part.lines):
                press.text(x + 1, y + (n + 1) * ROW - 2.2, part.lines[n], "text", TYPE, room - 1)
        y += ROW * part.rows


SIZES = (9.5, 9.0, 8.5, 8.0)
"""Type sizes of tables in points: the largest with which they take no more pages than with the smallest."""
LEADING = 1.18
"""Line height as a multiple of the type size."""
APART = 1.4
"""Gap between two columns of a table, in millimetres."""
FACES: tuple[Face, ...] = ("text", "italic")
TITLE = 1.25
"""Type size of a title as a multiple of the table's."""
STRIP = 3.5
"""Gap between two strips of a folded table, in millimetres."""
SHORTEST = 3
"""Minimum number of rows in a strip."""
AFTER = 1.4
"""Gap between two tables, in lines."""

Lines = tuple[tuple[str, ...], ...]
"""The lines of each cell in a row."""


class Set(NamedTuple):
    """A typeset table: type size, column widths, and the lines of heading, rows and note."""

    table: Table
    size: float
    widths: tuple[float, ...]
    heading: Lines
    rows: tuple[Lines, ...]
    note: tuple[str, ...]


class Placed(NamedTuple):
    """A part of a table with its page and top."""

    page: int
    y: float
    table: Set
    rows: tuple[Lines, ...]
    begins: bool
    ends: bool


def print_tables(tables: Sequence[Table], paper: Paper, foot: str, locale: str) -> bytes:
    """Return all tables as a PDF."""
    press = Press(paper, foot, locale)
    page = -1
    for piece in _best_layout(press, tables):
        while page < piece.page:
            press.turn()
            page += 1
        _draw_placed_table(press, piece, press.left, press.width)
    return press.data()


def _best_layout(press: Press, tables: Sequence[Table]) -> list[Placed]:
    """Return the layout with the largest type that takes no more pages than the smallest."""
    tried = [list(_place_tables(press, tables, size)) for size in SIZES]
    fewest = min(layout[-1].page for layout in tried)
    return next(layout for layout in tried if layout[-1].page == fewest)


def _place_tables(press: Press, tables: Sequence[Table], size: float) -> Iterator[Placed]:
    page, y = 0, press.top
    for table in tables:
        layout = _set_table(press, _fold_table(press, table, press.width, size), press.width, size)
        left, begins = list(layout.rows), True
        while left or begins:
            head = (_line_height(layout.size * TITLE) + 0.6 if begins else 0) + _row_height(layout.heading, layout.size)
            room, note = press.bottom - y - head, len(layout.note) * _line_height(layout.size)
            rows = _rows_that_fit(left, room, layout.size)
            if len(rows) == len(left):  # the note stands below the last row
                rows = _rows_that_fit(left, room - note, layout.size)
            if not rows and y > press.top:
                page, y = page + 1, press.top
                continue
            rows = rows or left[:1]
            left = left[len(rows) :]
            high = head + sum(_row_height(row, layout.size) for row in rows)
            high += note if not left else 0
            yield Placed(page, y, layout, tuple(rows), begins, not left)
            y += high + AFTER * _line_height(size)
            begins = False


def _rows_that_fit(rows: Sequence[Lines], room: float, size: float) -> list[Lines]:
    found: list[Lines] = []
    for row in rows:
        room -= _row_height(row, size)
        if room < 0:
            break
        found.append(row)
    return found if len(found) == len(rows) or len(found) > 2 else []


def _line_height(size: float) -> float:
    return size * POINT * LEADING


def _row_height(row: Lines, size: float) -> float:
    return max(map(len, row)) * _line_height(size) + 0.35


# How a table is set --------------------------------------------------------------------------------------------


def _fold_table(press: Press, table: Table, room: float, size: float) -> Table:
    """Fold the rows of a narrow table into as many strips side by side as fit."""
    wide = sum(_natural_width(press, table, n, size) + APART for n in range(len(table.heading))) + STRIP
    strips = min(int((room + STRIP) / wide), -(-len(table.rows) // SHORTEST))
    if strips < 2:
        return table
    down = -(-len(table.rows) // strips)
    strips = -(-len(table.rows) // down)
    empty = ("",) * len(table.heading)
    rows = [_join_cells(table.rows[n::down] + (empty,) * (strips - len(table.rows[n::down]))) for n in range(down)]
    return Table(table.title, _join_cells([table.heading] * strips), tuple(rows), table.note)


def _join_cells(some: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    first, *others = some
    return sum((("", *other) for other in others), first)


def _natural_width(press: Press, table: Table, column: int, size: float) -> float:
    cells = max(press.wide(row[column], "text", size) for row in table.rows)
    return max(cells, press.wide(table.heading[column], "italic", size)) + 0.3


def _set_table(press: Press, table: Table, room: float, size: float) -> Set:
    widths = _column_widths(press, table, room, size)

    def broken(row: Sequence[str], face: Face = "text") -> Lines:
        return tuple(tuple(press.lines(cell, face, size, wide)) for cell, wide in zip(row, widths, strict=True))

    note = tuple(press.lines(table.note, "italic", size, room)) if table.note else ()
    return Set(table, size, widths, broken(table.heading, "italic"), tuple(map(broken, table.rows)), note)


def _longest_word_width(press: Press, table: Table, column: int) -> float:
    """Return the width of a column's longest word at one point."""
    cells = (table.heading[column], *(row[column] for row in table.rows))
    words = {word for cell in cells for word in cell.split()} or {""}
    return max(max(press.wide(word, face, 1) for face in FACES) for word in words) + 0.04


def _column_widths(press: Press, table: Table, room: float, size: float) -> tuple[float, ...]:
    """Return the widths of the longest cells, reduced from the widest column if they do not fit.

    No column is narrower than its longest word if there is room for all of these.
    """
    many = range(len(table.heading))
    widths = [_natural_width(press, table, n, size) for n in many]
    least = [_longest_word_width(press, table, n) * size for n in many]
    room -= APART * (len(widths) - 1)
    if sum(least) >= room:
        return tuple(width * room / sum(least) for width in least)
    while (over := sum(widths) - room) > 0.01:
        widest = max((n for n in many if widths[n] > least[n] + 0.001), key=lambda n: widths[n])
        widths[widest] = max(least[widest], widths[widest] - max(0.2, over / 8))
    return tuple(widths)


def _draw_placed_table(press: Press, piece: Placed, x: float, room: float) -> None:
    size = piece.table.size
    y, step = piece.y, _line_height(size)
    if piece.begins:
        press.text(x, y + _line_height(size * TITLE) * 0.8, piece.table.table.title, "bold", size * TITLE, room)
        y += _line_height(size * TITLE) + 0.6
    y = _draw_row(press, piece.table, piece.table.heading, x, y, "italic")
    press.rule(x, y - 0.1, x + room, y - 0.1, 0.25, 0)
    for nth, row in enumerate(piece.rows):
        if nth % 2:
            press.box(x, y, room, _row_height(row, size), 0, PALE)
        y = _draw_row(press, piece.table, row, x, y)
    press.rule(x, y, x + room, y, 0.15, GREY)
    for line in piece.table.note if piece.ends else ():
        y += step
        press.text(x, y - 0.2 * step, line, "italic", size, room)


def _draw_row(press: Press, table: Set, row: Lines, x: float, y: float, face: Face = "text") -> float:
    size = table.size
    step = _line_height(size)
    for lines, wide in zip(row, table.widths, strict=True):
        for n, line in enumerate(lines):
            press.text(x, y + (n + 0.8) * step, line, face, size, wide + 0.5)
        x += wide + APART
    return y + _row_height(row, size)
