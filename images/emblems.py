"""Emblems of races and monsters, cut like woodcuts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from images import palette
from images.canvas import Sketch, Sprite
from images.emblem_paths import MONSTERS, RACES, STRANGER
from images.paths import Point, mirrored, outline

EMBLEMS: Final = RACES | MONSTERS
"""Whom there is an emblem for."""

COLOURS: Final = {"gold": palette.GOLD, "red": palette.RED, "blue": palette.WATER, "bare": palette.FLOOR}
LINES: Final[dict[str, tuple[float, float]]] = {
    "pen": (6, 1),
    "cut": (6, 0),
    "fine": (3.2, 1),
    "nick": (3.2, 0),
}
"""Width of a line in hundredths of the emblem, and its ink."""


@cache
def emblem(kind: str, size: int) -> Sprite:
    """The emblem of a race or a monster, size × size pixels; a stranger's shield for anyone unknown."""
    sketch = Sketch(size, size, 104)
    for tool, path in EMBLEMS.get(kind, STRANGER):
        doubled = tool.startswith("2")
        _cut(sketch, tool.removeprefix("2"), _framed(outline(path)))
        if doubled:
            _cut(sketch, tool.removeprefix("2"), _framed(mirrored(path)))
    return sketch.sprite()


def _framed(points: Sequence[Point]) -> list[Point]:
    """The points a little inwards, so that no line is cut off at the edge."""
    return [(x + 2, y + 2) for x, y in points]


def _cut(sketch: Sketch, tool: str, points: list[Point]) -> None:
    if tool == "snake":
        sketch.line(points, 9)
        sketch.line(points[: len(points) * 3 // 4], 2.2, 0)
        sketch.circle(*points[-1], 6.5, ink=1)
    elif tool in LINES:
        sketch.line(points, *LINES[tool])
    elif tool == "ink":
        sketch.shape(points, ink=1)
    else:
        sketch.shape(points, COLOURS[tool])
