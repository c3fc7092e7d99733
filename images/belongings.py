"""Small icons of what characters carry: weapons by their kind, other finds, gold and experience."""

from __future__ import annotations

from functools import cache
from typing import Final

from images.canvas import Sketch, Sprite
from images.emblem_paths import STRANGER, Emblem
from images.emblems import carve
from images.paths import arc
from images.pictograms import art as draw_art

_GEM: Final = "M22 12 L78 12 L97 40 L50 96 L3 40 L22 12"
_STAR: Final = "M50 2 L63 36 L98 38 L70 60 L80 95 L50 75 L20 95 L30 60 L2 38 L37 36 L50 2"
_VEST: Final = "M26 6 Q34 22 50 22 Q66 22 74 6 L94 20 L84 40 Q80 68 84 92 Q50 102 16 92 Q20 68 16 40 L6 20 L26 6"
_FLASK: Final = "M40 30 L40 10 L60 10 L60 30 C96 42 98 96 50 96 C2 96 4 42 40 30"
_PURSE: Final = "M36 26 L64 26 Q96 52 90 80 Q82 97 50 97 Q18 97 10 80 Q4 52 36 26"
_HELM: Final = "M8 92 L8 52 C8 18 28 6 50 6 C72 6 92 18 92 52 L92 92 L68 92 L60 62 L60 50 L40 50 L40 62 L32 92 L8 92"

