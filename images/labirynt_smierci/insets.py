"""Below a map: the whole level in small, and the legend."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

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

GATE: Final = 30
WAY: Final = 24
"""Of stairs and the entrance."""
PARTY: Final = 24
"""Sizes of signs in pixels, at any scale: half of it is told apart on a phone."""
WAYS: Final = ("stairs", "entrance")
PLACE: Final = (12, 18)
"""Least and greatest size of monsters that wait."""
FEATURE: Final = (16, 24)
"""The same of other features."""

LINE: Final = palette.SHADE + palette.FULL

SEEN: Final = 120
"""Bytes that a segment takes in the key of a kept level."""

Segments = tuple[SegmentView, ...]


class Seen(NamedTuple):
    """What a level in small depends on: the inset's size, a segment's side and the corner of (0, 0), all in pixels.

    ``looks``: of each segment its column, its row and what is seen of it.
    """

    size: Cell
    cell: int
    origin: Cell
    looks: tuple[tuple[int, int, str, str, bool, str], ...]

    def differing(self, other: Seen) -> set[Cell]:
        """The places of segments that are not so in another."""
        return {(look[0], look[1]) for look in {*self.looks} ^ {*other.looks}}


LEVELS: Final[Kept[Seen, tuple[Canvas, Image.Image]]] = Kept(3 * 2**20)
"""Levels in small by what is seen of them."""


def draw(segments: Segments, party: Cell | None, shown: Extent, size: Cell) -> Image.Image:
    """The inset as a plate of colour indices, of this width and height in pixels, its level in the middle."""
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
    """Lay a sign on a plate of what is on a canvas; only what is below it is drawn again."""
    left, top, right, bottom = sprite.box(*spot)
    below = Canvas(right - left, bottom - top)
    below.plate(level, -left, -top)
    below.stamp(sprite, spot[0] - left, spot[1] - top)
    plate.paste(below.plate_of_indices(), (left, top))


def _middle_of_cell(origin: Cell, cell: int, place: Cell) -> Cell:
    return origin[0] + place[0] * cell + cell // 2, origin[1] + place[1] * cell + cell // 2


def _draw_level(segments: Segments, size: Cell, cell: int, origin: Cell) -> tuple[Canvas, Image.Image]:
    """The level alone, and the plate of it: begun with the kept one that is most like it."""
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
    """Draw the part of a level on which these places are, with what reaches into it from around them."""
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
    """What is seen of each segment: the Gate, the way in, stairs, other features, or that monsters wait."""
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
    """The sign of a feature on a clearing, so that it is seen above walls and doors."""
    sketch = Sketch(size, size, 100)
    sketch.shape([(0, 0), (100, 0), (100, 100), (0, 100)], palette.FLOOR)
    carve(sketch, known("signs", kind, signs.UNLIKE) if kind in signs.FEATURES else signs.UNLIKE)
    return sketch.sprite()


NAMED: Final = 3
"""Most names in a legend's line of graves."""


def entries(level: MapView, say: Say) -> list[Entry]:
    """What the map shows, the party first, then what waits, features and ways on."""
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


GAP: Final = INSET_GAP
ROWS: Final = 24
"""Rows of a strip: where the party moves on the inset, few of them are packed anew."""
OVERHEAD: Final = 300
"""Bytes that a kept strip takes besides its rows and what is packed."""

LEGENDS: Final[Kept[tuple[object, ...], tuple[Image.Image, list[Sprite], list[Strip]]]] = Kept(4 * 2**20)
"""Feet without inset, with their signs and packed: a sign is known by its place in memory, so it must not go before."""
STRIPS: Final[Kept[bytes, Strip]] = Kept(4 * 2**20)
"""Strips by their rows."""


def strips(inset: Image.Image | None, entries: list[Entry], width: int) -> list[Strip]:
    """The rows below the field of a sheet so many pixels wide."""
    plate, _, packed = _foot_with_legend(inset.height + GAP if inset else 0, entries, width)
    if not inset:
        return packed
    plate = plate.copy()
    plate.paste(inset, (frame.MARGIN, GAP))
    return _pack_plate(plate)


def _pack_plate(plate: Image.Image) -> list[Strip]:
    seen = [bytes(rows) for rows in packing.strips(plate, ROWS)]
    found = {rows: STRIPS.get(rows) for rows in seen}
    missing = [rows for rows, strip in found.items() if strip is None]
    for rows, strip in zip(missing, packing.pack_strips(missing), strict=True):
        found[rows] = strip
        STRIPS.put(rows, strip, len(rows) + len(strip.chunk) + OVERHEAD)
    return [strip for strip in map(found.get, seen) if strip]


def _foot_with_legend(above: int, entries: list[Entry], width: int) -> tuple[Image.Image, list[Sprite], list[Strip]]:
    """The foot with so many rows left free above the legend."""
    key = (above, width, *((id(entry.sign), entry.words) for entry in entries))
    kept = LEGENDS.get(key)
    if kept is None:
        plate = _draw_foot(above, entries, width)
        kept = plate, [entry.sign for entry in entries], _pack_plate(plate)
        LEGENDS.put(key, kept, plate.width * plate.height + sum(len(strip.chunk) for strip in kept[2]))
    return kept


def _draw_foot(above: int, entries: list[Entry], width: int) -> Image.Image:
    form = layout.form_for(width)._replace(sign=layout.LEGEND_SIGN)
    block = layout.draw_legend(entries, width - 4 * frame.MARGIN - 2 * GAP, form)
    foot = Canvas(width, frame.MARGIN + above + (block.size[1] + 2 * GAP if block else 0))
    if block:
        foot.rule(frame.MARGIN, above, width - 2 * frame.MARGIN, 1, 4)
        foot.plate(block, 2 * frame.MARGIN + GAP, above + GAP)
    frame.draw_edge(foot, (-frame.FAR, foot.size[1]))
    return foot.plate_of_indices()
