"""The sides of segments: what a side is, where the ways on lead, and where a level is open to the unknown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rules.kernel.grid import SIDES, Square
from rules.labirynt_smierci.model import Segment

WALL, DOOR = "W", "D"
"""What a side may be besides a corridor."""

_PLACE = {side: n for n, side in enumerate(SIDES)}

Level = dict[Square, Segment]
Spot = tuple[int, Square]
"""A segment by its level and square."""


def side_of(segment: Segment, side: str) -> str:
    """What a placed segment has on one side: C, D or W."""
    return segment.sides[_PLACE[side]]


@cache
def _openings(sides: str) -> tuple[int, ...]:
    """Which of a segment's four sides are no walls."""
    return tuple(n for n, side in enumerate(sides) if side != WALL)


def ways_on(segment: Segment, square: Square) -> list[tuple[str, Square]]:
    """Each side of a segment that is no wall, with the square beyond it."""
    around = square.neighbours()
    return [around[n] for n in _openings(segment.sides)]


def open_exits(level: Level) -> Iterator[tuple[Square, str]]:
    """Each opening of a level that leads to an empty square."""
    for square, segment in level.items():
        for side, beyond in ways_on(segment, square):
            if beyond not in level:
                yield square, side
