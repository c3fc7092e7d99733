"""Selects the part of a level shown at full size, folds long levels and draws the edge of the sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from PIL import Image

from images import palette
from images.canvas import Canvas, Cell, Sketch, Sprite
from images.labirynt_smierci.chart import Chart, by_place
from images.labirynt_smierci.standing import PLAIN, STEP
from images.layout import width_for
from images.packing import Strip
from rules.labirynt_smierci.view import ExitView, MapView, SegmentView

MARGIN = 16
"""Margin of the sheet with the neat line, in pixels."""
FAR = 100
"""A distance in pixels that keeps the lines of the edge above and below the drawn part."""


@lru_cache(maxsize=16)
def paper(width: int, height: int) -> Image.Image:
    """Return rows from the middle of an empty sheet, as colour indices."""
    sheet = Canvas(width, height)
    sheet.neat_line(-FAR, height + FAR)
    return sheet.plate_of_indices()


CELL = 96
"""Side of a segment in pixels if there is room."""
CLOSER = 84
"""Side of a segment on a larger level, in pixels: the minimum at which letters of ways fit a corridor."""
FULL = ((CELL, 7, 4), (CLOSER, 8, 5))
"""Segment sizes in pixels, and the columns and rows up to which a level is shown whole."""
BORDER = 46
"""Margin around a level shown whole, in pixels: the ring of a letter beyond an opening fits in it."""
WIDEST = 816
"""Maximum width of the sheet in pixels: letters of ways stay legible on a phone."""
WIDTH = 768
"""Maximum width of the field and the inset beside it in pixels: legible on a phone at half size."""
COLUMNS = (7, 6, 5)
ROWS = 5
"""Rows shown of a larger level; ``COLUMNS`` are the widths to try, which leave more or less room for the inset.

More rows would push the buttons off a phone screen.
"""
ROWS_ABOVE = 4
"""Rows shown if the whole level stands below the field, or the latest news above it."""
LEAST = 4
"""Minimum number of columns and rows shown."""
NARROWEST = 608
"""Minimum width of the field and the inset beside it, in pixels."""
CUT = 0.345
"""Visible part of the neighbours outside, as a fraction of a segment: doors are not cut on either side."""
GAP = 12
INSET_GAP = 14
"""Gap between the field and an inset below it, in pixels."""
EDGE = 10
"""Gap between the field and the inset, and the inset's inner margin, in pixels."""
LARGEST = 30
"""Maximum side of a segment in the inset, in pixels."""
STRIP = 93
"""Maximum height of an inset below the field, in pixels."""
BELOW = 1.25
"""Factor by which an inset must grow to be placed below the field instead of beside it."""

# What a place is worth to the eye, and how that pales with the distance from the party, in segments.
SEGMENT = 1.0
LETTERED = 8.0
UNKNOWN = 0.8
PLACE = 1.5
HOMEWARD = 1.0
PALING = 8
STILL = 3


class Extent(NamedTuple):
    """A block of segments: left, top, number of columns and rows."""

    left: int
    top: int
    across: int
    down: int

    def holds(self, place: Cell) -> bool:
        """Whether a place is in the block."""
        return 0 <= place[0] - self.left < self.across and 0 <= place[1] - self.top < self.down


class Frame(NamedTuple):
    """The layout of a sheet.

    ``field`` and ``inset`` (the whole level in small) are sizes in pixels; (0, 0) for no inset.
    """

    shown: Extent
    cell: int
    field: Cell
    inset: Cell = (0, 0)
    below: bool = False
    """Whether the inset is below the field instead of on its right."""


def extent(segments: Iterable[SegmentView]) -> Extent:
    """Return the smallest block that holds these segments."""
    places = [(segment.x, segment.y) for segment in segments] or [(0, 0)]
    columns, rows = zip(*places, strict=True)
    return Extent(min(columns), min(rows), max(columns) - min(columns) + 1, max(rows) - min(rows) + 1)


def _full_size_cell(whole: Extent, above: int = 0) -> int:
    """Return the segment size in pixels at which the whole level fits, or 0 if it is too large."""
    return next(
        (
            cell
            for cell, across, down in FULL
            if whole.across <= across
            and whole.down <= down
            and sheet_width_for(whole.down * cell + 2 * BORDER, above) <= WIDEST
        ),
        0,
    )


def sheet_width_for(height: int, above: int = 0) -> int:
    """Return the minimum sheet width at which a field of this height fits half a phone screen.

    ``above`` is the height in pixels of what stands above it.
    """
    return width_for(height + above + 2 * MARGIN)


