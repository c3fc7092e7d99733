"""How it is with a character, for the words of the story."""

from __future__ import annotations

from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events.moods import FIRST, HURT, TASK, USUAL
from rules.labirynt_czarnoksieznika.model import Character, Game
from rules.labirynt_czarnoksieznika.tables.places import board_of


def mood(game: Game, one: Character) -> Word:
    """The most telling thing that everybody sees of a character on its way."""
    team = game.teams[one.seat]
    if len(team.moved) <= 1:
        return FIRST
    if one.life == 1 < game.card(one.id).life:
        return HURT
    return TASK if one.rune and board_of(one.at) != team.board else USUAL
