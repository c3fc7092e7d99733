"""Draws walls, floors, doors and hatched rock, one cell of a square grid at a time.

``cell`` is the side of a cell in pixels; ``sides`` has a letter for north, east, south, west: C(orridor), D(oor),
P(assage) or W(all). Proportions are fractions of a cell, measured from its middle.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from math import cos, pi, sin

from PIL import Image

from images import palette
from images.canvas import Canvas, Sketch, Sprite
from images.palette import Box, Point

CORRIDOR = 0.20
"""Half the width of a corridor."""
ROOM = 0.40
DOORWAY = 0.115
PASSAGE = 0.125
WALL = 0.036
"""Thickness of a wall's line."""
BAR = 0.042
"""Distance from the middle of a doorway to each of its two bars."""
BAR_LINE = 0.027
WAVER = 0.009
"""How far a hand-drawn wall deviates from a straight line."""
HANDS = 4
"""Number of slightly different drawings of each shape."""

CLUMPS = 6
"""Number of bundles of strokes along a cell's side."""
NEAR = 0.12
"""Distance from a wall within which rock is hatched densely."""
REACH = 0.24
"""Distance from a wall within which rock is hatched at all."""
PATCH = CLUMPS
"""Side of a cached patch in bundles: a patch is one cell."""
FAR = PATCH * PATCH
"""Offset in a patch's bits of the bundles far from a wall."""
PERIOD = 3
"""Number of patches after which the rock repeats, to limit the cache."""
PATCHES = 600
"""Number of cached patches; at the largest scale a patch takes about 40 KB."""
BUNDLES = 56
"""Number of different bundles near a wall, and again far from it."""
KEPT_FAR = 0.42
"""Fraction of the far bundles that are drawn."""
THINNED = 32
"""Cell size in pixels below which far bundles are omitted, because they would look like grey noise."""
STRAY = 0.06
"""How far a bundle is displaced at random, as a fraction of a cell."""
HATCHING = 0.74
"""Darkness of a stroke of rock."""

Slot = tuple[int, int]
_MASK = 0xFFFFFFFF


@lru_cache(maxsize=8192)
def scatter(x: int, y: int, salt: int = 0) -> int:
    """Return a reproducible pseudo-random number 0–2³²−1 for a place."""
    mixed = (x * 0x9E3779B1 ^ y * 0x85EBCA77 ^ salt * 0xC2B2AE3D) & _MASK
    for shift, factor in ((15, 0x2C1B3C6D), (12, 0x297A2D39)):
        mixed = ((mixed ^ (mixed >> shift)) * factor) & _MASK
    return mixed ^ (mixed >> 15)


def hand(x: int, y: int) -> int:
    """Return which of the HANDS drawings the cell at this place uses."""
    return scatter(x, y) % HANDS


@cache
def is_room(sides: str, kind: str) -> bool:
    """Whether a segment is a room: it has only doors and walls and is no corridor or entrance."""
    return kind not in ("corridor", "entrance") and "C" not in sides


def _turn_point(point: Point, quarters: int) -> Point:
    x, y = point
    for _ in range(quarters):
        x, y = -y, x
    return x, y


def _half_width_of_way(side: str) -> float:
    return {"C": CORRIDOR, "P": PASSAGE}.get(side, DOORWAY)


def walls(sides: str, room: bool) -> list[list[Point]]:
    """Return the wall lines around a cell's floor, clockwise, interrupted at openings."""
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
    """Add slightly displaced points to a line; its ends stay, to join the next cell."""
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


@lru_cache(maxsize=1024)
def _drawn_walls(sides: str, room: bool, hand: int) -> list[list[Point]]:
    """Return the wall lines as drawn by a hand, measured from a cell's corner."""
    return [_centred_line(_waver_line(line, salt)) for salt, line in enumerate(walls(sides, room), hand * 16)]


@cache
def floor(cell: int, sides: str, room: bool, hand: int, shaded: bool = False) -> Sprite:
    """Return a cell's floor and walls, cell × cell pixels; ``hand`` selects one of the HANDS drawings."""
    sketch = Sketch(cell, cell, 1)
    lines = _drawn_walls(sides, room, hand)
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
    """Return the double bar of a door to an unknown cell; ``upright``: in a wall from north to south.

    Between two explored cells each floor draws its own bar.
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


_SLOTS: list[Slot] = [(x, y) for x in range(-CLUMPS, 2 * CLUMPS) for y in range(-CLUMPS, 2 * CLUMPS)]
"""The slots of a cell and its neighbours."""


@cache
def _distances_from_box(quarter: int, half_width: float, half_height: float, rise: float) -> list[float]:
    """Return the distance of each slot from a box whose middle is ``rise`` above a cell's; negative inside."""
    found = []
    for across, along in _turned_slots(quarter):
        over_x, over_y = abs(across) - half_width, abs(along + rise) - half_height
        outside = over_x > 0 and over_y > 0
        found.append(float((over_x**2 + over_y**2) ** 0.5) if outside else max(over_x, over_y))
    return found