def choose_frame(level: MapView, whole: Extent, above: int = 0) -> Frame:
    """Return the layout of the level with the party; ``above`` is the height of the news above it, in pixels."""
    if cell := _full_size_cell(whole, above):
        width, height = (many * cell + 2 * BORDER for many in whole[2:])
        return Frame(whole, cell, (max(width, sheet_width_for(height, above) - 2 * MARGIN), height))
    most = ROWS_ABOVE if above else ROWS
    worth = _worth_by_place(level, level.party or (0, 0))
    side, columns = max(((_inset_cell(whole, columns, most), columns) for columns in COLUMNS), key=lambda pair: pair[0])
    below = min((WIDTH - 2 * EDGE) // whole.across, (STRIP - 2 * EDGE) // whole.down, LARGEST)
    if below > BELOW * side and not above:
        shown = _trim_block(level, _best_window(level, worth, COLUMNS[0] + 1, ROWS_ABOVE), LEAST)
        width, height = _field_size(shown)
        strip = below * whole.down + 2 * EDGE
        least = sheet_width_for(height + INSET_GAP + strip) - 2 * MARGIN
        width = max(width, NARROWEST, least, below * whole.across + 2 * EDGE)
        return Frame(shown, CLOSER, (width, height), (width, strip), True)
    rows = max(LEAST, -(-(side * whole.down + 2 * EDGE - _margin_pixels()) // CLOSER))
    shown = _trim_block(level, _best_window(level, worth, columns, most), rows)
    width, height = _field_size(shown)
    least = max(NARROWEST, sheet_width_for(height, above) - 2 * MARGIN) - GAP - width
    return Frame(shown, CLOSER, (width, height), (max(side * whole.across + 2 * EDGE, least), height))


def _margin_pixels() -> int:
    return 2 * round(CUT * CLOSER)


def _field_size(shown: Extent) -> Cell:
    return shown.across * CLOSER + _margin_pixels(), shown.down * CLOSER + _margin_pixels()


def _inset_cell(whole: Extent, columns: int, rows: int) -> int:
    width, height = _field_size(Extent(0, 0, columns, rows))
    return min((WIDTH - GAP - width - 2 * EDGE) // whole.across, (height - 2 * EDGE) // whole.down, LARGEST)


def _best_window(level: MapView, worth: Mapping[Cell, float], across: int, down: int) -> Extent:
    x, y = level.party or (0, 0)
    left, top = x - across + 2, y - down + 2
    sums = _worth_sums(worth, left, top, 2 * across - 3, 2 * down - 3)
    seen = {
        (u, v): sums[v + down][u + across] - sums[v][u + across] - sums[v + down][u] + sums[v][u]
        for u, v in product(range(across - 2), range(down - 2))
    }
    u, v = max(seen, key=seen.__getitem__)
    return Extent(left + u, top + v, across, down)


def _trim_block(level: MapView, block: Extent, down: int) -> Extent:
    """Trim bare edges of a block to at least ``down`` rows; the places of letters are not bare."""
    ways = (_place_beyond(way) for way in level.exits if way.letter and _leads_into_unknown(way))
    seen = [place for place in (*by_place(level.segments), *ways) if block.holds(place)]
    left, right = _seen_span([x for x, _ in seen], block.left, block.across, LEAST)
    top, bottom = _seen_span([y for _, y in seen], block.top, block.down, down)
    return Extent(left, top, right - left, bottom - top)


def _seen_span(seen: list[int], start: int, long: int, least: int) -> Cell:
    """Return start and end of the seen places, widened to at least ``least`` within a stretch."""
    first, end = min(seen), max(seen) + 1
    short = max(0, least - (end - first))
    first = max(start, first - short // 2)
    end = min(start + long, max(end, first + least))
    return max(start, min(first, end - least)), end


def _worth_sums(worth: Mapping[Cell, float], left: int, top: int, across: int, down: int) -> list[list[float]]:
    """Return the summed-area table of worth: the total above and left of each corner of a block."""
    sums = [[0.0] * (across + 1)]
    for y in range(top, top + down):
        row, above = [0.0], sums[-1]
        for x in range(left, left + across):
            row.append(row[-1] + above[len(row)] - above[len(row) - 1] + worth.get((x, y), 0.0))
        sums.append(row)
    return sums


def _leads_into_unknown(way: ExitView) -> bool:
    return way.side in STEP and not way.known


def _place_beyond(way: ExitView) -> Cell:
    across, down = STEP[way.side]
    return way.x + across, way.y + down


def _worth_by_place(level: MapView, here: Cell) -> Mapping[Cell, float]:
    """Rate how worth showing each place near the party is.

    The worth falls with the distance from the middle of a fixed block, so that the frame stays while the party moves
    within it.
    """
    home, still = _way_home(level.segments, here), [at // STILL * STILL + STILL // 2 for at in here]
    worth: dict[Cell, float] = {}
    for place, segment in by_place(level.segments).items():
        if abs(place[0] - here[0]) <= COLUMNS[0] and abs(place[1] - here[1]) <= ROWS:
            worth[place] = SEGMENT + PLACE * _is_special(segment) + HOMEWARD * (place in home)
    for way in level.exits:
        if _leads_into_unknown(way):
            there = _place_beyond(way)
            worth[there] = worth.get(there, 0.0) + (LETTERED if way.letter else UNKNOWN)
    return {(x, y): value / (PALING + abs(x - still[0]) + abs(y - still[1])) for (x, y), value in worth.items()}


def _is_special(segment: SegmentView) -> bool:
    return segment.kind not in PLAIN or segment.monsters > 0 or segment.stone > 0 or segment.gate != ""


@lru_cache(maxsize=64)
def _way_home(segments: tuple[SegmentView, ...], here: Cell) -> frozenset[Cell]:
    """Return the places of a shortest path to the nearest entrance or stairs."""
    known = by_place(segments)
    before = {here: here}
    queue = [here]
    for at in queue:
        if at != here and known[at].kind in ("entrance", "stairs"):
            return frozenset(_path_back(before, at))
        if at not in known:
            break
        for side, (across, down) in zip(known[at].sides, STEP.values(), strict=True):
            there = (at[0] + across, at[1] + down)
            if side != "W" and there in known and there not in before:
                before[there] = at
                queue.append(there)
    return frozenset()


def _path_back(before: Mapping[Cell, Cell], at: Cell) -> list[Cell]:
    way = [at]
    while before[way[-1]] != way[-1]:
        way.append(before[way[-1]])
    return way


Segments = tuple[SegmentView, ...]

CELLS = (CELL, 84, 72, 64, 54, 46, 40, 34, 30, 26, 22, 19, 16, 14, 12)
"""Segment sizes for a level shown whole, in pixels."""
ROOM = (768, 1040)
"""Maximum width and height of a level shown whole with its margin, in pixels."""
AROUND = 30
"""Minimum margin around a level, in pixels."""
FOLDS = (2, 3)
WORTH = 1.2
"""Factor by which folding must enlarge the segments to be used."""


class Fold(NamedTuple):
    """The pieces in which a level is shown, and the segment size in pixels."""

    pieces: tuple[Extent, ...]
    cell: int


def fold(segments: Segments) -> Fold:
    """Return the division of a whole level that shows its segments as large as possible."""
    whole = extent(segments)
    plain, *folded = (
        _make_fold(pieces) for pieces in ((whole,), *(_pieces_of_level(segments, whole, many) for many in FOLDS))
    )
    best = max(folded, key=lambda fold: fold.cell)
    return best if best.cell >= WORTH * plain.cell else plain


def _pieces_of_level(segments: Segments, whole: Extent, many: int) -> tuple[Extent, ...]:
    """Divide a level into ``many`` pieces, each trimmed in width; the last row of a piece is the first of the next."""
    rows = -(-(whole.down + many - 1) // many)
    tops = [whole.top + nth * (rows - 1) for nth in range(many)]
    blocks = (extent(segment for segment in segments if 0 <= segment.y - top < rows) for top in tops)
    return tuple(Extent(block.left, top, block.across, rows) for block, top in zip(blocks, tops, strict=True))


def _make_fold(pieces: tuple[Extent, ...]) -> Fold:
    fits = (Fold(pieces, cell) for cell in CELLS)
    return next(
        (fit for fit in fits if width(fit) <= ROOM[0] and size(pieces[0], fit.cell)[1] <= ROOM[1]),
        Fold(pieces, CELLS[-1]),
    )


def around(cell: int) -> int:
    """Return the margin around a level shown whole, in pixels."""
    return max(cell // 2, AROUND)


def size(block: Extent, cell: int) -> Cell:
    """Return the width and height of a block of segments with its margin, in pixels."""
    return block.across * cell + 2 * around(cell), block.down * cell + 2 * around(cell)


def width(folded: Fold) -> int:
    """Return the total width of the pieces, in pixels."""
    return sum(size(piece, folded.cell)[0] + GAP for piece in folded.pieces) - GAP


def strips(level: MapView, folded: Fold, room: int) -> list[Strip]:
    """Return the packed rows of a sheet with the pieces centred in ``room`` pixels."""
    height = size(folded.pieces[0], folded.cell)[1]
    sheet = Canvas(room + 2 * MARGIN, height)
    sheet.neat_line(-FAR, height + FAR)
    left = MARGIN + (room - width(folded)) // 2
    for nth, piece in enumerate(folded.pieces):
        plate = _draw_piece(level, piece, folded.cell, nth > 0)
        sheet.plate(plate, left, 0)
        left += plate.size[0] + GAP
    return sheet.strips()


def _draw_piece(level: MapView, piece: Extent, cell: int, again: bool) -> Canvas:
    """Draw one piece; ``again``: its first row repeats the last of the previous piece and has darker floors."""
    canvas = Canvas(*size(piece, cell))
    known = {place: segment for place, segment in by_place(level.segments).items() if piece.holds(place)}
    origin = (around(cell) - piece.left * cell, around(cell) - piece.top * cell)
    chart = Chart(canvas, cell, origin, known)
    chart.stone(shaded=[place for place in known if again and place[1] == piece.top])
    chart.signs(level)
    canvas.frame((0, 0, *canvas.size), 1)
    return canvas


@cache
def again(side: int) -> Sprite:
    """Return the legend sign of repeated segments: a darker floor."""
    sketch = Sketch(side, side, 100)
    sketch.shape([(6, 6), (94, 6), (94, 94), (6, 94)], palette.SHADE, line=6)
    return sketch.sprite()
