"""How Labirynt Śmierci is listened to."""

from __future__ import annotations

from typing import Any

from bot.games.labirynt_smierci.words import battle_in_words, map_in_words
from bot.words.narrator import Narrator
from rules import labirynt_smierci
from tests.bot.words.heard import Played


def look_at_maze(narrator: Narrator, view: Any) -> None:
    """Say what the pictures of a party in the maze show."""
    map_in_words(narrator, view.here)
    if view.battle:
        battle_in_words(narrator, view.battle)


HEARD = Played(
    labirynt_smierci,
    (1, 2, 3),
    {"adventures": "2"},
    look_at_maze,
    ("way", "encounter", "traps.delegate", "combat.order"),
)
