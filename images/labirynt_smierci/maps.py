"""Draws the maps of Labirynt Śmierci: explored levels, ways to place a segment, and the growth of a level."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace
from PIL import Image

from images import map_film, packing, signs
from images.cache import Kept
from images.canvas import Canvas, Cell
from images.labirynt_smierci import chart, field, headpiece, insets
from images.labirynt_smierci.frame import (
    CELL,
    FAR,
    MARGIN,
    NARROWEST,
    WIDEST,
    Extent,
    Frame,
    again,
    choose_frame,
    extent,
    fold,
    size,
    strips,
    width,
)
from images.labirynt_smierci.tidings import QUIET, Tidings
from images.layout import LEGEND_SIGN, Entry
from images.lettering import Say, fit_line, least_type, shrink_to_fit
from images.map_film import FilmFrame, Part
from images.packing import Strip
from rules.labirynt_smierci.view import MapView, PlacementOption, PlacementView, SegmentView

LARGEST = 4096
"""Maximum side of a picture, in pixels."""
HEADING = 62
HEAD = HEADING + MARGIN
"""Height of the head above the field, in pixels."""
COMPASS = 46
TITLE_SIZE = 32
TITLE_LEAST = 20

PANEL_CELLS = 2.3
"""Side of the surroundings in a placement panel, in segments."""
PANELS_ACROSS = 4
PANEL_GAP = 26
"""Gap between two placement panels, in pixels."""

HEADS: Kept[tuple[str, int], list[Strip]] = Kept(2**20)
"""Cache of packed titles by text and sheet width."""


Sheet = tuple[int, list[Strip]]
"""The width in pixels and the packed strips of a sheet."""


def draw_map(level: MapView, say: Say, tidings: Tidings = QUIET, *, legend: bool = False) -> bytes:
    """Return a level as a PNG: the party's surroundings, or the whole level if the party is elsewhere.

    The surroundings fit half a phone screen, unless ``legend`` adds the meaning of the signs below. The latest news
    stands above.
    """
    if level.party is None:
        wide, below = _sheet_of_level(level, say)
    else:
        wide, below = _sheet_around_party(level, level.party, say, headpiece.height(tidings, WIDEST), legend=legend)
    return packing.png(wide, [*headpiece.strips(tidings, wide, say), *below])


def draw_whole(level: MapView, say: Say) -> bytes:
    """Return a whole level as a PNG without the letters of ways; a long narrow one is folded into pieces."""
    return packing.png(*_sheet_of_level(level, say))


def _sheet_around_party(level: MapView, party: tuple[int, int], say: Say, above: int, *, legend: bool) -> Sheet:
    seen = choose_frame(level, extent(level.segments), above)
    inset = insets.draw(level.segments, party, seen.shown, seen.inset) if seen.inset[0] else None
    chart_field = _chart_field(seen, inset if not seen.below else None)
    sheet_width = chart_field.width + 2 * MARGIN
    tab = signs.tab(say("map.level", level=level.level), least_type(sheet_width))
    middle = field.strips(level, chart_field, tab)
    entries = insets.entries(level, say) if legend else []
    foot = insets.strips(inset if seen.below else None, entries, sheet_width)
    return sheet_width, [*_packed_head("", sheet_width), *middle, *foot]


def _sheet_of_level(level: MapView, say: Say) -> Sheet:
    level = replace(level, exits=tuple(replace(way, letter="") for way in level.exits))
    folded = fold(level.segments)
    if len(folded.pieces) > 1:
        entries = [*insets.entries(level, say), Entry(again(LEGEND_SIGN), say("legend.again"))]
        room = max(NARROWEST, width(folded))
        return _compose_sheet(level, say, room, strips(level, folded, room), entries)
    (whole,), cell = folded
    most = LARGEST // cell - 4
    shown = Extent(whole.left, whole.top, min(whole.across, most), min(whole.down, most))
    chart_field = _chart_field(Frame(shown, cell, size(shown, cell)), None)
    entries = insets.entries(_shown_part(level, shown), say)
    return _compose_sheet(level, say, chart_field.width, field.strips(level, chart_field), entries)


def _compose_sheet(level: MapView, say: Say, room: int, middle: list[Strip], entries: list[Entry]) -> Sheet:
    sheet_width = room + 2 * MARGIN
    head = _packed_head(say("map.title", level=level.level, stage=level.stage), sheet_width)
    return sheet_width, [*head, *middle, *insets.strips(None, entries, sheet_width)]


def _shown_part(level: MapView, shown: Extent) -> MapView:
    segments = tuple(segment for place, segment in chart.by_place(level.segments).items() if shown.holds(place))
    exits = tuple(way for way in level.exits if shown.holds((way.x, way.y)))
    return MapView(level.level, level.stage, segments, exits, level.party, level.living)


def _chart_field(seen: Frame, beside: Image.Image | None) -> field.Field:
    """Return the placement of the chart, centred on a sheet of at least the minimum width."""
    (width, height), shown, cell = seen.field, seen.shown, seen.cell
    width = width if seen.inset[0] else max(width, NARROWEST)
    left, top = (width - shown.across * cell) // 2, (height - shown.down * cell) // 2
    origin = (left - shown.left * cell, top - shown.top * cell)
    return field.Field((width, height), cell, origin, shown if seen.inset[0] else None, beside)


def _packed_head(title: str, width: int) -> list[Strip]:
    """Pack the title in italics and a compass rose; an empty title leaves only the edge of the sheet."""
    kept = HEADS.get((title, width))
    if kept is None:
        head = Canvas(width, HEAD if title else MARGIN)
        if title:
            _draw_heading(head, title)
        head.neat_line(0, HEAD + FAR)
        kept = head.strips()
        HEADS.put((title, width), kept, sum(len(strip.chunk) + HEAD for strip in kept))
    return kept


def _draw_heading(sheet: Canvas, title: str) -> None:
    width = sheet.size[0]
    least = max(TITLE_LEAST, least_type(width))
    room = width - 2 * (MARGIN + COMPASS + 24)
    words, size = shrink_to_fit(title, "bold-italic", max(TITLE_SIZE, least), least, room)
    sheet.text(width // 2, MARGIN + HEADING // 2 + 10, words, "bold-italic", size, True)
    sheet.stamp(signs.compass(COMPASS), width - MARGIN - 36, MARGIN + HEADING // 2 + 4)


def draw_placement(level: MapView, say: Say, placement: PlacementView) -> bytes:
    """Return all ways to place the drawn segment as a PNG: a panel each with its letter and the neighbours."""
    panels = [_draw_option_panel(level, placement, option) for option in placement.options]
    across = min(PANELS_ACROSS, len(panels)) or 1
    return draw_panels(panels, round(PANEL_CELLS * CELL), across, PANEL_GAP, say("placement.title"))


def draw_panels(panels: Sequence[Canvas], side: int, across: int, gap: int, title: str) -> bytes:
    """Return panels of ``side`` pixels as a PNG under a title: ``across`` in a row, ``gap`` pixels apart."""
    width = max(across * side + (across + 1) * gap, NARROWEST)
    rows = -(-len(panels) // across)
    sheet = Canvas(width + 2 * MARGIN, 2 * MARGIN + HEADING + rows * (side + gap))
    left = MARGIN + (width - across * side - (across - 1) * gap) // 2
    for number, panel in enumerate(panels):
        row, column = divmod(number, across)
        sheet.plate(panel, left + column * (side + gap), MARGIN + HEADING + row * (side + gap))
    _draw_heading(sheet, fit_line(title, "bold-italic", TITLE_SIZE, width))
    sheet.neat_line(0, sheet.size[1])
    return sheet.png()


def _draw_option_panel(level: MapView, placement: PlacementView, option: PlacementOption) -> Canvas:
    """Draw the new segment bright among its shaded neighbours, with its letter in the corner."""
    side = round(PANEL_CELLS * CELL)
    canvas = Canvas(side, side)
    here = (placement.x, placement.y)
    known = {(segment.x, segment.y): segment for segment in level.segments}
    known[here] = SegmentView(placement.x, placement.y, placement.kind, option.sides)
    corner = (side - CELL) // 2
    laid = chart.Chart(canvas, CELL, (corner - placement.x * CELL, corner - placement.y * CELL), known)
    laid.stone(shaded=[place for place in known if place != here])
    laid.contents(level)
    canvas.frame((0, 0, side, side))
    canvas.stamp(signs.letter(option.letter, 30, 26), 34, 34)
    return canvas


PAWN = 22
"""Minimum size of the party's token, in pixels."""
SHRUNK = 48
"""Segment size in pixels below which the token is smaller than its minimum."""


