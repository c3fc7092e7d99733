"""Signs of what has befallen somebody: asleep, shielded, charmed, turned, stone, dead, lost; and a crown."""

from __future__ import annotations

from images.artwork import art, known
from images.canvas import Sprite
from images.pictograms import UNLIKE


def plight(what: str, size: int) -> Sprite:
    """The sign of a plight, size × size pixels; an unknown one has the lozenge of unknown features."""
    return art(known("plights", what, UNLIKE), size)


def shield_ring(size: int) -> Sprite:
    """A ring of glass to set an emblem into, size × size pixels."""
    return art("signs/shield_ring", size)
