"""Squares of a map and their four sides; y grows southwards, x eastwards."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from functools import cache, lru_cache
from typing import TypeVar

from msgspec import Struct

P = TypeVar("P", bound=Hashable)
SIDES = "nesw"
_STEP = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}


class Square(Struct, frozen=True, array_like=True, order=True):
    """A square on a level."""

    x: int
    y: int

    def beyond(self, side: str) -> Square:
        """Return the neighbouring square on this side."""
        dx, dy = _STEP[side]
        return Square(self.x + dx, self.y + dy)

    def neighbours(self) -> tuple[tuple[str, Square], ...]:
        """Each side with the square beyond it, clockwise from the north."""
        return _sides_and_neighbours(self)


@lru_cache(maxsize=4096)
def _sides_and_neighbours(square: Square) -> tuple[tuple[str, Square], ...]:
    return tuple((side, square.beyond(side)) for side in SIDES)


def turned(sides: str, quarters: int) -> str:
    """Return a tile's four sides (N, E, S, W) after this many quarter turns clockwise."""
    quarters %= 4
    return sides[4 - quarters :] + sides[: 4 - quarters]


@cache
def rotations(sides: str) -> tuple[tuple[int, str], ...]:
    """Return the distinct orientations of a tile: quarter turns and sides."""
    seen: dict[str, int] = {}
    for quarters in range(4):
        seen.setdefault(turned(sides, quarters), quarters)
    return tuple((quarters, lying) for lying, quarters in seen.items())


def distances(start: P, ways: Callable[[P], Iterable[P]]) -> dict[P, int]:
    """Return the number of steps from a place to every reachable place."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in ways(here):
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found
