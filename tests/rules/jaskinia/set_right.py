"""A small game in the cave, and how a test sets something right in it."""

from __future__ import annotations

from typing import Any

from rules.jaskinia.model import Game, Seeker
from rules.kernel.answers import Value, judge
from rules.kernel.chance import Scripted
from rules.kernel.corrections import Aloud, offered
from rules.kernel.requests import GM
from rules.kernel.table import Event, Table, Told
from tests.soak.cave import RULES, impossible

PEOPLE: list[dict[str, Any]] = [
    {"id": "miner", "at": "B6", "items": ["rope"], "spells": ["dispel"]},
    {"id": "rogue", "at": "C6"},
    {"id": "friar", "at": "E7"},
]


def a_cave(*people: dict[str, Any], **position: Any) -> Game:
    """The Miner, the Rogue and the Friar, unless something else is said."""
    game: Game
    game, _ = RULES.scene("turn", {"seekers": list(people) or PEOPLE, **position})
    return game


def heard(game: Game, what: str, answer: Value = None, *, whispered: bool = False) -> list[Told]:
    """Set one thing right; what is told, and to whom. Nothing about the game is impossible then."""
    table = Table((), Scripted({}))
    taken = judge(offered(RULES, game), [what] if answer is None else [what, answer], GM)
    RULES.correct(Aloud(table, whispered=whispered), game, taken)
    assert impossible(game) == []
    return table.told


def set_right(game: Game, what: str, answer: Value = None) -> list[Event]:
    """Set one thing right; all that is told."""
    return [one.event for one in heard(game, what, answer)]


def open_now(game: Game) -> list[str]:
    """The ids of everything that may be set right."""
    return [action.option.id for action in RULES.corrections(game)]


def question(game: Game, what: str) -> Any:
    """What is asked for a correction."""
    return next(action.ask for action in offered(RULES, game).actions if action.option.id == what)


def options(game: Game, what: str) -> list[str]:
    """The ids that may be answered to it."""
    return [option.id for option in question(game, what).options]


def of(game: Game, seat: str) -> Seeker:
    """The Seeker of a seat."""
    return game.seeker_of(seat)
