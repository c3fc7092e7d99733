"""The values of a Seeker as signs and figures: Strength, Power, Endurance, gold."""

from __future__ import annotations

from typing import Final

from images import marks
from images.canvas import Canvas, Sprite
from images.jaskinia import pieces
from images.lettering import Say, fit_line, width
from rules.jaskinia.view import SeekerView

HEARTS: Final = 7
"""More than so many are told by number."""
LARGE: Final = 44
SMALL: Final = 30


def large(canvas: Canvas, seeker: SeekerView, corner: tuple[int, int], say: Say) -> None:
    """Strength and Power with the own values, then Endurance and gold, on two lines."""
    left, top = corner
    at = left
    for sign, total, own in (
        (marks.blades(LARGE - 4), seeker.strength, seeker.own_strength),
        (pieces.power(LARGE), seeker.power, seeker.own_power),
    ):
        canvas.stamp(sign, at + LARGE // 2, top + 26)
        canvas.text(at + LARGE + 8, top + 41, str(total), "bold", LARGE)
        after = at + LARGE + 16 + round(width(str(total), "bold", LARGE))
        words = fit_line(say("cavepic.sheet.own", own=own), "italic", 23, 130)
        canvas.text(after, top + 40, words, "italic", 23)
        at += 250
    after = hearts(canvas, seeker, left, top + 80, 34)
    purse(canvas, seeker.gold, max(left + 254, after + 20), top + 80, 34)


def hearts(canvas: Canvas, seeker: SeekerView, left: int, middle: int, size: int) -> int:
    """A heart for every Endurance, light ones for what can be healed; gives where they end, in pixels."""
    most = max(seeker.endurance, seeker.level)
    if most > HEARTS:
        canvas.stamp(marks.heart(size), left + size // 2, middle)
        return figure(canvas, f"{seeker.endurance}/{seeker.level}", left + size + 6, middle, size - 6)
    for number in range(most):
        sign = marks.heart(size, number < seeker.endurance)
        canvas.stamp(sign, left + size // 2 + number * (size + 3), middle)
    return left + most * (size + 3)


def purse(canvas: Canvas, gold: int, left: int, middle: int, size: int) -> int:
    """A coin and how much gold there is; gives where it ends, in pixels."""
    canvas.stamp(pieces.gold(0, size), left + size // 2, middle)
    return figure(canvas, str(gold), left + size + 6, middle, size - 4)


def draw_signed_figure(canvas: Canvas, sign: Sprite, words: str, left: int, middle: int, size: int) -> int:
    """A sign and a figure; gives where they end, in pixels."""
    canvas.stamp(sign, left + sign.ink.width // 2, middle)
    return figure(canvas, words, left + sign.ink.width + 6, middle, size)


def figure(canvas: Canvas, words: str, left: int, middle: int, size: int) -> int:
    """A figure in bold; gives where it ends, in pixels."""
    canvas.text(left, middle + size // 3, words, "bold", size)
    return left + round(width(words, "bold", size))
