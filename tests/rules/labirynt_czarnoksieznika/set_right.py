"""A small game of Elves and Undead, and how a test sets something right in it."""

from __future__ import annotations

from typing import Any

from rules.kernel.answers import Value, judge
from rules.kernel.chance import Scripted
from rules.kernel.corrections import Aloud, offered
from rules.kernel.requests import GM
from rules.kernel.table import Event, Table, Told
from rules.labirynt_czarnoksieznika.model import Character, Game
from tests.soak.sorcerer import RULES, impossible

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


def heard(game: Game, what: str, answer: Value = None, *, whispered: bool = False) -> list[Told]:
    """Set one thing right; what is told, and to whom. Nothing about the game is impossible that was not so before."""
    before = impossible(game)
    table = Table((), Scripted({}))
    taken = judge(offered(RULES, game), [what] if answer is None else [what, answer], GM)
    RULES.correct(Aloud(table, whispered=whispered), game, taken)
    assert [wrong for wrong in impossible(game) if wrong not in before] == []
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


def of(game: Game, who: str) -> Character:
    """A character by id."""
    return game.characters[who]
