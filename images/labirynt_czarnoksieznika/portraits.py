"""Portraits of characters and monsters."""

from __future__ import annotations

from functools import cache
from typing import Final

from images.canvas import Sketch, Sprite
from images.emblem_paths import STRANGER
from images.emblems import carve
from images.labirynt_czarnoksieznika.beast_paths import BEASTS
from images.labirynt_czarnoksieznika.hero_paths import HEROES

PORTRAITS: Final = {**HEROES, **BEASTS}
"""Whom there is a portrait of."""


@cache
def portrait(id: str, size: int) -> Sprite:
    """The emblem of a character or a monster by its id, size × size pixels; a stranger's shield for anyone else."""
    sketch = Sketch(size, size, 104)
    carve(sketch, PORTRAITS.get(id, STRANGER), 2)
    return sketch.sprite()
