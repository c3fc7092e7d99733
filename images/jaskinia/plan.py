"""The cave as a plan: hollows in hatched rock, their signs, and what stands and lies in them.

Places within an area are in parts of an area, measured from its middle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Final

from images.canvas import Canvas
from images.jaskinia import pieces, rock, sights
from images.jaskinia.rock import Hollow
from images.lettering import Face, size_for_capitals, width
from images.squares import Squares
from rules.jaskinia.view import AreaView, GateView, SeekerView, View

COLUMNS: Final = "ABCDEFGHI"
ROWS: Final = 7

Spot = tuple[float, float]
DIGIT: Final = 0.3
"""Height of a digit and of a Chamber's name."""
DIGIT_SPOT: Final[Spot] = (-0.17, -0.1)
NAME_SPOT: Final[Spot] = (0.0, -0.2)
SIGHT: Final = 0.38
SIGHT_SPOT: Final[Spot] = (-0.06, -0.15)
CRYSTAL: Final = 0.44
CRYSTAL_SPOT: Final[Spot] = (0.25, -0.19)
ASIDE: Final[Spot] = (-0.17, -0.15)
"""Where the name of the Crystal Chamber stands."""
GATE: Final = 0.44
LYING: Final = 0.26
LYING_SPOTS: Final[Mapping[str, tuple[Spot, Spot]]] = {
    "corridor": ((0.07, -0.19), (0.4, 0.04)),
    "fork": ((0.07, -0.19), (0.4, 0.04)),
    "special": ((0.3, -0.22), (0.31, 0.04)),
    "entrance": ((0.3, -0.22), (0.31, 0.04)),
    "chamber": ((-0.34, 0.12), (0.34, 0.12)),
}
"""Where cards and gold lie in each kind of area."""
STANDING: Final[Mapping[int, tuple[float, tuple[Spot, ...]]]] = {
    1: (0.4, ((0.1, 0.24),)),
    2: (0.36, ((-0.19, 0.23), (0.19, 0.23))),
    3: (0.3, ((-0.29, 0.22), (0.0, 0.25), (0.29, 0.22))),
    6: (0.27, ((-0.28, 0.1), (0.0, 0.1), (0.28, 0.1), (-0.28, 0.36), (0.0, 0.36), (0.28, 0.36))),
}
"""How large at most so many pawns are, and where they stand."""
LOWER: Final = 0.04
"""How much lower they stand in Chambers."""
START: Final = 0.15
"""Size of the dot where this turn began."""
STEP: Final = 0.09
"""Size of a dot of the path."""
STEPS: Final = 6
"""Dots from one area to the next."""


def place_of(area: str) -> tuple[int, int]:
    """Column and row of an area, from 0."""
    return COLUMNS.index(area[0]), int(area[1:]) - 1


def is_acting(seeker: SeekerView, view: View) -> bool:
    """Whether it is this Seeker's turn, in a game that goes on."""
    return seeker.active and not view.outcome


