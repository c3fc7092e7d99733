"""The whole cave as a map: areas, Gates, what lies about, who is where."""

from __future__ import annotations

from typing import Final

from images import page
from images.canvas import Canvas
from images.jaskinia import captions, pieces
from images.jaskinia.plan import COLUMNS, LYING, LYING_SPOTS, ROWS, Plan
from images.legend import form_for
from images.lettering import Say
from rules.jaskinia.view import View

CELL: Final = 110
"""Side of an area in pixels: digits are still readable on a phone."""
MARGIN: Final = 18
NAMES: Final = 42
"""Room for the letters of columns and the numbers of rows, in pixels."""
ROCK: Final = 26
LEFT: Final = MARGIN + NAMES + ROCK
TOP: Final = page.HEADING + NAMES + ROCK + 8
WIDTH: Final = LEFT + len(COLUMNS) * CELL + ROCK + MARGIN
LEGEND: Final = form_for(WIDTH)
NAME: Final = LEGEND.text
NUMBERED: Final = 2
"""So many pawns in an area have room for their numbers."""
BOTTOM: Final = TOP + ROWS * CELL + ROCK + 6


def draw_cave(view: View, say: Say) -> bytes:
    """The cave as a PNG, 1118 pixels wide, the legend below."""
    legend = captions.draw_captions(captions.entries(view, say, LEGEND.sign), WIDTH - 4 * MARGIN, LEGEND)
    canvas = Canvas(WIDTH, BOTTOM + (legend.size[1] + 2 * MARGIN if legend else MARGIN))
    page.draw_frame(canvas, say("cavepic.title", round=view.round))
    plan = Plan(canvas, CELL, (LEFT, TOP), view, view.areas)
    plan.stone()
    plan.path()
    plan.signs()
    plan.gates(NAME)
    lying(plan)
    plan.pawns(NAME, NUMBERED)
    _names(canvas)
    if legend:
        canvas.rule(MARGIN, BOTTOM, WIDTH - 2 * MARGIN, 1, 4)
        canvas.plate(legend, 2 * MARGIN, BOTTOM + MARGIN // 2)
    return canvas.png()


def lying(plan: Plan) -> None:
    """Card backs and a coin; how many is told close up."""
    for area in plan.areas:
        cards_at, gold_at = LYING_SPOTS[area.kind]
        if area.cards:
            plan.stamp(pieces.cards_on_floor(plan.size(LYING)), area.id, *cards_at)
        plan.gold(area, gold_at)


def _names(canvas: Canvas) -> None:
    """The letters of the columns above, the numbers of the rows before them."""
    for number, letter in enumerate(COLUMNS):
        canvas.text(LEFT + CELL * number + CELL // 2, page.HEADING + NAMES - 4, letter, "italic", NAME, True)
    for number in range(ROWS):
        middle = TOP + CELL * number + CELL // 2 + NAME // 3
        canvas.text(MARGIN + NAMES // 2 + 4, middle, str(number + 1), "italic", NAME, True)