def _turned_slots(quarter: int) -> list[Point]:
    """Return the middles of the slots, turned so that the opening of this quarter is above."""
    return [_turn_point(((x + 0.5) / CLUMPS - 0.5, (y + 0.5) / CLUMPS - 0.5), -quarter % 4) for x, y in _SLOTS]


def hatch(canvas: Canvas, cell: int, origin: Slot, cells: Mapping[Slot, tuple[str, bool]]) -> None:
    """Hatch the rock around cells, given their sides and whether each is a room; openings stay clear.

    ``origin`` is the pixel at the upper left corner of cell (0, 0).
    """
    lay_patches(canvas, cell, origin, hatched(cells))


def hatched(cells: Mapping[Slot, tuple[str, bool]]) -> dict[Slot, int]:
    """Return the patches of rock around cells: the hatched slots of each patch as bits, followed by the far ones."""
    rocks: dict[Slot, int] = {}
    clear: dict[Slot, int] = {}
    for (x, y), (sides, room) in cells.items():
        neighbours = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
        mouths = (
            _mouth_patches(quarter, side)
            for quarter, (side, neighbour) in enumerate(zip(sides, neighbours, strict=True))
            if side != "W" and neighbour not in cells
        )
        for patched, around in ((rocks, _rock_patches(sides, room)), *((clear, mouth) for mouth in mouths)):
            for across, down, which in around:
                place = (x + across, y + down)
                patched[place] = patched.get(place, 0) | which
    return {place: rest for place, which in rocks.items() if (rest := _bits_left(which, clear.get(place, 0)))}


def _bits_left(which: int, clear: int) -> int:
    """Remove slots that stay clear, and far slots that are also near, from a patch's bits."""
    near = which & (1 << FAR) - 1 & ~clear
    return near | (which >> FAR & ~clear & ~near) << FAR


@cache
def _rock_patches(sides: str, room: bool) -> list[tuple[int, int, int]]:
    """Return the slots hatched near this cell and farther away, as bits of patches around its own."""
    half = ROOM if room else CORRIDOR
    ways = (
        _distances_from_box(quarter, _half_width_of_way(side), 0.25, 0.25)
        for quarter, side in enumerate(sides)
        if side != "W"
    )
    away = list(zip(_SLOTS, map(min, zip(_distances_from_box(0, half, half, 0.0), *ways, strict=True)), strict=True))
    near, far = (
        patches(slot for slot, distance in away if least < distance <= most)
        for least, most in ((-0.12, NEAR), (NEAR, REACH))
    )
    return [(*place, near.get(place, 0) | far.get(place, 0) << FAR) for place in {**near, **far}]


@cache
def _mouth_patches(quarter: int, side: str) -> list[tuple[int, int, int]]:
    """Return the slots before an opening, which stay clear while the next cell is unknown, as bits of patches."""
    half = _half_width_of_way(side)
    clear = (
        slot
        for slot, (across, along) in zip(_SLOTS, _turned_slots(quarter), strict=True)
        if -0.8 < along < -0.3 and abs(across) < half + (0.1 if along < -0.48 else 0.0)
    )
    return [(*place, which) for place, which in patches(clear).items()]


def lay_patches(canvas: Canvas, cell: int, origin: Slot, found: Mapping[Slot, int]) -> None:
    """Draw the strokes of patches, given the hatched slots of each as bits; ``origin`` as in ``hatch``."""
    for place, which in sorted(found.items()):
        x, y = round(origin[0] + (place[0] + 0.5) * cell), round(origin[1] + (place[1] + 0.5) * cell)
        canvas.ink_only(_draw_patch(cell, place[0] % PERIOD, place[1] % PERIOD, which), x, y)


def patches(slots: Iterable[Slot]) -> dict[Slot, int]:
    """Group slots into patches of PATCH × PATCH, with the slots of each as bits."""
    gathered: dict[Slot, int] = {}
    for x, y in slots:
        place = (x // PATCH, y // PATCH)
        gathered[place] = gathered.get(place, 0) | 1 << (y % PATCH * PATCH + x % PATCH)
    return gathered


@lru_cache(maxsize=PATCHES)
def _draw_patch(cell: int, x: int, y: int, which: int) -> Sprite:
    """Return the strokes of a patch of rock, anchored at its middle."""
    side = cell + 2 * (cell // 3)
    ink, cover = Image.new("L", (side, side), 0), Image.new("L", (side, side), 0)
    on_ink, on_cover = ink.im.paste, cover.im.paste
    for bit, box, bundle in _bundles_of_patch(cell, x, y):
        if which & bit:
            on_ink(bundle.ink.im, box, bundle.cover.im)
            on_cover(255, box, bundle.cover.im)
    return Sprite(ink, cover, ink, ink, (side // 2, side // 2)).trimmed()


@cache
def _bundles_of_patch(cell: int, x: int, y: int) -> list[tuple[int, Box, Sprite]]:
    """Return the bundles of a patch: the bit, the box on the patch and the sprite of each."""
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
    """Return a reproducible pseudo-random number from 0 to 1 for a place."""
    return scatter(*slot, salt) % 1001 / 1000


@cache
def _draw_bundle(cell: int, nth: int, far: bool) -> Sprite:
    """Draw a few strokes side by side; slope, number, lengths and gaps vary from bundle to bundle."""
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
