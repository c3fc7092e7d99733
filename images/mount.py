"""What a character's sheet is mounted on: the ground of a card, as wide in every game, in a doubled frame."""

from __future__ import annotations

from typing import Final

from images.blocks import Block
from images.canvas import Canvas
from images.cards import ground
from images.page import WIDTH

MARGIN: Final = 14
PADDING: Final = 18
ROOM: Final = WIDTH - 2 * MARGIN - 2 * PADDING
"""Width of what is on a sheet, in pixels."""


def sheet(block: Block) -> bytes:
    """One sheet as a PNG as wide as a page."""
    canvas = Canvas(WIDTH, block.height + 2 * PADDING + 2 * MARGIN)
    box = (MARGIN, MARGIN, WIDTH - MARGIN, canvas.size[1] - MARGIN)
    ground(canvas, box)
    canvas.frame((box[0] + 5, box[1] + 5, box[2] - 5, box[3] - 5), 1)
    block.paint(canvas, MARGIN + PADDING, MARGIN + PADDING)
    return canvas.png()
