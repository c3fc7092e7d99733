"""What special areas look like: a small picture of each."""

from __future__ import annotations

from images.artwork import art, known
from images.canvas import Sprite


def sight(name: str, size: int) -> Sprite:
    """The picture of a special area or of the Entrance, size × size pixels; a shield for what nobody knows."""
    return art("signs/entrance" if name == "entrance" else known("jaskinia/sights", name), size)
