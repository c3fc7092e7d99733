"""Pieces on the boards: pawns by the colour and the shape of their team, special tokens, and what lies on the floor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from images import palette, pictograms
from images.belongings import ICONS
from images.canvas import Sketch, Sprite
from images.emblems import carve
from images.palette import FLOOR, GOLD, RED, SHADE, WATER
from images.paths import Point, arc, outline, ring
from rules.kernel.words import Word

HALO: Final = 5
"""Width of the light rim around a piece, in parts of 100."""
EMPHASIS: Final = 1.3
"""How much larger a pawn is with the ring of whoever acts."""

TEETH: Final = 7
"""Of a trap."""

_SQUARE: Final = "M8 8 L92 8 L92 92 L8 92"
_TRIANGLE: Final = "M50 2 L99 92 L1 92"
_DIAMOND: Final = "M50 -2 L102 50 L50 102 L-2 50"

Fit = tuple[str | Sequence[Point], int, float, float]
"""A team's shape on a square of 100, its colour, how low its middle is, and how large letters may be."""
TEAMS: Final[Mapping[str, Fit]] = {
    "undead": (ring(50, 50, 48, 40), palette.UNDEAD, 50, 66),
    "dwarves": (_SQUARE, palette.DWARVES, 50, 72),
    "ratmen": (_TRIANGLE, palette.RATMEN, 64, 56),
    "elves": (_DIAMOND, palette.ELVES, 50, 58),
}
NOBODY: Final[Fit] = (ring(50, 50, 48, 6), FLOOR, 50, 60)


def _scaled(path: str | Sequence[Point], size: float, x: float, y: float) -> list[Point]:
    """A path on a square of 100, brought to a size around a middle."""
    return [(x + (u - 50) * size / 100, y + (v - 50) * size / 100) for u, v in outline(path)]


def shape(sketch: Sketch, team: str, size: float, x: float = 50, y: float = 50) -> None:
    """The shape of a team in its colour, with a light rim."""
    path, colour, _, _ = TEAMS.get(team, NOBODY)
    sketch.line([*(rim := _scaled(path, size - HALO, x, y)), rim[0], rim[1]], 9 + HALO, 0)
    sketch.shape(_scaled(path, size - HALO, x, y), colour, line=max(5.0, size * 0.07))


@cache
def pawn(team: str, mark: str, size: int, moving: bool = False) -> Sprite:
    """A pawn, size × size pixels, larger with the red ring of the one that acts."""
    whole = round(size * EMPHASIS) if moving else size
    sketch = Sketch(whole, whole, 100)
    part = 100 / EMPHASIS if moving else 96
    if moving:
        sketch.circle(50, 50, 50, FLOOR)
        sketch.circle(50, 50, 48, RED, line=2.5)
        sketch.circle(50, 50, 39.5, FLOOR, line=2)
    shape(sketch, team, part)
    if mark:
        _, _, middle, type_size = TEAMS.get(team, NOBODY)
        sketch.text(50, 50 + (middle - 50) * part / 100, mark[:2], type_size * part / 100)
    return sketch.sprite()


@cache
def badge(team: str, size: int) -> Sprite:
    """The sign of a team alone, size × size pixels."""
    return pawn(team, "", size)


def trap(sketch: Sketch) -> None:
    """An iron trap from above: a ring with teeth inwards, and the plate that springs it."""
    sketch.circle(50, 50, 50, FLOOR)
    sketch.shape(arc(50, 50, 48, 37, 0, 1), ink=1)
    feet = (ring(50, 50, 39, TEETH, turned) for turned in (-0.045, 0.045))
    for tip, *foot in zip(ring(50, 50, 19, TEETH), *feet, strict=True):
        sketch.shape([tip, *foot], ink=1)
    sketch.circle(50, 50, 8, ink=1)


def cloud(sketch: Sketch) -> None:
    """A cloud that drips."""
    bumps = ((27, 46, 24), (52, 32, 29), (76, 48, 21))
    for grown, ground, ink in ((5, FLOOR, 0.0), (0, None, 1.0), (-7, SHADE, 0.0)):
        for x, y, radius in bumps:
            sketch.circle(x, y, radius + grown, ground, ink)
        left, right, top, bottom = 8 - grown, 92 + grown, 46 - grown, 68 + grown
        sketch.shape([(left, top), (right, top), (right - 4, bottom), (left + 4, bottom)], ground, ink)
    for x, low in ((28, 88), (50, 98), (72, 88)):
        sketch.line([(x, 76), (x, low)], 14, 0)
        sketch.line([(x, 78), (x, low)], 8)


def tree(sketch: Sketch) -> None:
    """A tree with a full crown and fruit."""
    crown = ((28, 38, 23), (72, 38, 23), (50, 26, 25), (50, 48, 23))
    for grown, ink in ((5, 0.0), (0, 1.0)):
        sketch.shape(
            [(42 - grown, 54), (58 + grown, 54), (62, 88), (78 + grown, 100), (22 - grown, 100), (38, 88)], ink=ink
        )
        for x, y, radius in crown:
            sketch.circle(x, y, radius + grown, ink=ink)
    for x, y in ((30, 36), (50, 22), (70, 36), (50, 50)):
        sketch.circle(x, y, 6, FLOOR)


SPECIAL: Final[Mapping[str, Callable[[Sketch], None]]] = {"trap": trap, "cloud": cloud, "tree": tree}


@cache
def special(kind: str, team: str, size: int) -> Sprite:
    """A special token, size × size pixels, with the sign of the team that laid it ('' for none)."""
    sketch = Sketch(size, size, 114)
    SPECIAL.get(kind, pictograms.unlike)(sketch)
    if team:
        shape(sketch, team, 50, 86, 84)
    return sketch.sprite()


def is_crystal(token: Word) -> bool:
    """Whether a token on the floor is a Crystal rather than a Find."""
    return token.key.endswith(".crystal")


@cache
def pile(number: int, size: int) -> Sprite:
    """Finds on the floor, as one tile with their number; without one for a legend."""
    sketch = Sketch(size, size, 100)
    sketch.shape("M2 2 L98 2 L98 98 L2 98", FLOOR)
    sketch.shape("M24 6 L94 6 L94 76 L24 76", SHADE, line=8)
    sketch.shape("M8 24 L76 24 L76 92 L8 92", GOLD, line=8)
    if number:
        sketch.text(42, 58, str(min(number, 99)), 62 if number < 10 else 50)
    return sketch.sprite()


@cache
def crystal(number: int, size: int) -> Sprite:
    """Crystals: a blue gem, with their number if there are several."""
    sketch = Sketch(size, size, 104)
    for tool, path in ICONS["jewel"]:
        if number > 1 and tool == "fine":
            continue
        carve(sketch, ((tool, path),), 2)
    if number > 1:
        sketch.text(52, 42, str(min(number, 99)), 56 if number < 10 else 48)
    return sketch.sprite()


@cache
def dot(size: int) -> Sprite:
    """A dot of the line between Teleports."""
    sketch = Sketch(size, size, 100)
    sketch.circle(50, 50, 50, FLOOR)
    sketch.circle(50, 50, 40, WATER, line=16)
    return sketch.sprite()
