"""Small icons of what characters carry: weapons by their kind, other finds, gold and experience."""

from __future__ import annotations

from images.artwork import art, known, there_are
from images.canvas import Sprite


def icon(what: str, size: int) -> Sprite:
    """A weapon's kind or an item's, experience or wealth, size × size pixels; a shield for what has no icon."""
    return art("signs/art" if what == "art" else known("icons", what), size)


def icon_of(kind: str, name: str, size: int) -> Sprite:
    """The icon of an item: a weapon's by its name where there is one, else that of its kind."""
    if kind == "weapon":
        return icon(name if name in there_are("icons") else "sword", size)
    return icon(kind, size)
