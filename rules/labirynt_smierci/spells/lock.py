"""Chapter 10, Lock: a door closes for ever on the monsters behind it."""

from __future__ import annotations

from typing import Any

from rules.kernel.grid import OPPOSITE
from rules.kernel.requests import Action
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.events.magic import DoorLocked
from rules.labirynt_smierci.exploration import Spot, keep_open, reach, wall_up
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.spells.casting import Cast, cast_actions, pay


def lock_actions(game: Game) -> list[Action[Any]]:
    """Lock, when the monsters were met behind a door just opened and the party can still go on."""
    group = game.met
    if group is None or group.negotiated or group.bribed or not game.door_open:
        return []
    actions = list(cast_actions(game, "lock"))
    return actions if actions and can_go_back(game) else []


def can_go_back(game: Game) -> bool:
    """Whether the way to the entrance, and to the Gate once it is found, does not lead through this door [house]."""
    back = before_the_door(game)
    if back is None:
        return False
    known = reach(game, back, (game.level, game.square))
    return entrance_in(game, known) and gate_in(game, known)


def entrance_in(game: Game, known: list[Spot]) -> bool:
    """Whether the entrance is among these."""
    return any(game.levels[level][square].kind == "entrance" for level, square in known)


def gate_in(game: Game, known: list[Spot]) -> bool:
    """Whether the Gate is among these, or there is no need of it."""
    gate = game.gate
    if gate is None or not gate.found or gate.destroyed or gate.square is None:
        return True
    return (gate.level, gate.square) in known


def before_the_door(game: Game) -> Spot | None:
    """The segment that the party came from."""
    if game.entered_by is None:
        return None
    square = game.square.beyond(game.entered_by)
    return (game.level, square) if square in game.levels[game.level] else None


def lock(table: Table, game: Game, cast: Cast) -> None:
    """Back through the door, which never opens again; the monsters stay behind it [10]."""
    assert game.entered_by is not None
    assert game.met is not None
    pay(table, game, cast)
    level, door = game.levels[game.level], game.entered_by
    locked, group = game.here, game.met
    game.square = game.square.beyond(door)
    game.entered_by, game.left_by = game.left_by, None
    wall_up(locked, door)
    wall_up(level[game.square], OPPOSITE[door])
    table.tell(DoorLocked(group.name, len(group.living), Word(f"side.{OPPOSITE[door]}")))
    keep_open(table, game)
