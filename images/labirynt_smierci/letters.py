"""Where the letters of ways stand: just outside an opening, never on a door, a wall, or what stands in a segment.

An opening into the unknown has its letter in a ring on the bare paper before it; a way over known ground has a bare
letter on the floor of the segment to which it leads, stairs have it on their own. Places are in segments; the middle of
segment (0, 0) is (0, 0).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from images import stonework
from images.lettering import size_for_capitals, width
from images.squares import Cell
from rules.labirynt_smierci.view import ExitView, SegmentView

CAPITAL: Final = 22.8
"""Height of a letter in pixels, at any scale: half of it is legible on a phone."""
RADIUS: Final = 18.5
"""Radius of a letter's ring, in pixels."""
CLEAR: Final = 0.012
"""Between a letter and what is beside it, in segments."""
DOOR: Final = stonework.BAR + stonework.BAR_LINE / 2
"""How far a door reaches out of its segment."""
INNER: Final = stonework.ROOM - stonework.WALL / 2
WALL: Final = stonework.CORRIDOR + stonework.WALL / 2
"""How far from the middle of a corridor the rock beside it begins."""
FULLEST: Final = 0.26
"""How far from the middle of a corridor what stands in it reaches beyond its walls."""
BACK: Final = 0.1
"""How far from the middle of a corridor with one opening what stands in it stands towards its end."""
GIVES_WAY: Final = 0.06
"""How far what stands in a corridor steps away from a letter in the rock beside it."""
ASIDE: Final = (0.0, 0.1, -0.1, 0.2, -0.2)
"""How far before an opening a letter gives way to another."""

POINTED: Final = 1.75
"""How far a ring with a point reaches, in its radii."""
ALONG_EDGE: Final = (0.0, 2.4, -2.4, 4.8, -4.8, 7.2, -7.2)
"""How far along the edge of the field a letter gives way to another, in its radii."""

Spot = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
STEP: Final[Mapping[str, Cell]] = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


class Letter(NamedTuple):
    """A letter with its middle at (x, y); ``half``: half its width and height, both in segments."""

    sign: str
    x: float
    y: float
    half: Spot
    ringed: bool
    toward: str = ""
    """The side to which the ring of the way out points."""

    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        return self.x - self.half[0], self.y - self.half[1], self.x + self.half[0], self.y + self.half[1]


class Ground(NamedTuple):
    """What letters are set on: ``cell`` pixels to a segment; whether anything stands there; what the paper shows."""

    cell: int
    known: Mapping[Cell, SegmentView]
    taken: Callable[[Cell], bool]
    on_paper: Callable[[Cell], bool]
    corner: Callable[[Cell, str], Spot]
    """Where the letter of stairs stands in their room."""


@lru_cache(maxsize=64)
def half_of(sign: str, cell: int) -> Spot:
    """Half the width and height of a bare letter, in segments."""
    return width(sign, "bold", size_for_capitals(CAPITAL)) / 2 / cell, CAPITAL / 2 / cell


def placed(exits: Iterable[ExitView], ground: Ground) -> list[Letter]:
    """The letters of all ways that have one."""
    found: list[Letter] = []
    for way in exits:
        if way.letter and (way.x, way.y) in ground.known:
            found.append(_placed(way, ground, found))
    return found


def at_edge(
    exits: Iterable[ExitView], cell: int, field: Box, others: Iterable[Letter], taken_at: Callable[[Cell], bool]
) -> list[Letter]:
    """The letters of ways that lie beyond the ``field``: at its edge, as near as can be, pointing there.

    Not over what stands at the edge (``taken_at``), as far as there is room beside it.
    """
    taken, found = list(others), []
    for way in exits:
        letter = _at_edge(way, cell, field, taken, taken_at)
        found.append(letter)
        taken.append(letter)
    return found


def _at_edge(way: ExitView, cell: int, field: Box, others: list[Letter], taken_at: Callable[[Cell], bool]) -> Letter:
    left, top, right, bottom = field
    radius, room = RADIUS / cell, POINTED * RADIUS / cell
    x, y = min(max(way.x, left + room), right - room), min(max(way.y, top + room), bottom - room)
    sideways = abs(way.x - x) >= abs(way.y - y)
    toward = ("e" if way.x > x else "w") if sideways else ("s" if way.y > y else "n")
    spots = [(x, y + far * radius) if sideways else (x + far * radius, y) for far in ALONG_EDGE]
    inside = [(u, v) for u, v in spots if left + room <= u <= right - room and top + room <= v <= bottom - room]
    ways = [Letter(way.letter, u, v, (radius, radius), True, toward) for u, v in inside or spots[:1]]
    apart = [one for one in ways if not any(_near(one, other) for other in others)]
    clear = [one for one in apart if not taken_at((round(one.x), round(one.y)))]
    return next(iter(clear or apart or ways))


