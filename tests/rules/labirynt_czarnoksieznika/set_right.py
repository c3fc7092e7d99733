"""A small game of Elves and Undead, and how a test sets something right in it."""

from __future__ import annotations

from typing import Any

from rules.labirynt_czarnoksieznika.model import Character, Game
from tests.rules.labirynt_czarnoksieznika.witness import RULES, WITNESS
from tests.rules.mending import GameMaster

PEOPLE: list[dict[str, Any]] = [
    {"id": "eriald", "at": "B1@0", "hand": "dagger", "pack": ["haste"], "rune": "fire"},
    {"id": "taelin", "at": "C1@0"},
    {"id": "azghul", "at": "D1@1"},
    {"id": "osten", "at": "D1@1", "worn": ["helmet"]},
]


def a_game(*people: dict[str, Any], **position: Any) -> Game:
    """Eriald and Taelin of the Elves, Azghul and Osten of the Undead, unless something else is said."""
    game: Game
    game, _ = RULES.scene("turn", {"characters": list(people) or PEOPLE, **position})
    return game


def of(game: Game, who: str) -> Character:
    """A character by id."""
    return game.characters[who]


MASTER = GameMaster(WITNESS)
heard, set_right, open_now = MASTER.heard, MASTER.set_right, MASTER.open_now
question, options = MASTER.question, MASTER.options
