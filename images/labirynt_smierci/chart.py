"""A chart: explored segments set on a canvas at one scale, with what stands in them and what leads out of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

from images import pictograms, stonework
from images.canvas import Canvas, Sprite
from images.squares import Cell, Squares
from rules.labirynt_smierci.view import ExitView, MapView, SegmentView

Segments = Mapping[Cell, SegmentView]
Spot = tuple[float, float]
Sign = Callable[[int], Sprite]

STEP: Final = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
SIDES: Final = "nesw"
PLAIN: Final = ("corridor", "room")

# In parts of a cell: sizes of signs, and how far from the middle of a segment they stand.
ALONE: Final = 0.54
PUSHED: Final = 0.46
GREAT: Final = 0.56
LARGER: Final = 1.2
"""The Black Gate outgrows the other signs."""
SHARED: Final = 0.36
CRAMPED: Final = 0.27
TICK: Final = 0.5
"""Size of the tick beside an examined feature, in parts of the feature."""
ASIDE: Final = 0.185
ALONG: Final = 0.32
LETTER_CAPITAL: Final = 0.236
LETTER_DISC: Final = 0.195
LETTER_OUTSIDE: Final = 0.75
LETTER_KNOWN: Final = 0.675
RING: Final = 0.062
RING_OUTSIDE: Final = 0.60
CORNER: Final = 0.34
OUTWARD: Final = 0.63
YIELD: Final = 0.05
"""How far a sign steps back from a letter that reaches into its room."""

_CORNERS: Final = ((-ASIDE, -ASIDE), (ASIDE, ASIDE), (-ASIDE, ASIDE), (ASIDE, -ASIDE))
CORNERS: Final[dict[int, tuple[Spot, ...]]] = {
    2: _CORNERS[:2],
    3: _CORNERS[:3],
    4: _CORNERS,
    5: ((-0.24, -0.2), (0.0, -0.2), (0.24, -0.2), (-0.13, 0.19), (0.15, 0.19)),
}
"""Where so many signs stand in a room."""
CROWDED: Final[dict[int, tuple[Spot, ...]]] = {
    2: ((-ASIDE, -ASIDE), (-ASIDE, ASIDE)),
    3: ((-ASIDE, -ASIDE), (-ASIDE, ASIDE), (0.06, 0.0)),
    4: ((-0.24, -0.24), (-0.24, 0.04), (-0.2, 0.3), (0.06, 0.0)),
    5: ((-0.24, -0.24), (-0.24, 0.04), (-0.2, 0.3), (0.03, -0.12), (0.06, 0.12)),
}
"""The same where letters stand in the corners on the right."""
BESIDE: Final[dict[int, tuple[Spot, ...]]] = {
    2: CROWDED[2],
    3: ((-0.24, -0.24), (-0.24, 0.24), (-0.04, 0.0)),
    4: ((-0.24, -0.24), (-0.24, 0.03), (-0.24, 0.29), (0.02, 0.0)),
    5: ((-0.24, -0.24), (-0.24, 0.03), (-0.24, 0.29), (0.02, -0.2), (0.02, 0.15)),
}
"""The same where the letter of a way into it reaches into the room from the right."""


class Chart(Squares[Cell]):
    """Segments on a canvas; ``cell`` pixels to a segment, the corner of segment (0, 0) at ``origin`` pixels."""

    def __init__(self, canvas: Canvas, cell: int, origin: Cell, known: Segments) -> None:
        super().__init__(canvas, cell, origin, lambda place: place)
        columns, rows = self._visible(0), self._visible(1)
        self.known = {place: segment for place, segment in known.items() if place[0] in columns and place[1] in rows}
        self.pushed: dict[Cell, Spot] = {}
        self.crowded: set[Cell] = set()

    def _visible(self, axis: int) -> range:
        """Columns or rows whose middle is on the canvas, or less than a cell beside it."""
        twice = 2 * self.cell
        first = (-3 * self.cell - 2 * self.origin[axis]) // twice + 1
        return range(first, -((2 * (self.origin[axis] - self.canvas.size[axis]) - self.cell) // twice))

    def stone(self, shaded: Iterable[Cell] = ()) -> None:
        """Rock, floors, walls and doors of everything known; ``shaded`` segments have a darker floor."""
        cells = {place: (one.sides, stonework.is_room(one.sides, one.kind)) for place, one in self.known.items()}
        stonework.hatch(self.canvas, self.cell, self.origin, cells)
        dim = set(shaded)
        for place, (sides, room) in cells.items():
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
        self.make_room(level.exits)
        self.seals()
        self.contents(level.party, level.living)
        self.exits(level.exits)

    def seals(self) -> None:
        """Crossed bars where a side is sealed for good."""
        for place, segment in self.known.items():
            for side in segment.sealed.lower():
                if side in STEP:
                    across, down = STEP[side]
                    reach = 0.4 if stonework.is_room(segment.sides, segment.kind) else 0.3
                    self.stamp(pictograms.sealed(self.size(0.2)), place, across * reach, down * reach)

    def contents(self, party: Cell | None, living: int) -> None:
        """Features, the Gate, monsters left behind, members of stone and the party."""
        for place, segment in self.known.items():
            self._contents(place, segment, living if place == party else None)

    def _contents(self, place: Cell, segment: SegmentView, living: int | None) -> None:
        signs = _signs(segment, living)
        if not signs:
            return
        size = self.size(self._part(place, segment, len(signs)))
        for sign, spot in zip(signs, self._spots(place, segment, len(signs)), strict=True):
            self.stamp(sign(size), place, *spot)
            if segment.examined and sign is signs[0]:
                self.stamp(pictograms.tick(round(size * TICK)), place, *(at + size / self.cell / 3 for at in spot))

    def _part(self, place: Cell, segment: SegmentView, wanted: int) -> float:
        """How large each of so many signs is."""
        if wanted > 1:
            return SHARED if wanted <= (3 if place in self.crowded else 2 if place in self.pushed else 4) else CRAMPED
        if place in self.pushed or not stonework.is_room(segment.sides, segment.kind):
            return PUSHED
        return GREAT if gate_of(segment) else ALONE

    def _spots(self, place: Cell, segment: SegmentView, wanted: int) -> tuple[Spot, ...]:
        """Where so many signs stand: in a corner each, or one behind the other along a corridor."""
        back = self.pushed.get(place, (0.0, 0.0))
        if wanted <= 1:
            return (back,)[:wanted]
        if wanted <= 3 and not stonework.is_room(segment.sides, segment.kind):
            return _along(segment.sides, back)[:wanted]
        if place in self.pushed:
            return tuple(_turned(spot, back) for spot in BESIDE[wanted])
        return (CROWDED if place in self.crowded else CORNERS)[wanted]

    def exits(self, exits: Iterable[ExitView]) -> None:
        """Letters of the ways the party can go, rings at the other unexplored openings."""
        shown = [way for way in exits if (way.x, way.y) in self.known]
        for way in shown:
            if not way.letter and not way.known and way.side in STEP:
                across, down = STEP[way.side]
                ring = pictograms.opening(max(2.0, self.cell * RING))
                self.stamp(ring, (way.x, way.y), across * RING_OUTSIDE, down * RING_OUTSIDE)
        for way in shown:
            if way.letter:
                self._letter(way)

    def make_room(self, exits: Iterable[ExitView]) -> None:
        """Let signs step back from the letters that will stand in or reach into their rooms."""
        for way in exits:
            if way.letter and way.side not in STEP:
                self.crowded.add((way.x, way.y))
            elif way.letter and way.known and way.side in STEP:
                across, down = STEP[way.side]
                self.pushed[way.x + across, way.y + down] = (across * YIELD, down * YIELD)

    def _letter(self, way: ExitView) -> None:
        capital, radius = self.cell * LETTER_CAPITAL, self.cell * LETTER_DISC
        place = (way.x, way.y)
        if way.side in STEP:
            east, south = STEP[way.side]
            reach = LETTER_KNOWN if way.known else LETTER_OUTSIDE
            self.stamp(pictograms.letter(way.letter, capital, radius), place, east * reach, south * reach)
        else:
            toward, across, down = self._within(way)
            self.stamp(pictograms.arrowed(way.letter, capital, radius, toward), place, across, down)

    def _within(self, way: ExitView) -> tuple[str, float, float]:
        """Stairs: at the right hand corners. The way out: through the wall opposite the opening."""
        if way.side != "out":
            toward = "s" if way.side == "down" else "n"
            return toward, CORNER, -CORNER if toward == "n" else CORNER
        opened = self.known[way.x, way.y].sides.find("C")
        toward = SIDES[(opened + 2) % 4]
        beyond = STEP[toward]
        return toward, beyond[0] * OUTWARD, beyond[1] * OUTWARD


@lru_cache(maxsize=16)
def by_place(segments: tuple[SegmentView, ...]) -> Segments:
    """The segments of a level by where they are."""
    return {(segment.x, segment.y): segment for segment in segments}


def gate_of(segment: SegmentView) -> str:
    """The state of the Black Gate in a segment: open, destroyed, or '' where it is not."""
    return segment.gate or ("open" if segment.kind == "gate" else "")


def _signs(segment: SegmentView, living: int | None) -> list[Sign]:
    """What stands in a segment, its feature first and the party last; each a sign for a size in pixels."""
    signs: list[Sign] = []
    if segment.kind not in (*PLAIN, "gate"):
        signs.append(lambda size: pictograms.feature(segment.kind, size, segment.examined))
    if state := gate_of(segment):
        signs.append(
            pictograms.destroyed
            if state == "destroyed"
            else lambda size: pictograms.feature("gate", round(size * LARGER))
        )
    if segment.monsters:
        signs.append(lambda size: pictograms.monsters(segment.monsters, size))
    if segment.stone:
        signs.append(lambda size: pictograms.stone(segment.stone, size))
    if living is not None:
        signs.append(lambda size: pictograms.party(living, size))
    return signs


def _along(sides: str, back: Spot) -> tuple[Spot, ...]:
    """The middle of a corridor, and towards its openings; last towards a letter from which signs step ``back``."""
    ways = [STEP[way] for way, side in zip(SIDES, sides, strict=True) if side != "W"] or [STEP["n"]]
    ways.sort(key=lambda way: way[0] * back[0] + way[1] * back[1] < 0)
    return ((0.0, 0.0), *((across * ALONG, down * ALONG) for across, down in (*ways, (0, 1))))


def _turned(spot: Spot, back: Spot) -> Spot:
    """A spot of BESIDE for the letter from which signs step ``back``: north of them, say."""
    (x, y), (across, down) = spot, back
    return (x * -across - y * -down) / YIELD, (x * -down + y * -across) / YIELD


def draw_chart(canvas: Canvas, cell: int, origin: Cell, level: MapView) -> Chart:
    """Draw a whole level, or as much of it as the canvas shows."""
    chart = Chart(canvas, cell, origin, by_place(level.segments))
    chart.stone()
    chart.signs(level)
    return chart
