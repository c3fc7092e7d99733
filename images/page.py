"""What every page has: a title in italics and the neat line around it."""

from __future__ import annotations

from typing import Final

from images.canvas import Canvas
from images.lettering import shrink_to_fit

HEADING: Final = 66
"""Height of the title's strip, in pixels."""
TITLE: Final = 36
TITLE_LEAST: Final = 24
EDGE: Final = 40


def draw_frame(canvas: Canvas, heading: str) -> None:
    """Write the title and rule the double frame of the house."""
    width, height = canvas.size
    words, size = shrink_to_fit(heading, "bold-italic", TITLE, TITLE_LEAST, width - 2 * EDGE)
    canvas.text(width // 2, HEADING - 16, words, "bold-italic", size, True)
    canvas.frame((7, 7, width - 7, height - 7), 3)
    canvas.frame((13, 13, width - 13, height - 13), 1)
