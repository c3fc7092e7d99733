"""The values of a Seeker as signs and figures: Strength, Power, Endurance, gold."""

from __future__ import annotations

from typing import Final

from images import marks
from images.canvas import Canvas, Sprite
from images.jaskinia import pieces
from images.lettering import Say, fit_line, width
from images.page import TYPE
from rules.jaskinia.view import SeekerView

HEARTS: Final = 7
"""More than so many are told by number."""
LARGE: Final = 42
APART: Final = 46
"""From one line to the next, in pixels."""
OWN: Final = 170
"""Room for the own value in words, in pixels."""


def large(canvas: Canvas, seeker: SeekerView, corner: tuple[int, int], say: Say) -> None:
    """Strength and Power with the own values, then Endurance and gold, on three lines."""
    left, top = corner
    for row, (sign, total, own) in enumerate(
        (
            (marks.blades(LARGE - 6), seeker.strength, seeker.own_strength),
            (pieces.power(LARGE), seeker.power, seeker.own_power),
        )
    ):
        middle = top + row * APART
        canvas.stamp(sign, left + LARGE // 2, middle)
        after = figure(canvas, str(total), left + LARGE + 8, middle, LARGE)
        words = fit_line(say("cavepic.sheet.own", own=own), "italic", TYPE, OWN)
        canvas.text(after + 10, middle + 12, words, "italic", TYPE)
    purse(canvas, seeker.gold, left + LARGE + OWN + 60, top, 36)
    hearts(canvas, seeker, left, top + 2 * APART, 34)


def hearts(canvas: Canvas, seeker: SeekerView, left: int, middle: int, size: int) -> int:
    """A heart for every Endurance, light ones for what can be healed; gives where they end, in pixels."""
    most = max(seeker.endurance, seeker.level)
    if most > HEARTS:
        canvas.stamp(marks.heart(size), left + size // 2, middle)
        return figure(canvas, f"{seeker.endurance}/{seeker.level}", left + size + 6, middle, max(TYPE, size - 6))
    for number in range(most):
        sign = marks.heart(size, number < seeker.endurance)
        canvas.stamp(sign, left + size // 2 + number * (size + 3), middle)
    return left + most * (size + 3)


def purse(canvas: Canvas, gold: int, left: int, middle: int, size: int) -> int:
    """A coin and how much gold there is; gives where it ends, in pixels."""
    canvas.stamp(pieces.gold(size), left + size // 2, middle)
    return figure(canvas, str(gold), left + size + 6, middle, max(TYPE, size - 4))


def draw_signed_figure(canvas: Canvas, sign: Sprite, words: str, left: int, middle: int, size: int) -> int:
    """A sign and a figure; gives where they end, in pixels."""
    canvas.stamp(sign, left + sign.ink.width // 2, middle)
    return figure(canvas, words, left + sign.ink.width + 6, middle, size)


def figure(canvas: Canvas, words: str, left: int, middle: int, size: int) -> int:
    """A figure in bold; gives where it ends, in pixels."""
    canvas.text(left, middle + size // 3, words, "bold", size)
    return left + round(width(words, "bold", size))
