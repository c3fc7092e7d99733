"""Known ways: what can be reached from where the party stands, how far it is, and by which step."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

import msgspec

from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.openings import Spot, ways_on

STAIRS = ("up", "down")


class Path(msgspec.Struct, frozen=True):
    """The best known way to a segment: the first step there, and how many it takes."""

    to: Spot
    first: str
    steps: int


def known_paths(game: Game) -> list[Path]:
    """The paths to all known segments that can be reached, the nearest first.

    The nearest is what is reached past the fewest groups that wait there, then by the fewest stairs, then by the fewest
    steps; of what is equally far the first by level and square.
    """
    ahead: list[tuple[int, int, int, Spot, str]] = [(0, 0, 0, (game.level, game.square), "")]
    found: dict[Spot, Path] = {}
    while ahead:
        met, climbed, steps, here, first = heappop(ahead)
        if here in found:
            continue
        found[here] = Path(here, first, steps)
        for way, there in steps_from(game, here):
            if there not in found:
                cost = (met + is_waited_at(game, there), climbed + (way in STAIRS), steps + 1)
                heappush(ahead, (*cost, there, first or way))
    return list(found.values())[1:]


def steps_from(game: Game, here: Spot) -> Iterator[tuple[str, Spot]]:
    """The explored segments that can be reached directly, by sides and stairs."""
    number, square = here
    level = game.levels[number]
    segment = level[square]
    for side, beyond in ways_on(segment, square):
        if beyond in level:
            yield side, (number, beyond)
    if segment.kind == "stairs":
        for way, other in (("up", number - 1), ("down", number + 1)):
            if square in game.levels.get(other, {}):
                yield way, (other, square)


def is_waited_at(game: Game, there: Spot) -> bool:
    """Whether monsters wait at a known place."""
    group = game.levels[there[0]][there[1]].group
    return group is not None and bool(group.living)
