"""Draws what stands below a map: the whole level at a small scale, and the legend."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from images import layout, packing, palette, signs, stonework
from images.artwork import carve, known
from images.cache import Kept
from images.canvas import Canvas, Cell, Sketch, Sprite
from images.labirynt_smierci import frame
from images.labirynt_smierci.chart import Chart, by_place
from images.labirynt_smierci.frame import EDGE, INSET_GAP, LARGEST, Extent, extent
from images.labirynt_smierci.standing import PLAIN, gate_of
from images.layout import LEGEND_SIGN, Entry
from images.lettering import Say
from images.packing import Strip
from rules.labirynt_smierci.view import MapView, SegmentView

GATE = 30
WAY = 24
"""Size of stairs and the entrance, in pixels."""
PARTY = 24
"""Size of the party, in pixels. Sizes are fixed at any scale: at half size they stay distinct on a phone."""
WAYS = ("stairs", "entrance")
PLACE = (12, 18)
"""Minimum and maximum size of waiting monsters, in pixels."""
FEATURE = (16, 24)
"""Minimum and maximum size of other features, in pixels."""

LINE = palette.SHADE + palette.FULL

SEEN = 120
"""Bytes per segment in the key of a cached level."""

Segments = tuple[SegmentView, ...]


class Seen(NamedTuple):
    """Cache key of a level in small: inset size, segment size and corner of segment (0, 0), in pixels.

    ``looks`` holds the column, the row and the visible facts of each segment.
    """

    size: Cell
    cell: int
    origin: Cell
    looks: tuple[tuple[int, int, str, str, bool, str], ...]

    def differing(self, other: Seen) -> set[Cell]:
        """Return the places of segments that look different in another level."""
        return {(look[0], look[1]) for look in {*self.looks} ^ {*other.looks}}


LEVELS: Kept[Seen, tuple[Canvas, Image.Image]] = Kept(3 * 2**20)
"""Cache of levels in small."""


def draw(segments: Segments, party: Cell | None, shown: Extent, size: Cell) -> Image.Image:
    """Return the inset as colour indices, ``size`` pixels, with the level centred."""
    whole = extent(segments)
    cell = min((size[0] - 2 * EDGE) // whole.across, (size[1] - 2 * EDGE) // whole.down, LARGEST)
    left, top = ((room - cell * many) // 2 for room, many in zip(size, whole[2:], strict=True))
    origin = (left - cell * whole.left, top - cell * whole.top)
    level, bare = _draw_level(segments, size, cell, origin)
    plate = bare.copy()
    pen = ImageDraw.Draw(plate)
    corner = (max(3, origin[0] + shown.left * cell), max(3, origin[1] + shown.top * cell))
    end = (origin[0] + (shown.left + shown.across) * cell, origin[1] + (shown.top + shown.down) * cell)
    pen.rectangle((*corner, min(end[0], size[0] - 4), min(end[1], size[1] - 4)), outline=LINE, width=2)
    if party:
        _stamp_on_plate(plate, level, signs.token(PARTY), _middle_of_cell(origin, cell, party))
    pen.rectangle((0, 0, size[0] - 1, size[1] - 1), outline=LINE)
    return plate


def _stamp_on_plate(plate: Image.Image, level: Canvas, sprite: Sprite, spot: Cell) -> None:
    """Draw a sprite on the colour indices of a canvas; only the pixels below it are redrawn."""
    left, top, right, bottom = sprite.box(*spot)
    below = Canvas(right - left, bottom - top)
    below.plate(level, -left, -top)
    below.stamp(sprite, spot[0] - left, spot[1] - top)
    plate.paste(below.plate_of_indices(), (left, top))


def _middle_of_cell(origin: Cell, cell: int, place: Cell) -> Cell:
    return origin[0] + place[0] * cell + cell // 2, origin[1] + place[1] * cell + cell // 2


def _draw_level(segments: Segments, size: Cell, cell: int, origin: Cell) -> tuple[Canvas, Image.Image]:
    """Return the level and its colour indices, starting from the most similar cached one."""
    looks = tuple(
        (segment.x, segment.y, segment.kind, segment.sides, segment.monsters > 0, gate_of(segment))
        for segment in segments
    )
    seen = Seen(size, cell, origin, looks)
    kept = LEVELS.get(seen)
    if kept is None:
        canvas, changed = Canvas(*size, palette.SHADE), seen.differing(seen._replace(looks=()))
        like: Canvas | None = None
        for other, (drawn, _) in LEVELS.items():
            if other[:3] == seen[:3] and len(fewer := seen.differing(other)) < len(changed):
                like, changed = drawn, fewer
        if like:
            canvas.plate(like, 0, 0)
        if changed:
            _draw_changed_part(canvas, seen, segments, changed)
        kept = canvas, canvas.plate_of_indices()
        LEVELS.put(seen, kept, 3 * size[0] * size[1] + SEEN * len(segments))
    return kept


def _draw_changed_part(canvas: Canvas, seen: Seen, segments: Segments, changed: set[Cell]) -> None:
    """Redraw the part of a level with the changed places, including what overlaps it from around."""
    reach = max(seen.cell, GATE)
    (left, right), (top, bottom) = (
        (max(0, start + seen.cell * min(at) - reach), min(most, start + seen.cell * (max(at) + 1) + reach))
        for start, most, at in zip(seen.origin, seen.size, zip(*changed, strict=True), strict=True)
    )
    part, origin = Canvas(right - left, bottom - top, palette.SHADE), (seen.origin[0] - left, seen.origin[1] - top)
    Chart(part, seen.cell, origin, by_place(segments)).floors()
    marks = _segment_marks(segments, seen.cell)
    for sprite, place in sorted(marks, key=lambda mark: mark[0].ink.width):
        part.stamp(sprite, *_middle_of_cell(origin, seen.cell, place))
    canvas.plate(part, left, top)


def _segment_marks(segments: Segments, cell: int) -> list[tuple[Sprite, Cell]]:
    """Return one mark per segment: the Gate, the entrance, stairs, another feature or waiting monsters."""
    found = []
    monsters, feature = (max(least, min(cell, most)) for least, most in (PLACE, FEATURE))
    for segment in segments:
        if state := gate_of(segment):
            found.append((signs.destroyed(GATE) if state == "destroyed" else signs.black_gate(GATE), segment))
        elif segment.monsters and segment.kind not in WAYS:
            found.append((signs.monsters(0, monsters), segment))
        elif segment.kind not in PLAIN:
            found.append((pictogram(segment.kind, WAY if segment.kind in WAYS else feature), segment))
    return [(sprite, (segment.x, segment.y)) for sprite, segment in found]


@cache
def pictogram(kind: str, size: int) -> Sprite:
    """Return the sign of a feature on a cleared ground, visible above walls and doors."""
    sketch = Sketch(size, size, 100)
    sketch.shape([(0, 0), (100, 0), (100, 100), (0, 100)], palette.FLOOR)
    carve(sketch, known("signs", kind, signs.UNLIKE) if kind in signs.FEATURES else signs.UNLIKE)
    return sketch.sprite()


NAMED = 3
"""Maximum number of names in the legend's line of graves."""


