"""Portraits of characters and monsters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from images.artwork import art, known
from images.canvas import Sprite

KIN: Final[Mapping[str, str]] = {
    "sentry": "skeleton",
    "armour": "evil_hero",
    "acid_monster": "swamp_creature",
    "wraiths": "wraith",
}
"""Who of the Encounter Table looks as their kin elsewhere do."""
HEROES: Final = "labirynt_czarnoksieznika/heroes"


def portrait(id: str, size: int) -> Sprite:
    """The emblem of a character or a monster by its id, size × size pixels; a stranger's shield for anyone else."""
    return art(known(HEROES, id, known("monsters", KIN.get(id, id))), size)
