"""What every page has: its width and its smallest type, a title in italics and the neat line around it."""

from __future__ import annotations

from typing import Final

from images.canvas import Canvas
from images.lettering import least_type, shrink_to_fit

WIDTH: Final = 640
"""Width of most pages, in pixels: more would make everything smaller on a phone."""
TYPE: Final = least_type(WIDTH)
"""The smallest type on a page of this width, in pixels."""
MARGIN: Final = 24
HEADING: Final = 66
"""Height of the title's strip, in pixels."""
TITLE: Final = 36
EDGE: Final = 30


def draw_frame(canvas: Canvas, heading: str) -> None:
    """Write the title and rule the double frame of the house."""
    width, height = canvas.size
    least = least_type(width)
    words, size = shrink_to_fit(heading, "bold-italic", max(TITLE, least), least, width - 2 * EDGE)
    canvas.text(width // 2, HEADING - 16, words, "bold-italic", size, True)
    canvas.frame((7, 7, width - 7, height - 7), 3)
    canvas.frame((13, 13, width - 13, height - 13), 1)
