"""Emblems of gold, Items, Magic Items and Places; how to read them: see images.emblem_paths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from images.belongings import ICONS
from images.emblem_paths import Emblem
from images.paths import arc, ring

_POUCH: Final = "M40 30 L62 30 Q88 52 84 76 Q76 94 51 94 Q26 94 18 76 Q14 52 40 30"
_NECK: Final = "M36 26 L30 8 L44 16 L51 6 L58 16 L72 8 L66 26"
_SHIELD: Final = "M50 2 Q70 12 92 12 Q94 72 50 99 Q6 72 8 12 Q30 12 50 2"
_MAP: Final = "M6 10 L30 18 L54 8 L92 20 L84 38 L94 54 L82 70 L90 92 L60 84 L36 96 L8 86 L6 10"
_OPAL: Final = "M50 10 Q88 14 88 52 Q84 92 50 94 Q16 92 12 52 Q12 14 50 10"
_LAKE: Final = "M4 66 Q28 52 50 58 Q76 52 96 66 Q90 92 50 92 Q10 92 4 66"
_BLADE: Final = "M50 -2 L62 12 L60 68 L40 68 L38 12 L50 -2"

GOLD: Final[Mapping[str, Emblem]] = {
    "purse": ICONS["wealth"],
    "chest": (
        ("ink", "M6 48 L6 36 Q8 12 30 10 L74 10 Q94 12 94 36 L94 48"),
        ("cut", "M6 46 L94 46"),
        ("2nick", "M26 12 L26 42"),
        ("gold", "M14 50 L86 50 L86 58 L14 58"),
        ("ink", "M6 52 Q28 38 50 50 Q72 38 94 52 L94 58 L6 58"),
        ("gold", arc(30, 51, 8, 0, 0, 1)),
        ("fine", arc(30, 51, 8.5, 6.5, 0, 1)),
        ("gold", arc(64, 51, 8, 0, 0, 1)),
        ("fine", arc(64, 51, 8.5, 6.5, 0, 1)),
        ("gold", arc(47, 50, 8, 0, 0, 1)),
        ("fine", arc(47, 50, 8.5, 6.5, 0, 1)),
        ("ink", "M6 58 L94 58 L90 96 L10 96"),
        ("2nick", "M27 60 L28 94"),
        ("bare", "M42 58 L58 58 L58 74 L42 74"),
        ("ink", "M47 62 L53 62 L54 72 L46 72"),
    ),
    "pouch": (
        ("ink", _POUCH),
        ("ink", _NECK),
        ("cut", "M36 29 L66 29"),
        ("gold", arc(51, 64, 14, 0, 0, 1)),
        ("pen", "M51 57 L51 71"),
    ),
    "two_pouches": (
        ("ink", "M4 60 Q6 40 20 26 L38 26 Q54 42 54 58 Q48 72 29 72 Q10 72 4 60"),
        ("ink", "M18 22 L14 6 L24 14 L29 4 L35 14 L44 6 L40 22"),
        ("cut", "M17 25 L41 25"),
        ("gold", arc(29, 50, 9, 0, 0, 1)),
        ("bare", "M42 90 Q38 70 54 52 L50 36 L90 36 L84 52 Q100 68 99 86 Q92 102 70 102 Q48 102 42 90"),
        ("ink", "M46 87 Q48 67 62 53 L80 53 Q96 69 96 85 Q90 99 71 99 Q52 99 46 87"),
        ("ink", "M60 49 L56 33 L66 41 L71 31 L77 41 L86 33 L82 49"),
        ("cut", "M59 52 L83 52"),
        ("gold", arc(71, 77, 10, 0, 0, 1)),
    ),
}

ITEMS: Final[Mapping[str, Emblem]] = {
    "pickaxe": (
        ("ink", "M44 22 L56 22 L58 99 L42 99"),
        ("ink", "M0 40 Q16 6 42 4 L58 4 Q84 6 100 40 Q78 22 58 24 L42 24 Q22 22 0 40"),
        ("nick", "M50 8 L50 20"),
        ("nick", "M45 80 L55 80"),
        ("nick", "M45 88 L55 88"),
        ("2nick", "M14 24 Q26 14 38 12"),
    ),
    "helmet": ICONS["helmet"],
    "shield": (
        ("ink", _SHIELD),
        ("bare", "M50 12 Q66 20 83 20 Q84 66 50 88 Q16 66 17 20 Q34 20 50 12"),
        ("ink", "M45 14 L55 14 L55 86 L50 90 L45 86"),
        ("ink", "M16 38 L84 38 L82 48 L18 48"),
        ("gold", arc(50, 43, 11, 0, 0, 1)),
        ("pen", arc(50, 43, 12, 9, 0, 1)),
    ),
    "torch": (
        ("ink", "M40 50 L62 50 L56 99 L46 99"),
        ("nick", "M42 58 L60 64"),
        ("nick", "M43 70 L59 76"),
        ("ink", "M52 -2 Q54 14 68 22 Q80 34 72 48 Q64 58 50 58 Q34 58 28 46 Q24 32 38 24 Q38 32 44 32 Q40 14 52 -2"),
        ("gold", "M53 18 Q66 30 64 42 Q60 52 50 52 Q38 52 36 42 Q38 40 44 40 Q52 34 53 18"),
        ("red", "M51 36 Q57 42 55 47 Q50 52 46 47 Q48 44 51 36"),
        ("2fine", "M14 22 L22 28"),
        ("2fine", "M8 44 L18 44"),
    ),
    "map_fragment": (
        ("bare", _MAP),
        ("pen", _MAP),
        ("fine", "M30 18 L32 92"),
        ("fine", "M56 10 L58 84"),
        ("pen", "M14 76 Q22 56 40 60"),
        ("pen", "M46 62 Q58 62 60 48"),
        ("red", "M62 26 L68 20 L74 27 L81 22 L84 28 L78 34 L84 42 L78 46 L72 39 L65 45 L61 39 L67 33"),
        ("fine", "M14 28 L22 24"),
        ("fine", "M14 38 L24 34"),
        ("fine", "M40 32 L48 28"),
    ),
    "sword": ICONS["sword"],
    "armour": ICONS["armour"],
    "rope": (
        ("ink", arc(48, 46, 44, 16, 0, 1)),
        ("nick", arc(48, 46, 35.5, 34.5, 0, 1)),
        ("nick", arc(48, 46, 26, 25, 0, 1)),
        *(("nick", [a, b]) for a, b in zip(ring(48, 46, 44, 16), ring(48, 46, 36, 16, 0.03), strict=True)),
        *(("nick", [a, b]) for a, b in zip(ring(48, 46, 25, 10), ring(48, 46, 17, 10, 0.05), strict=True)),
        ("ink", "M34 30 L62 30 L64 60 L32 60"),
        ("nick", "M36 38 L60 34"),
        ("nick", "M35 46 L61 42"),
        ("nick", "M34 54 L62 50"),
        ("bold", "M62 82 Q80 86 92 99"),
        ("pen", "M92 92 L99 99"),
    ),
}

TREASURES: Final[Mapping[str, Emblem]] = {
    "runic_blade": (
        ("ink", _BLADE),
        ("nick", "M50 12 L50 24"),
        ("nick", "M50 16 L55 20"),
        ("nick", "M46 30 L54 38"),
        ("nick", "M54 30 L46 38"),
        ("nick", "M46 46 L46 58"),
        ("nick", "M46 48 L54 52"),
        ("nick", "M54 52 L46 58"),
        ("gold", "M20 66 L80 66 L86 76 L14 76"),
        ("pen", "M20 67 L80 67 L86 76 L14 76 L20 67"),
        ("ink", "M44 76 L56 76 L56 92 L44 92"),
        ("ink", arc(50, 94, 8, 0, 0, 1)),
        ("2fine", "M22 18 L28 24"),
        ("2fine", "M14 36 L24 38"),
        ("2fine", "M18 54 L26 50"),
    ),
    "opal_of_power": (
        ("blue", _OPAL),
        ("red", "M30 58 Q36 38 50 46 Q44 60 52 74 Q36 76 30 58"),
        ("gold", "M58 30 Q74 34 74 50 Q64 46 58 30"),
        ("bare", "M28 34 Q34 24 46 22 Q40 32 28 34"),
        ("bare", "M62 66 Q72 66 74 60 Q72 76 60 80"),
        ("pen", _OPAL + " L52 10"),
        ("2fine", "M6 12 L14 20"),
        ("fine", "M50 -2 L50 4"),
    ),
    "amulet_of_shadows": (
        ("2pen", "M12 0 Q16 30 42 40"),
        ("ink", arc(50, 66, 33, 0, 0, 1)),
        ("bare", arc(50, 66, 26, 0, 0, 1)),
        ("ink", arc(50, 66, 22, 0, 0, 1)),
        ("bare", arc(60, 60, 17, 0, 0, 1)),
        ("ink", arc(50, 36, 7, 0, 0, 1)),
        ("red", "M62 62 L68 68 L62 74 L56 68"),
    ),
    "gate_key": (
        ("ink", arc(26, 26, 25, 12, 0, 1)),
        ("ink", "M40 34 L48 42 L98 90 L92 98 L40 48 L34 40"),
        ("ink", "M78 84 L66 96 L60 90 L72 78"),
        ("ink", "M64 70 L50 84 L44 78 L58 64"),
        ("gold", arc(26, 26, 7, 0, 0, 1)),
        ("nick", "M46 46 L90 88"),
    ),
    "ring_of_strength": ICONS["ring"],
    "wand": (
        ("ink", "M60 22 L76 36 L18 99 L2 99 L0 84"),
        ("cut", "M24 66 L40 78"),
        ("cut", "M16 74 L32 86"),
        ("gold", [p for q in zip(ring(72, 22, 27, 5), ring(72, 22, 11, 5, 0.1), strict=True) for p in q]),
        ("pen", [p for q in zip([*ring(72, 22, 27, 5)], ring(72, 22, 11, 5, 0.1), strict=True) for p in q]),
        ("fine", "M40 4 L44 12"),
        ("fine", "M92 54 L96 62"),
        ("fine", "M62 62 L64 70"),
    ),
    "magic_crystal": (
        *(("pen", [a, b]) for a, b in zip(ring(50, 50, 50, 16), ring(50, 50, 41, 16), strict=True)),
        ("bare", "M50 6 L74 32 L66 84 L50 96 L34 84 L26 32"),
        ("blue", "M50 12 L70 34 L63 80 L50 90 L37 80 L30 34"),
        ("pen", "M50 12 L70 34 L63 80 L50 90 L37 80 L30 34 L50 12"),
        ("fine", "M30 34 L50 42 L70 34"),
        ("fine", "M50 42 L50 90"),
        ("2fine", "M50 12 L50 42"),
        ("cut", "M40 46 L42 66"),
    ),
}

PLACES: Final[Mapping[str, Emblem]] = {
    "dark_altar": (
        ("ink", "M2 56 L98 56 L98 68 L2 68"),
        ("ink", "M14 68 L86 68 L92 99 L8 99"),
        ("2nick", "M30 72 L28 96"),
        ("red", "M46 68 L54 68 L53 82 L50 88 L47 82"),
        ("ink", "M50 12 Q72 12 72 34 Q72 44 64 48 L62 56 L38 56 L36 48 Q28 44 28 34 Q28 12 50 12"),
        ("2bare", arc(41, 33, 5, 0, 0, 1)),
        ("bare", "M50 39 L54 46 L46 46"),
        ("nick", "M44 50 L44 56"),
        ("nick", "M50 50 L50 56"),
        ("nick", "M56 50 L56 56"),
        ("2ink", "M8 56 L8 38 L18 38 L18 56"),
        ("2gold", "M13 16 Q22 28 13 36 Q4 28 13 16"),
        ("2fine", "M13 16 Q22 28 13 36 Q4 28 13 16"),
    ),
    "underground_lake": (
        (
            "ink",
            "M0 0 L100 0 L100 14 L92 34 L84 12 L74 12 L66 28 L60 10 L50 10 L42 46 L34 12 L22 12 L14 30 L6 12 L0 20",
        ),
        ("nick", "M42 8 L42 28"),
        ("nick", "M14 6 L14 18"),
        ("blue", _LAKE),
        ("pen", _LAKE),
        ("pen", "M18 70 Q28 64 38 70"),
        ("pen", "M44 80 Q56 74 68 80"),
        ("fine", "M62 68 Q72 63 82 68"),
        ("fine", "M22 82 Q30 78 36 82"),
        ("ink", arc(42, 54, 3.4, 0, 0, 1)),
    ),
    "statue": (
        ("ink", "M16 99 L16 86 L26 86 L30 78 L70 78 L74 86 L84 86 L84 99"),
        ("ink", "M22 78 Q20 52 40 46 L42 38 Q30 32 32 16 Q36 0 50 0 Q64 0 68 16 Q70 32 58 38 L60 46 Q80 52 78 78"),
        ("bare", "M50 8 Q61 9 60 22 Q57 34 50 36 Q43 34 40 22 Q39 9 50 8"),
        ("2ink", "M42 20 L48 21 L48 25 L43 24"),
        ("fine", "M50 22 L50 28"),
        ("fine", "M46 32 L54 32"),
        ("nick", "M36 60 Q50 70 64 60"),
        ("nick", "M38 52 Q50 60 62 52"),
        ("nick", "M22 92 L78 92"),
        ("nick", "M66 12 L60 20 L66 30"),
        ("nick", "M30 70 L40 74"),
    ),
    "shrine": (
        ("ink", "M46 48 L54 48 L54 99 L46 99"),
        ("ink", "M30 99 L36 90 L64 90 L70 99"),
        ("ink", "M50 -4 L86 24 L78 30 L50 10 L22 30 L14 24"),
        ("ink", "M28 28 L72 28 L72 64 L28 64"),
        ("bare", "M35 62 L35 42 Q36 30 50 30 Q64 30 65 42 L65 62"),
        ("gold", "M47 34 L53 34 L53 41 L60 41 L60 47 L53 47 L53 60 L47 60 L47 47 L40 47 L40 41 L47 41"),
        ("fine", "M47 34 L53 34 L53 41 L60 41 L60 47 L53 47 L53 60 L47 60 L47 47 L40 47 L40 41 L47 41 L47 34"),
        ("2pen", "M24 99 Q20 88 12 84"),
        ("2ink", arc(10, 80, 5, 0, 0, 1)),
        ("2red", arc(10, 80, 2.6, 0, 0, 1)),
    ),
}
