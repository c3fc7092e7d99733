"""The whole level in small: where the rooms are, where the party is, and the frame of what is shown at full size."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from typing import Final

from PIL import Image

from images import palette, pictograms, stonework
from images.canvas import Canvas
from images.kept import Kept
from images.labirynt_smierci.chart import gate_of
from images.palette import FULL
from rules.labirynt_smierci.view import SegmentView

LARGEST_CELL: Final = 15
EDGE: Final = 10
GRAIN: Final = 8
"""Pixels to a segment's side before the plan is brought to its size."""
PARTY: Final = 17
"""Size of the party's token, in pixels."""
GATE: Final = 21

SEEN: Final = 120
"""Bytes that a segment takes in the key of a kept level."""
LEVELS: Final[Kept[tuple[object, ...], Canvas]] = Kept(2 * 2**20)
"""Levels in small by what is seen of them."""

_NOTHING: Final = (bytes([palette.SHADE]) * GRAIN,) * GRAIN

Segments = tuple[SegmentView, ...]
Block = tuple[int, int, int, int]
"""Left, top, across, down, in segments."""


class _Inset:
    """Turns places on the level into pixels of the inset."""

    def __init__(self, segments: Segments, room: tuple[int, int]) -> None:
        self.left, self.top = min(s.x for s in segments), min(s.y for s in segments)
        self.across = max(s.x for s in segments) - self.left + 1
        self.down = max(s.y for s in segments) - self.top + 1
        self.cell = min(LARGEST_CELL, (room[0] - 2 * EDGE) / self.across, (room[1] - 2 * EDGE) / self.down)
        self.size = (max(1, round(self.across * self.cell)), max(1, round(self.down * self.cell)))

        self.gates = [(one.x, one.y, state) for one in segments if (state := gate_of(one))]

    def box(self, x: int, y: int, across: int, down: int) -> tuple[int, int, int, int]:
        left, top = EDGE + (x - self.left) * self.cell, EDGE + (y - self.top) * self.cell
        return round(left), round(top), round(left + across * self.cell), round(top + down * self.cell)

    def middle(self, x: int, y: int) -> tuple[int, int]:
        left, top, right, bottom = self.box(x, y, 1, 1)
        return (left + right) // 2, (top + bottom) // 2


def draw(segments: Segments, party: tuple[int, int] | None, shown: Block, room: tuple[int, int]) -> Canvas:
    """The inset, at most ``room`` pixels (width × height) large."""
    small = _inset(segments, room)
    canvas = _level(segments, small).copy()
    canvas.frame(small.box(*shown), 2)
    for x, y, state in small.gates:
        sign = pictograms.destroyed(GATE) if state == "destroyed" else pictograms.black_gate(GATE)
        canvas.stamp(sign, *small.middle(x, y))
    if party:
        canvas.stamp(pictograms.token(PARTY), *small.middle(*party))
    canvas.frame((0, 0, *canvas.size), 1)
    return canvas


@lru_cache(maxsize=16)
def _inset(segments: Segments, room: tuple[int, int]) -> _Inset:
    return _Inset(segments, room)


def _level(segments: Segments, small: _Inset) -> Canvas:
    """The level alone."""
    seen = (small.size, *((one.x, one.y, one.kind, one.sides, one.monsters > 0) for one in segments))
    canvas = LEVELS.get(seen)
    if canvas is None:
        canvas = Canvas(small.size[0] + 2 * EDGE, small.size[1] + 2 * EDGE, palette.SHADE)
        canvas.tint(_plan(segments, small).resize(small.size, Image.Resampling.NEAREST), EDGE, EDGE)
        LEVELS.put(seen, canvas, 2 * canvas.size[0] * canvas.size[1] + SEEN * len(segments))
    return canvas


def _plan(segments: Segments, small: _Inset) -> Image.Image:
    """The level with GRAIN × GRAIN pixels to a segment, each the index of its colour."""
    grains = {
        (one.x, one.y): _grains(one.sides, stonework.is_room(one.sides, one.kind), one.monsters > 0) for one in segments
    }
    columns = range(small.left, small.left + small.across)
    lines = ([grains.get((x, y), _NOTHING) for x in columns] for y in range(small.top, small.top + small.down))
    pixels = b"".join(piece for line in lines for row in zip(*line, strict=True) for piece in row)
    return Image.frombytes("L", (small.across * GRAIN, small.down * GRAIN), pixels)


@cache
def _grains(sides: str, room: bool, monsters: bool) -> tuple[bytes, ...]:
    """Rooms are framed squares, full where monsters wait; corridors light strokes towards their openings."""
    grid = [[palette.SHADE] * GRAIN for _ in range(GRAIN)]
    middle, walls = range(2, GRAIN - 2), range(1, GRAIN - 1)
    for x, y in product(range(GRAIN), repeat=2):
        if room and x in walls and y in walls:
            inside = x in middle and y in middle and not monsters
            grid[y][x] = palette.FLOOR + (0 if inside else FULL - 1)
        elif not room and _open(x, y, middle, sides):
            grid[y][x] = palette.FLOOR
    return tuple(map(bytes, grid))


def _open(x: int, y: int, middle: range, sides: str) -> bool:
    if x in middle and y in middle:
        return True
    side = "N" if y < middle[0] else "S" if y > middle[-1] else "E" if x > middle[-1] else "W"
    straight = x in middle or y in middle
    return straight and sides["NESW".index(side)] != "W"
