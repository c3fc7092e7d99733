"""The maps of Labirynt Śmierci: one level as far as it is explored, and the ways a drawn segment can lie."""

from __future__ import annotations

from typing import Final, NamedTuple

from images import packing, pictograms
from images.canvas import Canvas
from images.kept import Kept
from images.labirynt_smierci import captions, chart, edge, field, foot, insets
from images.labirynt_smierci.edge import MARGIN
from images.lettering import Say, fit_line, least_type, shrink_to_fit
from images.packing import Strip
from images.squares import Cell
from rules.labirynt_smierci.view import MapView, PlacementOption, PlacementView, SegmentView

CELL: Final = 96
"""Side of a segment in pixels where there is room: eight of them are as wide as the letters on a phone allow."""
COLUMNS: Final = 7
ROWS: Final = 5
"""Segments shown at full size; beyond that the part around the party is shown, and the whole as an inset.

Channels scale tall pictures down, so there are more columns than rows."""
SMALLER: Final = (72, 54, 40, 30, 22, 16, 12)
"""Scales for a level where the party is not, which needs no letters."""
TALLEST: Final = 10
"""Segments of full size that a level without the party may be high."""
LARGEST: Final = 4096
"""A picture's longest side, in pixels."""
NARROWEST: Final = 640
HEADING: Final = 62
HEAD: Final = HEADING + MARGIN
"""Height of what is above the field, in pixels."""
COMPASS: Final = 46
TITLE_SIZE: Final = 32
TITLE_LEAST: Final = 20
INSET: Final = (280, 150)
"""Greatest width × height of the inset, in pixels."""

PANEL_CELLS: Final = 2.3
"""How much of the surroundings a placement shows, in segments."""
PANELS_ACROSS: Final = 2

HEADS: Final[Kept[tuple[str, int], list[Strip]]] = Kept(2**20)
"""Titles, packed, by their words and the sheet's width."""


class Extent(NamedTuple):
    """A block of segments: left, top, and how many across and down."""

    left: int
    top: int
    across: int
    down: int


def draw_map(level: MapView, say: Say) -> bytes:
    """One level as a PNG: at most 800 pixels wide where the party is on it."""
    whole = _extent(level.segments)
    shown, cell = _shown(level, whole)
    inset = insets.draw(level.segments, level.party, shown, INSET) if shown != whole else None
    chart_field = _field(shown, cell, inset is not None)
    width = chart_field.size[0] + 2 * MARGIN
    head = _head(say("map.title", level=level.level, stage=level.stage), width)
    below = foot.strips(inset, captions.entries(_within(level, shown), level, say), width)
    return packing.png(width, [*head, *field.strips(level, chart_field), *below])


def _extent(segments: tuple[SegmentView, ...]) -> Extent:
    columns, rows = [segment.x for segment in segments] or [0], [segment.y for segment in segments] or [0]
    return Extent(min(columns), min(rows), max(columns) - min(columns) + 1, max(rows) - min(rows) + 1)


def _shown(level: MapView, whole: Extent) -> tuple[Extent, int]:
    if whole.across <= COLUMNS and whole.down <= ROWS:
        return whole, CELL
    if level.party is not None:
        return _around(level.party, whole), CELL
    room = (COLUMNS * CELL, TALLEST * CELL)
    fits = [cell for cell in SMALLER if whole.across * cell <= room[0] and whole.down * cell <= room[1]]
    cell = fits[0] if fits else SMALLER[-1]
    most = LARGEST // cell - 4
    return Extent(whole.left, whole.top, min(whole.across, most), min(whole.down, most)), cell


def _within(level: MapView, shown: Extent) -> MapView:
    """The part of a level that is shown at full size."""
    across, down = range(shown.left, shown.left + shown.across), range(shown.top, shown.top + shown.down)
    segments = tuple(s for s in level.segments if s.x in across and s.y in down)
    exits = tuple(way for way in level.exits if way.x in across and way.y in down)
    return MapView(level.level, level.stage, segments, exits, level.party, level.living)


