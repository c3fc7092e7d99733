"""Signs of the types of cards, readable at 24 pixels; how to read them: see images.emblem_paths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from images.emblem_paths import Emblem
from images.paths import arc, ring

_TWINKLE: Final = [
    point for pair in zip(ring(50, 50, 50, 4), ring(50, 50, 17, 4, 0.125), strict=True) for point in pair
]
_BAG: Final = "M34 26 L66 26 Q98 54 90 82 Q80 98 50 98 Q20 98 10 82 Q2 54 34 26"

TYPES: Final[Mapping[str, Emblem]] = {
    "event": (("ink", "M62 0 L14 56 L44 56 L32 100 L88 38 L54 38 L78 0"),),
    "animal": (
        ("ink", "M50 44 Q84 56 80 84 Q72 98 50 90 Q28 98 20 84 Q16 56 50 44"),
        ("2ink", "M22 56 Q4 56 2 38 Q6 28 16 34 Q24 44 22 56"),
        ("2ink", "M44 38 Q26 36 26 14 Q32 2 42 12 Q48 26 44 38"),
    ),
    "monster": (
        ("ink", "M4 20 Q50 44 96 20 L88 56 Q50 74 12 56"),
        ("2ink", "M16 56 L26 96 L38 62"),
        ("2ink", "M42 64 L47 84 L50 64"),
        ("nick", "M10 38 Q50 58 90 38"),
    ),
    "spirit": (
        ("ink", "M50 2 Q86 8 84 52 L90 98 L72 84 L60 98 L50 84 L40 98 L28 84 L10 98 L16 52 Q14 8 50 2"),
        ("2bare", "M32 40 Q40 30 44 42 Q42 54 34 52 Q30 48 32 40"),
    ),
    "stranger": (
        ("ink", "M50 2 Q86 14 84 60 L98 99 L2 99 L16 60 Q14 14 50 2"),
        ("bare", "M50 26 Q68 32 66 56 Q60 74 50 76 Q40 74 34 56 Q32 32 50 26"),
    ),
    "gold": (
        ("ink", arc(50, 50, 48, 0, 0, 1)),
        ("gold", arc(50, 50, 40, 0, 0, 1)),
        ("ink", arc(50, 50, 28, 22, 0, 1)),
        ("pen", "M50 38 L50 62"),
    ),
    "item": (
        ("ink", _BAG),
        ("ink", "M30 20 L24 2 L40 10 L50 0 L60 10 L76 2 L70 20"),
        ("cut", "M28 28 L72 28"),
    ),
    "magic_item": (
        ("ink", _BAG),
        ("ink", "M30 20 L24 2 L40 10 L50 0 L60 10 L76 2 L70 20"),
        ("cut", "M28 28 L72 28"),
        ("gold", [(x * 0.5 + 25, y * 0.5 + 38) for x, y in _TWINKLE]),
    ),
    "follower": (
        ("ink", arc(34, 28, 20, 0, 0, 1)),
        ("ink", "M2 96 Q4 52 34 50 Q64 52 66 96"),
        ("bare", arc(68, 36, 21, 0, 0, 1)),
        ("bare", "M34 102 Q38 58 68 58 Q98 58 102 102"),
        ("ink", arc(68, 36, 16, 0, 0, 1)),
        ("ink", "M40 98 Q42 62 68 60 Q94 62 98 98"),
    ),
    "place": (
        ("ink", "M50 0 L98 30 L98 40 L2 40 L2 30"),
        ("2ink", "M10 46 L26 46 L26 84 L10 84"),
        ("ink", "M42 46 L58 46 L58 84 L42 84"),
        ("ink", "M2 88 L98 88 L98 99 L2 99"),
    ),
    "goal": (
        ("blue", "M50 0 L84 34 L50 100 L16 34"),
        ("pen", "M50 0 L84 34 L50 100 L16 34 L50 0"),
        ("fine", "M16 34 L84 34"),
        ("fine", "M50 0 L38 34 L50 98 L62 34 L50 0"),
    ),
    "removed": (("2bold", "M12 12 L88 88"), ("pen", arc(50, 50, 46, 45, 0, 1))),
    "spell": (("ink", _TWINKLE), ("ink", ring(50, 50, 26, 4, 0.125))),
}
"""By the types of the tables; ``spell`` besides."""
