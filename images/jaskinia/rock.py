"""Natural rock: hollows and passages with wavering walls, one area at a time, and the strokes around them.

Measures are in parts of an area, places are counted in areas from the left upper corner of the board.
"""

from __future__ import annotations

from functools import cache
from math import cos, hypot, pi, sin
from typing import Final, NamedTuple

from images import palette
from images.canvas import Canvas, Sketch, Sprite
from images.paths import Point
from images.stonework import CLUMPS, Slot, scatter, strew

HOLLOW: Final = {"corridor": 0.375, "fork": 0.395, "special": 0.425, "entrance": 0.425, "chamber": 0.455}
"""How far the walls are from the middle of each kind of area."""
TUBE: Final = 0.16
"""Half the width of a passage from one area to the next."""
WALL: Final = 0.033
"""Thickness of a wall's line."""
REACH: Final = 0.25
"""How far from a wall the rock is hatched."""
WAVES: Final = (2, 3, 5, 8)
"""How often the wall of a hollow swings in and out on its way around."""
SWING: Final = 0.016
MOST: Final = 0.48
"""How far from the middle a wall may come, so that it stays within its area."""
CORNERS: Final = 48
STEPS: Final = 12
"""Pieces of the wall of a passage."""
SIDES: Final = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
PEBBLES: Final = 16


class Hollow(NamedTuple):
    """An area as the rock knows it: where it is, its kind, and its open sides as letters."""

    x: int
    y: int
    kind: str
    sides: str
    deep: bool = False


def _chance(x: int, y: int, salt: int) -> float:
    """A number from -1 to 1 that is always the same for the same place."""
    return scatter(x, y, salt) % 2001 / 1000 - 1


def _wall(hollow: Hollow) -> list[Point]:
    """The wall around a hollow."""
    radius = HOLLOW[hollow.kind]
    phases = [pi * _chance(hollow.x, hollow.y, wave) for wave in WAVES]
    points = []
    for corner in range(CORNERS):
        angle = 2 * pi * corner / CORNERS
        swing = sum(sin(wave * angle + phase) for wave, phase in zip(WAVES, phases, strict=True))
        out = min(radius + SWING * swing, MOST)
        points.append((hollow.x + 0.5 + out * cos(angle), hollow.y + 0.5 + out * sin(angle)))
    return points


@cache
def _passage(x: int, y: int, down: bool) -> list[Point]:
    """The passage from an area to the next on the right or below, from middle to middle."""
    salt = 40 + down
    bend, *phases = (pi * _chance(x, y, salt + turn) for turn in (0, 10, 20))
    banks: list[list[Point]] = [[], []]
    for step in range(STEPS + 1):
        part = step / STEPS
        middle = 0.012 * bend * sin(pi * part)
        for bank, phase in enumerate(phases):
            off = TUBE + 0.016 * sin(4 * pi * part + phase) + 0.012 * sin(10 * pi * part + 2 * phase)
            across = middle + (off if bank else -off)
            banks[bank].append((x + 0.5 + across, y + 0.5 + part) if down else (x + 0.5 + part, y + 0.5 + across))
    return banks[0] + banks[1][::-1]


def _passages(hollow: Hollow) -> list[list[Point]]:
    """The passages of an area, each the same as seen from its other end."""
    found = []
    for side in hollow.sides:
        dx, dy = SIDES[side]
        found.append(_passage(hollow.x + min(dx, 0), hollow.y + min(dy, 0), dy != 0))
    return found


@cache
def floor(cell: int, hollow: Hollow) -> Sprite:
    """The floor and the walls of an area, cell × cell pixels, without a seam to those beside it."""
    sketch = Sketch(cell, cell, 1)
    lines = [_wall(hollow), *_passages(hollow)]
    shapes = [[(x - hollow.x, y - hollow.y) for x, y in line] for line in lines]
    ground = palette.SHADE if hollow.deep else palette.FLOOR
    for shape in shapes:
        sketch.shape(shape, ground, line=2 * max(WALL, 1.4 / cell))
    for shape in shapes:
        sketch.shape(shape, ground)
    if hollow.kind == "chamber":
        _pebbles(sketch, hollow)
    return sketch.sprite()


def _pebbles(sketch: Sketch, hollow: Hollow) -> None:
    """Faint dots: a second sign of a Chamber besides its size."""
    for number in range(PEBBLES):
        angle = 2 * pi * number * 0.381966
        out = 0.37 * ((number + 0.6) / PEBBLES) ** 0.5
        stray = 0.02 * _chance(hollow.x, hollow.y, 70 + number)
        sketch.circle(0.5 + (out + stray) * cos(angle), 0.5 + (out - stray) * sin(angle), 0.011, ink=0.38)


@cache
def _rock(kind: str, sides: str) -> frozenset[Slot]:
    """Where rock is hatched around an area: slots, counted from its left upper corner."""
    span = range(-CLUMPS, 2 * CLUMPS)
    return frozenset((u, v) for u in span for v in span if -0.12 < _distance(u, v, kind, sides) <= REACH)


def _distance(u: int, v: int, kind: str, sides: str) -> float:
    """How far outside the walls the middle of a slot is; negative inside."""
    x, y = ((slot + 0.5) / CLUMPS - 0.5 for slot in (u, v))
    near = [hypot(x, y) - HOLLOW[kind]]
    for side in sides:
        dx, dy = SIDES[side]
        along = min(max(x * dx + y * dy, 0.0), 0.5)
        near.append(hypot(x - along * dx, y - along * dy) - TUBE)
    return min(near)


def hatch(canvas: Canvas, cell: int, origin: Slot, hollows: list[Hollow]) -> None:
    """Hatch the rock around areas; ``origin``: the pixel at the left upper corner of the board."""
    slots = {
        (u + hollow.x * CLUMPS, v + hollow.y * CLUMPS)
        for hollow in hollows
        for u, v in _rock(hollow.kind, hollow.sides)
    }
    strew(canvas, cell, origin, slots)
