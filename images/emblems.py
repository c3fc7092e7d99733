"""Emblems of races and monsters, cut like woodcuts."""

from __future__ import annotations

from images.artwork import art, known, there_are
from images.canvas import Sprite

FOLDERS = ("races", "monsters")


def emblem(kind: str, size: int) -> Sprite:
    """The emblem of a race or a monster, size × size pixels; a stranger's shield for anyone unknown.

    An apprentice whose race has no apprentices' emblem looks as the race does.
    """
    return art(emblem_of(kind), size)


def emblem_of(kind: str) -> str:
    """The drawing of a race or a monster."""
    race = known("races", kind.removesuffix("-apprentice"))
    return known("races", kind, known("monsters", kind, race))


def is_monster(kind: str) -> bool:
    """Whether somebody is of a kind of monster that there is a drawing of."""
    return kind in there_are("monsters")
