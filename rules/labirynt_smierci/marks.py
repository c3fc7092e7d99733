"""The letters of monsters: short signs that buttons, words and pictures share."""

from __future__ import annotations

from rules.labirynt_smierci.model import Game

MARKS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def mark_of(monster_id: str) -> str:
    """A monster's letter: A for the first of its group; numbers after Z."""
    n = int(monster_id.rpartition("-")[2])
    return MARKS[n - 1] if n <= len(MARKS) else str(n)


def mark_in_words(game: Game, monster_id: str) -> str:
    """Its letter beside its name; '' for who stands alone on the segment, as its name says which."""
    return "" if game.met is not None and len(game.met.monsters) == 1 else mark_of(monster_id)
