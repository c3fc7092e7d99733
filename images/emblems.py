"""Emblems of races and monsters, cut like woodcuts."""

from __future__ import annotations

from images.artwork import known, there_are


def emblem_of(kind: str) -> str:
    """The drawing of a race or a monster; a stranger's shield for anyone unknown."""
    return known("races", kind, known("monsters", kind))


def is_monster(kind: str) -> bool:
    """Whether somebody is of a kind of monster that there is a drawing of."""
    return kind in there_are("monsters")
