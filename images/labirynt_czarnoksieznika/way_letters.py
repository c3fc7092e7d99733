"""Where the letters of steps stand: on which side of a chamber, and which spot there."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from rules.labirynt_czarnoksieznika.view import ChamberView

Spot = tuple[float, float]
APART: Final = 0.29
"""From one letter to the next where several ways lead to a chamber."""
Side = tuple[int, int]
"""Across and down to the next chamber."""
CORNER: Final[Spot] = (0.26, -0.43)
"""Where the letter of a chamber stands that is not next door."""


def place_of(chamber: str) -> tuple[int, int]:
    """Column and row of a chamber, from 0."""
    return "ABCD".index(chamber[0]), int(chamber[1]) - 1


def letters_by_side(chamber: ChamberView) -> dict[Side, list[str]]:
    """The letters of a chamber by the side on which they come in; (0, 0) from a chamber that is not next door."""
    there = place_of(chamber.name)
    sides: dict[Side, list[str]] = {}
    for letter, start in zip_longest(chamber.ways, chamber.ways_from[: len(chamber.ways)]):
        here = place_of(start) if start else there
        side = (here[0] - there[0], here[1] - there[1])
        sides.setdefault(side if abs(side[0]) + abs(side[1]) == 1 else (0, 0), []).append(letter)
    return sides


def letter_spot(side: Side, number: int, of: int, apart: float = APART) -> Spot:
    """Where a letter stands: beside the others along the wall on its side, or from the corner inwards."""
    if side == (0, 0):
        return (CORNER[0] - number * apart, CORNER[1])
    aside = (number - (of - 1) / 2) * apart
    return (side[0] * 0.5 + abs(side[1]) * aside, side[1] * 0.5 + abs(side[0]) * aside)
