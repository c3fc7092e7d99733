"""How a clash ended: both sums, who won and who is wounded; marks on its picture, or a strip above another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from images import cards, pictograms
from images.canvas import Canvas, Sprite
from images.clashes import Outcome, Side
from images.lettering import width
from images.page import WIDTH
from images.plights import plight

MARGIN: Final = 14
BETWEEN: Final = 60
PANEL: Final = (WIDTH - 2 * MARGIN - BETWEEN) // 2
PORTRAIT: Final = 88
TALL: Final = PORTRAIT + 16
SHOWN: Final = 2
"""Portraits of a side."""
TOTAL: Final = 52
MARK: Final = 44
"""Size of a crown and of a broken heart, in pixels."""
SWORDS: Final = 50


def mark(canvas: Canvas, side: Side, x: int, y: int) -> None:
    """A winner's crown, or the broken heart of who is wounded, around a point."""
    signs = _signs(side, MARK)
    for number, sign in enumerate(signs):
        canvas.stamp(sign, x + (2 * number - len(signs) + 1) * (MARK // 2 + 3), y)


def _signs(side: Side, size: int) -> list[Sprite]:
    return [plight(sign, size) for sign, is_so in (("winner", side.won), ("turned", side.hurt)) if is_so]


def under(
    ended: Outcome, portraits: Sequence[Sequence[Sprite]], picture: Canvas, between: Sprite | None = None
) -> Canvas:
    """A picture below the strip with how a clash ended."""
    canvas = strip(ended, portraits, picture.size[1], between)
    canvas.plate(picture, 0, TALL + 2 * MARGIN)
    return canvas


def strip(
    ended: Outcome, portraits: Sequence[Sequence[Sprite]], below: int = 0, between: Sprite | None = None
) -> Canvas:
    """How a clash ended; portraits of both sides, 88 pixels large; with room for so many pixels below.

    ``between``: what stands between them in place of swords.
    """
    canvas = Canvas(WIDTH, TALL + 2 * MARGIN + below)
    for number, (side, sprites) in enumerate(zip(ended, portraits, strict=True)):
        _half(canvas, side, sprites[:SHOWN], bool(number))
    canvas.stamp(between or pictograms.swords(SWORDS), WIDTH // 2, MARGIN + TALL // 2)
    return canvas


def _half(canvas: Canvas, side: Side, sprites: Sequence[Sprite], mirrored: bool) -> None:
    """Portraits outwards, the sum inwards, the marks between."""
    left = MARGIN + (PANEL + BETWEEN if mirrored else 0)
    middle = MARGIN + TALL // 2
    cards.ground(canvas, (left, MARGIN, left + PANEL, MARGIN + TALL))

    def across(from_outside: int) -> int:
        return left + PANEL - from_outside if mirrored else left + from_outside

    for number, sprite in enumerate(sprites):
        canvas.stamp(sprite, across(8 + PORTRAIT // 2 + number * (PORTRAIT // 2)), middle)
    words = str(side.total)
    wide = round(width(words, "bold", TOTAL))
    canvas.text(across(PANEL - 14 - wide // 2), middle + TOTAL // 3, words, "bold", TOTAL, True)
    for number, sign in enumerate(_signs(side, MARK)):
        canvas.stamp(sign, across(PANEL - 28 - wide - MARK // 2 - number * (MARK + 6)), middle)
