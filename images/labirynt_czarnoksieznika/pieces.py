"""Pieces on the boards: pawns by the colour and the shape of their team, special tokens, and what lies on the floor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from images import palette, pawns, pictograms
from images.belongings import ICONS
from images.canvas import Sketch, Sprite
from images.emblems import carve
from images.page import TYPE
from images.palette import FLOOR, GOLD, SHADE
from images.paths import arc, ring
from images.pawns import Fit
from rules.kernel.words import Word

TEETH: Final = 7
"""Of a trap."""

_SQUARE: Final = "M8 8 L92 8 L92 92 L8 92"
_TRIANGLE: Final = "M50 2 L99 92 L1 92"
_DIAMOND: Final = "M50 -2 L102 50 L50 102 L-2 50"

TEAMS: Final[Mapping[str, Fit]] = {
    "undead": Fit(ring(50, 50, 48, 40), palette.UNDEAD, 50, 66),
    "dwarves": Fit(_SQUARE, palette.DWARVES, 50, 72),
    "ratmen": Fit(_TRIANGLE, palette.RATMEN, 64, 56),
    "elves": Fit(_DIAMOND, palette.ELVES, 50, 58),
}
NOBODY: Final = Fit(ring(50, 50, 48, 6), FLOOR, 50, 60)


def shape(sketch: Sketch, team: str, size: float, x: float = 50, y: float = 50) -> None:
    """The shape of a team in its colour, with a light rim."""
    pawns.shape(sketch, TEAMS.get(team, NOBODY), size, x, y)


@cache
def pawn(team: str, mark: str, size: int, moving: bool = False, least: int = TYPE) -> Sprite:
    """A pawn, size × size pixels, larger with the red ring of the one that acts; its mark at least so large."""
    return pawns.pawn(TEAMS.get(team, NOBODY), mark, size, moving, least)


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
def pile(size: int) -> Sprite:
    """Finds on the floor, as one tile."""
    sketch = Sketch(size, size, 100)
    sketch.shape("M2 2 L98 2 L98 98 L2 98", FLOOR)
    sketch.shape("M24 6 L94 6 L94 76 L24 76", SHADE, line=8)
    sketch.shape("M8 24 L76 24 L76 92 L8 92", GOLD, line=8)
    return sketch.sprite()


@cache
def crystal(size: int) -> Sprite:
    """Crystals: a blue gem."""
    sketch = Sketch(size, size, 104)
    carve(sketch, ICONS["jewel"], 2)
    return sketch.sprite()


@cache
def digit(size: int) -> Sprite:
    """A digit as it is printed in the chambers, for the legend."""
    sketch = Sketch(size, size)
    sketch.shape([(0, 0), (size, 0), (size, size), (0, size)], FLOOR)
    sketch.text(size / 2, size / 2, "3", size)
    return sketch.sprite()


@cache
def goal(size: int) -> Sprite:
    """A golden floor, for the legend."""
    sketch = Sketch(size, size, 100)
    sketch.shape("M4 4 L96 4 L96 96 L4 96", GOLD, line=5)
    return sketch.sprite()
