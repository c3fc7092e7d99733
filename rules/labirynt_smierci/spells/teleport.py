"""Chapter 10, Teleport: the party stands at once on another explored segment of the level."""

from __future__ import annotations

from typing import Any

from rules.kernel.grid import Square, distances
from rules.kernel.requests import Action, Option, Taken
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_smierci.events.magic import PartyTeleported
from rules.labirynt_smierci.exploration import joined, open_exits, reach
from rules.labirynt_smierci.model import Game, Segment
from rules.labirynt_smierci.monsters import look_for_monsters
from rules.labirynt_smierci.spells.casting import cast_actions, pay, taken_cast
from rules.labirynt_smierci.spells.lock import entrance_in

SPELL = "teleport"
MOST_TARGETS = 25
PLAIN = ("corridor", "room")


def teleport_actions(game: Game) -> list[Action[Any]]:
    """Teleport to a segment that matters; of many the nearest are offered."""
    return list(cast_actions(game, SPELL, lambda _: [target(game, square) for square in worth_going(game)]))


def worth_going(game: Game) -> list[Square]:
    """Entrance, stairs, the Gate, features not examined, open exits, monsters, stone; the nearest first, then the rest.

    Nowhere from where locked doors cut off the way home [house].
    """
    level = game.levels[game.level]
    exits = [square for square, _ in open_exits(level)]
    stones = [one.stone_at[1] for one in game.characters.values() if one.stone_at and one.stone_at[0] == game.level]
    steps = distances(game.square, lambda here: joined(level, here))

    def worth(square: Square) -> tuple[bool, int, Square]:
        plain = not (matters(level[square]) or square in exits or square in stones)
        return plain, steps.get(square, len(level)), square

    there = sorted((square for square in level if square != game.square), key=worth)
    if can_go_home(game, game.square):
        there = [square for square in there[: 2 * MOST_TARGETS] if can_go_home(game, square)]
    return there[:MOST_TARGETS]


def can_go_home(game: Game, square: Square) -> bool:
    """Whether the entrance can be reached from there."""
    return entrance_in(game, reach(game, (game.level, square)))


def matters(segment: Segment) -> bool:
    """Whether a segment has something that one comes back for."""
    if segment.kind in ("entrance", "stairs", "gate") or segment.group is not None:
        return True
    return segment.kind not in PLAIN and not segment.examined


def target(game: Game, square: Square, level: int = 0) -> Option:
    """What lies there on the party's level, or on another, and where that is, counted from the party."""
    segment = game.levels[level or game.level][square]
    where, facts = bearings(game, square)
    facts["kind"] = Word(f"segment.{segment.kind}")
    waiting = len(segment.group.living) if segment.group else 0
    if segment.group and waiting:
        facts |= {"monster": segment.group.name, "number": waiting}
    return Option(f"{square.x},{square.y}", f"cast.to.{where}", "cast.waiting" if waiting else "", facts)


def bearings(game: Game, square: Square) -> tuple[str, dict[str, Fact]]:
    """Where a square is, counted from the party: straight across the map, straight along it, or both."""
    east, south = square.x - game.square.x, square.y - game.square.y
    facts: dict[str, Fact] = {"across": abs(east), "along": abs(south)}
    facts |= {"side": Word(f"side.{'e' if east > 0 else 'w'}"), "other": Word(f"side.{'s' if south > 0 else 'n'}")}
    return "across" if not south else "along" if not east else "both", facts


def teleport(table: Table, game: Game, taken: Taken) -> None:
    """The party is there; by no door, so that every door is another way [5B]; the check is as on visited segments."""
    cast = taken_cast(game, taken)
    pay(table, game, cast)
    game.square = Square(*(int(number) for number in cast.target.split(",")))
    game.entered_by = game.left_by = None
    game.here.visited = True
    table.tell(PartyTeleported(Word(f"segment.{game.here.kind}")))
    look_for_monsters(table, game, first_visit=False)
