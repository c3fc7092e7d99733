"""Signs of the chambers: the four elements as alchemists write them, Camp, Rune stone, Teleport."""

from __future__ import annotations

from functools import cache
from typing import Final

from images.artwork import art, known
from images.canvas import Sketch, Sprite
from images.labirynt_czarnoksieznika.pieces import NOBODY, TEAMS, shape
from images.palette import FLOOR, ROSE, SHADE, WATER
from images.pictograms import UNLIKE

ELEMENTS: Final = ("fire", "water", "air", "earth")
SIGNS: Final = (*ELEMENTS, "runes", "teleport")


def sign(kind: str, size: int) -> Sprite:
    """The sign of a chamber of this kind, size × size pixels."""
    return art(known("labirynt_czarnoksieznika/chambers", kind, UNLIKE), size)


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
    sketch.shape(points, {"water": WATER, "fire": ROSE}.get(element, FLOOR), line=7)
    if element in ("air", "earth"):
        y = 53 if up else 49
        sketch.line([(28, y), (72, y)], 6)