class Plan(Squares[str]):
    """A part of the cave on a canvas; ``cell`` pixels to an area, the corner of the board at ``origin`` pixels."""

    def __init__(
        self, canvas: Canvas, cell: int, origin: tuple[int, int], view: View, areas: Iterable[AreaView]
    ) -> None:
        super().__init__(canvas, cell, origin, place_of)
        self.view = view
        self.areas = tuple(areas)
        self.ids = {area.id for area in self.areas}

    def stone(self) -> None:
        """Rock, floors and walls."""
        hollows = [_hollow(area) for area in self.areas]
        rock.hatch(self.canvas, self.cell, self.origin, hollows)
        for area, hollow in zip(self.areas, hollows, strict=True):
            self.stamp(rock.floor(self.cell, hollow), area.id)

    def gates(self, least: int) -> None:
        """Gates between two areas, shut or open, with their names in type of so many pixels."""
        for gate in self.view.gates:
            if self.ids.intersection(gate.between):
                sprite = pieces.gate(gate.open, self.size(GATE))
                x, y = self._threshold(gate)
                self.canvas.stamp(sprite, x, y)
                self._gate_name(gate, least)

    def _gate_name(self, gate: GateView, type_size: int) -> None:
        """Beside the Gates, on the side where there is room for it."""
        x, y = self._threshold(gate)
        wide, half = round(width(gate.id, "bold", type_size)), self.size(GATE) // 2
        y -= half // 2  # clear of the name of the area below
        at_edge = x + half + wide + 6 > self.canvas.size[0] or gate.between[0][0] == COLUMNS[-1]
        left = x - half - wide - 6 if at_edge else x + half + 4
        self.canvas.block((left - 2, y - type_size // 2 - 1, left + wide + 2, y + type_size // 2 + 1))
        self.canvas.text(left, y + round(type_size * 0.37), gate.id, "bold", type_size)

    def _threshold(self, gate: GateView) -> tuple[int, int]:
        """The pixel in the middle between the areas of a Gate."""
        (left, top), (right, bottom) = map(self.spot, gate.between)
        return (left + right) // 2, (top + bottom) // 2

    def path(self) -> None:
        """Dots along the areas used in this turn, once a step was taken."""
        if len(self.view.path) < 2:
            return
        if self.view.path[0] in self.ids:
            self.stamp(pieces.step(self.size(START)), self.view.path[0])
        dot = pieces.step(self.size(STEP))
        for start, end in pairwise(self.view.path):
            if is_beside(start, end) and {start, end} <= self.ids:
                (x, y), (u, v) = self.spot(start), self.spot(end)
                for part in range(STEPS):
                    self.canvas.stamp(dot, x + (u - x) * part // STEPS, y + (v - y) * part // STEPS)

    def signs(self, capital: float = DIGIT) -> None:
        """What is printed in the areas: digits, names of Chambers, pictures of special areas; and the Crystal."""
        for area in self.areas:
            if area.crystal:
                self.stamp(pieces.crystal(self.size(CRYSTAL)), area.id, *CRYSTAL_SPOT)
            if area.chamber:
                self.written(area.chamber, area.id, ASIDE if area.crystal else NAME_SPOT, capital)
            elif area.kind == "entrance" or area.instruction:
                self.stamp(sights.sight(area.instruction or area.kind, self.size(SIGHT)), area.id, *SIGHT_SPOT)
            elif area.draw:
                self.written(str(area.draw), area.id, DIGIT_SPOT, capital)

    def written(self, words: str, area: str, spot: Spot, capital: float, face: Face = "bold") -> None:
        """Write a few signs around a spot."""
        x, y = self.spot(area, *spot)
        size = size_for_capitals(self.cell * capital)
        self.canvas.text(x, round(y + self.cell * capital / 2), words, face, size, True)

    def gold(self, area: AreaView, spot: Spot) -> None:
        """Gold of the dead."""
        if area.gold:
            self.stamp(pieces.gold(self.size(LYING)), area.id, *spot)

    def pawns(self, least: int, numbered: int) -> None:
        """Everybody, whoever acts on top; in type of so many pixels at least, where so many at most stand together."""
        for area in self.areas:
            here = [seeker for seeker in self.view.seekers if seeker.at == area.id]
            part, spots = STANDING[min((most for most in STANDING if most >= len(here)), default=max(STANDING))]
            for seeker, spot in sorted(zip(here, spots, strict=False), key=lambda pair: is_acting(pair[0], self.view)):
                type_size = least if len(here) <= numbered else 0
                pawn = pieces.pawn(seeker.mark, self.size(part), is_acting(seeker, self.view), type_size)
                self.stamp(pawn, area.id, spot[0], spot[1] + (LOWER if area.chamber else 0.0))


def is_beside(one: str, other: str) -> bool:
    """Whether two areas are next to each other on the board."""
    (x, y), (u, v) = place_of(one), place_of(other)
    return abs(x - u) + abs(y - v) == 1


@lru_cache(maxsize=256)
def _placed(id: str, kind: str, sides: str, deep: bool) -> Hollow:
    return Hollow(*place_of(id), kind, sides, deep)


def _hollow(area: AreaView) -> Hollow:
    """The area as the rock knows it."""
    return _placed(area.id, area.kind, "".join(sorted(area.exits)), area.zone == "inner")
