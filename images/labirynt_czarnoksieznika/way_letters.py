"""Positions of the letters of steps: the side of a chamber and the spot there."""

from __future__ import annotations

from itertools import zip_longest

from rules.labirynt_czarnoksieznika.view import ChamberView

Spot = tuple[float, float]
APART = 0.29
"""Distance between letters where several ways lead to a chamber, as a fraction of a chamber."""
Side = tuple[int, int]
"""Columns and rows from a chamber to its neighbour."""
CORNER: Spot = (0.26, -0.43)
"""Position of the letter of a way from a chamber that is not adjacent."""


def place_of(chamber: str) -> tuple[int, int]:
    """Return the column and row of a chamber, from 0."""
    return "ABCD".index(chamber[0]), int(chamber[1]) - 1


def letters_by_side(chamber: ChamberView) -> dict[Side, list[str]]:
    """Group a chamber's letters by the side from which they enter; (0, 0) for chambers that are not adjacent."""
    there = place_of(chamber.name)
    sides: dict[Side, list[str]] = {}
    for letter, start in zip_longest(chamber.ways, chamber.ways_from[: len(chamber.ways)]):
        here = place_of(start) if start else there
        side = (here[0] - there[0], here[1] - there[1])
        sides.setdefault(side if abs(side[0]) + abs(side[1]) == 1 else (0, 0), []).append(letter)
    return sides


def letter_spot(side: Side, number: int, of: int, apart: float = APART) -> Spot:
    """Return the position of a letter, the ``number``-th (from 0) of ``of`` on its side.

    Letters stand along the wall, or from the corner inwards for (0, 0).
    """
    if side == (0, 0):
        return (CORNER[0] - number * apart, CORNER[1])
    aside = (number - (of - 1) / 2) * apart
    return (side[0] * 0.5 + abs(side[1]) * aside, side[1] * 0.5 + abs(side[0]) * aside)
