"""Emblems of races and monsters, cut like woodcuts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from images import palette
from images.canvas import Sketch, Sprite
from images.emblem_paths import MONSTERS, STRANGER, Emblem
from images.paths import Point, mirror_path, outline
from images.race_paths import APPRENTICES, RACES

EMBLEMS: Final = RACES | APPRENTICES | MONSTERS
"""Whom there is an emblem for."""

FILLS: Final[dict[str, tuple[int | None, float]]] = {
    "ink": (None, 1),
    "bare": (palette.FLOOR, 0),
    "gold": (palette.GOLD, 0),
    "blue": (palette.WATER, 0),
    "red": (palette.RED, 0),
    "ember": (palette.RED, 0.5),
}
"""Ground and ink of a filled shape."""
LINES: Final[dict[str, tuple[float, float]]] = {
    "bold": (10, 1),
    "pen": (6, 1),
    "cut": (6, 0),
    "fine": (3.2, 1),
    "nick": (3.2, 0),
}
"""Width of a line in hundredths of the emblem, and its ink."""


@cache
def emblem(kind: str, size: int) -> Sprite:
    """The emblem of a race or a monster, size × size pixels; a stranger's shield for anyone unknown.

    An apprentice whose race has no apprentices' emblem looks as the race does.
    """
    sketch = Sketch(size, size, 104)
    carve(sketch, EMBLEMS.get(kind) or EMBLEMS.get(kind.removesuffix("-apprentice"), STRANGER), 2)
    return sketch.sprite()


def carve(sketch: Sketch, strokes: Emblem, inwards: float = 0) -> None:
    """Cut an emblem into a sketch 100 units wide; ``inwards``, so that no line is cut off at the edge."""
    for tool, path in strokes:
        _cut(sketch, tool.removeprefix("2"), _moved(outline(path), inwards))
        if tool.startswith("2"):
            _cut(sketch, tool.removeprefix("2"), _moved(mirror_path(path), inwards))


def _moved(points: Sequence[Point], by: float) -> list[Point]:
    return [(x + by, y + by) for x, y in points]


def _cut(sketch: Sketch, tool: str, points: list[Point]) -> None:
    if tool == "snake":
        sketch.line(points, 9)
        sketch.line(points[: len(points) * 3 // 4], 2.2, 0)
        sketch.circle(*points[-1], 6.5, ink=1)
    elif tool in LINES:
        sketch.line(points, *LINES[tool])
    else:
        sketch.shape(points, *FILLS[tool])
