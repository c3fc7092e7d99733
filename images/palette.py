"""Defines the palette of 112 flat colours, ink on old paper, and paths as short strings."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import cache
from math import cos, pi, sin

RGB = tuple[int, int, int]

INK: RGB = (38, 29, 22)
PAPER_RGB: RGB = (242, 233, 213)
FLOOR_RGB: RGB = (254, 249, 238)
WATER_RGB: RGB = (176, 209, 232)
GOLD_RGB: RGB = (232, 186, 72)
RED_RGB: RGB = (178, 30, 32)
SHADE_RGB: RGB = (224, 210, 181)
UNDEAD_RGB: RGB = (190, 176, 222)
DWARVES_RGB: RGB = (224, 122, 62)
RATMEN_RGB: RGB = (214, 208, 88)
ELVES_RGB: RGB = (72, 158, 132)
AZURE_RGB: RGB = (92, 132, 204)
ROSE_RGB: RGB = (238, 164, 178)

LEVELS = 8
"""Ink levels per ground: 0 is the bare ground, 7 full ink."""
FULL = LEVELS - 1

# A ground is a multiple of LEVELS, so that ground + ink is the index of a colour.
PAPER = 0 * LEVELS
FLOOR = 1 * LEVELS
WATER = 2 * LEVELS
GOLD = 3 * LEVELS
RED = 4 * LEVELS
SHADE = 5 * LEVELS
RED_WINDOW = 6 * LEVELS
"""Red on which ink is light: for numbers on the party's token."""
DARK = 7 * LEVELS
"""Full ink on which ink is light: for numbers on dark tokens."""
UNDEAD = 8 * LEVELS
"""The first team colour of Labirynt Czarnoksiężnika; light enough for dark marks, distinct for the colour-blind."""
DWARVES = 9 * LEVELS
RATMEN = 10 * LEVELS
ELVES = 11 * LEVELS
AZURE = 12 * LEVELS
"""``AZURE`` and ``ROSE`` complement the four team colours for six pawns."""
ROSE = 13 * LEVELS

_RAMPS: tuple[tuple[RGB, RGB], ...] = (
    (PAPER_RGB, INK),
    (FLOOR_RGB, INK),
    (WATER_RGB, INK),
    (GOLD_RGB, INK),
    (RED_RGB, INK),
    (SHADE_RGB, INK),
    (RED_RGB, FLOOR_RGB),
    (INK, FLOOR_RGB),
    (UNDEAD_RGB, INK),
    (DWARVES_RGB, INK),
    (RATMEN_RGB, INK),
    (ELVES_RGB, INK),
    (AZURE_RGB, INK),
    (ROSE_RGB, INK),
)


_LIGHT_ON_DARK: dict[tuple[RGB, RGB], tuple[RGB, RGB]] = {
    (PAPER_RGB, INK): ((38, 34, 30), (242, 233, 213)),
    (FLOOR_RGB, INK): ((52, 46, 40), (254, 249, 238)),
    (SHADE_RGB, INK): ((72, 64, 54), (242, 233, 213)),
    (INK, FLOOR_RGB): ((224, 210, 181), INK),
}
"""The same grounds on dark paper; coloured ones stay as they are."""


def _blend(ground: RGB, ink: RGB, level: int) -> RGB:
    red, green, blue = (round(g + (i - g) * level / FULL) for g, i in zip(ground, ink, strict=True))
    return red, green, blue


def colours(*, dark: bool = False) -> tuple[RGB, ...]:
    """Return all colours in the order of their indices; ``dark``: on dark paper."""
    ramps = [_LIGHT_ON_DARK.get(ramp, ramp) for ramp in _RAMPS] if dark else _RAMPS
    return tuple(_blend(ground, ink, level) for ground, ink in ramps for level in range(LEVELS))


def flat(*, dark: bool = False) -> list[int]:
    """Return the palette in Pillow's format: red, green, blue of each colour in turn."""
    return [channel for colour in colours(dark=dark) for channel in colour]


Point = tuple[float, float]
Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""

STEPS = 10
"""Straight pieces per curve."""
_TOKENS = re.compile(r"[MLQC]|-?\d+(?:\.\d+)?")
_ARITY = {"M": 1, "L": 1, "Q": 2, "C": 3}


def outline(path: str | Sequence[Point]) -> Sequence[Point]:
    """Return the points of a path."""
    return _parse_path(path) if isinstance(path, str) else path


@cache
def _parse_path(path: str) -> tuple[Point, ...]:
    points: list[Point] = []
    for verb, run in _path_commands(path):
        for start in range(0, len(run), _ARITY[verb]):
            points.extend(_curve_points(points[-1] if points else run[0], run[start : start + _ARITY[verb]]))
    return tuple(points)


def _path_commands(path: str) -> Iterator[tuple[str, list[Point]]]:
    for part in re.findall(r"[MLQC][^MLQC]*", path):
        numbers = [float(number) for number in _TOKENS.findall(part)[1:]]
        yield part[0], list(zip(numbers[::2], numbers[1::2], strict=True))


def _curve_points(start: Point, controls: Sequence[Point]) -> list[Point]:
    if len(controls) == 1:
        return list(controls)
    return [_bezier_point((start, *controls), step / STEPS) for step in range(1, STEPS + 1)]


def _bezier_point(points: Sequence[Point], part: float) -> Point:
    """Return the point of a Bézier curve at ``part`` (0–1), by de Casteljau's algorithm."""
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part) for a, b in itertools.pairwise(points)]
    return points[0]


def scale_path(path: str | Sequence[Point], size: float, x: float = 50, y: float = 50) -> list[Point]:
    """Return a path on a square of 100 scaled to a size and centred on (x, y)."""
    return [(x + (u - 50) * size / 100, y + (v - 50) * size / 100) for u, v in outline(path)]


def ring(x: float, y: float, radius: float, corners: int, turned: float = 0.0) -> list[Point]:
    """Return the corners of a regular polygon; ``turned`` is a fraction of a full turn, 0 has a corner on top."""
    angles = (2 * pi * (corner / corners + turned) - pi / 2 for corner in range(corners))
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]
