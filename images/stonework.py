"""Walls, floors, doors and the hatched rock around them, one cell of a square grid at a time.

``cell`` is always the side of a cell in pixels; ``sides`` are four letters for north, east, south, west: C(orridor),
D(oor), P(assage) or W(all). Proportions are in parts of a cell, measured from its middle.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from math import cos, pi, sin
from typing import Final

from PIL import Image

from images import palette
from images.canvas import Canvas, Sketch, Sprite
from images.palette import Point

CORRIDOR: Final = 0.20
"""Half the width of a corridor."""
ROOM: Final = 0.40
DOORWAY: Final = 0.115
PASSAGE: Final = 0.125
WALL: Final = 0.036
"""Thickness of a wall's line."""
BAR: Final = 0.042
"""From the middle of a doorway to each of its two bars."""
BAR_LINE: Final = 0.027
WAVER: Final = 0.009
"""How far a wall drawn by hand strays."""
HANDS: Final = 4
"""Each shape is drawn in so many slightly different ways."""

CLUMPS: Final = 6
"""Bundles of strokes to a cell's side."""
NEAR: Final = 0.12
"""So far from a wall the rock is hatched densely."""
REACH: Final = 0.24
"""How far from a wall there are strokes at all."""
PATCH: Final = CLUMPS
"""Bundles are prepared in patches of so many by so many: a patch is a cell."""
FAR: Final = PATCH * PATCH
"""In the bits of a patch those of the bundles that are far from a wall stand behind the others."""
PERIOD: Final = 3
"""After so many patches the rock repeats, so that there is an end to preparing it."""
PATCHES: Final = 600
"""Patches kept ready: those of the largest scale take some 40 KB each."""
BUNDLES: Final = 56
"""Different bundles near a wall, and as many far from it."""
KEPT_FAR: Final = 0.42
"""The part of the far bundles that are drawn."""
THINNED: Final = 32
"""Side of a cell in pixels under which there are no far bundles: so small they would be a grey noise."""
STRAY: Final = 0.06
"""How far a bundle strays from its place, in parts of a cell."""
HATCHING: Final = 0.74
"""Darkness of a stroke of rock."""

Slot = tuple[int, int]
_MASK: Final = 0xFFFFFFFF


def scatter(x: int, y: int, salt: int = 0) -> int:
    """A number 0–2³²−1 that looks random and is always the same for the same place."""
    mixed = (x * 0x9E3779B1 ^ y * 0x85EBCA77 ^ salt * 0xC2B2AE3D) & _MASK
    for shift, factor in ((15, 0x2C1B3C6D), (12, 0x297A2D39)):
        mixed = ((mixed ^ (mixed >> shift)) * factor) & _MASK
    return mixed ^ (mixed >> 15)


@lru_cache(maxsize=4096)
def hand(x: int, y: int) -> int:
    """In which of the ways the cell at this place is drawn."""
    return scatter(x, y) % HANDS


@cache
def is_room(sides: str, kind: str) -> bool:
    """Rooms have only doors and walls; the entrance and corridors have an open end or the name."""
    return kind not in ("corridor", "entrance") and "C" not in sides


def _turn_point(point: Point, quarters: int) -> Point:
    x, y = point
    for _ in range(quarters):
        x, y = -y, x
    return x, y


def _half_width_of_way(side: str) -> float:
    return {"C": CORRIDOR, "P": PASSAGE}.get(side, DOORWAY)


def walls(sides: str, room: bool) -> list[list[Point]]:
    """The lines of wall around a cell's floor, clockwise, broken where it is open."""
    half = ROOM if room else CORRIDOR
    lines: list[list[Point]] = [[]]
    for quarter, side in enumerate(sides):
        lines[-1].append(_turn_point((-half, -half), quarter))
        if side != "W":
            mouth = _half_width_of_way(side)
            lines[-1] += [_turn_point((-mouth, -half), quarter), _turn_point((-mouth, -0.5), quarter)]
            lines.append([_turn_point((mouth, -0.5), quarter), _turn_point((mouth, -half), quarter)])
    if len(lines) == 1:
        return [[*lines[0], lines[0][0]]]
    return [lines[-1] + lines[0], *lines[1:-1]]


