"""Signs of the chambers: the four elements as alchemists write them, Camp, Rune stone, Teleport."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from images import pictograms
from images.canvas import Sketch, Sprite
from images.labirynt_czarnoksieznika.pieces import NOBODY, TEAMS, shape
from images.palette import FLOOR, SHADE, WATER
from images.paths import ring

ELEMENTS: Final = ("fire", "water", "air", "earth")
_UP: Final = "M50 6 L95 88 L5 88"
_DOWN: Final = "M50 94 L95 12 L5 12"


def fire(sketch: Sketch) -> None:
    """A triangle."""
    sketch.shape(_UP, FLOOR, line=9)


def water(sketch: Sketch) -> None:
    """A triangle on its point."""
    sketch.shape(_DOWN, WATER, line=9)


def air(sketch: Sketch) -> None:
    """A triangle with a bar."""
    sketch.shape(_UP, FLOOR, line=9)
    sketch.line("M10 57 L90 57", 11)


def earth(sketch: Sketch) -> None:
    """A triangle on its point with a bar."""
    sketch.shape(_DOWN, SHADE, line=9)
    sketch.line("M10 43 L90 43", 11)


def runes(sketch: Sketch) -> None:
    """A standing stone with a rune cut in."""
    sketch.shape("M14 96 L20 34 Q24 4 52 3 Q78 6 82 36 L88 96", SHADE, line=7)
    sketch.line("M50 22 L50 84", 8)
    sketch.line("M50 50 L30 28", 8)
    sketch.line("M50 50 L70 28", 8)
    sketch.line("M4 96 L96 96", 7)


def teleport(sketch: Sketch) -> None:
    """A disc of blue with a spiral of ink."""
    sketch.circle(50, 50, 50, FLOOR)
    sketch.circle(50, 50, 47, WATER, line=6)
    sketch.line([ring(50, 50, 4 + 32 * step / 50, 1, step / 50 * 2.25)[0] for step in range(51)], 7)


SIGNS: Final[Mapping[str, Callable[[Sketch], None]]] = {
    "fire": fire,
    "water": water,
    "air": air,
    "earth": earth,
    "runes": runes,
    "teleport": teleport,
}


@cache
def sign(kind: str, size: int) -> Sprite:
    """The sign of a chamber of this kind, size × size pixels."""
    sketch = Sketch(size, size, 100)
    SIGNS.get(kind, pictograms.unlike)(sketch)
    return sketch.sprite()


@cache
def camp(team: str, size: int) -> Sprite:
    """A tent in the colour of its team with the team's sign; without a team a bare one."""
    sketch = Sketch(size, size, 110)
    sketch.line("M52 4 L52 30", 5)
    sketch.shape("M53 3 L80 11 L53 20", TEAMS.get(team, NOBODY).colour, line=4)
    sketch.shape("M52 22 L100 92 L4 92", TEAMS.get(team, NOBODY).colour, line=7)
    sketch.shape("M52 44 L68 92 L36 92", ink=1)
    sketch.line("M4 92 L100 92", 7)
    if team:
        shape(sketch, team, 46, 83, 82)
    return sketch.sprite()


@cache
def rune(element: str, size: int) -> Sprite:
    """A Rune: a small stone with the sign of its element, bare if it is not known."""
    sketch = Sketch(size, size, 100)
    sketch.shape("M8 60 Q4 20 40 6 Q84 0 94 44 Q98 88 60 96 Q20 98 8 60", SHADE, line=7)
    if element in ELEMENTS:
        _cut(sketch, element)
    return sketch.sprite()


def _cut(sketch: Sketch, element: str) -> None:
    up = element in ("fire", "air")
    points = [(50, 22), (76, 70), (24, 70)] if up else [(50, 80), (76, 32), (24, 32)]
    sketch.shape(points, WATER if element == "water" else FLOOR, line=7)
    if element in ("air", "earth"):
        y = 53 if up else 49
        sketch.line([(28, y), (72, y)], 6)
