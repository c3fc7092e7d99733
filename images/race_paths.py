"""Woodcut emblems of the races, and of their apprentices; how to read them: see emblem_paths."""

from __future__ import annotations

from typing import Final

from images.emblem_paths import Emblem

RACES: Final[dict[str, Emblem]] = {
    "human": (
        ("ink", "M46 12 Q66 -8 94 12 Q78 10 70 24"),
        ("ink", "M22 24 Q50 0 78 24 L82 66 L50 98 L18 66"),
        ("cut", "M28 42 L72 42"),
        ("cut", "M50 22 L50 84"),
        ("2nick", "M32 58 L40 58"),
        ("2nick", "M33 66 L41 66"),
        ("2nick", "M36 74 L43 74"),
    ),
    "elf": (
        ("2ink", "M34 46 L0 20 Q4 54 32 62"),
        ("ink", "M50 4 C22 4 22 34 24 60 L16 96 L84 96 L76 60 C78 34 78 4 50 4"),
        ("bare", "M50 26 C34 30 33 44 35 56 Q40 76 50 84 Q60 76 65 56 C67 44 66 30 50 26"),
        ("2ink", "M38 50 Q43 43 48 51 Q43 54 38 50"),
        ("fine", "M50 52 L48 64 L51 65"),
        ("fine", "M44 73 Q50 76 56 73"),
        ("nick", "M26 30 Q50 14 74 30"),
        ("gold", "M50 14 L56 22 L50 31 L44 22"),
        ("2nick", "M29 66 Q29 80 24 92"),
    ),
    "dwarf": (
        ("ink", "M14 46 Q6 84 50 100 Q94 84 86 46"),
        ("ink", "M18 42 Q20 4 50 2 Q80 4 82 42 L82 50 L18 50"),
        ("bare", "M24 46 L76 46 L72 58 Q50 70 28 58"),
        ("ink", "M44 30 L56 30 L60 60 Q50 68 40 60"),
        ("2ink", "M28 50 Q34 45 39 52 Q33 56 28 50"),
        ("nick", "M18 38 L82 38"),
        ("2nick", "M36 10 Q30 22 30 36"),
        ("nick", "M50 70 L50 94"),
        ("2nick", "M36 68 Q34 80 41 91"),
        ("2nick", "M24 62 Q20 74 28 84"),
    ),
    "halfcronk": (
        ("2ink", "M30 30 L6 6 Q8 36 26 50"),
        ("ink", "M50 6 L60 18 L76 26 Q84 54 72 74 L60 94 L40 94 L28 74 Q16 54 24 26 L40 18"),
        ("2bare", "M30 44 L46 52 Q38 60 31 54"),
        ("2ink", "M36 48 L42 50 L38 55"),
        ("nick", "M50 16 L50 46"),
        ("2nick", "M40 22 L42 40"),
        ("bare", "M34 72 L66 72 L62 84 L38 84"),
        ("2ink", "M38 71 L42 80 L45 71"),
        ("2fine", "M50 73 L50 83"),
        ("2nick", "M46 62 L45 66"),
    ),
}

APPRENTICES: Final[dict[str, Emblem]] = {
    "human-apprentice": (
        ("ink", "M26 74 Q50 62 74 74 L90 99 L10 99"),
        ("bare", "M40 70 L60 70 L60 80 L50 90 L40 80"),
        ("ink", "M50 3 C22 3 16 26 20 56 L80 56 C84 26 78 3 50 3"),
        ("bare", "M27 36 Q50 26 73 36 L73 52 Q70 72 50 78 Q30 72 27 52"),
        ("2ink", "M33 46 Q39 41 45 47 Q39 52 33 46"),
        ("fine", "M50 46 L47 57 L51 58"),
        ("fine", "M42 66 Q50 71 58 66"),
        ("2nick", "M40 10 Q34 20 33 29"),
        ("nick", "M50 8 L50 25"),
        ("2nick", "M28 82 L22 96"),
    ),
    "elf-apprentice": (
        ("2ink", "M32 50 L2 30 Q6 60 32 66"),
        ("ink", "M30 78 Q50 68 70 78 L86 99 L14 99"),
        ("bare", "M42 74 L58 74 L50 92"),
        ("ink", "M50 2 C24 2 20 28 24 58 L76 58 C80 28 76 2 50 2"),
        ("bare", "M29 42 L44 30 L40 42 L56 28 L54 40 L71 34 L70 52 Q66 72 50 82 Q34 72 30 52"),
        ("2ink", "M35 52 Q40 46 46 53 Q40 57 35 52"),
        ("fine", "M50 54 L48 64 L51 65"),
        ("fine", "M43 72 Q50 76 57 72"),
        ("nick", "M27 22 Q50 10 73 22"),
    ),
    "dwarf-apprentice": (
        ("ink", "M50 -2 Q66 8 80 46 L20 46 Q24 12 50 -2"),
        ("ink", "M16 50 Q14 82 50 92 Q86 82 84 50"),
        ("bare", "M24 50 L76 50 L74 64 Q50 56 26 64"),
        ("ink", "M42 48 L58 48 L62 66 Q50 74 38 66"),
        ("2ink", "M28 55 Q33 50 38 56 Q33 60 28 55"),
        ("cut", "M16 36 L84 36"),
        ("2nick", "M42 12 Q36 22 34 34"),
        ("cut", "M40 78 Q50 83 60 78"),
        ("2nick", "M26 70 Q26 76 32 82"),
    ),
}
"""Bare-headed or in a cap, beardless, younger: who has not earned a helmet yet."""
