"""Pieces on the map: six pawns by colour and by shape, cards face up on the ground, gold, Gates, the Crystal."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from images import palette, pawns
from images.artwork import art, carve, known
from images.canvas import Sketch, Sprite
from images.jaskinia import emblems
from images.page import TYPE
from images.palette import DARK, FLOOR, GOLD, SHADE
from images.paths import ring
from images.pawns import Fit

_SQUARE: Final = "M9 9 L91 9 L91 91 L9 91"
_TRIANGLE: Final = "M50 2 L99 92 L1 92"
_DIAMOND: Final = "M50 -2 L102 50 L50 102 L-2 50"
_CROSS: Final = "M28 3 L72 3 L72 28 L97 28 L97 72 L72 72 L72 97 L28 97 L28 72 L3 72 L3 28 L28 28"
_OUTER, _INNER = ring(50, 50, 51, 8), ring(50, 50, 36, 8, 0.0625)
_STAR: Final = [point for pair in zip(_OUTER, _INNER, strict=True) for point in pair]

PAWNS: Final = (
    Fit(ring(50, 50, 48, 40), palette.UNDEAD, 50, 66),
    Fit(_SQUARE, palette.DWARVES, 50, 70),
    Fit(_TRIANGLE, palette.RATMEN, 64, 56),
    Fit(_DIAMOND, palette.ELVES, 50, 58),
    Fit(_CROSS, palette.ROSE, 50, 66),
    Fit(_STAR, palette.AZURE, 50, 60),
)
"""By the number of the player, from 1."""
LEAF: Final = 79
"""Size of the emblem on a small leaf, in hundredths of it."""

TRIALS: Final = ("strength", "power", "wealth")
NOBODY: Final = Fit("M10 4 L90 4 L90 66 L50 98 L10 66", FLOOR, 46, 60)


@cache
def pawn(mark: int, size: int, moving: bool = False, least: int = TYPE) -> Sprite:
    """The pawn of a player, size × size pixels, larger with a red ring if it acts; type of ``least``, 0: none."""
    fit = PAWNS[mark - 1] if 0 < mark <= len(PAWNS) else NOBODY
    return pawns.pawn(fit, str(mark) if mark and least else "", size, moving, least)


@cache
def cards_on_floor(size: int) -> Sprite:
    """Cards that lie on an area: small card backs."""
    sketch = Sketch(size, size, 100)
    sketch.shape("M16 0 L100 0 L100 84 L84 84 L84 100 L0 100 L0 16 L16 16", FLOOR)
    sketch.shape("M24 6 L94 6 L94 78 L24 78", SHADE, line=7)
    sketch.shape("M6 22 L76 22 L76 94 L6 94", DARK)
    sketch.line("M16 32 L66 32 L66 84 L16 84 L16 32", 4, 0)
    return sketch.sprite()


@cache
def gold(size: int) -> Sprite:
    """Gold on the ground: a coin."""
    sketch = Sketch(size, size, 100)
    sketch.circle(50, 50, 50, FLOOR)
    sketch.circle(50, 50, 45, GOLD, line=7)
    sketch.circle(50, 50, 30, GOLD, line=4)
    return sketch.sprite()


def step(size: int) -> Sprite:
    """A dot of this turn's path."""
    return art("jaskinia/pieces/step", size)


def gate(is_open: bool, size: int) -> Sprite:
    """Mighty Gates: an arch of stones behind bars, or one with its grating drawn up."""
    return art("jaskinia/pieces/gate-open" if is_open else "jaskinia/pieces/gate-shut", size)


def crystal(size: int) -> Sprite:
    """The Magic Crystal: three points of a shining stone among rays."""
    return art("jaskinia/pieces/crystal", size)


@lru_cache(maxsize=512)
def written(words: str, size: int) -> Sprite:
    """A digit or a letter on the floor, for the legend."""
    sketch = Sketch(size, size, 100)
    sketch.shape("M0 0 L100 0 L100 100 L0 100", FLOOR)
    sketch.text(50, 50, words, 92)
    return sketch.sprite()


def power(size: int) -> Sprite:
    """Power: an eye under a flame."""
    return art("jaskinia/pieces/power", size)


def back(deck: str, size: int) -> Sprite:
    """A card face down: a crystal on Cave cards, a compass rose on Adventures, a star on Spells."""
    return art(known("jaskinia/pieces", f"back-{deck}", "jaskinia/pieces/back-spells"), size * 5 // 7, size)


@cache
def trial(what: str, passed: bool, size: int) -> Sprite:
    """A trial: its sign on a disc, golden once it is passed, pale before."""
    sketch = Sketch(size, size, 100)
    sketch.circle(50, 50, 49, GOLD if passed else SHADE, line=9 if passed else 3)
    if what in TRIALS:
        carve(sketch, f"jaskinia/trials/{what}")
    return sketch.sprite()


@cache
def face_up(id: str, type: str, size: int) -> Sprite:
    """A card that lies alone: its emblem on a small leaf."""
    sketch = Sketch(size, size, 100)
    sketch.shape("M0 0 L100 0 L100 100 L0 100", FLOOR)
    sketch.shape("M5 5 L95 5 L95 95 L5 95", FLOOR, line=5)
    carve(sketch, emblems.of_card(id, type), LEAF)
    return sketch.sprite()
