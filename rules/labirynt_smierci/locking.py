"""Chapter 10, Lock: a door closes for ever on the monsters behind it."""

from __future__ import annotations

from typing import Any

from rules.kernel.grid import OPPOSITE, Square
from rules.kernel.requests import Action
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.casting import Cast, cast_actions, pay
from rules.labirynt_smierci.events_magic import DoorLocked
from rules.labirynt_smierci.exploration import joined, open_a_wall, open_exits, wall_up
from rules.labirynt_smierci.model import Game

Spot = tuple[int, Square]
"""A segment by its level and square."""


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
    return any(game.levels[level][square].kind == "entrance" for level, square in known) and gate_in(game, known)


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


def reach(game: Game, start: Spot, shut: Spot | None = None) -> list[Spot]:
    """Everything that can be reached from there by known ways; with the door between ``start`` and ``shut`` locked."""
    found = [start]
    seen = {start: True}
    for here in found:
        for there in _ahead(game, here):
            if there not in seen and (here, there) not in ((start, shut), (shut, start)):
                seen[there] = True
                found.append(there)
    return found


def _ahead(game: Game, here: Spot) -> list[Spot]:
    level, square = here
    ahead = [(level, beyond) for beyond in joined(game.levels[level], square)]
    if game.levels[level][square].kind == "stairs":
        ahead += [(other, square) for other in (level - 1, level + 1) if square in game.levels.get(other, {})]
    return ahead


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
    if not game.gate_found and not can_explore(game):
        open_a_wall(table, game)


def can_explore(game: Game) -> bool:
    """Whether some open exit can be reached by known ways."""
    known = reach(game, (game.level, game.square))
    return any((number, square) in known for number, level in game.levels.items() for square, _ in open_exits(level))
