"""The maps of Labirynt Śmierci: one level as far as it is explored, and the ways a drawn segment can lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from PIL import Image

from images import packing, pictograms
from images.canvas import Canvas
from images.kept import Kept
from images.labirynt_smierci import captions, chart, edge, field, foot, headpiece, insets
from images.labirynt_smierci.edge import MARGIN
from images.labirynt_smierci.folded import again, fold, size, strips, width
from images.labirynt_smierci.frame import CELL, NARROWEST, Extent, Frame, extent, frame
from images.labirynt_smierci.tidings import QUIET, Tidings
from images.legend import SIGN, Entry
from images.lettering import Say, fit_line, least_type, shrink_to_fit
from images.packing import Strip
from rules.labirynt_smierci.view import ExitView, MapView, PlacementOption, PlacementView, SegmentView

LARGEST: Final = 4096
"""A picture's longest side, in pixels."""
HEADING: Final = 62
HEAD: Final = HEADING + MARGIN
"""Height of what is above the field, in pixels."""
COMPASS: Final = 46
TITLE_SIZE: Final = 32
TITLE_LEAST: Final = 20

PANEL_CELLS: Final = 2.3
"""How much of the surroundings a placement shows, in segments."""
PANELS_ACROSS: Final = 2
PANEL_GAP: Final = 26
"""Between two placements, in pixels."""

HEADS: Final[Kept[tuple[str, int], list[Strip]]] = Kept(2**20)
"""Titles, packed, by their words and the sheet's width."""


Sheet = tuple[int, list[Strip]]
"""A sheet so many pixels wide, packed."""


def draw_map(level: MapView, say: Say, tidings: Tidings = QUIET) -> bytes:
    """One level as a PNG: at most 800 pixels wide where the party is on it, and all of it where not.

    What has just happened stands above.
    """
    wide, below = _whole(level, say) if level.party is None else _around(level, level.party, say)
    return packing.png(wide, [*headpiece.strips(tidings, wide, say), *below])


def draw_whole(level: MapView, say: Say) -> bytes:
    """All of one level as a PNG, without the letters of ways; a long thin one in pieces side by side."""
    return packing.png(*_whole(level, say))


def _around(level: MapView, party: tuple[int, int], say: Say) -> Sheet:
    whole = extent(level.segments)
    seen = frame(level, whole)
    inset = insets.draw(level.segments, party, seen.shown, seen.inset) if seen.inset[0] else None
    chart_field = _field(seen, inset if not seen.below else None)
    entries = captions.entries(_within(level, seen.shown), level, say)
    middle = field.strips(level, chart_field)
    return _sheet(level, say, chart_field.width, middle, entries, inset if seen.below else None)


def _whole(level: MapView, say: Say) -> Sheet:
    level = msgspec.structs.replace(level, exits=unlettered(level.exits))
    folded = fold(level.segments)
    if len(folded.pieces) > 1:
        entries = [*captions.entries(level, level, say), Entry(again(SIGN), say("legend.again"))]
        room = max(NARROWEST, width(folded))
        return _sheet(level, say, room, strips(level, folded, room), entries)
    (whole,), cell = folded
    most = LARGEST // cell - 4
    shown = Extent(whole.left, whole.top, min(whole.across, most), min(whole.down, most))
    chart_field = _field(Frame(shown, cell, size(shown, cell)), None)
    entries = captions.entries(_within(level, shown), level, say)
    return _sheet(level, say, chart_field.width, field.strips(level, chart_field), entries)


def _sheet(
    level: MapView, say: Say, room: int, middle: list[Strip], entries: list[Entry], inset: Image.Image | None = None
) -> Sheet:
    """Title, what is on the map, the inset of a wide level, the legend."""
    sheet_width = room + 2 * MARGIN
    head = _head(say("map.title", level=level.level, stage=level.stage), sheet_width)
    return sheet_width, [*head, *middle, *foot.strips(inset, entries, sheet_width)]


def unlettered(exits: Iterable[ExitView]) -> tuple[ExitView, ...]:
    """Ways without the letters of buttons, which nobody presses here."""
    return tuple(msgspec.structs.replace(way, letter="") for way in exits)


def _within(level: MapView, shown: Extent) -> MapView:
    """The part of a level that is shown at full size."""
    segments = tuple(one for place, one in chart.by_place(level.segments).items() if shown.holds(place))
    exits = tuple(way for way in level.exits if shown.holds((way.x, way.y)))
    return MapView(level.level, level.stage, segments, exits, level.party, level.living)


def _field(seen: Frame, beside: Image.Image | None) -> field.Field:
    """Where the chart is drawn: in the middle of a sheet that is wide enough."""
    (width, height), shown, cell = seen.field, seen.shown, seen.cell
    width = width if seen.inset[0] else max(width, NARROWEST)
    left, top = (width - shown.across * cell) // 2, (height - shown.down * cell) // 2
    origin = (left - shown.left * cell, top - shown.top * cell)
    return field.Field((width, height), cell, origin, shown if seen.inset[0] else None, beside)


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
    return draw_panels(panels, round(PANEL_CELLS * CELL), across, PANEL_GAP, say("placement.title"))


def draw_panels(panels: Sequence[Canvas], side: int, across: int, gap: int, title: str) -> bytes:
    """Panels of ``side`` pixels as a PNG, so many in a row, ``gap`` pixels apart, under a title."""
    width = max(across * side + (across + 1) * gap, NARROWEST)
    rows = -(-len(panels) // across)
    sheet = Canvas(width + 2 * MARGIN, 2 * MARGIN + HEADING + rows * (side + gap))
    left = MARGIN + (width - across * side - (across - 1) * gap) // 2
    for number, panel in enumerate(panels):
        row, column = divmod(number, across)
        sheet.plate(panel, left + column * (side + gap), MARGIN + HEADING + row * (side + gap))
    _heading(sheet, fit_line(title, "bold-italic", TITLE_SIZE, width))
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
    laid.contents(level)
    canvas.frame((0, 0, side, side), 2)
    canvas.stamp(pictograms.letter(option.letter, 30, 26), 34, 34)
    return canvas
