"""What special areas look like: a small picture of each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from images import pictograms
from images.canvas import Sketch, Sprite
from images.emblem_paths import STRANGER, Emblem
from images.emblems import carve
from images.paths import arc

SIGHTS: Final[Mapping[str, Emblem]] = {
    "bridge": (
        ("ink", "M0 44 L26 44 L34 70 L28 99 L0 99"),
        ("ink", "M100 44 L74 44 L66 70 L72 99 L100 99"),
        ("bold", "M12 40 Q50 66 88 40"),
        ("2cut", "M30 51 L30 62"),
        ("cut", "M50 54 L50 62"),
        ("2pen", "M12 42 L12 8"),
        ("fine", "M12 12 Q50 40 88 12"),
        ("2fine", "M30 23 L30 48"),
        ("fine", "M50 27 L50 52"),
        ("2nick", "M8 58 L20 64"),
        ("2nick", "M8 78 L18 74"),
    ),
    "spring": (
        ("ink", "M4 99 L10 74 L0 62 L16 44 L30 52 L34 62 L66 62 L70 52 L84 44 L100 62 L90 74 L96 99"),
        ("blue", "M18 70 Q50 60 82 70 L76 90 Q50 96 24 90"),
        ("pen", "M18 70 Q50 60 82 70 L76 90 Q50 96 24 90 L18 70"),
        ("2fine", "M30 80 Q38 76 46 80"),
        ("2pen", "M50 66 Q48 30 30 26 Q18 26 16 40"),
        ("pen", "M50 66 L50 20"),
        ("blue", "M50 0 Q60 14 50 22 Q40 14 50 0"),
        ("pen", "M50 0 Q60 14 50 22 Q40 14 50 0"),
    ),
    "hollow": (
        ("ink", "M18 99 L28 76 L72 76 L82 99"),
        ("ink", arc(50, 42, 40, 0, 0, 1)),
        ("blue", arc(50, 42, 33, 0, 0, 1)),
        ("ink", "M22 44 Q50 16 78 44 Q50 72 22 44"),
        ("bare", "M30 44 Q50 26 70 44 Q50 62 30 44"),
        ("ink", arc(50, 44, 9, 0, 0, 1)),
        ("nick", "M26 90 L74 90"),
    ),
    "forge": (
        ("ink", "M2 38 L98 38 L98 48 Q74 52 66 66 L66 78 L80 90 L80 99 L24 99 L24 90 L38 78 L38 66 Q10 62 2 38"),
        ("nick", "M24 50 L84 46"),
        ("nick", "M34 92 L70 92"),
        ("bold", "M54 30 L80 4"),
        ("ink", "M36 22 L52 6 L66 20 L50 36"),
        ("gold", "M22 8 L26 16 L34 18 L26 22 L22 30 L18 22 L10 18 L18 16"),
        ("fine", "M22 8 L26 16 L34 18 L26 22 L22 30 L18 22 L10 18 L18 16 L22 8"),
    ),
    "library": (
        ("ink", "M2 90 L98 90 L98 99 L2 99"),
        ("ink", "M6 26 L24 26 L24 90 L6 90"),
        ("nick", "M6 40 L24 40"),
        ("nick", "M6 76 L24 76"),
        ("bare", "M26 12 L44 12 L44 90 L26 90"),
        ("pen", "M26 12 L44 12 L44 90 L26 90 L26 12"),
        ("fine", "M30 28 L40 28"),
        ("fine", "M30 36 L40 36"),
        ("red", "M50 40 L66 34 L82 86 L66 91"),
        ("pen", "M50 40 L66 34 L82 86 L66 91 L50 40"),
        ("ink", "M78 90 L88 58 L98 62 L96 90"),
        ("ink", "M60 0 L74 8 L66 18 L56 12"),
        ("ink", "M84 16 L96 18 L94 30 L84 30"),
        ("ink", "M72 24 L79 22 L80 30"),
    ),
}
"""Strokes on a square of 100 × 100, as of emblems."""


@cache
def sight(name: str, size: int) -> Sprite:
    """The picture of a special area or of the Entrance, size × size pixels; a shield for what nobody knows."""
    sketch = Sketch(size, size, 104)
    if name == "entrance":
        pictograms.entrance(sketch)
    else:
        carve(sketch, SIGHTS.get(name, STRANGER), 2)
    return sketch.sprite()
