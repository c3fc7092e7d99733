"""Draws the card of a great moment above a picture: portrait, sign, one line and the standings."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from images import cards, layout
from images.canvas import Canvas, Sprite
from images.layout import TYPE, WIDTH, Chip
from images.lettering import fit_line, wrap_words
from images.moments import Moment
from images.signs import plight

MARGIN = 10
PORTRAIT = 84
SIGN = 64
TALL = PORTRAIT + 12
HEIGHT = TALL + 2 * MARGIN
"""Height of the card, in pixels."""
BADGE = 30
LINE = 34
LEADING = 30
LINES = 2
APART = 18
"""Gap between two players of the standings, in pixels."""
GRAVE = 40


def draw_card(
    moment: Moment, portrait: Sprite, sign: Sprite, badge: Callable[[str, int], Sprite], below: Canvas | None = None
) -> Canvas:
    """Return the card of a moment, above the picture ``below`` if given.

    ``badge`` draws a player's badge at a size in pixels. The standings, leader first, end where the line is full.
    """
    canvas = Canvas(WIDTH, HEIGHT + (below.size[1] if below else 0))
    cards.ground(canvas, (MARGIN, MARGIN, WIDTH - MARGIN, MARGIN + TALL))
    middle = MARGIN + TALL // 2
    left = MARGIN + 8
    canvas.stamp(portrait, left + PORTRAIT // 2, middle)
    if moment.dead:
        canvas.stamp(plight("dead", GRAVE), left + PORTRAIT - GRAVE // 2 + 6, MARGIN + TALL - GRAVE // 2 - 2)
    start, right = left + PORTRAIT + 14, WIDTH - MARGIN - SIGN - 18
    canvas.stamp(sign, right + 8 + SIGN // 2, middle)
    room = right - start
    shown = [Chip(badge(score.badge, BADGE), score.figures) for score in moment.scores]
    while layout.chips(shown, room, LINE, APART).height > LINE:
        shown.pop()
    lines = _fitting_lines(moment.words, room)
    top = middle - (len(lines) * LEADING + (LINE if shown else 0)) // 2
    for nth, line in enumerate(lines):
        canvas.text(start, top + nth * LEADING + TYPE, line, "bold", TYPE)
    if shown:
        layout.chips(shown, room, LINE, APART).paint(canvas, start, top + len(lines) * LEADING + 2)
    canvas.frame((0, 0, WIDTH, HEIGHT))
    if below:
        canvas.plate(below, 0, HEIGHT)
    return canvas


def _fitting_lines(words: str, room: int) -> Sequence[str]:
    lines = wrap_words(words, "bold", TYPE, room)
    if len(lines) <= LINES:
        return lines
    return [*lines[: LINES - 1], fit_line(" ".join(lines[LINES - 1 :]), "bold", TYPE, room)]