def _waver_line(line: list[Point], salt: int) -> list[Point]:
    """The line with points between that stray a little; its ends stay, where the next cell goes on."""
    drawn = [line[0]]
    for number, (start, end) in enumerate(itertools.pairwise(line)):
        length = abs(end[0] - start[0]) + abs(end[1] - start[1])
        for step in range(1, pieces := max(1, round(length / 0.16))):
            stray = (scatter(number, step, salt) % 1001 / 500 - 1) * WAVER
            part = step / pieces
            across = (stray, 0.0) if start[0] == end[0] else (0.0, stray)
            drawn.append(
                (start[0] + (end[0] - start[0]) * part + across[0], start[1] + (end[1] - start[1]) * part + across[1])
            )
        if end != start:
            drawn.append(end)
    return drawn


def _centred_line(line: list[Point]) -> list[Point]:
    return [(x + 0.5, y + 0.5) for x, y in line]


@cache
def floor(cell: int, sides: str, room: bool, hand: int, shaded: bool = False) -> Sprite:
    """A cell's floor and walls, cell × cell pixels; ``hand`` is one of the ways to draw it."""
    sketch = Sketch(cell, cell, 1)
    lines = [_centred_line(_waver_line(line, salt)) for salt, line in enumerate(walls(sides, room), hand * 16)]
    sketch.shape([point for line in lines for point in line], palette.SHADE if shaded else palette.FLOOR)
    if room and cell >= 24:
        places = (0.2, 0.4, 0.6, 0.8)
        for x in places:
            for y in places:
                sketch.circle(x, y, 0.011, ink=0.38)
    for line in lines:
        sketch.line(line, max(WALL, 1.4 / cell))
    for quarter, side in enumerate(sides):
        if side == "D":
            ends = [_turn_point((end, BAR - 0.5), quarter) for end in (-0.13, 0.13)]
            sketch.line(_centred_line(ends), max(BAR_LINE, 1 / cell))
    return sketch.sprite()


@cache
def door(cell: int, upright: bool) -> Sprite:
    """The double bar of a door; ``upright``: in a wall that runs from north to south.

    Between two explored cells each cell's floor brings its own bar; this one is for doors to the unknown.
    """
    width, height = round(cell * 0.32), 2 * round(cell * 0.075)
    sketch = Sketch(width, height, 0.32)
    middle = height / width * 0.16
    sketch.shape([(0.03, 0), (0.29, 0), (0.29, 2 * middle), (0.03, 2 * middle)], palette.FLOOR)
    for y in (middle - BAR, middle + BAR):
        sketch.line([(0.03, y), (0.29, y)], max(BAR_LINE, 1 / cell))
    return (_turn_sprite(sketch.sprite()) if upright else sketch.sprite()).trimmed()


def _turn_sprite(sprite: Sprite) -> Sprite:
    ink, cover, ground, solid = (plane.transpose(Image.Transpose.ROTATE_90) for plane in sprite[:4])
    return Sprite(ink, cover, ground, solid, (sprite.middle[1], sprite.middle[0]))


@cache
def rock(sides: str, room: bool) -> tuple[frozenset[Slot], frozenset[Slot]]:
    """Where rock is hatched near this cell and farther from it: slots, CLUMPS to a cell, from its left upper corner."""
    span = range(-CLUMPS, 2 * CLUMPS)
    away = {
        (x, y): _distance_from_floor(_middle_of_slot(x), _middle_of_slot(y), sides, room) for x in span for y in span
    }
    near = frozenset(slot for slot, far in away.items() if -0.12 < far <= NEAR)
    return near, frozenset(slot for slot, far in away.items() if NEAR < far <= REACH)


