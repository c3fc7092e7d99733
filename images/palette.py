"""Ink on old paper: fourteen grounds, each with its ramp of ink, as one palette of 112 flat colours."""

from __future__ import annotations

from typing import Final

RGB = tuple[int, int, int]

INK: Final[RGB] = (38, 29, 22)
PAPER_RGB: Final[RGB] = (242, 233, 213)
FLOOR_RGB: Final[RGB] = (254, 249, 238)
WATER_RGB: Final[RGB] = (176, 209, 232)
GOLD_RGB: Final[RGB] = (232, 186, 72)
RED_RGB: Final[RGB] = (178, 30, 32)
SHADE_RGB: Final[RGB] = (224, 210, 181)
UNDEAD_RGB: Final[RGB] = (190, 176, 222)
DWARVES_RGB: Final[RGB] = (224, 122, 62)
RATMEN_RGB: Final[RGB] = (214, 208, 88)
ELVES_RGB: Final[RGB] = (72, 158, 132)
AZURE_RGB: Final[RGB] = (92, 132, 204)
ROSE_RGB: Final[RGB] = (238, 164, 178)

LEVELS: Final = 8
"""Steps of ink on each ground: 0 is the bare ground, 7 full ink."""
FULL: Final = LEVELS - 1

# A ground is a multiple of LEVELS, so that ground + ink is the index of a colour.
PAPER: Final = 0 * LEVELS
FLOOR: Final = 1 * LEVELS
WATER: Final = 2 * LEVELS
GOLD: Final = 3 * LEVELS
RED: Final = 4 * LEVELS
SHADE: Final = 5 * LEVELS
RED_WINDOW: Final = 6 * LEVELS
"""Red on which the "ink" is light: for numbers on the party's token."""
DARK: Final = 7 * LEVELS
"""Full ink on which the "ink" is light: for numbers on dark tokens."""
UNDEAD: Final = 8 * LEVELS
"""The teams of Labirynt Czarnoksiężnika: light enough for dark marks, and apart for eyes that miss a colour."""
DWARVES: Final = 9 * LEVELS
RATMEN: Final = 10 * LEVELS
ELVES: Final = 11 * LEVELS
AZURE: Final = 12 * LEVELS
"""With those of the teams the colours of six pawns."""
ROSE: Final = 13 * LEVELS

_RAMPS: Final[tuple[tuple[RGB, RGB], ...]] = (
    (PAPER_RGB, INK),
    (FLOOR_RGB, INK),
    (WATER_RGB, INK),
    (GOLD_RGB, INK),
    (RED_RGB, INK),
    (SHADE_RGB, INK),
    (RED_RGB, FLOOR_RGB),
    (INK, FLOOR_RGB),
    (UNDEAD_RGB, INK),
    (DWARVES_RGB, INK),
    (RATMEN_RGB, INK),
    (ELVES_RGB, INK),
    (AZURE_RGB, INK),
    (ROSE_RGB, INK),
)


def _between(ground: RGB, ink: RGB, level: int) -> RGB:
    red, green, blue = (round(g + (i - g) * level / FULL) for g, i in zip(ground, ink, strict=True))
    return red, green, blue


def colours() -> tuple[RGB, ...]:
    """All colours in the order of their indices."""
    return tuple(_between(ground, ink, level) for ground, ink in _RAMPS for level in range(LEVELS))


def flat() -> list[int]:
    """The palette as Pillow takes it: red, green, blue of each colour in turn."""
    return [channel for colour in colours() for channel in colour]
