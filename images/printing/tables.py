"""The tables of a game on two pages: in columns, in type as large as there is room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from images.lettering import Face
from images.printing.press import GREY, PALE, POINT, Paper, Press, columns
from images.printing.shapes import Table

PAGES: Final = 2
SIZES: Final = tuple(n / 2 for n in range(17, 8, -1))
"""From 8.5 points down to 4.5; a game's tables that need more than two pages in that have more pages."""
LARGER: Final = 1.25
"""So many times larger than the smallest type of a page is its largest."""
MOST_LINES: Final = 3
"""Rather than having more lines in a row, a table has a smaller type."""
SMALL: Final = 5.5
"""As small as that, in points."""
GAP: Final = 5.0
LEADING: Final = 1.18
"""Height of a line in parts of the type."""
APART: Final = 1.4
"""Between two columns of a table, in millimetres."""
LEAST: Final = 4.5
"""The smallest type, in points."""
FACES: Final[tuple[Face, ...]] = ("text", "italic")
TITLE: Final = 1.25
"""The type of a title in parts of that of the table."""
STRIP: Final = 3.5
"""Between two strips of a table that is folded, in millimetres."""
SHORTEST: Final = 3
"""Rows of a strip at least."""
AFTER: Final = 1.4
"""Lines between two tables."""

Lines = tuple[tuple[str, ...], ...]
"""The lines of each cell of a row."""


class Set(NamedTuple):
    """A table as it is set: in which type, how wide its columns are, the lines of heading, rows and note."""

    table: Table
    size: float
    widths: tuple[float, ...]
    heading: Lines
    rows: tuple[Lines, ...]
    note: tuple[str, ...]


class Placed(NamedTuple):
    """A part of a table: on which page and in which column, from where on."""

    page: int
    column: int
    y: float
    table: Set
    rows: tuple[Lines, ...]
    begins: bool
    ends: bool


def print_tables(tables: Sequence[Table], paper: Paper, foot: str, locale: str) -> bytes:
    """All tables as a PDF."""
    press = Press(paper, foot, locale)
    across, placed = _best(press, tables)
    page = -1
    for one in placed:
        while page < one.page:
            press.turn()
            page += 1
        offset, wide = columns(across, press.width, GAP)[one.column]
        _draw(press, one, press.left + offset, wide)
    return press.data()


def _best(press: Press, tables: Sequence[Table]) -> tuple[int, list[Placed]]:
    """In how many columns all stands on two pages so that its smallest type is as large as can be."""
    tried = [(across, list(_placed(press, tables, size, across))) for size in SIZES for across in (2, 3)]
    fitting = [one for one in tried if one[1][-1].page < PAGES] or tried[-1:]
    return max(fitting, key=lambda one: _legible(one[1]))


def _legible(placed: Sequence[Placed]) -> tuple[float, float]:
    """The smallest type, and how near to it the largest is."""
    sizes = [one.table.size for one in placed]
    return min(sizes), -abs(max(sizes) - LARGER * min(sizes))