@cache
def mouths(sides: str) -> frozenset[Slot]:
    """Slots before the cell's openings, which stay clear while it is not known what is there."""
    span = range(-CLUMPS, 2 * CLUMPS)
    return frozenset(
        (x, y) for x in span for y in span if _is_before_opening(_middle_of_slot(x), _middle_of_slot(y), sides)
    )


def _middle_of_slot(slot: int) -> float:
    return (slot + 0.5) / CLUMPS - 0.5


def _distance_from_floor(x: float, y: float, sides: str, room: bool) -> float:
    """How far from the floor of a cell a point is; negative on it."""
    half = ROOM if room else CORRIDOR
    near = [_distance_from_box(x, y, half, half)]
    for quarter, side in enumerate(sides):
        if side != "W":
            across, along = _turn_point((x, y), -quarter % 4)
            near.append(_distance_from_box(across, along + 0.25, _half_width_of_way(side), 0.25))
    return min(near)


def _distance_from_box(x: float, y: float, half_width: float, half_height: float) -> float:
    """How far outside a box around the origin a point is; negative inside."""
    over_x, over_y = abs(x) - half_width, abs(y) - half_height
    if over_x > 0 and over_y > 0:
        return float((over_x**2 + over_y**2) ** 0.5)
    return max(over_x, over_y)


def _is_before_opening(x: float, y: float, sides: str) -> bool:
    for quarter, side in enumerate(sides):
        across, along = _turn_point((x, y), -quarter % 4)
        if (
            side != "W"
            and -0.8 < along < -0.3
            and abs(across) < _half_width_of_way(side) + (0.1 if along < -0.48 else 0.0)
        ):
            return True
    return False


def hatch(canvas: Canvas, cell: int, origin: Slot, cells: Mapping[Slot, tuple[str, bool]]) -> None:
    """Hatch the rock around cells, each with its sides and whether it is a room; nothing before their openings.

    ``origin``: the pixel at the left upper corner of cell (0, 0).
    """
    lay_patches(canvas, cell, origin, hatched(cells))


def hatched(cells: Mapping[Slot, tuple[str, bool]]) -> dict[Slot, int]:
    """The patches of rock around cells: which slots of each patch are hatched, as bits; behind them the far ones."""
    rocks: dict[Slot, int] = {}
    clear: dict[Slot, int] = {}
    for (x, y), (sides, room) in cells.items():
        unknown = "".join(
            side if at not in cells else "W"
            for side, at in zip(sides, ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)), strict=True)
        )
        for patched, around in ((rocks, _rock_patches(sides, room)), (clear, _mouth_patches(unknown))):
            for across, down, which in around:
                place = (x + across, y + down)
                patched[place] = patched.get(place, 0) | which
    return {place: rest for place, which in rocks.items() if (rest := _bits_left(which, clear.get(place, 0)))}


def _bits_left(which: int, clear: int) -> int:
    """The bits of a patch without what stays clear, and without the far ones where others are near."""
    near = which & (1 << FAR) - 1 & ~clear
    return near | (which >> FAR & ~clear & ~near) << FAR


@cache
def _rock_patches(sides: str, room: bool) -> list[tuple[int, int, int]]:
    near, far = (patches(slots) for slots in rock(sides, room))
    return [(*place, near.get(place, 0) | far.get(place, 0) << FAR) for place in {**near, **far}]


@cache
def _mouth_patches(sides: str) -> list[tuple[int, int, int]]:
    return [(*place, which) for place, which in patches(mouths(sides)).items()]


def strew(canvas: Canvas, cell: int, origin: Slot, slots: Iterable[Slot]) -> None:
    """Lay the strokes of these slots; ``origin``: the pixel at the left upper corner of slot (0, 0)."""
    lay_patches(canvas, cell, origin, patches(slots))


