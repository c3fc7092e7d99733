"""Draws the cave as a plan: areas hollowed out of rock, with the pieces in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import NamedTuple

from images import palette
from images.canvas import Canvas, Sketch, Sprite, Squares
from images.jaskinia import tokens
from images.lettering import Face, size_for_capitals, width
from images.palette import Point
from images.stonework import CLUMPS, Slot, lay_patches, patches, scatter
from rules.jaskinia.view import AreaView, GateView, SeekerView, View

HOLLOW = {"corridor": 0.375, "fork": 0.395, "special": 0.425, "entrance": 0.425, "chamber": 0.455}
"""Distance of the walls from the middle, by kind of area, as a fraction of the area."""
TUBE = 0.16
"""Half the width of a passage between areas, as a fraction of an area."""
WALL = 0.033
"""Thickness of a wall's line, as a fraction of an area."""
REACH = 0.25
"""Distance from a wall up to which rock is hatched, as a fraction of an area."""
WAVES = (2, 3, 5, 8)
"""Numbers of waves in the wall around an area."""
SWING = 0.016
MOST = 0.48
"""Maximum distance of a wall from the middle, so that it stays within its area."""
CORNERS = 48
STEPS = 12
"""Number of straight pieces in the wall of a passage."""
SIDES = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
PEBBLES = 16


class Hollow(NamedTuple):
    """The outline data of an area: position, kind, and its open sides as letters."""

    x: int
    y: int
    kind: str
    sides: str
    deep: bool = False


def _chance_at(x: int, y: int, salt: int) -> float:
    """Return a reproducible pseudo-random number from -1 to 1 for a place."""
    return scatter(x, y, salt) % 2001 / 1000 - 1


def _wall_points(hollow: Hollow) -> list[Point]:
    radius = HOLLOW[hollow.kind]
    phases = [pi * _chance_at(hollow.x, hollow.y, wave) for wave in WAVES]
    points = []
    for corner in range(CORNERS):
        angle = 2 * pi * corner / CORNERS
        swing = sum(sin(wave * angle + phase) for wave, phase in zip(WAVES, phases, strict=True))
        out = min(radius + SWING * swing, MOST)
        points.append((hollow.x + 0.5 + out * cos(angle), hollow.y + 0.5 + out * sin(angle)))
    return points


@cache
def _passage_points(x: int, y: int, down: bool) -> list[Point]:
    """Return the outline of the passage to the next area on the right or below, from middle to middle."""
    salt = 40 + down
    bend, *phases = (pi * _chance_at(x, y, salt + turn) for turn in (0, 10, 20))
    banks: list[list[Point]] = [[], []]
    for step in range(STEPS + 1):
        part = step / STEPS
        middle = 0.012 * bend * sin(pi * part)
        for bank, phase in enumerate(phases):
            off = TUBE + 0.016 * sin(4 * pi * part + phase) + 0.012 * sin(10 * pi * part + 2 * phase)
            across = middle + (off if bank else -off)
            banks[bank].append((x + 0.5 + across, y + 0.5 + part) if down else (x + 0.5 + part, y + 0.5 + across))
    return banks[0] + banks[1][::-1]


def _passages_of_area(hollow: Hollow) -> list[list[Point]]:
    """Return the passages of an area; each looks identical from both ends."""
    found = []
    for side in hollow.sides:
        dx, dy = SIDES[side]
        found.append(_passage_points(hollow.x + min(dx, 0), hollow.y + min(dy, 0), dy != 0))
    return found


@cache
def floor(cell: int, hollow: Hollow) -> Sprite:
    """Return the floor and walls of an area, cell × cell pixels, without a seam to its neighbours."""
    sketch = Sketch(cell, cell, 1)
    lines = [_wall_points(hollow), *_passages_of_area(hollow)]
    shapes = [[(x - hollow.x, y - hollow.y) for x, y in line] for line in lines]
    ground = palette.SHADE if hollow.deep else palette.FLOOR
    for shape in shapes:
        sketch.shape(shape, ground, line=2 * max(WALL, 1.4 / cell))
    for shape in shapes:
        sketch.shape(shape, ground)
    if hollow.kind == "chamber":
        _draw_pebbles(sketch, hollow)
    return sketch.sprite()


def _draw_pebbles(sketch: Sketch, hollow: Hollow) -> None:
    """Draw faint dots, a second mark of a Chamber besides its size."""
    for number in range(PEBBLES):
        angle = 2 * pi * number * 0.381966
        out = 0.37 * ((number + 0.6) / PEBBLES) ** 0.5
        stray = 0.02 * _chance_at(hollow.x, hollow.y, 70 + number)
        sketch.circle(0.5 + (out + stray) * cos(angle), 0.5 + (out - stray) * sin(angle), 0.011, ink=0.38)


