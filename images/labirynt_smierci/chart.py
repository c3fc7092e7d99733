"""Draws a level's segments at one scale: stone, walls and everything on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from images import signs, stonework
from images.cache import Kept
from images.canvas import Canvas, Cell, Squares
from images.labirynt_smierci import standing
from images.labirynt_smierci.standing import LEAST, STEP, Box, Ground, Letter, Spot, Yield
from rules.labirynt_smierci.view import ExitView, MapView, SegmentView

Segments = Mapping[Cell, SegmentView]

RING = 0.062
RING_OUTSIDE = 0.60
"""Distance of the ring at an unexplored opening from its segment's middle; ``RING`` is its size, in segments."""


class Chart(Squares[Cell]):
    """Segments of a level on a canvas.

    ``cell`` is the size of a segment and ``origin`` the corner of segment (0, 0), in pixels. ``shown`` tells whether
    the signs of a place are drawn; stone fills the whole canvas.
    """

    def __init__(
        self,
        canvas: Canvas,
        cell: int,
        origin: Cell,
        known: Segments,
        shown: Callable[[Cell], bool] = lambda _: True,
    ) -> None:
        super().__init__(canvas, cell, origin, lambda place: place)
        columns, rows = self._visible(0), self._visible(1)
        self.known = {place: segment for place, segment in known.items() if place[0] in columns and place[1] in rows}
        self.shown = {place: segment for place, segment in self.known.items() if shown(place)}
        self._on_paper = shown

    def _visible(self, axis: int) -> range:
        """Return the columns or rows whose middle is on the canvas or less than a segment outside."""
        twice = 2 * self.cell
        first = (-3 * self.cell - 2 * self.origin[axis]) // twice + 1
        return range(first, -((2 * (self.origin[axis] - self.canvas.size[axis]) - self.cell) // twice))

    def stone(self, shaded: Iterable[Cell] = ()) -> None:
        """Draw rock, floors, walls and doors of all known segments; ``shaded`` segments have a darker floor."""
        stonework.hatch(self.canvas, self.cell, self.origin, self._cells())
        self.floors(shaded)

    def _cells(self) -> dict[Cell, tuple[str, bool]]:
        return {
            place: (segment.sides, stonework.is_room(segment.sides, segment.kind))
            for place, segment in self.known.items()
        }

    def floors(self, shaded: Iterable[Cell] = ()) -> None:
        """Draw floors, walls and doors without the rock; ``shaded`` segments have a darker floor."""
        dim = set(shaded)
        for place, (sides, room) in self._cells().items():
            self.stamp(stonework.floor(self.cell, sides, room, stonework.hand(*place), place in dim), place)
        self._doors()

    def _doors(self) -> None:
        """Draw doors to unknown segments; other doors are part of the adjacent floors."""
        for (x, y), segment in self.known.items():
            if "D" not in segment.sides:
                continue
            for side, (across, down) in zip(segment.sides, STEP.values(), strict=True):
                if side == "D" and (x + across, y + down) not in self.known:
                    self.stamp(stonework.door(self.cell, across != 0), (x, y), across / 2, down / 2)

    def signs(self, level: MapView) -> None:
        """Draw everything on the stone: seals, contents, rings and letters of ways."""
        found = self.letters(level)
        self.seals()
        self.contents(level, self.yielding(level.exits, found))
        self.rings(level.exits)
        for letter in found:
            self._letter(letter)

    def seals(self) -> None:
        """Draw crossed bars at permanently sealed sides."""
        for place, segment in self.shown.items():
            for side in segment.sealed.lower():
                if side in STEP:
                    across, down = STEP[side]
                    reach = 0.4 if stonework.is_room(segment.sides, segment.kind) else 0.3
                    self.stamp(signs.sealed(self.size(0.2)), place, across * reach, down * reach)

    def contents(self, level: MapView, yielding: Mapping[Cell, Yield] | None = None) -> None:
        """Draw features, the Gate, monsters left behind, petrified members and the party."""
        for place in self.shown:
            for figure in self.stood(level, place, (yielding or {}).get(place)):
                self.stamp(
                    figure.sign.draw(max(self.size(figure.size), LEAST.get(figure.sign.name, 0))), place, *figure.spot
                )

    def stood(self, level: MapView, place: Cell, giving_way: Yield | None = None) -> list[standing.Stood]:
        """Return the figures in a segment."""
        return _figures_in_segment(self.known[place], level.living if place == level.party else None, giving_way)

    def _signs(self, level: MapView, place: Cell) -> list[standing.Sign]:
        living = level.living if place == level.party else None
        return standing.signs_of(self.known[place], living)

    def letters(self, level: MapView) -> list[Letter]:
        """Return the letters of the ways open to the party, with their positions."""

        def corner(place: Cell, side: str) -> Spot:
            return standing.corners_of(self.known[place], self._signs(level, place))[side]

        def taken(place: Cell) -> bool:
            return place in self.known and bool(self._signs(level, place))

        ground = Ground(self.cell, self.known, taken, self._on_paper, corner)
        ways = [way for way in level.exits if way.letter]
        found = standing.placed((way for way in ways if (way.x, way.y) in self.shown), ground)
        beyond = (way for way in ways if not self._on_paper((way.x, way.y)))
        return [*found, *standing.at_edge(beyond, self.cell, self._edges(), found, taken)]

    def _edges(self) -> Box:
        """Return the canvas edges in segments from the middle of (0, 0)."""
        (left, top), (width, height), cell = self.origin, self.canvas.size, self.cell
        return -left / cell - 0.5, -top / cell - 0.5, (width - left) / cell - 0.5, (height - top) / cell - 0.5

    def yielding(self, exits: Iterable[ExitView], found: Iterable[Letter]) -> dict[Cell, Yield]:
        """Return the rooms into which letters reach, with the side and the distance."""
        half = {letter.sign: letter.half for letter in found if not letter.ringed}
        return {
            (way.x + STEP[way.side][0], way.y + STEP[way.side][1]): Yield(
                "nesw"[("nesw".index(way.side) + 2) % 4],
                2 * half[way.letter][0 if way.side in "ew" else 1] + 2 * standing.CLEAR,
            )
            for way in exits
            if way.letter in half and way.known and way.side in STEP
        }

    def rings(self, exits: Iterable[ExitView]) -> None:
        """Draw rings at unexplored openings without a letter."""
        ring = signs.opening(max(2.0, self.cell * RING))
        for way in exits:
            if not way.letter and not way.known and way.side in STEP and (way.x, way.y) in self.shown:
                across, down = STEP[way.side]
                self.stamp(ring, (way.x, way.y), across * RING_OUTSIDE, down * RING_OUTSIDE)

    def _letter(self, letter: Letter) -> None:
        capital, radius = standing.CAPITAL, standing.RADIUS
        if not letter.ringed:
            sprite = signs.letter(letter.sign, capital, 0)
        elif letter.toward:
            sprite = signs.arrowed(letter.sign, capital, radius, letter.toward)
        else:
            sprite = signs.letter(letter.sign, capital, radius)
        self.stamp(sprite, (0, 0), letter.x, letter.y)


@lru_cache(maxsize=1024)
def _figures_in_segment(segment: SegmentView, living: int | None, giving_way: Yield | None) -> list[standing.Stood]:
    """Return the figures in a segment; cached, because successive maps repeat them."""
    signs = standing.signs_of(segment, living)
    return standing.stood(segment, signs, giving_way) if signs else []


@lru_cache(maxsize=16)
def by_place(segments: tuple[SegmentView, ...]) -> Segments:
    """Index the segments of a level by position."""
    return {(segment.x, segment.y): segment for segment in segments}


def draw_chart(canvas: Canvas, cell: int, origin: Cell, level: MapView) -> Chart:
    """Draw the part of a level that fits the canvas."""
    chart = Chart(canvas, cell, origin, by_place(level.segments))
    chart.stone()
    chart.signs(level)
    return chart


SIDE = 96
"""Approximate side of a tile in pixels: one segment at full size, several at a smaller scale."""

StoneSegments = tuple[SegmentView, ...]
Tile = tuple[object, ...]
"""Cache key of a tile: segment size in pixels, position, and stone of its segments and their neighbours; () if bare."""


class Row(NamedTuple):
    """A row of tiles, with the cache key of each tile by column."""

    cell: int
    row: int
    first: int
    """The first column."""
    tiles: tuple[Tile, ...]

    def differing(self, other: Row) -> list[int]:
        """Return the columns whose tiles differ from those of another row."""
        there = dict(enumerate(other.tiles, other.first))
        return [column for column, tile in enumerate(self.tiles, self.first) if there.get(column, ()) != tile]


ROWS: Kept[Row, Canvas] = Kept(11 * 2**20)
"""Cache of drawn rows: about 70 at full size, enough for ten maps."""


def side_of(cell: int) -> int:
    """Return the side of a tile in pixels."""
    return cell * _squares_per_tile(cell)


def _squares_per_tile(cell: int) -> int:
    return max(1, SIDE // cell)


def within(start: int, end: int, side: int) -> range:
    """Return the columns or rows of tiles that overlap the pixels from ``start`` to ``end``."""
    return range(start // side, (end - 1) // side + 1)


def rows_of(segments: StoneSegments, cell: int, columns: range, rows: range) -> list[Row]:
    """Return the rows of a level's tiles within these columns and rows."""
    span, stone = _squares_per_tile(cell), _stone_by_square(segments).get
    found = []
    for row in rows:
        tiles: list[Tile] = []
        down = range(row * span - 1, row * span + span + 1)
        for column in columns:
            around = [stone((x, y)) for x in range(column * span - 1, column * span + span + 1) for y in down]
            tiles.append((cell, column, row, *around) if any(around) else ())
        found.append(Row(cell, row, columns[0], tuple(tiles)))
    return found


@lru_cache(maxsize=16)
def _stone_by_square(segments: StoneSegments) -> Mapping[Cell, str]:
    """Encode each segment's sides and whether it is a room as one word."""
    return {
        (segment.x, segment.y): segment.sides + "R" * stonework.is_room(segment.sides, segment.kind)
        for segment in segments
    }


def drawn_stone(rows: Iterable[Row], segments: StoneSegments) -> dict[Row, Canvas]:
    """Return the drawn rows, from the cache where possible; callers must not draw on them."""
    found = {row: ROWS.get(row) for row in rows}
    new = _draw_rows([row for row, kept in found.items() if not kept], segments)
    return {row: kept or new[row] for row, kept in found.items()}


def _draw_rows(new: list[Row], segments: StoneSegments) -> dict[Row, Canvas]:
    """Draw and cache rows, each starting from the most similar cached row."""
    sheets: dict[Row, Canvas] = {}
    changed: list[Cell] = []
    kept = ROWS.items() if new else []
    for row in new:
        sheets[row], columns = _begin_row(row, [pair for pair in kept if pair[0][:2] == row[:2]])
        changed += [(column, row.row) for column in columns]
    if changed:
        _draw_changed_tiles(sheets, changed, segments)
    for row, sheet in sheets.items():
        ROWS.put(row, sheet, 2 * sheet.size[0] * sheet.size[1] + 100 * len(row.tiles))
    return sheets


def _begin_row(row: Row, others: Iterable[tuple[Row, Canvas]]) -> tuple[Canvas, list[int]]:
    """Copy the most similar row; return it with the columns that still must be drawn."""
    side = side_of(row.cell)
    sheet, missing = Canvas(len(row.tiles) * side, side), row.differing(row._replace(tiles=()))
    like: tuple[Row, Canvas] | None = None
    for other in others:
        if len(columns := row.differing(other[0])) < len(missing):
            like, missing = other, columns
    if like:
        sheet.plate(like[1], (like[0].first - row.first) * side, 0)
    return sheet, missing


def _draw_changed_tiles(sheets: Mapping[Row, Canvas], changed: list[Cell], segments: StoneSegments) -> None:
    columns, rows = _span_of(x for x, _ in changed), _span_of(y for _, y in changed)
    cell = next(iter(sheets)).cell
    side = side_of(cell)
    part = Canvas(len(columns) * side, len(rows) * side)
    Chart(part, cell, (-columns[0] * side, -rows[0] * side), by_place(segments)).stone()
    for row, sheet in sheets.items():
        sheet.plate(part, (columns[0] - row.first) * side, (rows[0] - row.row) * side)


def _span_of(numbers: Iterable[int]) -> range:
    known = sorted(numbers)
    return range(known[0], known[-1] + 1)
