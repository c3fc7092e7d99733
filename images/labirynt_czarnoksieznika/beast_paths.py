"""Woodcut emblems of monsters that no other game has; how to read them: see images.emblem_paths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from images.emblem_paths import MONSTERS, Emblem
from images.paths import arc

BEASTS: Final[Mapping[str, Emblem]] = {
    "scarabs": (
        ("2pen", "M34 40 L14 30 L6 14"),
        ("2pen", "M30 58 L8 58 L2 70"),
        ("2pen", "M34 76 L18 84 L14 98"),
        ("2ink", "M44 18 Q34 14 34 0 Q44 4 48 14"),
        ("ink", "M50 10 Q66 12 66 28 L34 28 Q34 12 50 10"),
        ("ink", "M50 26 Q80 28 78 62 Q74 92 50 99 Q26 92 22 62 Q20 28 50 26"),
        ("nick", "M50 44 L50 94"),
        ("cut", "M25 44 Q50 36 75 44"),
        ("2nick", "M38 52 Q34 70 42 88"),
        ("gold", arc(50, 33, 5, 0, 0, 1)),
    ),
    "imp": (
        ("2ink", "M38 26 Q22 22 24 2 Q32 12 46 16"),
        ("2ink", "M26 44 L0 26 Q0 56 24 62"),
        ("2nick", "M8 36 L22 52"),
        ("ink", "M50 14 Q80 16 80 48 Q78 80 50 98 Q22 80 20 48 Q20 16 50 14"),
        ("2gold", "M26 44 Q36 34 47 50 Q36 60 26 44"),
        ("2ink", "M36 42 L40 43 L39 54 L35 53"),
        ("bare", "M24 62 Q50 78 76 62 Q70 86 50 88 Q30 86 24 62"),
        ("2ink", "M30 65 L36 77 L39 69"),
        ("2ink", "M42 70 L47 81 L49 71"),
        ("2nick", "M47 58 L45 62"),
    ),
    "spider": (
        ("2bold", "M42 40 L18 24 L14 2"),
        ("2bold", "M40 48 L10 42 L0 24"),
        ("2bold", "M40 56 L10 64 L2 86"),
        ("2bold", "M42 62 L22 78 L20 99"),
        ("ink", arc(50, 68, 25, 0, 0, 1)),
        ("ink", arc(50, 36, 18, 0, 0, 1)),
        ("2bare", arc(43, 33, 4.5, 0, 0, 1)),
        ("2red", arc(38, 42, 2.6, 0, 0, 1)),
        ("2ink", "M44 20 L40 10 L48 18"),
        ("bare", "M50 54 L58 62 L50 70 L42 62"),
        ("bare", "M50 70 L57 78 L50 86 L43 78"),
    ),
    "robber": (
        ("ink", "M50 0 Q88 10 86 52 L94 86 L82 82 L76 98 L62 88 L50 100 L38 88 L24 98 L18 82 L6 86 L14 52 Q12 10 50 0"),
        ("bare", "M50 18 Q74 22 72 44 L28 44 Q26 22 50 18"),
        ("2blue", "M32 36 L47 40 Q38 46 32 36"),
        ("2pen", "M31 34 L47 39"),
        ("nick", "M26 48 L74 48"),
        ("nick", "M50 50 L44 62"),
        ("2nick", "M30 52 Q34 62 44 70"),
        ("gold", arc(50, 78, 9, 0, 0, 1)),
        ("fine", "M50 73 L50 83"),
        ("2nick", "M20 54 Q16 66 16 76"),
    ),
    "basilisk": (
        (
            "ink",
            "M14 98 Q-4 76 22 66 L60 66 Q82 60 70 46 L54 50 Q30 54 26 34 L4 30 L26 22 Q34 4 58 8 Q98 18 92 58 "
            "Q88 84 56 84 L36 84 Q32 90 52 98",
        ),
        ("red", "M36 12 L34 -2 L46 6 L52 -4 L58 6 L70 -2 L68 12 L80 10 L76 20 Q56 6 36 16"),
        ("gold", arc(46, 24, 7, 0, 0, 1)),
        ("ink", "M45 18 L48 24 L45 30 L43 24"),
        ("nick", "M28 34 Q38 38 48 36"),
        ("nick", "M76 30 Q82 44 78 58"),
        ("nick", "M66 74 L76 78"),
        ("nick", "M54 70 L58 80"),
        ("nick", "M40 70 L42 80"),
        ("nick", "M26 72 L24 84"),
    ),
    "golem": (
        ("ink", "M26 8 L62 2 L82 18 L80 46 L96 56 L92 99 L8 99 L4 58 L22 46 L18 22"),
        ("nick", "M22 46 L40 56 L62 54 L80 46"),
        ("2gold", "M30 28 L44 30 L44 38 L32 37"),
        ("nick", "M26 20 L46 24 L74 18"),
        ("cut", "M36 46 L64 46"),
        ("nick", "M56 4 L50 14 L58 22"),
        ("nick", "M40 56 L36 76 L46 99"),
        ("nick", "M62 54 L70 74 L64 99"),
        ("nick", "M4 74 L22 72 L30 86"),
        ("nick", "M96 72 L82 78 L80 99"),
        ("nick", "M36 76 L70 74"),
    ),
    "dragon": (
        ("2ink", "M36 26 Q14 22 8 0 Q26 8 44 12"),
        ("2ink", "M26 42 L2 34 L12 48 L0 58 L20 60 L12 74 L32 66"),
        ("ink", "M50 4 L62 16 Q78 30 74 52 L66 70 L66 84 L56 94 L44 94 L34 84 L34 70 L26 52 Q22 30 38 16"),
        ("2gold", "M30 40 L46 48 Q36 54 30 40"),
        ("2ink", "M37 41 L40 43 L40 51"),
        ("2bare", "M39 72 L46 75 L42 80"),
        ("nick", "M50 10 L50 40"),
        ("2nick", "M42 20 L40 34"),
        ("2nick", "M44 54 L40 64"),
        ("bare", "M36 84 L64 84 L58 90 L42 90"),
        ("2ink", "M39 83 L43 91 L46 83"),
        ("red", "M50 88 L55 99 L50 104 L45 99"),
    ),
    "sentry": MONSTERS["skeleton"],
    "armour": MONSTERS["evil_hero"],
    "acid_monster": MONSTERS["swamp_creature"],
    "wraiths": MONSTERS["wraith"],
    "minotaur": MONSTERS["minotaur"],
    "troll": MONSTERS["troll"],
    "hydra": MONSTERS["hydra"],
}
"""By the ids of the Encounter Table; some look as their kin in Labirynt Śmierci do."""