@cache
def _rock_slots(kind: str, sides: str) -> frozenset[Slot]:
    """Return the slots around an area where rock is hatched, counted from its upper left corner."""
    span = range(-CLUMPS, 2 * CLUMPS)
    return frozenset((u, v) for u in span for v in span if -0.12 < _distance_from_wall(u, v, kind, sides) <= REACH)


def _distance_from_wall(u: int, v: int, kind: str, sides: str) -> float:
    """Return the distance of a slot's middle from the walls; negative inside."""
    x, y = ((slot + 0.5) / CLUMPS - 0.5 for slot in (u, v))
    near = [hypot(x, y) - HOLLOW[kind]]
    for side in sides:
        dx, dy = SIDES[side]
        along = min(max(x * dx + y * dy, 0.0), 0.5)
        near.append(hypot(x - along * dx, y - along * dy) - TUBE)
    return min(near)


COLUMNS = "ABCDEFGHI"
ROWS = 7

Spot = tuple[float, float]
DIGIT = 0.3
"""Height of a digit and of a Chamber's name, as a fraction of an area."""
DIGIT_SPOT: Spot = (-0.17, -0.1)
NAME_SPOT: Spot = (0.06, -0.16)
SIGHT = 0.38
SIGHT_SPOT: Spot = (-0.06, -0.15)
CRYSTAL = 0.44
CRYSTAL_SPOT: Spot = (0.25, -0.19)
ASIDE: Spot = (-0.17, -0.15)
"""Position of the name of the Crystal Chamber."""
GATE = 0.44
LYING = 0.26
LYING_SPOTS: Mapping[str, tuple[Spot, Spot]] = {
    "corridor": ((0.07, -0.19), (0.4, 0.04)),
    "fork": ((0.07, -0.19), (0.4, 0.04)),
    "special": ((0.3, -0.22), (0.31, 0.04)),
    "entrance": ((0.3, -0.22), (0.31, 0.04)),
    "chamber": ((-0.34, 0.12), (0.34, 0.12)),
}
"""Positions of cards and gold by kind of area."""
STANDING: Mapping[int, tuple[float, tuple[Spot, ...]]] = {
    1: (0.4, ((0.1, 0.24),)),
    2: (0.36, ((-0.19, 0.23), (0.19, 0.23))),
    3: (0.3, ((-0.29, 0.22), (0.0, 0.25), (0.29, 0.22))),
    6: (0.27, ((-0.28, 0.1), (0.0, 0.1), (0.28, 0.1), (-0.28, 0.36), (0.0, 0.36), (0.28, 0.36))),
}
"""Size and positions of pawns by the maximum number in an area."""
LOWER = 0.04
"""How much lower pawns stand in Chambers, as a fraction of an area."""
START = 0.15
"""Size of the dot where this turn began, as a fraction of an area."""
STEP = 0.09
"""Size of a dot of the path, as a fraction of an area."""
PLAN_STEPS = 6
"""Number of dots between two neighbouring areas."""


def place_of(area: str) -> tuple[int, int]:
    """Return the column and row of an area, from 0."""
    return COLUMNS.index(area[0]), int(area[1:]) - 1


def is_acting(seeker: SeekerView, view: View) -> bool:
    """Whether it is this Seeker's turn in an unfinished game."""
    return seeker.active and not view.outcome


