"""Ways over a board, and what walking them costs, in Moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import heappop, heappush

from rules.labirynt_czarnoksieznika.places import CHAMBERS, exits_by, neighbours
from rules.labirynt_czarnoksieznika.tables.sheets import BoardFace

FAR = 99.0
"""The cost of where no way leads."""
FLAT = (1.0,) * len(CHAMBERS)
"""Each chamber costs the Move into it and no more."""
AT: Mapping[str, int] = {chamber: n for n, chamber in enumerate(CHAMBERS)}
"""The place of each chamber in a row of costs."""


def costs(
    face: BoardFace, goal: str, tolls: tuple[float, ...] = FLAT, *, home: bool = False, ghost: bool = False
) -> Mapping[str, float]:
    """From each chamber to the goal, by what it costs to enter each on the way; nobody walks on through a Teleport.

    ``home``: the board is the walker's own, whose Camp is open to it; ``ghost``: walls are no hindrance.
    """
    return _costs(None if ghost else face.passages, face.teleport, "" if home else face.camp, goal, tolls)


@lru_cache(maxsize=8192)
def _costs(
    passages: tuple[str, ...] | None, teleport: str, closed: str, goal: str, tolls: tuple[float, ...]
) -> Mapping[str, float]:
    found: dict[str, float] = {}
    queue = [(0.0, goal)]
    while queue:
        cost, here = heappop(queue)
        if here in found:
            continue
        found[here] = cost
        if here == teleport and here != goal:
            continue
        for there in _beside(passages, here):
            if there not in found and there != closed:
                heappush(queue, (cost + tolls[AT[here]], there))
    return found


def _beside(passages: tuple[str, ...] | None, chamber: str) -> Iterable[str]:
    """The neighbouring chambers; without passages through all walls."""
    return dict(neighbours(chamber)).values() if passages is None else exits_by(passages, chamber).values()


def distance(face: BoardFace, start: str, goal: str, *, home: bool = False, ghost: bool = False) -> float:
    """Moves from one chamber to another."""
    return costs(face, goal, home=home, ghost=ghost).get(start, FAR)
