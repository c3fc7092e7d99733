"""Portraits of characters and monsters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from images.beast_paths import BEASTS
from images.canvas import Sketch, Sprite
from images.emblem_paths import MONSTERS, STRANGER, Emblem
from images.emblems import carve
from images.labirynt_czarnoksieznika.hero_paths import HEROES

KIN: Final[Mapping[str, Emblem]] = {
    "sentry": MONSTERS["skeleton"],
    "armour": MONSTERS["evil_hero"],
    "acid_monster": MONSTERS["swamp_creature"],
    "wraiths": MONSTERS["wraith"],
    "minotaur": MONSTERS["minotaur"],
    "troll": MONSTERS["troll"],
    "hydra": MONSTERS["hydra"],
}
"""Who of the Encounter Table looks as their kin elsewhere do."""
PORTRAITS: Final = {**HEROES, **BEASTS, **KIN}
"""Whom there is a portrait of."""


@cache
def portrait(id: str, size: int) -> Sprite:
    """The emblem of a character or a monster by its id, size × size pixels; a stranger's shield for anyone else."""
    sketch = Sketch(size, size, 104)
    carve(sketch, PORTRAITS.get(id, STRANGER), 2)
    return sketch.sprite()
