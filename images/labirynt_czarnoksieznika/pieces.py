"""Pieces on the boards: pawns by the colour and the shape of their team, special tokens, and what lies on the floor."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from images import palette, pawns
from images.artwork import art, carve, known
from images.canvas import Sketch, Sprite
from images.page import TYPE
from images.palette import FLOOR, GOLD, SHADE
from images.paths import ring
from images.pawns import Fit
from images.pictograms import UNLIKE
from rules.kernel.words import Word

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


SPECIAL: Final = ("trap", "cloud", "tree")


@cache
def special(kind: str, team: str, size: int) -> Sprite:
    """A special token, size × size pixels, with the sign of the team that laid it ('' for none)."""
    sketch = Sketch(size, size, 114)
    carve(sketch, known("labirynt_czarnoksieznika/special", kind, UNLIKE), 114, 57, 57)
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


def crystal(size: int) -> Sprite:
    """Crystals: a blue gem."""
    return art("icons/jewel", size)


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