def entries(level: MapView, say: Say) -> list[Entry]:
    """Return the legend of the map: the party, waiting monsters, features, ways."""
    found: list[Entry] = []
    if level.party is not None:
        found.append(Entry(signs.token(LEGEND_SIGN), say("legend.party")))
    if any(segment.monsters for segment in level.segments):
        found.append(Entry(signs.monsters(0, LEGEND_SIGN), say("legend.monsters")))
    if any(segment.stone for segment in level.segments):
        found.append(Entry(signs.stone(LEGEND_SIGN), say("legend.stone")))
    if graves := [name for segment in level.segments for name in segment.graves]:
        key = "legend.graves" if len(graves) <= NAMED else "legend.graves.many"
        words = say(key, names=tuple(graves), number=len(graves))
        found.append(Entry(signs.grave("", LEGEND_SIGN), words))
    return found + _gate_entries(level, say) + _feature_entries(level, say) + _way_entries(level, say)


def _gate_entries(level: MapView, say: Say) -> list[Entry]:
    states = {gate_of(segment) for segment in level.segments}
    shown: list[Entry] = []
    if "open" in states:
        shown.append(Entry(signs.black_gate(LEGEND_SIGN), say("legend.gate")))
    if "destroyed" in states:
        shown.append(Entry(signs.destroyed(LEGEND_SIGN), say("legend.gate.destroyed")))
    return shown


