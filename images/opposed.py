"""Two sides of a fight face to face: a panel each, a sign between them, and what each side's sum is made of."""

from __future__ import annotations

from typing import Final

from images import cards, outcome, page, sums
from images.canvas import Canvas, Sprite
from images.clashes import Outcome
from images.dice import die
from images.marks import blank_die
from images.page import TYPE, WIDTH
from images.sums import FIGURE, Part

MARGIN: Final = 22
BETWEEN: Final = 66
PANEL: Final = (WIDTH - 2 * MARGIN - BETWEEN) // 2
SIDES: Final = (MARGIN, MARGIN + PANEL + BETWEEN)
"""Where the panels begin."""
PORTRAIT: Final = 140
NAMES: Final = 70
"""Room for two names under the portraits, in pixels."""
SUM: Final = 112
"""Height of the line with value, die and total."""
TALL: Final = PORTRAIT + NAMES + SUM + 30
DIE: Final = 54
TOP: Final = page.HEADING
BOTTOM: Final = TOP + TALL
PORTRAITS: Final = TOP + 14 + PORTRAIT // 2
"""The middle of portraits, and of the sign between the sides."""
MARKS: Final = TOP + PORTRAIT
"""Just below the marks on portraits."""
NAMED: Final = MARKS + 46
"""The base of a name."""


def open_page(title: str, below: int = 0) -> Canvas:
    """A page with room for both sides, and so many pixels ``below``."""
    canvas = Canvas(WIDTH, BOTTOM + below + MARGIN)
    page.draw_frame(canvas, title)
    return canvas


def panel(canvas: Canvas, left: int, parts: list[Part]) -> None:
    """The ground of a side, with its sum on the lowest line."""
    cards.ground(canvas, (left, TOP, left + PANEL, BOTTOM))
    canvas.rule(left + 16, MARKS + NAMES + 20, PANEL - 32, 1, 4)
    sums.write_sum(canvas, parts, left, PANEL, MARKS + NAMES + 22 + SUM // 2)


def mark_sides(canvas: Canvas, ended: Outcome | None) -> None:
    """Who won and who is wounded, once it is decided."""
    for side, left in zip(ended or (), SIDES, strict=False):
        outcome.mark(canvas, side, left + PANEL // 2, MARKS + NAMES + 22)


def place_between(canvas: Canvas, sign: Sprite) -> None:
    """What the fight is about, between the sides."""
    canvas.stamp(sign, WIDTH // 2, PORTRAITS)


def sum_of(sign: Sprite, value: int, thrown: int, bonus: int) -> list[Part]:
    """Value + die, with what was added to it, = total; without a die yet (0) an empty one."""
    parts: list[Part] = [sign, (str(value), FIGURE), ("+", TYPE)]
    parts.append(die(thrown, DIE) if thrown else blank_die(DIE))
    if bonus:
        parts.append((f"{bonus:+d}".replace("-", "−"), TYPE))
    if thrown:
        parts += [("=", TYPE), (str(value + thrown + bonus), FIGURE + 8)]
    return parts
