"""The whole level in small: its ways, what stands where, where the party is, and the frame of the part at full size."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from images import palette, pictograms
from images.artwork import carve
from images.canvas import Canvas, Sketch, Sprite
from images.kept import Kept
from images.labirynt_smierci.chart import Chart, by_place
from images.labirynt_smierci.frame import EDGE, LARGEST, Extent, extent
from images.labirynt_smierci.standing import PLAIN, gate_of
from images.palette import GOLD
from images.squares import Cell
from rules.labirynt_smierci.view import SegmentView

GATE: Final = 30
STAIRS: Final = 24
PARTY: Final = 24
"""Sizes of signs in pixels, at any scale: half of it is told apart on a phone."""
PLACE: Final = (12, 18)
"""Least and greatest size of what fills a segment."""

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
    level, bare = _level(segments, size, cell, origin)
    plate = bare.copy()
    pen = ImageDraw.Draw(plate)
    corner = (max(3, origin[0] + shown.left * cell), max(3, origin[1] + shown.top * cell))
    end = (origin[0] + (shown.left + shown.across) * cell, origin[1] + (shown.top + shown.down) * cell)
    pen.rectangle((*corner, min(end[0], size[0] - 4), min(end[1], size[1] - 4)), outline=LINE, width=2)
    if party:
        _lay(plate, level, pictograms.token(PARTY), _middle(origin, cell, party))
    pen.rectangle((0, 0, size[0] - 1, size[1] - 1), outline=LINE)
    return plate


def _lay(plate: Image.Image, level: Canvas, sprite: Sprite, spot: Cell) -> None:
    """Lay a sign on a plate of what is on a canvas; only what is below it is drawn again."""
    left, top, right, bottom = sprite.box(*spot)
    below = Canvas(right - left, bottom - top)
    below.plate(level, -left, -top)
    below.stamp(sprite, spot[0] - left, spot[1] - top)
    plate.paste(below.plate_of_indices(), (left, top))


def _middle(origin: Cell, cell: int, place: Cell) -> Cell:
    return origin[0] + place[0] * cell + cell // 2, origin[1] + place[1] * cell + cell // 2


def _level(segments: Segments, size: Cell, cell: int, origin: Cell) -> tuple[Canvas, Image.Image]:
    """The level alone, and the plate of it: begun with the kept one that is most like it."""
    looks = tuple((one.x, one.y, one.kind, one.sides, one.monsters > 0, gate_of(one)) for one in segments)
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
            _draw(canvas, seen, segments, changed)
        kept = canvas, canvas.plate_of_indices()
        LEVELS.put(seen, kept, 3 * size[0] * size[1] + SEEN * len(segments))
    return kept


def _draw(canvas: Canvas, seen: Seen, segments: Segments, changed: set[Cell]) -> None:
    """Draw the part of a level on which these places are, with what reaches into it from around them."""
    reach = max(seen.cell, GATE)
    (left, right), (top, bottom) = (
        (max(0, start + seen.cell * min(at) - reach), min(most, start + seen.cell * (max(at) + 1) + reach))
        for start, most, at in zip(seen.origin, seen.size, zip(*changed, strict=True), strict=True)
    )
    part, origin = Canvas(right - left, bottom - top, palette.SHADE), (seen.origin[0] - left, seen.origin[1] - top)
    Chart(part, seen.cell, origin, by_place(segments)).floors()
    marks = _marks(segments, max(PLACE[0], min(seen.cell, PLACE[1])))
    for sprite, place in sorted(marks, key=lambda mark: mark[0].ink.width):
        part.stamp(sprite, *_middle(origin, seen.cell, place))
    canvas.plate(part, left, top)


def _marks(segments: Segments, size: int) -> list[tuple[Sprite, Cell]]:
    """What is seen of each segment: the Gate, the way in, stairs; that something stands there, or monsters wait."""
    found = []
    for one in segments:
        if state := gate_of(one):
            found.append((pictograms.destroyed(GATE) if state == "destroyed" else pictograms.black_gate(GATE), one))
        elif one.kind in ("stairs", "entrance"):
            found.append((way(one.kind), one))
        elif one.monsters:
            found.append((pictograms.monsters(0, size), one))
        elif marked(one):
            found.append((place(size), one))
    return [(sprite, (one.x, one.y)) for sprite, one in found]


def marked(one: SegmentView) -> bool:
    """Whether a segment has a lozenge where no monsters wait."""
    return one.kind not in (*PLAIN, "stairs", "entrance") and not gate_of(one)


@cache
def way(kind: str) -> Sprite:
    """Stairs or the entrance, on a clearing."""
    sketch = Sketch(STAIRS, STAIRS, 100)
    sketch.shape([(0, 0), (100, 0), (100, 100), (0, 100)], palette.FLOOR)
    carve(sketch, f"signs/{kind}")
    return sketch.sprite()


@cache
def place(size: int) -> Sprite:
    """Something stands here: a lozenge of gold."""
    sketch = Sketch(size, size, 100)
    sketch.shape([(50, 4), (96, 50), (50, 96), (4, 50)], GOLD, line=14)
    return sketch.sprite()
