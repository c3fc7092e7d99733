"""Paths as short strings, in the manner of SVG: ``M`` move, ``L`` line, ``Q`` and ``C`` curves, all absolute."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import cache
from math import cos, pi, sin
from typing import Final

Point = tuple[float, float]

STEPS: Final = 10
"""Straight pieces that a curve is made of."""
_TOKENS: Final = re.compile(r"[MLQC]|-?\d+(?:\.\d+)?")
_ARITY: Final = {"M": 1, "L": 1, "Q": 2, "C": 3}


def outline(path: str | Sequence[Point]) -> Sequence[Point]:
    """The points of a path."""
    return _parsed(path) if isinstance(path, str) else path


@cache
def _parsed(path: str) -> tuple[Point, ...]:
    points: list[Point] = []
    for verb, run in _runs(path):
        for start in range(0, len(run), _ARITY[verb]):
            points.extend(_piece(points[-1] if points else run[0], run[start : start + _ARITY[verb]]))
    return tuple(points)


def _runs(path: str) -> Iterator[tuple[str, list[Point]]]:
    for part in re.findall(r"[MLQC][^MLQC]*", path):
        numbers = [float(number) for number in _TOKENS.findall(part)[1:]]
        yield part[0], list(zip(numbers[::2], numbers[1::2], strict=True))


def _piece(start: Point, controls: Sequence[Point]) -> list[Point]:
    if len(controls) == 1:
        return list(controls)
    return [_curve((start, *controls), step / STEPS) for step in range(1, STEPS + 1)]


def _curve(points: Sequence[Point], part: float) -> Point:
    """Where a Bézier curve is after ``part`` (0–1) of its way, by de Casteljau."""
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part) for a, b in itertools.pairwise(points)]
    return points[0]


def scale_path(path: str | Sequence[Point], size: float, x: float = 50, y: float = 50) -> list[Point]:
    """A path on a square of 100, brought to a size around a middle."""
    return [(x + (u - 50) * size / 100, y + (v - 50) * size / 100) for u, v in outline(path)]


def ring(x: float, y: float, radius: float, corners: int, turned: float = 0.0) -> list[Point]:
    """The corners of a regular polygon; ``turned`` in parts of a full turn, 0 has a corner on top."""
    angles = (2 * pi * (corner / corners + turned) - pi / 2 for corner in range(corners))
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]
