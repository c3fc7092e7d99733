"""Woodcut emblems of Strangers and Followers; how to read them: see images.emblem_paths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from images.emblem_paths import Emblem
from images.paths import arc, ring
from images.race_paths import RACES

FACE: Final = "M50 24 Q71 26 69 50 Q66 73 50 81 Q34 73 31 50 Q29 26 50 24"
FEATURES: Final[Emblem] = (
    ("2ink", "M35 47 Q42 40 47 48 Q41 53 35 47"),
    ("fine", "M50 49 L47 60 L51 61"),
    ("fine", "M42 69 Q50 73 58 69"),
)
"""Eyes, nose and mouth."""
_CROWN: Final = "M50 4 Q77 6 75 36 L66 56 L34 56 L25 36 Q23 6 50 4"
_BEARD: Final = "M28 44 Q50 58 72 44 Q78 80 50 99 Q22 80 28 44"
_MAN: Final = "M33 30 L67 30 Q69 54 50 64 Q31 54 33 30"
_TRAY: Final = "M6 76 L94 76 L94 92 L6 92 L6 76"
_WING: Final = "M24 42 Q4 38 -1 12 L9 17 L8 3 L18 11 L22 0 Q33 18 31 38 L24 42"
_FAIRY: Final = "M46 46 Q30 18 14 22 Q4 34 18 48 Q30 56 46 52 L46 46"
_FAIRY_LOW: Final = "M46 54 Q26 58 24 72 Q30 84 42 72 L48 60 L46 54"

STRANGERS: Final[Mapping[str, Emblem]] = {
    "blind_hermit": (
        ("ink", "M46 0 Q80 6 80 46 L88 99 L4 99 L12 46 Q12 6 46 0"),
        ("bare", "M46 20 Q66 24 66 48 L62 62 L30 62 L26 48 Q26 24 46 20"),
        ("ink", "M24 38 L68 38 L68 50 L24 50"),
        ("nick", "M30 44 L62 44"),
        ("bare", "M28 58 Q46 64 64 58 Q64 84 46 98 Q28 84 28 58"),
        ("fine", "M46 50 L43 58 L48 59"),
        ("fine", "M38 68 Q46 64 54 68"),
        ("fine", "M38 76 Q40 86 44 91"),
        ("fine", "M54 76 Q52 86 48 91"),
        ("bold", "M95 8 L95 99"),
        ("pen", "M95 10 Q84 0 82 12"),
    ),
    "healer": (
        ("ink", "M50 0 Q88 4 86 46 L98 99 L2 99 L14 46 Q12 4 50 0"),
        ("bare", FACE),
        *FEATURES,
        ("red", "M45 3 L55 3 L55 8 L60 8 L60 16 L55 16 L55 21 L45 21 L45 16 L40 16 L40 8 L45 8"),
        ("2nick", "M27 38 Q24 66 26 92"),
        ("bare", "M36 88 L64 88 L58 99 L42 99"),
        ("2nick", "M18 60 Q16 80 12 94"),
    ),
    "wandering_armourer": (
        ("ink", "M6 99 Q8 74 32 70 L68 70 Q92 74 94 99"),
        ("ink", "M50 2 Q78 4 76 34 Q74 62 50 74 Q26 62 24 34 Q22 4 50 2"),
        ("bare", "M32 28 Q50 20 68 28 Q70 52 50 64 Q30 52 32 28"),
        ("2ink", "M36 36 Q42 31 47 37 Q41 41 36 36"),
        ("2pen", "M35 31 L46 32"),
        ("fine", "M50 37 L47 46 L52 47"),
        ("2ink", "M50 48 Q38 46 30 60 Q42 60 50 54"),
        ("bare", "M28 79 L76 79 L70 86 L60 87 L60 92 L68 97 L34 97 L42 92 L42 87 Q30 86 28 79"),
        ("nick", "M26 20 L74 20"),
    ),
    "witch_of_the_abyss": (
        ("ink", "M62 -4 Q42 10 35 38 L67 38 Q66 18 80 14 Q76 2 62 -4"),
        ("2ink", "M30 42 Q12 70 16 99 L38 99 Q30 72 36 50"),
        ("ink", "M2 48 Q50 24 98 48 Q50 57 2 48"),
        ("bare", "M33 52 Q50 56 67 52 Q69 68 61 80 L51 94 L43 82 Q31 68 33 52"),
        ("2ink", "M36 58 L47 63 Q40 68 36 58"),
        ("ink", "M49 58 Q60 68 53 78 L46 73"),
        ("fine", "M43 84 Q50 80 57 83"),
        ("ink", arc(60, 76, 1.6, 0, 0, 1)),
        ("nick", "M38 37 Q50 33 65 37"),
        ("2nick", "M28 66 Q24 82 26 96"),
    ),
    "silent_guide": (
        ("ink", "M40 0 Q72 6 72 48 L82 99 L-2 99 L8 48 Q8 6 40 0"),
        ("bare", "M40 22 Q60 26 58 48 Q54 66 40 70 Q26 66 22 48 Q20 26 40 22"),
        ("ink", "M26 44 Q32 38 37 45 Q31 49 26 44"),
        ("ink", "M54 44 Q48 38 43 45 Q49 49 54 44"),
        ("ink", "M20 53 L60 53 L56 67 L40 72 L24 67"),
        ("nick", "M26 60 L54 60"),
        ("bare", "M68 38 L100 38 L100 90 L68 90"),
        ("pen", "M76 44 Q84 26 92 44"),
        ("ink", "M72 44 L97 44 L97 50 L72 50"),
        ("gold", "M74 50 L95 50 L95 80 L74 80"),
        ("pen", "M75 50 L75 80"),
        ("pen", "M94 50 L94 80"),
        ("fine", "M84.5 50 L84.5 80"),
        ("ink", "M70 80 L99 80 L99 88 L70 88"),
    ),
    "sage": (
        ("ink", "M6 99 Q10 68 34 64 L66 64 Q90 68 94 99"),
        ("bare", _CROWN),
        ("pen", _CROWN + " L50 4"),
        ("ink", "M24 28 Q26 -2 50 -2 Q74 -2 76 28 Q50 14 24 28"),
        ("bare", _BEARD),
        ("pen", _BEARD + " L28 44"),
        ("2ink", "M35 36 Q41 31 46 37 Q40 41 35 36"),
        ("2fine", "M34 29 L46 31"),
        ("fine", "M50 38 L47 46 L52 47"),
        ("2pen", "M50 54 Q42 51 36 58"),
        ("2fine", "M40 64 Q38 78 44 88"),
        ("fine", "M50 64 L50 92"),
        ("gold", "M50 4 L54 10 L50 16 L46 10"),
    ),
    "pedlar": (
        ("ink", "M14 99 L20 72 Q50 54 80 72 L86 99"),
        ("bare", _MAN),
        ("pen", _MAN + " L33 30"),
        ("ink", "M10 34 Q50 14 90 34 Q50 30 10 34"),
        ("ink", "M30 26 Q32 0 50 0 Q68 0 70 26"),
        ("cut", "M30 22 Q50 16 70 22"),
        ("2ink", arc(42, 40, 2.6, 0, 0, 1)),
        ("fine", "M50 41 L48 48 L52 48"),
        ("fine", "M42 54 Q50 59 58 54"),
        ("bare", _TRAY),
        ("pen", _TRAY),
        ("blue", "M20 74 L20 66 L16 66 L16 62 L32 62 L32 66 L28 66 L28 74"),
        ("fine", "M20 74 L20 62 L28 62 L28 74"),
        ("red", arc(50, 70, 6, 0, 0, 1)),
        ("fine", arc(50, 70, 6.5, 5.5, 0, 1)),
        ("gold", "M68 75 L72 60 L80 60 L84 75"),
        ("fine", "M68 75 L72 60 L80 60 L84 75"),
        ("fine", "M16 84 L84 84"),
    ),
    "usurer": (
        ("ink", "M46 8 L54 8 L55 88 L72 92 L72 99 L28 99 L28 92 L45 88"),
        ("ink", "M4 18 Q50 4 96 18 L96 25 Q50 14 4 25"),
        ("ink", arc(50, 10, 9, 0, 0, 1)),
        ("2fine", "M18 22 L2 60"),
        ("2fine", "M18 22 L34 60"),
        ("ink", "M-2 60 L38 60 Q34 76 18 76 Q2 76 -2 60"),
        ("ink", "M62 60 L102 60 Q98 76 82 76 Q66 76 62 60"),
        ("gold", arc(12, 54, 7.5, 0, 0, 1)),
        ("pen", arc(12, 54, 8.5, 5.5, 0, 1)),
        ("gold", arc(25, 52, 7.5, 0, 0, 1)),
        ("pen", arc(25, 52, 8.5, 5.5, 0, 1)),
        ("ink", "M95 28 L98 30 L84 58 L77 54"),
        ("ink", "M70 48 L74 44 L90 55 L87 60"),
        ("nick", "M92 36 L83 52"),
    ),
}

FOLLOWERS: Final[Mapping[str, Emblem]] = {
    "dwarf_pathfinder": RACES["dwarf"],
    "faithful_hound": (
        ("2ink", "M30 16 Q2 14 2 54 Q10 74 26 60"),
        ("ink", "M50 6 Q78 8 78 40 L68 64 Q66 90 50 94 Q34 90 32 64 L22 40 Q22 8 50 6"),
        ("bare", "M46 8 L54 8 L54 44 Q66 56 64 70 Q62 86 50 88 Q38 86 36 70 Q34 56 46 44"),
        ("ink", "M40 58 Q50 50 60 58 Q58 69 50 70 Q42 69 40 58"),
        ("fine", "M50 69 L50 77"),
        ("fine", "M40 78 Q46 80 50 77 Q54 80 60 78"),
        ("red", "M45 79 L55 79 L55 94 Q50 99 45 94"),
        ("2bare", arc(36, 38, 5, 0, 0, 1)),
        ("2ink", arc(37, 38.5, 2.8, 0, 0, 1)),
        ("2nick", "M24 26 Q14 36 13 54"),
    ),
    "light_sprite": (
        *(("pen", [a, b]) for a, b in zip(ring(50, 50, 50, 12), ring(50, 50, 40, 12), strict=True)),
        ("2bare", _FAIRY),
        ("2fine", _FAIRY),
        ("2bare", _FAIRY_LOW),
        ("2fine", _FAIRY_LOW),
        ("ink", arc(50, 30, 9.5, 0, 0, 1)),
        ("gold", arc(50, 30, 6, 0, 0, 1)),
        ("ink", "M50 38 Q58 42 56 56 L60 72 L54 72 L52 86 L48 86 L46 72 L40 72 L44 56 Q42 42 50 38"),
    ),
    "porter": (
        ("ink", "M14 8 Q56 -10 74 14 Q84 42 64 56 L22 54 Q-4 38 14 8"),
        ("cut", "M36 0 Q26 28 34 56"),
        ("cut", "M4 26 Q40 34 78 26"),
        ("ink", "M44 4 L38 -2 L56 -2 L56 4"),
        ("bare", arc(76, 56, 15, 0, 0, 1)),
        ("ink", arc(76, 57, 12, 0, 0, 1)),
        ("bare", arc(81, 56, 2, 0, 0, 1)),
        ("ink", "M34 56 L68 58 L70 66 L60 80 L68 99 L54 99 L47 84 L38 99 L24 99 L36 78"),
        ("pen", "M60 68 L90 74"),
        ("pen", "M92 48 L90 99"),
    ),
    "shield_maiden": (
        ("2ink", "M28 48 Q12 64 18 86 L27 99 L36 86 Q30 68 36 56"),
        ("2nick", "M20 74 L32 70"),
        ("2nick", "M20 84 L33 80"),
        ("ink", "M22 52 Q20 6 50 2 Q80 6 78 52 L74 62 L26 62"),
        ("bare", "M50 32 Q68 34 67 54 Q64 76 50 84 Q36 76 33 54 Q32 34 50 32"),
        ("ink", "M46 28 L54 28 L53 58 L47 58"),
        ("2ink", "M36 51 Q42 45 46 52 Q41 56 36 51"),
        ("fine", "M43 72 Q50 75 57 72"),
        ("cut", "M24 32 L76 32"),
        ("2bare", _WING),
        ("2pen", _WING),
        ("2fine", "M9 17 Q16 28 26 36"),
        ("2fine", "M18 11 Q22 22 28 32"),
    ),
}
