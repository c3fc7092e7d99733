"""The letters of monsters: short signs that buttons, words and pictures share."""

from __future__ import annotations

MARKS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def mark_of(monster_id: str) -> str:
    """A monster's letter: A for the first of its group; numbers after Z."""
    n = int(monster_id.rpartition("-")[2])
    return MARKS[n - 1] if n <= len(MARKS) else str(n)