def steps(frames: Iterable[MapView]) -> list[MapView]:
    """Return the views in which the map or the party's place has changed."""
    return map_film.moments(frames, lambda view: (view.segments, view.party))


def growth(frames: Iterable[MapView]) -> bytes:
    """Return a level from its first view to the last as a GIF."""
    shown = steps(frames)
    return map_film.moving(shown, _parts_around_party(shown), _draw_frame)


def _parts_around_party(shown: Sequence[MapView]) -> list[Part]:
    """Return the part around the party's current or last place; distant stairs it never visits are left out."""
    seen = [_part_around(view, view.party) for view in shown if view.party]
    last = seen[0] if seen else map_film.around((segment.x, segment.y) for segment in shown[-1].segments)
    known = []
    for view in shown:
        last = _part_around(view, view.party) if view.party else last
        known.append(last)
    return known


def _part_around(view: MapView, at: Cell) -> Part:
    near = [(segment.x, segment.y) for segment in view.segments if abs(segment.x - at[0]) + abs(segment.y - at[1]) <= 1]
    return map_film.around([at, *near])


def _draw_frame(canvas: Canvas, frame: FilmFrame, view: MapView) -> None:
    # Nobody presses a button here, so the letters are left out.
    ways = tuple(replace(way, letter="") for way in view.exits)
    laid = chart.draw_chart(canvas, frame.cell, frame.origin, replace(view, exits=ways))
    if view.party is not None and frame.cell < SHRUNK:
        canvas.stamp(signs.token(PAWN), *laid.spot(view.party))


ACROSS = 4
GAP = 16
AROUND = 1.6
"""Side of a chit's panel, in sides of a chit."""


def draw_chits(chits: Sequence[tuple[str, str, str]], say: Say) -> bytes:
    """Return the chits as a PNG, four in a row; each with its letter, and kind and sides as in ``SegmentView``."""
    side = round(AROUND * CELL)
    return draw_panels([_draw_chit(*chit, side) for chit in chits], side, ACROSS, GAP, say("chits.title"))


def _draw_chit(letter: str, kind: str, sides: str, side: int) -> Canvas:
    canvas, corner = Canvas(side, side), (side - CELL) // 2
    segment = SegmentView(0, 0, kind, sides)
    alone = MapView(level=1, stage=0, segments=(segment,), exits=(), party=None, living=0)
    drawn = chart.Chart(canvas, CELL, (corner, corner), {(0, 0): segment})
    drawn.stone()
    drawn.contents(alone)
    canvas.frame((0, 0, side, side))
    canvas.stamp(signs.letter(letter, 22, 20), 23, 23)
    return canvas
