"""Single Encounters and clashes that a game master calls; the turn goes on afterwards [5, 6]."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from rules.kernel.corrections import set_right_and_run_calls
from rules.kernel.table import Table
from rules.labirynt_czarnoksieznika.exploration import penetration
from rules.labirynt_czarnoksieznika.exploration.exploring import meet_row
from rules.labirynt_czarnoksieznika.fight.clash import attack
from rules.labirynt_czarnoksieznika.model import Character, Game

OF_THE_TURN = ("turn", "entered", "rearrange", "ability_used", "ahead", "sorting")
"""The fields of the state that belong to the interrupted turn."""


class CalledEncounter(Struct, frozen=True):
    """A row of the Encounter Table that a character meets where it stands."""

    character: str
    row: str


class CalledClash(Struct, frozen=True):
    """An attack on a character in the same chamber."""

    character: str
    target: str


Called: TypeAlias = CalledEncounter | CalledClash


def set_right(table: Table, game: Game) -> None:
    """Apply the game master's corrections and run what is called."""
    set_right_and_run_calls(table, game, _run_called_event)


def _run_called_event(table: Table, game: Game, called: Called) -> None:
    """Run a called event as in a turn of the character's player."""
    character, before = game.characters[called.character], {name: getattr(game, name) for name in OF_THE_TURN}
    game.turn, game.entered = game.order.index(character.seat), character.id
    game.rearrange, game.ahead, game.sorting = False, False, False
    _run(table, game, character, called)
    for name, value in before.items():
        setattr(game, name, value)


def _run(table: Table, game: Game, character: Character, called: Called) -> None:
    if isinstance(called, CalledClash):
        attack(table, game, character, game.characters[called.target])
    else:
        meet_row(table, game, character, game.tables.encounters.of(called.row))
    if character.active and not game.outcome:
        penetration.penetrate(table, game, character)
