"""How a new segment lies where it may lie in several ways [6.2]: when the choice matters, and what is best.

However a segment lies, it has as many openings into the unknown; what differs is where these lead. Behind an opening is

- a dead end, when all other sides of the empty square are walls of known segments;
- a link, when a known segment opens onto the same square, so that a loop or a shorter way may come of it;
- new ground otherwise.

Nobody wants more dead ends than there must be. The choice matters when the ways with the fewest differ, so that one may
want to link what is known, or to go on into the open; it does not when all are alike, or one is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rules.kernel.grid import OPPOSITE, Square
from rules.labirynt_smierci.openings import WALL, Level, side_of


class Outlook(msgspec.Struct, frozen=True, order=True):
    """What the openings of a segment lead to when it lies so: how many dead ends, links, and pieces of new ground."""

    dead: int = 0
    links: int = 0
    new: int = 0


def matters(level: Level, square: Square, ways: Sequence[str]) -> bool:
    """Whether somebody may care in which of these ways a segment lies there."""
    left = sensible_ways(level, square, ways)
    return any(outlook(level, square, way) != outlook(level, square, left[0]) for way in left)


def sensible_ways(level: Level, square: Square, ways: Sequence[str]) -> list[str]:
    """The ways with the fewest dead ends."""
    fewest = min(outlook(level, square, way).dead for way in ways)
    return [way for way in ways if outlook(level, square, way).dead == fewest]


def best_way(level: Level, square: Square, ways: Sequence[str]) -> str:
    """The way that leads to most new ground, then with most empty squares about its openings; of several the first."""
    return max(
        sensible_ways(level, square, ways),
        key=lambda way: (outlook(level, square, way).new, _room(level, square, way)),
    )


def outlook(level: Level, square: Square, way: str) -> Outlook:
    """What the openings lead to when a segment lies there so."""
    found = [_behind(level, square, beyond) for beyond in _opened(level, square, way)]
    return Outlook(found.count("dead"), found.count("link"), found.count("new"))


def _opened(level: Level, square: Square, way: str) -> Iterator[Square]:
    """The empty squares onto which it opens."""
    for (_, beyond), what in zip(square.neighbours(), way, strict=True):
        if what != WALL and beyond not in level:
            yield beyond


def _behind(level: Level, square: Square, beyond: Square) -> str:
    around = [(side, there) for side, there in beyond.neighbours() if there != square]
    if any(there in level and side_of(level[there], OPPOSITE[side]) != WALL for side, there in around):
        return "link"
    return "dead" if all(there in level for _, there in around) else "new"


def _room(level: Level, square: Square, way: str) -> int:
    """How many empty squares lie about those onto which it opens, within two steps."""
    near = [there for beyond in _opened(level, square, way) for there in _within_two(beyond)]
    return sum(there not in level for there in near)


def _within_two(square: Square) -> list[Square]:
    near = [there for _, there in square.neighbours()]
    return [*near, *(beyond for there in near for _, beyond in there.neighbours())]
