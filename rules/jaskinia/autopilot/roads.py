"""Ways through the cave: how far it is from everywhere to a goal, closed Gates included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush

from rules.jaskinia.model import Game

Links = tuple[tuple[str, ...], ...]
"""Each area, followed by its neighbours."""
Pairs = tuple[tuple[str, str], ...]
FAR = 99.0
"""The distance of where no way leads."""
GATES = 3.0
"""How many areas more it is through closed Gates."""


def distances(game: Game, *goals: str) -> Mapping[str, float]:
    """From each area to the nearest of these."""
    return _distances(*_map_of(game), goals)


def round_trip(game: Game, stops: Sequence[str]) -> Sequence[str]:
    """These areas in an order in which each is near the one before."""
    return _round_trip(*_map_of(game), tuple(stops))


def _map_of(game: Game) -> tuple[Links, Pairs]:
    """How areas are linked, and which links closed Gates bar."""
    board = game.tables.board
    links = tuple((area.id, *area.exits.values()) for area in board.area)
    return links, tuple(gate.between for gate in board.gate if gate.id not in game.gates)


@lru_cache(maxsize=512)
def _distances(links: Links, closed: Pairs, goals: tuple[str, ...]) -> Mapping[str, float]:
    exits = {area: beyond for area, *beyond in links}
    found: dict[str, float] = {}
    queue = [(0.0, goal) for goal in goals]
    while queue:
        cost, here = heappop(queue)
        if here in found:
            continue
        found[here] = cost
        for there in exits[here]:
            if there not in found:
                heappush(queue, (cost + _step(closed, here, there), there))
    return found


@lru_cache(maxsize=64)
def _round_trip(links: Links, closed: Pairs, stops: tuple[str, ...]) -> Sequence[str]:
    trip: list[str] = []
    while left := [at for at in stops if at not in trip]:
        far = _distances(links, closed, tuple(trip[-1:]))
        trip.append(min(left, key=lambda at: far.get(at, FAR)))
    return trip


def _step(closed: Pairs, here: str, there: str) -> float:
    return 1 + GATES * any(here in gate and there in gate for gate in closed)
