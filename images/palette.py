"""Defines the palette of 112 flat colours, ink on old paper, and paths as short strings."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import cache
from math import cos, pi, sin
from typing import Final

RGB = tuple[int, int, int]

INK: Final[RGB] = (38, 29, 22)
PAPER_RGB: Final[RGB] = (242, 233, 213)
FLOOR_RGB: Final[RGB] = (254, 249, 238)
WATER_RGB: Final[RGB] = (176, 209, 232)
GOLD_RGB: Final[RGB] = (232, 186, 72)
RED_RGB: Final[RGB] = (178, 30, 32)
SHADE_RGB: Final[RGB] = (224, 210, 181)
UNDEAD_RGB: Final[RGB] = (190, 176, 222)
DWARVES_RGB: Final[RGB] = (224, 122, 62)
RATMEN_RGB: Final[RGB] = (214, 208, 88)
ELVES_RGB: Final[RGB] = (72, 158, 132)
AZURE_RGB: Final[RGB] = (92, 132, 204)
ROSE_RGB: Final[RGB] = (238, 164, 178)

LEVELS: Final = 8
"""Ink levels per ground: 0 is the bare ground, 7 full ink."""
FULL: Final = LEVELS - 1

# A ground is a multiple of LEVELS, so that ground + ink is the index of a colour.
PAPER: Final = 0 * LEVELS
FLOOR: Final = 1 * LEVELS
WATER: Final = 2 * LEVELS
GOLD: Final = 3 * LEVELS
RED: Final = 4 * LEVELS
SHADE: Final = 5 * LEVELS
RED_WINDOW: Final = 6 * LEVELS
"""Red on which ink is light: for numbers on the party's token."""
DARK: Final = 7 * LEVELS
"""Full ink on which ink is light: for numbers on dark tokens."""
UNDEAD: Final = 8 * LEVELS
"""The first team colour of Labirynt Czarnoksiężnika; light enough for dark marks, distinct for the colour-blind."""
DWARVES: Final = 9 * LEVELS
RATMEN: Final = 10 * LEVELS
ELVES: Final = 11 * LEVELS
AZURE: Final = 12 * LEVELS
"""``AZURE`` and ``ROSE`` complement the four team colours for six pawns."""
ROSE: Final = 13 * LEVELS

_RAMPS: Final[tuple[tuple[RGB, RGB], ...]] = (
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


def _blend(ground: RGB, ink: RGB, level: int) -> RGB:
    red, green, blue = (round(g + (i - g) * level / FULL) for g, i in zip(ground, ink, strict=True))
    return red, green, blue


def colours() -> tuple[RGB, ...]:
    """Return all colours in the order of their indices."""
    return tuple(_blend(ground, ink, level) for ground, ink in _RAMPS for level in range(LEVELS))


def flat() -> list[int]:
    """Return the palette in Pillow's format: red, green, blue of each colour in turn."""
    return [channel for colour in colours() for channel in colour]


Point = tuple[float, float]

STEPS: Final = 10
"""Straight pieces per curve."""
_TOKENS: Final = re.compile(r"[MLQC]|-?\d+(?:\.\d+)?")
_ARITY: Final = {"M": 1, "L": 1, "Q": 2, "C": 3}


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