def _feature_entries(level: MapView, say: Say) -> list[Entry]:
    kinds = {segment.kind for segment in level.segments} - {"gate"}
    present = [kind for kind in signs.FEATURES if kind in kinds]
    shown = [Entry(signs.feature(kind, LEGEND_SIGN), say(f"legend.{kind}")) for kind in present]
    if any(segment.examined for segment in level.segments):
        shown.append(Entry(signs.tick(LEGEND_SIGN - 6), say("legend.examined")))
    return shown


def _way_entries(level: MapView, say: Say) -> list[Entry]:
    ways: list[Entry] = []
    if any("D" in segment.sides for segment in level.segments):
        ways.append(Entry(stonework.door(90, False), say("legend.door")))
    if any(not way.letter and not way.known for way in level.exits):
        ways.append(Entry(signs.opening(6.0), say("legend.opening")))
    if any(segment.sealed for segment in level.segments):
        ways.append(Entry(signs.sealed(22), say("legend.sealed")))
    return ways


GAP = INSET_GAP
ROWS = 24
"""Rows per strip; few, so that a move of the party on the inset repacks little."""
LEGENDS: Kept[tuple[object, ...], tuple[Image.Image, list[Sprite], list[Strip]]] = Kept(4 * 2**20)
"""Cache of packed legends with their sprites; keys use sprite ids, so a sprite must live as long as its entry."""


def strips(inset: Image.Image | None, entries: list[Entry], width: int) -> list[Strip]:
    """Return the packed rows below the field of a sheet ``width`` pixels wide."""
    plate, _, packed = _foot_with_legend(inset.height + GAP if inset else 0, entries, width)
    if not inset:
        return packed
    plate = plate.copy()
    plate.paste(inset, (frame.MARGIN, GAP))
    return packing.pack_plate(plate, ROWS)


def _foot_with_legend(above: int, entries: list[Entry], width: int) -> tuple[Image.Image, list[Sprite], list[Strip]]:
    """Return the foot with ``above`` free rows over the legend, from the cache if possible."""
    key = (above, width, *((id(entry.sign), entry.words) for entry in entries))
    kept = LEGENDS.get(key)
    if kept is None:
        plate = _draw_foot(above, entries, width)
        kept = plate, [entry.sign for entry in entries], packing.pack_plate(plate, ROWS)
        LEGENDS.put(key, kept, plate.width * plate.height + sum(len(strip.chunk) for strip in kept[2]))
    return kept


def _draw_foot(above: int, entries: list[Entry], width: int) -> Image.Image:
    form = layout.form_for(width)._replace(sign=layout.LEGEND_SIGN)
    block = layout.draw_legend(entries, width - 4 * frame.MARGIN - 2 * GAP, form)
    foot = Canvas(width, frame.MARGIN + above + (block.size[1] + 2 * GAP if block else 0))
    if block:
        foot.rule(frame.MARGIN, above, width - 2 * frame.MARGIN, 1, 4)
        foot.plate(block, 2 * frame.MARGIN + GAP, above + GAP)
    foot.neat_line(-frame.FAR, foot.size[1])
    return foot.plate_of_indices()
