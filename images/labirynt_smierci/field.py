"""Draws the field of a map in strips, cached in packed form; only new strips are drawn and packed."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

from PIL import Image

from images import packing
from images.cache import Kept
from images.canvas import Canvas, Cell, Sprite
from images.labirynt_smierci import chart, frame
from images.labirynt_smierci.chart import Chart, by_place
from images.labirynt_smierci.frame import GAP, Extent
from images.packing import Strip
from images.palette import Box
from rules.labirynt_smierci.view import MapView, SegmentView

TOGETHER = 6
"""Maximum number of strips drawn at once, so that the planes fit the processor's cache and their memory is reused."""
TAB = 6
"""Gap between a tab and the edges of the field, in pixels."""
HEIGHT = 48
"""Approximate height of a strip in pixels; half a segment at large scales, so that strips survive vertical shifts."""

Stamps = list[tuple[Sprite, int, int]]

STRIPS: Kept[Hashable, tuple[Strip, list[Sprite]]] = Kept(8 * 2**20)
"""Cache of drawn strips with their sprites; keys use sprite ids, so a sprite must live as long as its strip."""
PACKED = 1500
"""Bytes per cached strip in addition to the packed data."""


class _Noting(Canvas):
    """A canvas that records stamps instead of drawing them."""

    def __init__(self, size: Cell) -> None:
        super().__init__(0, 0)
        self.size = size
        self.stamps: Stamps = []

    def stamp(self, sprite: Sprite, x: int, y: int) -> None:
        """Record a sprite and its position."""
        self.stamps.append((sprite, x, y))


class Field(NamedTuple):
    """Placement of a level: field size, segment size and corner of segment (0, 0), in pixels."""

    size: Cell
    cell: int
    origin: Cell
    shown: Extent | None = None
    """The visible part of a larger level, drawn with a line around it."""
    beside: Image.Image | None = None
    """A picture on the right of the field, of equal height."""

    @property
    def strip(self) -> int:
        """The height of a strip, in pixels."""
        return self.cell // 2 if self.cell >= HEIGHT else HEIGHT

    @property
    def width(self) -> int:
        """The width of the field and the picture beside it, in pixels."""
        return self.size[0] + (GAP + self.beside.width if self.beside else 0)


def strips(level: MapView, field: Field, tab: Sprite | None = None) -> list[Strip]:
    """Return the packed rows of the sheet that hold the field; ``tab`` is put in a corner if one is free."""
    noting, shown = _Noting(field.size), field.shown
    known = by_place(level.segments)
    chart = Chart(noting, field.cell, field.origin, known, shown.holds if shown else lambda _: True)
    chart.signs(level)
    corner = _free_corner(field, known, noting.stamps, tab) if tab else None
    if tab and corner:
        noting.stamp(tab, *corner)
    return _Drawing(field, level, noting.stamps).strips()


