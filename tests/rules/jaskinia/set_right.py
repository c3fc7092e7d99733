"""A small game in the cave, and how a test sets something right in it."""

from __future__ import annotations

from typing import Any

from rules.jaskinia.model import Game, Seeker
from tests.rules.jaskinia.witness import RULES, WITNESS, impossible
from tests.rules.mending import GameMaster

PEOPLE: list[dict[str, Any]] = [
    {"id": "miner", "at": "B6", "items": ["rope"], "spells": ["dispel"]},
    {"id": "rogue", "at": "C6"},
    {"id": "friar", "at": "E7"},
]


def a_cave(*people: dict[str, Any], **position: Any) -> Game:
    """The Miner, the Rogue and the Friar, unless something else is said."""
    game: Game
    game, _ = RULES.scene("turn", {"seekers": list(people) or PEOPLE, **position})
    assert impossible(game) == []
    return game


def of(game: Game, seat: str) -> Seeker:
    """The Seeker of a seat."""
    return game.seeker_of(seat)


MASTER = GameMaster(WITNESS)
heard, set_right, open_now = MASTER.heard, MASTER.set_right, MASTER.open_now
question, options = MASTER.question, MASTER.options
