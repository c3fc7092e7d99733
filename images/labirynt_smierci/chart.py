"""A chart: explored segments set on a canvas at one scale, with what stands in them and what leads out of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

from images import pictograms, stonework
from images.canvas import Canvas
from images.labirynt_smierci import letters, standing
from images.labirynt_smierci.letters import STEP, Box, Ground, Letter, Spot
from images.labirynt_smierci.standing import LEAST, Yield
from images.squares import Cell, Squares
from rules.labirynt_smierci.view import ExitView, MapView, SegmentView

Segments = Mapping[Cell, SegmentView]

RING: Final = 0.062
RING_OUTSIDE: Final = 0.60
"""Size of the ring at an unexplored opening, and how far from the middle of its segment it is, in parts of a cell."""


class Chart(Squares[Cell]):
    """Segments on a canvas; ``cell`` pixels to a segment, the corner of segment (0, 0) at ``origin`` pixels.

    ``shown``: whether signs of a place are drawn; stone is drawn as far as the canvas goes.
    """

    def __init__(
        self,
        canvas: Canvas,
        cell: int,
        origin: Cell,
        known: Segments,
        shown: Callable[[Cell], bool] = lambda _: True,
    ) -> None:
        super().__init__(canvas, cell, origin, lambda place: place)
        columns, rows = self._visible(0), self._visible(1)
        self.known = {place: segment for place, segment in known.items() if place[0] in columns and place[1] in rows}
        self.shown = {place: segment for place, segment in self.known.items() if shown(place)}
        self._on_paper = shown

    def _visible(self, axis: int) -> range:
        """Columns or rows whose middle is on the canvas, or less than a cell beside it."""
        twice = 2 * self.cell
        first = (-3 * self.cell - 2 * self.origin[axis]) // twice + 1
        return range(first, -((2 * (self.origin[axis] - self.canvas.size[axis]) - self.cell) // twice))

    def stone(self, shaded: Iterable[Cell] = ()) -> None:
        """Rock, floors, walls and doors of everything known; ``shaded`` segments have a darker floor."""
        stonework.hatch(self.canvas, self.cell, self.origin, self._cells())
        self.floors(shaded)

    def _cells(self) -> dict[Cell, tuple[str, bool]]:
        return {place: (one.sides, stonework.is_room(one.sides, one.kind)) for place, one in self.known.items()}

    def floors(self, shaded: Iterable[Cell] = ()) -> None:
        """The same without the rock."""
        dim = set(shaded)
        for place, (sides, room) in self._cells().items():
            self.stamp(stonework.floor(self.cell, sides, room, stonework.hand(*place), place in dim), place)
        self._doors()

    def _doors(self) -> None:
        """Doors to the unknown; the others come with the floors on their two sides."""
        for (x, y), segment in self.known.items():
            if "D" not in segment.sides:
                continue
            for side, (across, down) in zip(segment.sides, STEP.values(), strict=True):
                if side == "D" and (x + across, y + down) not in self.known:
                    self.stamp(stonework.door(self.cell, across != 0), (x, y), across / 2, down / 2)

    def signs(self, level: MapView) -> None:
        """All that stands on the stone."""
        found = self.letters(level)
        self.seals()
        self.contents(level, self.yielding(level.exits, found))
        self.rings(level.exits)
        for letter in found:
            self._letter(letter)

    def seals(self) -> None:
        """Crossed bars where a side is sealed for good."""
        for place, segment in self.shown.items():
            for side in segment.sealed.lower():
                if side in STEP:
                    across, down = STEP[side]
                    reach = 0.4 if stonework.is_room(segment.sides, segment.kind) else 0.3
                    self.stamp(pictograms.sealed(self.size(0.2)), place, across * reach, down * reach)

    def contents(self, level: MapView, yielding: Mapping[Cell, Yield] | None = None) -> None:
        """Features, the Gate, monsters left behind, members of stone and the party."""
        for place in self.shown:
            for one in self.stood(level, place, (yielding or {}).get(place)):
                self.stamp(one.sign.draw(max(self.size(one.size), LEAST.get(one.sign.name, 0))), place, *one.spot)

    def stood(self, level: MapView, place: Cell, giving_way: Yield | None = None) -> list[standing.Stood]:
        """What stands in a segment."""
        return _stood(self.known[place], level.living if place == level.party else None, giving_way)

    def _signs(self, level: MapView, place: Cell) -> list[standing.Sign]:
        living = level.living if place == level.party else None
        return standing.signs_of(self.known[place], living)

    def letters(self, level: MapView) -> list[Letter]:
        """Where the letters of the ways stand that the party can go."""

        def corner(place: Cell, side: str) -> Spot:
            return standing.corners_of(self.known[place], self._signs(level, place))[side]

        def taken(place: Cell) -> bool:
            return place in self.known and bool(self._signs(level, place))

        ground = Ground(self.cell, self.known, taken, self._on_paper, corner)
        ways = [way for way in level.exits if way.letter]
        found = letters.placed((way for way in ways if (way.x, way.y) in self.shown), ground)
        beyond = (way for way in ways if not self._on_paper((way.x, way.y)))
        return [*found, *letters.at_edge(beyond, self.cell, self._edges(), found, taken)]

    def _edges(self) -> Box:
        """Those of the canvas, in segments from the middle of (0, 0)."""
        (left, top), (width, height), cell = self.origin, self.canvas.size, self.cell
        return -left / cell - 0.5, -top / cell - 0.5, (width - left) / cell - 0.5, (height - top) / cell - 0.5

    def yielding(self, exits: Iterable[ExitView], found: Iterable[Letter]) -> dict[Cell, Yield]:
        """The rooms into which letters reach, from which side and how far."""
        half = {letter.sign: letter.half for letter in found if not letter.ringed}
        return {
            (way.x + STEP[way.side][0], way.y + STEP[way.side][1]): Yield(
                "nesw"[("nesw".index(way.side) + 2) % 4],
                2 * half[way.letter][0 if way.side in "ew" else 1] + 2 * letters.CLEAR,
            )
            for way in exits
            if way.letter in half and way.known and way.side in STEP
        }

    def rings(self, exits: Iterable[ExitView]) -> None:
        """Rings at the unexplored openings that have no letter."""
        ring = pictograms.opening(max(2.0, self.cell * RING))
        for way in exits:
            if not way.letter and not way.known and way.side in STEP and (way.x, way.y) in self.shown:
                across, down = STEP[way.side]
                self.stamp(ring, (way.x, way.y), across * RING_OUTSIDE, down * RING_OUTSIDE)

    def _letter(self, one: Letter) -> None:
        capital, radius = letters.CAPITAL, letters.RADIUS
        if not one.ringed:
            sprite = pictograms.letter(one.sign, capital, 0)
        elif one.toward:
            sprite = pictograms.arrowed(one.sign, capital, radius, one.toward)
        else:
            sprite = pictograms.letter(one.sign, capital, radius)
        self.stamp(sprite, (0, 0), one.x, one.y)


@lru_cache(maxsize=1024)
def _stood(segment: SegmentView, living: int | None, giving_way: Yield | None) -> list[standing.Stood]:
    """What stands in a segment, remembered from map to map."""
    signs = standing.signs_of(segment, living)
    return standing.stood(segment, signs, giving_way) if signs else []


@lru_cache(maxsize=16)
def by_place(segments: tuple[SegmentView, ...]) -> Segments:
    """The segments of a level by where they are."""
    return {(segment.x, segment.y): segment for segment in segments}


def draw_chart(canvas: Canvas, cell: int, origin: Cell, level: MapView) -> Chart:
    """Draw a whole level, or as much of it as the canvas shows."""
    chart = Chart(canvas, cell, origin, by_place(level.segments))
    chart.stone()
    chart.signs(level)
    return chart
