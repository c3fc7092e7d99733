"""Pieces on the map: six pawns by colour and by shape, cards face up on the ground, gold, Gates, the Crystal."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from images import palette, pawns
from images.canvas import Sketch, Sprite
from images.emblem_paths import Emblem
from images.emblems import carve
from images.jaskinia import emblems
from images.page import TYPE
from images.palette import DARK, FLOOR, GOLD, PAPER, RED, SHADE, WATER
from images.paths import Point, ring, scale_path
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
LEAF: Final = 76
"""Size of the emblem on a small leaf, in hundredths of it."""

TRIALS: Final[Mapping[str, Emblem]] = {
    "strength": (
        ("pen", "M26 22 L70 74"),
        ("pen", "M74 22 L30 74"),
        ("pen", "M60 80 L80 60"),
        ("pen", "M40 80 L20 60"),
    ),
    "power": (
        ("ink", "M14 54 Q50 16 86 54 Q50 92 14 54"),
        ("bare", "M26 54 Q50 32 74 54 Q50 76 26 54"),
        ("ink", ring(50, 54, 11, 16)),
    ),
    "wealth": (
        ("ink", "M38 34 L62 34 Q82 52 78 72 Q72 82 50 82 Q28 82 22 72 Q18 52 38 34"),
        ("ink", "M36 28 L32 16 L50 22 L68 16 L64 28"),
        ("gold", ring(50, 60, 10, 16)),
    ),
}
"""Signs of the trials, on a disc."""
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


@cache
def step(size: int) -> Sprite:
    """A dot of this turn's path."""
    sketch = Sketch(size, size, 100)
    sketch.circle(50, 50, 50, FLOOR)
    sketch.circle(50, 50, 36, RED)
    return sketch.sprite()


@cache
def gate(is_open: bool, size: int) -> Sprite:
    """Mighty Gates: an arch of stones behind bars, or one with its grating drawn up."""
    sketch = Sketch(size, size, 100)
    sketch.shape("M0 94 L0 46 C0 14 24 0 50 0 C76 0 100 14 100 46 L100 94", SHADE, line=6)
    for path in ("M2 66 L22 66", "M4 36 L22 44", "M22 10 L32 28", "M50 2 L50 22", "M78 10 L68 28", "M96 36 L78 44"):
        sketch.line(path, 4)
    sketch.line("M98 66 L78 66", 4)
    sketch.shape("M22 94 L22 50 C22 32 34 22 50 22 C66 22 78 32 78 50 L78 94", FLOOR, line=5)
    for x in (34, 50, 66):
        sketch.line([(x, 28), (x, 50 if is_open else 94)], 7)
    for y in (40,) if is_open else (46, 70):
        sketch.line([(24, y), (76, y)], 6)
    if is_open:
        for x in (34, 50, 66):
            sketch.shape([(x - 5, 48), (x + 5, 48), (x, 60)], ink=1)
    sketch.line("M0 96 L24 96" if is_open else "M0 96 L100 96", 7)
    sketch.line("M76 96 L100 96", 7)
    return sketch.sprite()


@cache
def crystal(size: int) -> Sprite:
    """The Magic Crystal: three points of a shining stone among rays."""
    sketch = Sketch(size, size, 100)
    for outer, inner in zip(ring(50, 52, 50, 14), ring(50, 52, 36, 14), strict=True):
        sketch.line([inner, outer], 9, 0)
        sketch.line([inner, outer], 4)
    body = "M22 86 L14 58 L28 44 L34 52 L34 26 L50 6 L66 26 L66 50 L74 40 L88 58 L78 86"
    sketch.shape(body, PAPER, line=9)
    sketch.shape(body, WATER, line=5)
    for path in ("M34 26 L50 36 L66 26", "M50 36 L50 86", "M34 52 L34 86", "M66 50 L66 86"):
        sketch.line(path, 4)
    sketch.line("M14 58 L28 62 L34 52", 3)
    sketch.line("M88 58 L74 60 L66 50", 3)
    sketch.line("M41 32 L41 46", 5, 0)
    return sketch.sprite()


@cache
def digit(size: int) -> Sprite:
    """A digit on the floor, for the legend."""
    sketch = Sketch(size, size, 100)
    sketch.shape("M0 0 L100 0 L100 100 L0 100", FLOOR)
    sketch.text(50, 50, "2", 92)
    return sketch.sprite()


@cache
def power(size: int) -> Sprite:
    """Power: an eye under a flame."""
    sketch = Sketch(size, size, 100)
    sketch.shape("M50 0 Q66 16 58 34 L42 34 Q34 16 50 0", ink=1)
    sketch.shape("M22 14 Q34 22 34 38 L24 42 Q14 28 22 14", ink=1)
    sketch.shape("M78 14 Q66 22 66 38 L76 42 Q86 28 78 14", ink=1)
    sketch.shape("M2 70 Q50 22 98 70 Q50 118 2 70", ink=1)
    sketch.shape("M16 70 Q50 40 84 70 Q50 100 16 70", FLOOR)
    sketch.circle(50, 70, 14, ink=1)
    sketch.circle(55, 65, 4, FLOOR)
    return sketch.sprite()


@cache
def back(deck: str, size: int) -> Sprite:
    """A card face down: a crystal on Cave cards, a compass rose on Adventures, a star on Spells."""
    sketch = Sketch(size * 5 // 7, size, 100)
    sketch.shape("M0 0 L100 0 L100 140 L0 140", FLOOR)
    sketch.shape("M6 6 L94 6 L94 134 L6 134", ink=1)
    sketch.line("M17 17 L83 17 L83 123 L17 123 L17 17", 5, 0)
    if deck == "cave":
        sketch.shape("M50 34 L72 58 L50 106 L28 58", WATER)
    elif deck == "adventure":
        sketch.shape(_pointed(4, 36, 12), SHADE)
    else:
        sketch.shape(_pointed(6, 32, 15), GOLD)
    return sketch.sprite()


def _pointed(points: int, outer: float, inner: float) -> list[Point]:
    """A star in the middle of a card's back."""
    pairs = zip(ring(50, 70, outer, points), ring(50, 70, inner, points, 0.5 / points), strict=True)
    return [point for pair in pairs for point in pair]


@cache
def trial(what: str, passed: bool, size: int) -> Sprite:
    """A trial: its sign on a disc, golden once it is passed, pale before."""
    sketch = Sketch(size, size, 100)
    sketch.circle(50, 50, 49, GOLD if passed else SHADE, line=9 if passed else 3)
    carve(sketch, TRIALS.get(what, ()), 0)
    return sketch.sprite()


@cache
def face_up(id: str, type: str, size: int) -> Sprite:
    """A card that lies alone: its emblem on a small leaf."""
    sketch = Sketch(size, size, 100)
    sketch.shape("M0 0 L100 0 L100 100 L0 100", FLOOR)
    sketch.shape("M5 5 L95 5 L95 95 L5 95", FLOOR, line=5)
    carve(sketch, tuple((tool, scale_path(path, LEAF)) for tool, path in emblems.of_card(id, type)))
    return sketch.sprite()