def lay_patches(canvas: Canvas, cell: int, origin: Slot, found: Mapping[Slot, int]) -> None:
    """Lay the strokes of patches of which some slots are hatched; ``origin`` as in ``strew``."""
    for place, which in sorted(found.items()):
        x, y = round(origin[0] + (place[0] + 0.5) * cell), round(origin[1] + (place[1] + 0.5) * cell)
        canvas.ink_only(patch(cell, place, which), x, y)


def patches(slots: Iterable[Slot]) -> dict[Slot, int]:
    """Slots gathered into patches of PATCH × PATCH: which patch, and which of its slots as bits."""
    gathered: dict[Slot, int] = {}
    for x, y in slots:
        place = (x // PATCH, y // PATCH)
        gathered[place] = gathered.get(place, 0) | 1 << (y % PATCH * PATCH + x % PATCH)
    return gathered


def patch(cell: int, place: Slot, which: int) -> Sprite:
    """The strokes of a patch of rock, laid by the patch's middle."""
    return _draw_patch(cell, place[0] % PERIOD, place[1] % PERIOD, which)


@lru_cache(maxsize=PATCHES)
def _draw_patch(cell: int, x: int, y: int, which: int) -> Sprite:
    side = cell + 2 * (cell // 3)
    ink, cover = Image.new("L", (side, side), 0), Image.new("L", (side, side), 0)
    on_ink, on_cover = ink.im.paste, cover.im.paste
    for bit, box, bundle in _bundles_of_patch(cell, x, y):
        if which & bit:
            on_ink(bundle.ink.im, box, bundle.cover.im)
            on_cover(255, box, bundle.cover.im)
    return Sprite(ink, cover, ink, ink, (side // 2, side // 2)).trimmed()


@cache
def _bundles_of_patch(cell: int, x: int, y: int) -> list[tuple[int, tuple[int, int, int, int], Sprite]]:
    """The bundles of a patch: the bit of each, where it lies on the patch, how it looks."""
    side = cell + 2 * (cell // 3)
    found = []
    for number in range(2 * FAR if cell >= THINNED else FAR):
        slot = (x * PATCH + number % FAR % PATCH, y * PATCH + number % FAR // PATCH)
        if number < FAR or _chance_at(slot, 3) < KEPT_FAR:
            bundle = _draw_bundle(cell, scatter(*slot) % BUNDLES, number >= FAR)
            across, down = (
                side // 2
                + round(((at % PATCH - (PATCH - 1) / 2) / CLUMPS + STRAY * (2 * _chance_at(slot, salt) - 1)) * cell)
                for salt, at in enumerate(slot, 1)
            )
            found.append((1 << number, bundle.box(across, down), bundle))
    return found


def _chance_at(slot: Slot, salt: int) -> float:
    """A number from 0 to 1 that is always the same for the same place."""
    return scatter(*slot, salt) % 1001 / 1000


@cache
def _draw_bundle(cell: int, nth: int, far: bool) -> Sprite:
    """Some strokes side by side, as a hand throws them down: their slope, number, lengths and gaps are its own."""
    side = max(4, round(cell * 0.50))
    sketch = Sketch(side, side, 0.50)
    slope, far_off = pi * _chance_at((nth, 0), 7), 0.02 * far
    strokes = 3 + scatter(nth, 1, 7) % 3
    across, lines = -0.0265 * strokes, []
    for number in range(strokes):
        start, end, tilt, gap = (_chance_at((nth, number), salt) for salt in range(10, 14))
        before, after = (0.085 - far_off + 0.045 * more for more in (start, end))
        turn = slope + 0.2 * (tilt - 0.5)
        x, y = 0.25 - across * sin(slope), 0.25 + across * cos(slope)
        lines.append([(x - before * cos(turn), y - before * sin(turn)), (x + after * cos(turn), y + after * sin(turn))])
        across += 0.044 + 0.018 * gap
    sketch.shape([lines[0][0], lines[0][1], lines[-1][1], lines[-1][0]])
    for line in lines:
        sketch.line(line, max(0.0155, 0.8 / cell), HATCHING)
    return sketch.sprite().trimmed()
