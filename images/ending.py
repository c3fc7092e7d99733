"""Draws the end of a game: a sign, the living, the standings and the dead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from images import layout, palette
from images.canvas import Canvas, Sprite
from images.cards import LEADING, name_lines
from images.layout import HEADING, TYPE, WIDTH
from images.lettering import fit_line, width
from images.signs import plight

MARGIN = 20
SIGN = 150
"""Size of the sign of the ending, in pixels."""
ACROSS = 3
PITCH = (WIDTH - 2 * MARGIN) // ACROSS
PORTRAIT = 104
LABEL = 44
"""Height of the title line above a group, in pixels."""
TALL = PORTRAIT + 2 * LEADING + 14
"""Height of a row of faces with their names, in pixels."""
MARK = 40
ROW = 46
"""Height of one line of the standings, in pixels."""
BADGE = 36


class Person(NamedTuple):
    """A face with its name and the marks of what happened to it."""

    portrait: Sprite
    name: str
    marks: Sequence[str] = ()


class Group(NamedTuple):
    """People with the same fate, below a common title."""

    title: str
    people: Sequence[Person]

    @property
    def height(self) -> int:
        """The height with the title line, in pixels; 0 if the group is empty."""
        return LABEL + -(-len(self.people) // ACROSS) * TALL if self.people else 0


class Standing(NamedTuple):
    """A player's line in the standings: badge, place and name, and result; ``mark`` of a misfortune, or ''."""

    badge: Sprite
    words: str
    reached: str
    mark: str = ""


def draw(
    title: str,
    sign: Sprite,
    *,
    living: Group,
    dead: Group,
    standings: Sequence[Standing] = (),
    beside: str = "",
) -> bytes:
    """Return a PNG of page width, dark if everybody is dead.

    ``beside`` is a mark of misfortune on both sides of the sign.
    """
    top = HEADING + SIGN + MARGIN
    lines = len(standings) * ROW + MARGIN if standings else 0
    canvas = Canvas(WIDTH, top + living.height + lines + dead.height + MARGIN)
    if dead.people:
        graves = top + living.height + lines if living.people or standings else 14
        canvas.block((14, graves, WIDTH - 14, canvas.size[1] - 14), palette.DARK)
    layout.draw_frame(canvas, title)
    canvas.stamp(sign, WIDTH // 2, HEADING + SIGN // 2)
    for x in (WIDTH // 5, WIDTH * 4 // 5) if beside else ():
        canvas.stamp(plight(beside, SIGN // 2), x, HEADING + SIGN // 2)
    _draw_group(canvas, living, top)
    for number, standing in enumerate(standings):
        _draw_standing(canvas, standing, top + living.height + number * ROW)
    _draw_group(canvas, dead, top + living.height + lines)
    return canvas.png()


def _draw_group(canvas: Canvas, group: Group, top: int) -> None:
    if not group.people:
        return
    canvas.fitted_text(WIDTH // 2, top + TYPE + 4, group.title, WIDTH - 3 * MARGIN, "italic", TYPE, True)
    for nth, person in enumerate(group.people):
        row, column = divmod(nth, ACROSS)
        there = min(ACROSS, len(group.people) - row * ACROSS)
        x = WIDTH // 2 + round((column - (there - 1) / 2) * PITCH)
        high = top + LABEL + row * TALL
        canvas.stamp(person.portrait, x, high + PORTRAIT // 2)
        for number, mark in enumerate(person.marks):
            canvas.stamp(plight(mark, MARK), x + PORTRAIT // 2 + 8, high + MARK // 2 + number * MARK)
        for line, words in enumerate(name_lines(person.name, PITCH - 10, 2), 1):
            canvas.text(x, high + PORTRAIT + line * LEADING - 4, words, "bold", TYPE, True)


def _draw_standing(canvas: Canvas, standing: Standing, top: int) -> None:
    left, right, base = 2 * MARGIN, WIDTH - 2 * MARGIN, top + ROW // 2 + TYPE // 3
    canvas.stamp(standing.badge, left + BADGE // 2, top + ROW // 2)
    reached = fit_line(standing.reached, "text", TYPE, (right - left) // 2)
    start = right - round(width(reached, "text", TYPE))
    canvas.text(start, base, reached, "text", TYPE)
    if standing.mark:
        start -= MARK
        canvas.stamp(plight(standing.mark, MARK - 6), start + MARK // 2 - 6, top + ROW // 2)
    name = left + BADGE + 12
    canvas.fitted_text(name, base, standing.words, start - name - 10, "bold", TYPE)