def _around(party: Cell, whole: Extent) -> Extent:
    """The block of segments around the party, moved inwards where it would show emptiness."""
    across, down = min(COLUMNS, whole.across), min(ROWS, whole.down)
    left = max(whole.left, min(party[0] - across // 2, whole.left + whole.across - across))
    top = max(whole.top, min(party[1] - down // 2, whole.top + whole.down - down))
    return Extent(left, top, across, down)


def _field(shown: Extent, cell: int, framed: bool) -> field.Field:
    """Where the chart is drawn, with half a segment around it: in the middle of a sheet that is wide enough."""
    around = max(cell // 2, 30)
    width = max(shown.across * cell + 2 * around, NARROWEST)
    left = (width - shown.across * cell) // 2
    origin = (left - shown.left * cell, around - shown.top * cell)
    return field.Field((width, shown.down * cell + 2 * around), cell, origin, framed)


def _head(title: str, width: int) -> list[Strip]:
    """The title in italics, a compass rose, packed."""
    kept = HEADS.get((title, width))
    if kept is None:
        head = Canvas(width, HEAD)
        _heading(head, title)
        edge.draw(head, (0, HEAD + edge.FAR))
        kept = head.strips()
        HEADS.put((title, width), kept, sum(len(strip.chunk) + HEAD for strip in kept))
    return kept


def _heading(sheet: Canvas, title: str) -> None:
    width = sheet.size[0]
    least = max(TITLE_LEAST, least_type(width))
    room = width - 2 * (MARGIN + COMPASS + 24)
    words, size = shrink_to_fit(title, "bold-italic", max(TITLE_SIZE, least), least, room)
    sheet.text(width // 2, MARGIN + HEADING // 2 + 10, words, "bold-italic", size, True)
    sheet.stamp(pictograms.compass(COMPASS), width - MARGIN - 36, MARGIN + HEADING // 2 + 4)


def draw_placement(level: MapView, placement: PlacementView, say: Say) -> bytes:
    """Each way the drawn segment can lie, as a PNG: its letter, and the segment among its neighbours."""
    panels = [_panel(level, placement, option) for option in placement.options]
    across = min(PANELS_ACROSS, len(panels)) or 1
    side = round(PANEL_CELLS * CELL)
    gap = 26
    width = max(across * side + (across + 1) * gap, NARROWEST - 2 * MARGIN)
    rows = -(-len(panels) // across)
    sheet = Canvas(width + 2 * MARGIN, 2 * MARGIN + HEADING + rows * (side + gap))
    left = MARGIN + (width - across * side - (across - 1) * gap) // 2
    for number, panel in enumerate(panels):
        row, column = divmod(number, across)
        sheet.plate(panel, left + column * (side + gap), MARGIN + HEADING + row * (side + gap))
    _heading(sheet, fit_line(say("placement.title"), "bold-italic", TITLE_SIZE, width))
    edge.draw(sheet, (0, sheet.size[1]))
    return sheet.png()


def _panel(level: MapView, placement: PlacementView, option: PlacementOption) -> Canvas:
    """The drawn segment bright among its neighbours, which are shaded; its letter in the corner."""
    side = round(PANEL_CELLS * CELL)
    canvas = Canvas(side, side)
    here = (placement.x, placement.y)
    known = {(segment.x, segment.y): segment for segment in level.segments}
    known[here] = SegmentView(placement.x, placement.y, placement.kind, option.sides)
    corner = (side - CELL) // 2
    laid = chart.Chart(canvas, CELL, (corner - placement.x * CELL, corner - placement.y * CELL), known)
    laid.stone(shaded=[place for place in known if place != here])
    laid.contents(level.party, level.living)
    canvas.frame((0, 0, side, side), 2)
    canvas.stamp(pictograms.letter(option.letter, 30, 26), 34, 34)
    return canvas