def _placed(press: Press, tables: Sequence[Table], size: float, across: int) -> Iterator[Placed]:
    wide = columns(across, press.width, GAP)[0][1]
    spot, y = 0, press.top
    for table in tables:
        one = _set(press, _folded(press, table, wide, size), wide, size)
        left, begins = list(one.rows), True
        while left or begins:
            head = _head(one, begins)
            rows = _fitting(left, press.bottom - y - head, one.size)
            if not rows and y > press.top:
                spot, y = spot + 1, press.top
                continue
            rows = rows or left[:1]
            left = left[len(rows) :]
            high = head + sum(_high(row, one.size) for row in rows)
            high += len(one.note) * _step(one.size) if not left else 0
            yield Placed(spot // across, spot % across, y, one, tuple(rows), begins, not left)
            y += high + AFTER * _step(size)
            begins = False


def _fitting(rows: Sequence[Lines], room: float, size: float) -> list[Lines]:
    found: list[Lines] = []
    for row in rows:
        room -= _high(row, size)
        if room < 0:
            break
        found.append(row)
    return found if len(found) == len(rows) or len(found) > 2 else []


def _step(size: float) -> float:
    return size * POINT * LEADING


def _high(row: Lines, size: float) -> float:
    return max(map(len, row)) * _step(size) + 0.35


def _head(one: Set, begins: bool) -> float:
    return (_step(one.size * TITLE) + 0.6 if begins else 0) + _high(one.heading, one.size)


# How a table is set --------------------------------------------------------------------------------------------


def _folded(press: Press, table: Table, room: float, size: float) -> Table:
    """A narrow table with its rows in strips side by side, as many as there is room for."""
    wide = sum(_natural(press, table, n, size) + APART for n in range(len(table.heading))) + STRIP
    strips = min(int((room + STRIP) / wide), -(-len(table.rows) // SHORTEST))
    if strips < 2:
        return table
    down = -(-len(table.rows) // strips)
    strips = -(-len(table.rows) // down)
    empty = ("",) * len(table.heading)
    rows = [_beside(table.rows[n::down] + (empty,) * (strips - len(table.rows[n::down]))) for n in range(down)]
    return Table(table.title, _beside([table.heading] * strips), tuple(rows), table.note)


def _beside(some: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The cells of several rows as one, an empty one between two of them."""
    first, *others = some
    return sum((("", *one) for one in others), first)


def _natural(press: Press, table: Table, column: int, size: float) -> float:
    """The width of the longest cell of a column."""
    cells = max(press.wide(row[column], "text", size) for row in table.rows)
    return max(cells, press.wide(table.heading[column], "italic", size)) + 0.3


def _set(press: Press, table: Table, room: float, size: float) -> Set:
    """A table in this type, or in as much smaller a one as leaves its words whole."""
    words = sum(_longest(press, table, n) for n in range(len(table.heading)))
    size = max(min(size, (room - APART * (len(table.heading) - 1)) / words * 0.99), LEAST)
    found = _in(press, table, room, size)
    while size > SMALL and max(map(len, (cell for row in found.rows for cell in row))) > MOST_LINES:
        size = max(SMALL, size - 0.5)
        found = _in(press, table, room, size)
    return found


def _in(press: Press, table: Table, room: float, size: float) -> Set:
    widths = _widths(press, table, room, size)

    def broken(row: Sequence[str], face: Face = "text") -> Lines:
        return tuple(tuple(press.lines(cell, face, size, wide)) for cell, wide in zip(row, widths, strict=True))

    note = tuple(press.lines(table.note, "italic", size, room)) if table.note else ()
    return Set(table, size, widths, broken(table.heading, "italic"), tuple(map(broken, table.rows)), note)


def _longest(press: Press, table: Table, column: int) -> float:
    """The width of the longest word of a column, in type of one point."""
    cells = (table.heading[column], *(row[column] for row in table.rows))
    words = {word for cell in cells for word in cell.split()} or {""}
    return max(max(press.wide(word, face, 1) for face in FACES) for word in words) + 0.04


def _widths(press: Press, table: Table, room: float, size: float) -> tuple[float, ...]:
    """As wide as the longest cell of each column; what is too wide for that is taken from the widest columns.

    No column gets narrower than its longest word, as long as there is room for all of these.
    """
    many = range(len(table.heading))
    widths = [_natural(press, table, n, size) for n in many]
    least = [_longest(press, table, n) * size for n in many]
    room -= APART * (len(widths) - 1)
    if sum(least) >= room:
        return tuple(one * room / sum(least) for one in least)
    while (over := sum(widths) - room) > 0.01:
        widest = max((n for n in many if widths[n] > least[n] + 0.001), key=lambda n: widths[n])
        widths[widest] = max(least[widest], widths[widest] - max(0.2, over / 8))
    return tuple(widths)


def _draw(press: Press, one: Placed, x: float, room: float) -> None:
    size = one.table.size
    y, step = one.y, _step(size)
    if one.begins:
        press.text(x, y + _step(size * TITLE) * 0.8, one.table.table.title, "bold", size * TITLE, room)
        y += _step(size * TITLE) + 0.6
    y = _row(press, one.table, one.table.heading, x, y, "italic")
    press.rule(x, y - 0.1, x + room, y - 0.1, 0.25, 0)
    for nth, row in enumerate(one.rows):
        if nth % 2:
            press.box(x, y, room, _high(row, size), 0, PALE)
        y = _row(press, one.table, row, x, y)
    press.rule(x, y, x + room, y, 0.15, GREY)
    for line in one.table.note if one.ends else ():
        y += step
        press.text(x, y - 0.2 * step, line, "italic", size, room)


def _row(press: Press, table: Set, row: Lines, x: float, y: float, face: Face = "text") -> float:
    size = table.size
    step = _step(size)
    for lines, wide in zip(row, table.widths, strict=True):
        for n, line in enumerate(lines):
            press.text(x, y + (n + 0.8) * step, line, face, size, wide + 0.5)
        x += wide + APART
    return y + _high(row, size)
