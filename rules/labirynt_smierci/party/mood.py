"""How it is with the party, for the words of the story."""

from __future__ import annotations

from rules.kernel.words import Word
from rules.labirynt_smierci.events.moods import BITTER, DEEP, FIRST, HURT, USUAL
from rules.labirynt_smierci.model import Game

DEEPEST = 3
"""The level below all others."""


def mood(game: Game) -> Word:
    """The most telling thing about the party where it stands."""
    if game.here.kind == "entrance" and game.entered_by is None and game.left_by is None:
        return FIRST
    if 2 * sum(2 * one.strength_now <= one.strength for one in game.people) >= len(game.people):
        return HURT
    return DEEP if game.level == DEEPEST else USUAL


def mood_after_fight(game: Game) -> Word:
    """The same, when none of the party fell in it."""
    return BITTER if game.fallen else mood(game)