ICONS: Final[dict[str, Emblem]] = {
    "sword": (
        ("ink", "M96 2 L98 4 L90 26 L46 70 L30 54 L74 10"),
        ("nick", "M84 16 L44 56"),
        ("ink", "M14 50 L22 42 L58 78 L50 86"),
        ("ink", "M26 62 L38 74 L16 98 L2 84"),
    ),
    "dagger": (
        ("ink", "M50 0 L63 18 L61 56 L39 56 L37 18"),
        ("nick", "M50 14 L50 52"),
        ("ink", "M20 54 L80 54 L80 66 L20 66"),
        ("ink", "M42 64 L58 64 L60 99 L40 99"),
        ("nick", "M42 78 L58 78"),
    ),
    "knife": (
        ("ink", "M36 50 Q56 10 98 2 Q96 44 54 68"),
        ("nick", "M50 50 Q64 24 84 16"),
        ("ink", "M32 50 L54 70 L24 99 L2 78"),
        ("nick", "M26 66 L38 77"),
        ("nick", "M16 76 L28 87"),
    ),
    "hammer": (
        ("ink", "M43 30 L57 30 L57 99 L43 99"),
        ("ink", "M8 8 L72 8 L97 24 L72 42 L8 42"),
        ("nick", "M22 10 L22 40"),
        ("nick", "M66 10 L66 40"),
    ),
    "axe": (
        ("ink", "M34 2 L48 2 L48 99 L34 99"),
        ("ink", "M48 14 Q74 6 88 0 Q106 30 88 66 Q70 54 48 50"),
        ("ink", "M36 22 L14 14 L14 50 L36 42"),
        ("nick", "M84 14 Q94 32 84 54"),
    ),
    "bow": (
        ("bold", "M34 4 C96 18 96 82 34 96"),
        ("fine", "M34 4 L34 96"),
        ("pen", "M6 50 L90 50"),
        ("ink", "M99 50 L76 37 L76 63"),
        ("ink", "M0 38 L16 50 L0 62 L8 50"),
    ),
    "monsters": (
        ("ink", "M18 99 Q2 56 24 2 Q22 52 36 86 Q28 92 18 99"),
        ("ink", "M44 92 Q34 46 54 0 Q50 46 60 84 Q52 86 44 92"),
        ("ink", "M68 84 Q66 40 90 6 Q82 46 86 72 Q76 76 68 84"),
    ),
    "armour": (
        ("bare", _VEST),
        ("pen", _VEST),
        ("fine", "M50 24 L50 94"),
        ("pen", "M22 56 Q50 72 78 56"),
        ("fine", "M21 76 Q50 88 79 76"),
    ),
    "helmet": (
        ("ink", "M44 12 Q46 -6 70 0 Q60 4 58 14"),
        ("bare", _HELM),
        ("pen", _HELM),
        ("fine", "M50 8 L50 48"),
        ("ink", "M40 50 L60 50 L60 60 L40 60"),
        ("fine", "M10 40 Q50 26 90 40"),
    ),
    "potion": (
        ("bare", _FLASK),
        ("blue", "M12 60 L88 60 C90 88 66 94 50 94 C34 94 10 88 12 60"),
        ("pen", _FLASK),
        ("pen", "M12 60 L88 60"),
        ("ink", "M34 0 L66 0 L66 15 L34 15"),
    ),
    "talisman": (
        ("pen", "M18 2 Q26 26 50 34 Q74 26 82 2"),
        ("gold", "M50 32 L94 94 L6 94"),
        ("pen", "M50 32 L94 94 L6 94 L50 32"),
        ("ink", "M28 78 Q50 56 72 78 Q50 98 28 78"),
        ("gold", arc(50, 78, 6, 0, 0, 1)),
    ),
    "medallion": (
        ("pen", "M16 0 L42 36"),
        ("pen", "M84 0 L58 36"),
        ("ink", arc(50, 64, 35, 0, 0, 1)),
        ("gold", arc(50, 64, 28, 0, 0, 1)),
        ("ink", "M50 42 L56 58 L72 64 L56 70 L50 86 L44 70 L28 64 L44 58"),
    ),
    "ring": (
        ("ink", arc(50, 66, 34, 12, 0, 1)),
        ("gold", arc(50, 66, 28, 18, 0, 1)),
        ("blue", "M36 2 L64 2 L76 18 L50 40 L24 18"),
        ("pen", "M36 2 L64 2 L76 18 L50 40 L24 18 L36 2"),
    ),
    "manuscript": (
        ("bare", "M18 14 L82 14 L82 86 L18 86"),
        ("pen", "M18 14 L18 86"),
        ("pen", "M82 14 L82 86"),
        ("ink", "M6 2 L94 2 L94 18 L6 18"),
        ("ink", "M6 82 L94 82 L94 98 L6 98"),
        ("fine", "M30 32 L70 32"),
        ("fine", "M30 46 L70 46"),
        ("fine", "M30 60 L54 60"),
        ("red", arc(66, 66, 9, 0, 0, 1)),
    ),
    "jewel": (
        ("blue", _GEM),
        ("fine", "M3 40 L97 40"),
        ("fine", "M22 12 L36 40 L50 94 L64 40 L78 12"),
        ("fine", "M36 40 L50 12 L64 40"),
        ("pen", _GEM),
    ),
    "experience": (("gold", _STAR), ("pen", _STAR)),
    "wealth": (
        ("ink", _PURSE),
        ("ink", "M32 20 L24 2 L40 10 L50 0 L60 10 L76 2 L68 20"),
        ("cut", "M30 25 L70 25"),
        ("gold", arc(50, 64, 19, 0, 0, 1)),
        ("nick", "M50 56 L50 72"),
    ),
}
"""Strokes of each icon on a square of 100 × 100, as of emblems."""


@cache
def icon(what: str, size: int) -> Sprite:
    """A weapon's kind or an item's, experience or wealth, size × size pixels; a shield for what has no icon."""
    sketch = Sketch(size, size, 104)
    if what == "art":
        draw_art(sketch)
    else:
        carve(sketch, ICONS.get(what, STRANGER), 2)
    return sketch.sprite()


def icon_of(kind: str, name: str, size: int) -> Sprite:
    """The icon of an item: a weapon's by its name where there is one, else that of its kind."""
    if kind == "weapon":
        return icon(name if name in ICONS else "sword", size)
    return icon(kind, size)
