"""A party in a small labyrinth, and how a test sets something right in it."""

from __future__ import annotations

from typing import Any

from rules.kernel.answers import Answer, Value, judge
from rules.kernel.chance import Sealed
from rules.kernel.corrections import CORRECTION, Correcting
from rules.kernel.events import Event
from rules.kernel.requests import GM, NextAction, Request
from rules.kernel.table import Table, Waiting
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.rulebook import LabiryntSmierci

RULES = LabiryntSmierci.with_tables()
PARTY: list[dict[str, Any]] = [
    {"hero": "almuric"},
    {"hero": "gislan", "known": ["sleep", "heal"], "usable": ["sleep"], "potential": [2, 1, 1]},
    {"hero": "zareth"},
]
MAZE: list[dict[str, Any]] = [
    {"at": [0, 0], "kind": "entrance", "sides": "CWWW"},
    {"at": [0, -1], "kind": "corridor", "sides": "WCCD"},
    {"at": [-1, -1], "kind": "fountain", "sides": "DDDD"},
]


def a_game(**setup: Any) -> Game:
    """Almuric, Gislan and Zareth under a red sun in the first corridor, unless something else is said."""
    usual = {"party": PARTY, "maze": MAZE, "at": [0, -1], "sun": "red"}
    game, _ = RULES.scene("way", {**usual, **setup})
    return game


def orcs(*strengths: int, **more: Any) -> dict[str, Any]:
    """Orcs on the party's segment."""
    return {"kind": "orc", "strengths": list(strengths), **more}


def set_right(game: Game, what: str, answer: Value = None) -> list[Event]:
    """Set one thing right; what is told."""
    offers = NextAction(who=GM, why=CORRECTION, actions=tuple(RULES.corrections(game)))
    taken = judge(offers, [what] if answer is None else [what, answer], GM)
    table = Table((), Sealed(b"s" * 32))
    RULES.correct(table, game, taken)
    return [one.event for one in table.story.told]


def open_now(game: Game) -> list[str]:
    """The ids of everything that may be set right."""
    return [action.option.id for action in RULES.corrections(game)]


def question(game: Game, what: str) -> Any:
    """What is asked for a correction."""
    return next(action.ask for action in RULES.corrections(game) if action.option.id == what)


def of(game: Game, who: str) -> Character:
    """A character by id."""
    return game.characters[who]


def asked(game: Game, *entries: Answer) -> tuple[list[Event], Request[Any]]:
    """The party chooses its way, with these entries in the log: what is told, and what it is asked then."""
    table = Table((), Sealed(b"s" * 32), correct=Correcting(RULES, game), corrections=entries)
    try:
        RULES.stage(table, game)
    except Waiting as wait:
        return [one.event for one in table.story.told], wait.request
    raise AssertionError("nothing is asked")