class Plan(Squares[str]):
    """A part of the cave on a canvas.

    ``cell`` is the size of an area and ``origin`` the corner of the board, in pixels.
    """

    def __init__(
        self, canvas: Canvas, cell: int, origin: tuple[int, int], view: View, areas: Iterable[AreaView]
    ) -> None:
        super().__init__(canvas, cell, origin, place_of)
        self.view = view
        self.areas = tuple(areas)
        self.ids = {area.id for area in self.areas}
        self.hollows = tuple(
            _hollow_at(area.id, area.kind, "".join(sorted(area.exits)), area.zone == "inner") for area in self.areas
        )

    def stone(self) -> None:
        """Draw rock, floors and walls."""
        slots = {
            (u + hollow.x * CLUMPS, v + hollow.y * CLUMPS)
            for hollow in self.hollows
            for u, v in _rock_slots(hollow.kind, hollow.sides)
        }
        lay_patches(self.canvas, self.cell, self.origin, patches(slots))
        for area, hollow in zip(self.areas, self.hollows, strict=True):
            self.stamp(floor(self.cell, hollow), area.id)

    def gates(self, least: int) -> None:
        """Draw the shut and open Gates with their names; ``least`` is the type size in pixels."""
        for gate in self.view.gates:
            if self.ids.intersection(gate.between):
                sprite = tokens.gate(gate.open, self.size(GATE))
                x, y = self._threshold(gate)
                self.canvas.stamp(sprite, x, y)
                self._gate_name(gate, least)

    def _gate_name(self, gate: GateView, type_size: int) -> None:
        """Write the name beside the Gate, on the side where it fits."""
        x, y = self._threshold(gate)
        wide, half = round(width(gate.id, "bold", type_size)), self.size(GATE) // 2
        y -= half  # clear of the name of the area below
        at_edge = x + half + wide + 6 > self.canvas.size[0] or gate.between[0][0] == COLUMNS[-1]
        left = x - half - wide - 6 if at_edge else x + half + 4
        self.canvas.block((left - 2, y - type_size // 2 - 1, left + wide + 2, y + type_size // 2 + 1))
        self.canvas.text(left, y + round(type_size * 0.37), gate.id, "bold", type_size)

    def _threshold(self, gate: GateView) -> tuple[int, int]:
        (left, top), (right, bottom) = map(self.spot, gate.between)
        return (left + right) // 2, (top + bottom) // 2

    def path(self) -> None:
        """Draw dots along this turn's path, once a step was taken."""
        if len(self.view.path) < 2:
            return
        if self.view.path[0] in self.ids:
            self.stamp(tokens.step(self.size(START)), self.view.path[0])
        dot = tokens.step(self.size(STEP))
        for start, end in pairwise(self.view.path):
            if distance(start, end) == 1 and {start, end} <= self.ids:
                (x, y), (u, v) = self.spot(start), self.spot(end)
                for part in range(PLAN_STEPS):
                    self.canvas.stamp(dot, x + (u - x) * part // PLAN_STEPS, y + (v - y) * part // PLAN_STEPS)

    def signs(self, capital: float = DIGIT) -> None:
        """Draw the print of the areas: digits, names of Chambers, pictures of special areas, and the Crystal."""
        for area in self.areas:
            if area.crystal:
                self.stamp(tokens.crystal(self.size(CRYSTAL)), area.id, *CRYSTAL_SPOT)
            if area.chamber:
                self.written(area.chamber, area.id, ASIDE if area.crystal else NAME_SPOT, capital)
            elif area.kind == "entrance" or area.instruction:
                self.stamp(tokens.sight(area.instruction or area.kind, self.size(SIGHT)), area.id, *SIGHT_SPOT)
            elif area.draw:
                self.written(str(area.draw), area.id, DIGIT_SPOT, capital)

    def written(self, words: str, area: str, spot: Spot, capital: float, face: Face = "bold") -> None:
        """Write a few characters centred on a spot of an area."""
        x, y = self.spot(area, *spot)
        size = size_for_capitals(self.cell * capital)
        self.canvas.text(x, round(y + self.cell * capital / 2), words, face, size, True)

    def gold(self, area: AreaView, spot: Spot) -> None:
        """Draw the gold left by the dead."""
        if area.gold:
            self.stamp(tokens.gold_piece(self.size(LYING)), area.id, *spot)

    def pawns(self, least: int, numbered: int) -> None:
        """Draw all pawns, the acting one on top.

        Numbers are at least ``least`` pixels high, and omitted where more than ``numbered`` pawns share an area.
        """
        for area in self.areas:
            here = [seeker for seeker in self.view.seekers if seeker.at == area.id]
            part, spots = STANDING[min((most for most in STANDING if most >= len(here)), default=max(STANDING))]
            for seeker, spot in sorted(zip(here, spots, strict=False), key=lambda pair: is_acting(pair[0], self.view)):
                type_size = least if len(here) <= numbered else 0
                pawn = tokens.pawn(seeker.mark, self.size(part), is_acting(seeker, self.view), type_size)
                self.stamp(pawn, area.id, spot[0], spot[1] + (LOWER if area.chamber else 0.0))


def distance(first: str, other: str) -> int:
    """Return how many columns and rows lie between two areas."""
    (x, y), (u, v) = place_of(first), place_of(other)
    return abs(x - u) + abs(y - v)


@lru_cache(maxsize=256)
def _hollow_at(id: str, kind: str, sides: str, deep: bool) -> Hollow:
    return Hollow(*place_of(id), kind, sides, deep)