def _free_corner(field: Field, known: Mapping[Cell, SegmentView], stamps: Stamps, tab: Sprite) -> Cell | None:
    """Return a position where a tab covers no segment and no sign, or None."""
    (width, height), (wide, high) = field.size, tab.ink.size
    for x, y in product((TAB + wide // 2, width - TAB - wide // 2), (TAB + high // 2, height - TAB - high // 2)):
        box = tab.box(x, y)
        (left, right), (top, bottom) = (
            range_of_cells(start, end, field.cell, at)
            for start, end, at in zip(box[:2], box[2:], field.origin, strict=True)
        )
        bare = not any((u, v) in known for u in range(left, right + 1) for v in range(top, bottom + 1))
        if bare and not any(_overlap(box, sprite.box(u, v)) for sprite, u, v in stamps):
            return x, y
    return None


def range_of_cells(start: int, end: int, cell: int, origin: int) -> Cell:
    """Return the first and last cell that overlap the pixels from ``start`` to ``end``."""
    return (start - origin) // cell, (end - 1 - origin) // cell


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _neighbour_runs(numbers: list[int]) -> Iterator[list[int]]:
    """Group consecutive numbers, at most ``TOGETHER`` in a group."""
    run: list[int] = []
    for number in numbers:
        if run and (number != run[-1] + 1 or len(run) == TOGETHER):
            yield run
            run = []
        run.append(number)
    if run:
        yield run


class _Drawing:
    """One picture of a field while it is drawn."""

    def __init__(self, field: Field, level: MapView, stamps: Stamps) -> None:
        self.field, self.segments = field, level.segments
        side = chart.side_of(field.cell)
        columns, rows = (chart.within(-at, most - at, side) for at, most in zip(field.origin, field.size, strict=True))
        self.columns, self.rows = columns, rows
        self.ground = chart.rows_of(level.segments, field.cell, columns, rows)
        self.height = field.strip
        self.tops = range(0, field.size[1], self.height)
        self.stamps = stamps
        self.on: list[list[int]] = [[] for _ in self.tops]
        """Numbers of the stamps on each strip."""
        for number, (sprite, _, y) in enumerate(stamps):
            top = y - sprite.middle[1]
            last = (top + sprite.ink.size[1] - 1) // self.height
            for nth in range(max(0, top // self.height), min(len(self.tops), last + 1)):
                self.on[nth].append(number)
        self.beside = packing.strips(field.beside, self.height) if field.beside else []

    def strips(self) -> list[Strip]:
        """Return all strips; adjacent strips that are not cached are drawn together."""
        keys = list(self._keys())
        found = [STRIPS.get(key) for key in keys]
        missing = [nth for nth, kept in enumerate(found) if kept is None]
        stones = chart.drawn_stone(
            (row for nth in missing for row in self._under(*self._span(nth, nth))), self.segments
        )
        drawn = (rows for run in _neighbour_runs(missing) for rows in self._drawn(run[0], run[-1], stones))
        for nth, strip in zip(missing, packing.pack_strips(drawn), strict=True):
            found[nth] = new = strip, [self.stamps[number][0] for number in self.on[nth]]
            STRIPS.put(keys[nth], new, len(strip.chunk) + PACKED)
        return [strip for strip, _ in filter(None, found)]

    def _keys(self) -> Iterator[Hashable]:
        (width, height), (left, above) = self.field.size, self.field.origin
        side = chart.side_of(self.field.cell)
        edges = (left + self.columns[0] * side, width, self.field.shown is not None)
        for nth, on in enumerate(self.on):
            top, bottom = self._span(nth, nth)
            ground = [(above + row.row * side - top, row.tiles) for row in self._under(top, bottom)]
            signs = [(id(sprite), x, y - top) for sprite, x, y in (self.stamps[number] for number in on)]
            ends = self.field.shown is not None and (top == 0, bottom == height)
            beside = bytes(self.beside[nth]) if self.beside else b""
            yield (edges, bottom - top, ends, tuple(ground), tuple(signs), beside)

    def _span(self, first: int, last: int) -> tuple[int, int]:
        """Return the first pixel row of a run of strips and the first row after it."""
        return self.tops[first], min(self.tops[last] + self.height, self.field.size[1])

    def _under(self, top: int, bottom: int) -> list[chart.Row]:
        """Return the rows of stone that overlap these pixel rows."""
        above, side = self.field.origin[1], chart.side_of(self.field.cell)
        on_it = chart.within(top - above, bottom - above, side)
        return self.ground[on_it.start - self.rows.start : on_it.stop - self.rows.start]

    def _drawn(self, first: int, last: int, stones: Mapping[chart.Row, Canvas]) -> list[memoryview]:
        field, side = self.field, chart.side_of(self.field.cell)
        (width, height), (top, bottom) = field.size, self._span(first, last)
        canvas = Canvas(width, bottom - top)
        for row in self._under(top, bottom):
            canvas.plate(stones[row], field.origin[0] + row.first * side, field.origin[1] + row.row * side - top)
        for number in sorted({number for on in self.on[first : last + 1] for number in on}):
            sprite, x, y = self.stamps[number]
            canvas.stamp(sprite, x, y - top)
        if field.shown:
            canvas.frame((0, -top, width, height - top), 1)
        sheet = frame.paper(field.width + 2 * frame.MARGIN, bottom - top).copy()
        sheet.paste(canvas.plate_of_indices(), (frame.MARGIN, 0))
        if field.beside:
            sheet.paste(field.beside.crop((0, top, field.beside.width, bottom)), (frame.MARGIN + width + GAP, 0))
        return packing.strips(sheet, self.height)
