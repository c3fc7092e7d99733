"""Pictograms of tokens: Weapons, Armour, Elixirs, both kinds of scroll, Crystals, Gems, the Glove."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from images.belongings import ICONS
from images.canvas import Sketch, Sprite
from images.emblem_paths import STRANGER, Emblem
from images.emblems import carve
from images.paths import arc, ring
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.view import TokenView

_SPELL: Final = "M20 14 L80 14 L80 86 L20 86 L20 14"
_LEAF: Final = "M12 4 L88 4 L88 84 L74 98 L12 98 L12 4"
_FIST: Final = (
    "M26 98 L26 70 L12 50 L20 40 L32 50 L32 10 L44 8 L47 40 L50 2 L62 4 L62 40 "
    "L68 10 L79 14 L77 46 L86 26 L95 32 L86 66 L78 76 L78 98"
)
_GEM: Final = "M50 2 L92 26 L92 74 L50 98 L8 74 L8 26 L50 2"

GLYPHS: Final[Mapping[str, Emblem]] = {
    "teleport": (("pen", [ring(50, 50, 2 + 22 * step / 40, 1, step / 40 * 2)[0] for step in range(41)]),),
    "fate": (
        ("pen", "M32 32 L68 32 L68 68 L32 68 L32 32"),
        ("ink", arc(42, 42, 5, 0, 0, 1)),
        ("ink", arc(58, 58, 5, 0, 0, 1)),
        ("ink", arc(50, 50, 5, 0, 0, 1)),
    ),
    "fireball": (("ink", "M52 22 Q78 44 70 62 Q64 78 50 78 Q32 76 30 60 Q30 48 40 40 Q42 50 48 50 Q54 40 52 22"),),
    "shield": (("ink", "M50 26 Q62 32 72 32 Q72 64 50 78 Q28 64 28 32 Q38 32 50 26"),),
    "haste": (("pen", "M28 30 L46 50 L28 70"), ("pen", "M52 30 L70 50 L52 70")),
    "weakness": (("ink", "M42 24 L58 24 L58 52 L74 52 L50 78 L26 52 L42 52"),),
    "rust": (("pen", "M30 72 L46 54"), ("pen", "M54 46 L72 26"), ("pen", "M26 56 L44 74"), ("pen", "M44 44 L58 58")),
    "healing": (("ink", "M42 28 L58 28 L58 42 L72 42 L72 58 L58 58 L58 72 L42 72 L42 58 L28 58 L28 42 L42 42"),),
}
"""What is written on each scroll."""
INCANTATIONS: Final = ("haste", "weakness", "rust", "healing")
_LIGHT: Final[Mapping[str, str]] = {"pen": "cut", "ink": "bare"}


def _spell(glyph: Emblem) -> Emblem:
    """A rolled scroll of light parchment."""
    rods: Emblem = (("ink", "M6 0 L94 0 L94 16 L6 16"), ("ink", "M6 84 L94 84 L94 100 L6 100"))
    return (("bare", _SPELL), ("pen", "M20 14 L20 86"), ("pen", "M80 14 L80 86"), *rods, *glyph)


def _incantation(glyph: Emblem) -> Emblem:
    """A dark leaf with a turned corner, its signs light."""
    corner: Emblem = (("bare", "M74 96 L74 84 L86 84"),)
    return (("ink", _LEAF), *corner, *((_LIGHT[tool], path) for tool, path in glyph))


SCROLLS: Final[Mapping[str, Emblem]] = {
    name: _incantation(glyph) if name in INCANTATIONS else _spell(glyph) for name, glyph in GLYPHS.items()
}
KINDS: Final[Mapping[str, Emblem]] = {
    "weapon": ICONS["sword"],
    "armour": ICONS["armour"],
    "elixir": ICONS["potion"],
    "scroll": ICONS["manuscript"],
}
"""Of a token that has no pictogram of its own."""
FINDS: Final[Mapping[str, Emblem]] = {
    **SCROLLS,
    "dagger": ICONS["dagger"],
    "sword": ICONS["sword"],
    "axe": ICONS["axe"],
    "helmet": ICONS["helmet"],
    "breastplate": ICONS["armour"],
    "elixir": ICONS["potion"],
    "crystal": ICONS["jewel"],
    "glove": (
        ("ink", _FIST),
        ("nick", "M26 82 L78 82"),
        ("nick", "M34 52 L76 54"),
        ("red", "M52 60 L62 68 L52 77 L42 68"),
    ),
    "gem": (
        ("gold", _GEM),
        ("fine", "M50 2 L30 38 L8 26"),
        ("fine", "M50 2 L70 38 L92 26"),
        ("fine", "M30 38 L70 38 L50 74 L30 38"),
        ("fine", "M30 38 L8 74"),
        ("fine", "M70 38 L92 74"),
        ("fine", "M8 74 L50 74 L92 74"),
        ("fine", "M50 74 L50 98"),
        ("pen", _GEM),
    ),
    "spell": _spell(()),
    "incantation": _incantation(()),
    "covered": (
        ("ink", "M6 2 L94 2 L94 98 L6 98"),
        ("cut", "M18 14 L82 14 L82 86 L18 86 L18 14"),
        ("bare", "M50 26 L70 50 L50 74 L30 50"),
    ),
}
"""Strokes of each pictogram on a square of 100 × 100, by the last part of a token's key."""


@cache
def pictogram(what: str, size: int, kind: str = "") -> Sprite:
    """A token by its name, else by its kind, size × size pixels; a shield for what nobody knows."""
    sketch = Sketch(size, size, 104)
    carve(sketch, FINDS.get(what) or KINDS.get(kind, STRANGER), 2)
    return sketch.sprite()


def floor_token(token: Word, size: int) -> Sprite:
    """The pictogram of a token that is told by its name alone."""
    return pictogram(what_of(token), size)


def what_of(token: Word) -> str:
    """Under which name a token has its pictogram."""
    return token.key.rpartition(".")[2]


def held_token(token: TokenView, size: int) -> Sprite:
    """The pictogram of a token that somebody has."""
    return pictogram(what_of(token.name), size, token.kind)
