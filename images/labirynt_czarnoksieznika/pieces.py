"""Draws signs of chambers, tokens and pieces, and portraits of characters and monsters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from images import cards, palette
from images.artwork import STRANGER, art, carve, known
from images.canvas import Sketch, Sprite
from images.cards import Fit
from images.layout import TYPE
from images.palette import FLOOR, GOLD, ROSE, SHADE, WATER, ring
from images.signs import UNLIKE
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.view import TokenView

_SQUARE = "M8 8 L92 8 L92 92 L8 92"
_TRIANGLE = "M50 2 L99 92 L1 92"
_DIAMOND = "M50 -2 L102 50 L50 102 L-2 50"

TEAMS: Mapping[str, Fit] = {
    "undead": Fit(ring(50, 50, 48, 40), palette.UNDEAD, 50, 66),
    "dwarves": Fit(_SQUARE, palette.DWARVES, 50, 72),
    "ratmen": Fit(_TRIANGLE, palette.RATMEN, 64, 56),
    "elves": Fit(_DIAMOND, palette.ELVES, 50, 58),
}
NOBODY = Fit(ring(50, 50, 48, 6), FLOOR, 50, 60)


def shape(sketch: Sketch, team: str, size: float, x: float = 50, y: float = 50) -> None:
    """Draw the shape of a team in its colour with a light rim."""
    cards.shape(sketch, TEAMS.get(team, NOBODY), size, x, y)


@cache
def pawn(team: str, mark: str, size: int, moving: bool = False, least: int = TYPE) -> Sprite:
    """Return a pawn, size × size pixels, with a mark of at least ``least`` pixels.

    ``moving`` makes it larger and adds the red ring of the acting figure.
    """
    return cards.pawn(TEAMS.get(team, NOBODY), mark, size, moving, least)


@cache
def badge(team: str, size: int) -> Sprite:
    """Return the shape of a team without a mark, size × size pixels."""
    return pawn(team, "", size)


SPECIAL = ("trap", "cloud", "tree")


@cache
def special(kind: str, team: str, size: int) -> Sprite:
    """Return a special token, size × size pixels, with the sign of the team that laid it ('' for none)."""
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
    """Return a tile for Finds on the floor."""
    sketch = Sketch(size, size, 100)
    sketch.shape("M2 2 L98 2 L98 98 L2 98", FLOOR)
    sketch.shape("M24 6 L94 6 L94 76 L24 76", SHADE, line=8)
    sketch.shape("M8 24 L76 24 L76 92 L8 92", GOLD, line=8)
    return sketch.sprite()


def crystal(size: int) -> Sprite:
    """Return the blue gem of Crystals."""
    return art("icons/jewel", size)


@cache
def digit(size: int) -> Sprite:
    """Return a digit as printed in the chambers, for the legend."""
    sketch = Sketch(size, size)
    sketch.shape([(0, 0), (size, 0), (size, size), (0, size)], FLOOR)
    sketch.text(size / 2, size / 2, "3", size)
    return sketch.sprite()


@cache
def goal(size: int) -> Sprite:
    """Return a golden floor, for the legend."""
    sketch = Sketch(size, size, 100)
    sketch.shape("M4 4 L96 4 L96 96 L4 96", GOLD, line=5)
    return sketch.sprite()


ELEMENTS = ("fire", "water", "air", "earth")
SIGNS = (*ELEMENTS, "runes", "teleport")


def sign(kind: str, size: int) -> Sprite:
    """Return the sign of a kind of chamber, size × size pixels."""
    return art(known("labirynt_czarnoksieznika/chambers", kind, UNLIKE), size)


@cache
def camp(team: str, size: int) -> Sprite:
    """Return a tent with the colour and sign of its team, or a bare tent without a team."""
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
    """Return a Rune: a small stone with the sign of its element, bare if the element is unknown."""
    sketch = Sketch(size, size, 100)
    sketch.shape("M8 60 Q4 20 40 6 Q84 0 94 44 Q98 88 60 96 Q20 98 8 60", SHADE, line=7)
    if element in ELEMENTS:
        _draw_element(sketch, element)
    return sketch.sprite()


def _draw_element(sketch: Sketch, element: str) -> None:
    up = element in ("fire", "air")
    points = [(50, 22), (76, 70), (24, 70)] if up else [(50, 80), (76, 32), (24, 32)]
    sketch.shape(points, {"water": WATER, "fire": ROSE}.get(element, FLOOR), line=7)
    if element in ("air", "earth"):
        y = 53 if up else 49
        sketch.line([(28, y), (72, y)], 6)


KINDS: Mapping[str, str] = {
    "weapon": "icons/sword",
    "armour": "icons/armour",
    "elixir": "icons/potion",
    "scroll": "icons/manuscript",
}
"""Drawings by kind, for tokens without a pictogram of their own."""
SHARED: Mapping[str, str] = {
    "dagger": "icons/dagger",
    "sword": "icons/sword",
    "axe": "icons/axe",
    "helmet": "icons/helmet",
    "breastplate": "icons/armour",
    "elixir": "icons/potion",
    "crystal": "icons/jewel",
}
"""Tokens that use a drawing shared with other games."""


def pictogram(what: str, size: int, kind: str = "") -> Sprite:
    """Return the pictogram of a token, or of its kind, size × size pixels; a shield if both are unknown."""
    return art(drawing_of(what, kind), size)


def drawing_of(what: str, kind: str = "") -> str:
    """Return the path of a token's drawing, by the last part of its key, else by its kind."""
    return SHARED.get(what) or known("labirynt_czarnoksieznika/finds", what, KINDS.get(kind, STRANGER))


def floor_token(token: Word, size: int) -> Sprite:
    """Return the pictogram of a token of which only the name is known."""
    return pictogram(what_of(token), size)


def what_of(token: Word) -> str:
    """Return the name of a token's pictogram."""
    return token.key.rpartition(".")[2]


def held_token(token: TokenView, size: int) -> Sprite:
    """Return the pictogram of a token held by a character."""
    return pictogram(what_of(token.name), size, token.kind)


KIN: Mapping[str, str] = {
    "sentry": "skeleton",
    "armour": "evil_hero",
    "acid_monster": "swamp_creature",
    "wraiths": "wraith",
}
"""Monsters of the Encounter Table that use the drawing of a similar monster."""
HEROES = "labirynt_czarnoksieznika/heroes"


def portrait(id: str, size: int) -> Sprite:
    """Return the emblem of a character or monster, size × size pixels; a stranger's shield for an unknown id."""
    return art(known(HEROES, id, known("monsters", KIN.get(id, id))), size)


NUMERALS = ("I", "II", "III", "IV")


def numeral(number: int) -> str:
    """Return the display name of a board by its number, from 0."""
    return NUMERALS[number % len(NUMERALS)]
