"""The edge of a map's sheet: the neat line around it, for whole sheets and for parts of one."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image

from images.canvas import Canvas

MARGIN: Final = 16
"""Pixels of paper around what is on a sheet, the neat line on it."""
FAR: Final = 100
"""Farther above or below a part than its lines are from the edge."""


def draw(sheet: Canvas, span: tuple[int, int]) -> None:
    """Draw the line; ``span``: where the sheet begins and ends, perhaps outside this part of it."""
    width, (top, bottom) = sheet.size[0], span
    sheet.frame((7, top + 7, width - 7, bottom - 7), 3)
    sheet.frame((13, top + 13, width - 13, bottom - 13), 1)


@lru_cache(maxsize=16)
def paper(width: int, height: int) -> Image.Image:
    """Rows from the middle of an empty sheet, as indices of colours."""
    sheet = Canvas(width, height)
    draw(sheet, (-FAR, height + FAR))
    return sheet.plate_of_indices()
