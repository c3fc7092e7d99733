"""Draws all members of a party for half a phone screen: portraits with names and a few values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from images import cards, layout
from images.canvas import Canvas, Sprite
from images.layout import LANDSCAPE, WIDTH, Chip

HEIGHT = int(WIDTH / LANDSCAPE)
EDGE = 14
GAP = 8
PAD = 6
ACROSS = 3
MOST = 9
"""Maximum number of people shown."""
TALLEST = 122
PORTRAIT = 70
SIGN = 30
LINE = 32
APART = 12
"""Gap between two values, in pixels."""


class Person(NamedTuple):
    """A member's portrait at a given size in pixels, name and values."""

    portrait: Callable[[int], Sprite]
    name: str
    figures: Sequence[Chip]


def draw_lineup(people: Sequence[Person]) -> bytes:
    """Return at most nine people, three on a line, as a PNG of page width."""
    shown = people[:MOST]
    across = min(ACROSS, max(1, len(shown)))
    rows = max(1, -(-len(shown) // across))
    tall = min(TALLEST, (HEIGHT - 2 * EDGE + GAP) // rows - GAP)
    wide = (WIDTH - 2 * EDGE + GAP) // across - GAP
    canvas = Canvas(WIDTH, rows * (tall + GAP) - GAP + 2 * EDGE)
    for number, person in enumerate(shown):
        row, column = divmod(number, across)
        _draw_person(canvas, person, (EDGE + column * (wide + GAP), EDGE + row * (tall + GAP)), (wide, tall))
    canvas.frame((0, 0, *canvas.size))
    return canvas.png()


def _draw_person(canvas: Canvas, person: Person, corner: tuple[int, int], size: tuple[int, int]) -> None:
    (left, top), (wide, tall) = corner, size
    side = min(PORTRAIT, tall - LINE - 2 * PAD)
    cards.ground(canvas, (left, top, left + wide, top + tall))
    canvas.stamp(person.portrait(side), left + PAD + side // 2, top + PAD + side // 2)
    start = left + side + 2 * PAD
    lines = cards.name_lines(person.name, left + wide - PAD - start, 2)
    base = top + PAD + side // 2 + layout.TYPE // 3 - (len(lines) - 1) * cards.LEADING // 2
    cards.name(canvas, lines, start, base)
    room, figures = wide - 2 * PAD, list(person.figures)
    while figures and layout.chips(figures, room, LINE, APART).height > tall - side - 2 * PAD:
        figures.pop()
    layout.chips(figures, room, LINE, APART).paint(canvas, left + PAD, top + PAD + side)
