"""Squares of a board on a canvas, and signs in them, placed by parts of a square from its middle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from images.canvas import Canvas, Sprite

Name = TypeVar("Name")
"""What a game calls a square."""
Cell = tuple[int, int]
LEAST: Final = 5
"""Size under which no sign shrinks, in pixels."""


class Squares(Generic[Name]):
    """``cell`` pixels to a square; the corner of the square in column and row 0 is at ``origin`` pixels."""

    def __init__(self, canvas: Canvas, cell: int, origin: Cell, place_of: Callable[[Name], Cell]) -> None:
        self.canvas, self.cell, self.origin = canvas, cell, origin
        self._place_of = place_of

    def spot(self, square: Name, across: float = 0.0, down: float = 0.0) -> Cell:
        """The pixel at the middle of a square, moved by parts of it."""
        column, row = self._place_of(square)
        x, y = self.origin[0] + column * self.cell, self.origin[1] + row * self.cell
        return round(x + self.cell * (0.5 + across)), round(y + self.cell * (0.5 + down))

    def stamp(self, sprite: Sprite, square: Name, across: float = 0.0, down: float = 0.0) -> None:
        """Lay a sign in a square."""
        self.canvas.stamp(sprite, *self.spot(square, across, down))

    def size(self, part: float) -> int:
        """A part of a square in pixels."""
        return max(LEAST, round(self.cell * part))