def _near(one: Letter, other: Letter) -> bool:
    return all(abs(a - b) < 2.2 * one.half[0] for a, b in ((one.x, other.x), (one.y, other.y)))


def _placed(way: ExitView, ground: Ground, others: list[Letter]) -> Letter:
    if way.side not in STEP:
        return _out(way, ground) if way.side == "out" else _stairs(way, ground)
    across, down = STEP[way.side]
    there = (way.x + across, way.y + down)
    if way.known and there in ground.known:
        return _on_known(way, there, ground)
    if ground.on_paper(there):
        return _before(way, ground, others)
    return _bare(way, ground)


def _before(way: ExitView, ground: Ground, others: list[Letter]) -> Letter:
    """In a ring on the paper before the opening, or without one where others stand so near."""
    ways = [*(_ringed(way, ground, aside) for aside in ASIDE), *(_bare(way, ground, aside) for aside in ASIDE)]
    return next((one for one in ways if not any(_touch(one, other) for other in others)), ways[0])


def _ringed(way: ExitView, ground: Ground, aside: float) -> Letter:
    radius = RADIUS / ground.cell
    return _outside(way, 0.5 + DOOR + CLEAR + radius, aside, (radius, radius), ringed=True)


def _bare(way: ExitView, ground: Ground, aside: float = 0.0, start: float = 0.5 + DOOR + CLEAR) -> Letter:
    """Without a ring, so far from the middle of its segment."""
    half = half_of(way.letter, ground.cell)
    return _outside(way, start + half[way.side in "ns"], aside, half, ringed=False)


def _outside(way: ExitView, reach: float, aside: float, half: Spot, *, ringed: bool) -> Letter:
    """So far out of a segment and to the side."""
    across, down = STEP[way.side]
    return Letter(
        way.letter, way.x + across * reach + down * aside, way.y + down * reach + across * aside, half, ringed
    )


def _touch(one: Letter, other: Letter) -> bool:
    if one.ringed and other.ringed:
        return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 < (one.half[0] + other.half[0]) ** 2
    return all(
        abs(a - b) < half + more
        for a, b, half, more in zip((one.x, one.y), (other.x, other.y), one.half, other.half, strict=True)
    )


def _on_known(way: ExitView, there: Cell, ground: Ground) -> Letter:
    """On the floor of the next segment; beside the opening where that is a corridor in which something stands."""
    segment = ground.known[there]
    if stonework.is_room(segment.sides, segment.kind):
        return _bare(way, ground, start=1 - INNER + CLEAR)
    half = half_of(way.letter, ground.cell)
    if not ground.taken(there):
        return Letter(way.letter, float(there[0]), float(there[1]), half, ringed=False)
    out, beside = half if way.side in "ew" else half[::-1]
    return _outside(way, 1 - WALL - CLEAR / 2 - out, WALL + CLEAR / 2 + beside, half, ringed=False)


def _stairs(way: ExitView, ground: Ground) -> Letter:
    """In a corner of their room, over the stairs."""
    half = half_of(way.letter, ground.cell)
    across, down = ground.corner((way.x, way.y), way.side)
    return Letter(
        way.letter, way.x + across * (INNER - CLEAR - half[0]), way.y + down * (INNER - CLEAR - half[1]), half, False
    )


def _out(way: ExitView, ground: Ground) -> Letter:
    """Beyond a wall of the entrance, opposite its opening where nothing is there, else in the rock at a corner."""
    opened = next((n for n, side in enumerate(ground.known[way.x, way.y].sides) if side != "W"), 0)
    radius = RADIUS / ground.cell
    reach = BACK + FULLEST + CLEAR + radius
    sides = [list(STEP)[(opened + turn) % 4] for turn in (2, 1, 3)]
    for side in sides:
        across, down = STEP[side]
        if (way.x + across, way.y + down) not in ground.known:
            return Letter(way.letter, way.x + across * reach, way.y + down * reach, (radius, radius), True, side)
    (across, down), half = STEP[sides[0]], half_of(way.letter, ground.cell)
    x, y = ((WALL + CLEAR + more) * (across + down) for more in half)
    return Letter(way.letter, way.x + x, way.y + y, half, ringed=False)
