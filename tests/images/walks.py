"""A party that walks about a maze and lays it as it goes: the views of one level, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from images import packing
from images.cache import Kept
from images.labirynt_smierci import chart, frame, insets, maps
from images.labirynt_smierci import field as fields
from images.labirynt_smierci.maps import draw_map
from images.stonework import scatter
from rules.labirynt_smierci.view import ExitView, MapView, SegmentView
from tests.images.mazes import TILES, Cell, Laid, beyond, fits, words

KEPT: tuple[Kept[Any, Any], ...] = (
    fields.STRIPS,
    chart.ROWS,
    maps.HEADS,
    insets.LEVELS,
    insets.LEGENDS,
    packing.STRIPS,
)


def forget() -> None:
    """As after a start: no part of a map is kept; sprites are."""
    for kept in KEPT:
        kept.clear()
    for remembered in (chart._stone_by_square, chart.by_place, frame._way_home):
        remembered.cache_clear()


def cold(level: MapView) -> bytes:
    """The map when nothing of it is kept."""
    forget()
    return draw_map(level, words)


@dataclass
class Walk:
    """``laid``: what is known; whatever happens is decided by the seed."""

    seed: int
    laid: Laid = field(default_factory=lambda: {(0, 0): ("entrance", "CWWW")})
    marks: dict[Cell, dict[str, Any]] = field(default_factory=dict)
    at: Cell = (0, 0)
    turn: int = 0
    living: int = 6

    def chance(self, of: int, salt: int = 0) -> int:
        """A number below ``of``."""
        return scatter(self.turn, self.seed, salt) % of

    def views(self, steps: int) -> Iterator[MapView]:
        """The level after each step: the party went on, laid something, or changed what stands there."""
        for _ in range(steps):
            self.turn += 1
            (self._go, self._go, self._lay, self._lay, self._change)[self.chance(5)]()
            yield self.view()

    def view(self, party: bool = True) -> MapView:
        """The level now."""
        segments = tuple(SegmentView(*at, *one, **self.marks.get(at, {})) for at, one in self.laid.items())
        here = self.at if party else None
        return MapView(1, self.turn, segments, tuple(self._exits(here)), here, self.living)

    def _exits(self, here: Cell | None) -> Iterator[ExitView]:
        letters = iter("ABCDEF")
        for place, (kind, sides) in self.laid.items():
            for side in range(4):
                known = beyond(place, side) in self.laid
                if sides[side] != "W" and (place == here or not known):
                    yield ExitView(*place, "nesw"[side], next(letters) if place == here else "", known)
            if place == here and kind in ("stairs", "entrance"):
                yield ExitView(*place, "down" if kind == "stairs" else "out", next(letters), True)

    def _ways(self, at: Cell) -> list[int]:
        return [side for side in range(4) if self.laid[at][1][side] != "W"]

    def _go(self) -> None:
        ways = [side for side in self._ways(self.at) if beyond(self.at, side) in self.laid]
        if ways:
            self.at = beyond(self.at, ways[self.chance(len(ways), 1)])

    def _lay(self) -> None:
        ways = [side for side in self._ways(self.at) if beyond(self.at, side) not in self.laid]
        if not ways:
            return self._go()
        there = beyond(self.at, ways[self.chance(len(ways), 1)])
        for attempt in range(60):
            kind, sides = TILES[self.chance(len(TILES), 2 + attempt)]
            turn = self.chance(4, 100 + attempt)
            sides = sides[turn:] + sides[:turn]
            if sides.count("W") < 3 and fits(self.laid, there, sides):
                self.laid[there] = (kind, sides)
                if self.chance(3, 5):
                    self.at = there
                return None
        return None

    def _change(self) -> None:
        known = list(self.laid)
        place = known[self.chance(len(known), 1)]
        marks = self.marks.setdefault(place, {})
        name, value = (
            ("monsters", self.chance(12, 3)),
            ("examined", True),
            ("stone", self.chance(3, 3)),
            ("gate", ("", "open", "destroyed")[self.chance(3, 3)]),
            ("sealed", ("", "n", "es")[self.chance(3, 3)]),
        )[self.chance(5, 2)]
        marks[name] = value
        self.living = 1 + self.chance(6, 4)


def elsewhere(level: MapView) -> MapView:
    """The same level while the party is on another."""
    ways = tuple(msgspec.structs.replace(way, letter="") for way in level.exits)
    return msgspec.structs.replace(level, party=None, exits=ways)
