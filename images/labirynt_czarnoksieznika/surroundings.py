"""One board close up: where those who act can go, and what lies and stands around them."""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest
from typing import Final

from images import outcome, page, pictograms
from images.canvas import Canvas
from images.clashes import Outcome
from images.labirynt_czarnoksieznika import captions, duel, finds
from images.labirynt_czarnoksieznika.plan import ACROSS, EDGE, Plan, Spot, place_of
from images.legend import form_for
from images.lettering import Say, display_name, width
from images.page import TYPE, WIDTH
from rules.labirynt_czarnoksieznika.view import BoardView, ChamberView, View

CELL: Final = 132
"""Side of a chamber in pixels."""
MARGIN: Final = 20
ROCK: Final = round(EDGE * CELL)
BOARD: Final = ACROSS * CELL + 2 * ROCK
LEFT: Final = (WIDTH - BOARD) // 2 + ROCK
TOP: Final = page.HEADING + ROCK
LEGEND: Final = form_for(WIDTH)
DIGIT: Final = 0.2
"""Height of a digit in parts of a chamber."""
LETTER: Final = 0.15
"""Height of the letter of a step."""
DISC: Final = 0.128
APART: Final = 0.29
"""From one letter to the next where several ways lead to a chamber."""
EVERYBODY: Final = 99
"""However many stand in a chamber, each has its number."""
Side = tuple[int, int]
"""Across and down to the next chamber."""
CORNER: Final[Spot] = (0.26, -0.43)
"""Where the letter of a chamber stands that is not next door."""

TOKEN: Final = 0.175
"""Size of a token's pictogram in parts of a chamber."""
LARGE: Final = 0.22
"""The same where nobody stands."""
MIDDLE: Final[tuple[Spot, ...]] = ((-0.27, 0.0), (-0.09, 0.0), (0.09, 0.0), (0.27, 0.0))
BESIDE: Final[tuple[Spot, ...]] = ((-0.3, 0.0), (-0.15, 0.0), (0.0, 0.0))
"""Where a special token takes the place of the fourth."""
ASIDE: Final[tuple[Spot, ...]] = ((0.12, -0.28), (0.3, -0.28), (0.12, -0.06), (0.3, -0.06))
BELOW: Final[tuple[Spot, ...]] = ((-0.25, 0.28), (0.0, 0.28), (0.25, 0.28))
ABOVE_THEM: Final[tuple[Spot, ...]] = ((-0.25, 0.02), (0.0, 0.02), (0.25, 0.02))


def draw_surroundings(view: View, say: Say, board: BoardView, ended: Outcome | None = None) -> bytes:
    """One board of the game as a PNG as wide as a page, with the letters of the steps; above, how a clash ended."""
    drawn = _page(view, say, board)
    return (outcome.under(ended, duel.portraits(ended), drawn) if ended else drawn).png()


def _page(view: View, say: Say, board: BoardView) -> Canvas:
    block = captions.draw_captions(captions.close(board, view, say, LEGEND.sign), WIDTH - 3 * MARGIN, LEGEND)
    bottom = page.HEADING + BOARD
    canvas = Canvas(WIDTH, bottom + MARGIN + (block.size[1] if block else 0))
    names = [display_name(pawn.name, say) for pawn in board.pawns if pawn.id == view.active]
    page.draw_frame(canvas, " · ".join([*names, display_name(board.name, say)]))
    plan = Plan(canvas, CELL, (LEFT, TOP), board, view)
    _drawn(plan)
    _letters(plan)
    if block:
        canvas.rule(MARGIN, bottom, WIDTH - 2 * MARGIN, 1, 4)
        canvas.plate(block, MARGIN + MARGIN // 2, bottom + MARGIN // 4)
    return canvas


def _drawn(plan: Plan) -> None:
    plan.stone()
    plan.signs(DIGIT)
    for chamber in plan.board.chambers:
        _lying(plan, chamber)
    plan.pawns(TYPE, EVERYBODY)
    plan.special()
    plan.tabs(TYPE)


def _lying(plan: Plan, chamber: ChamberView) -> None:
    """Tokens by their pictograms, alike ones counted; how many more there are where room ends."""
    spots, part = _spots(plan, chamber)
    kinds = list(Counter(chamber.floor).items())
    shown = kinds if len(kinds) <= len(spots) else kinds[: len(spots) - 1]
    for (token, number), (across, down) in zip(shown, spots, strict=False):
        plan.stamp(finds.floor_token(token, plan.size(part)), chamber.name, across, down)
        if number > 1:
            _count(plan.canvas, f"{number}", plan.spot(chamber.name, across + part * 0.55, down + part * 0.55))
    if rest := sum(number for _, number in kinds[len(shown) :]):
        x, y = plan.spot(chamber.name, *spots[len(shown)])
        plan.canvas.text(x, y + 8, f"+{rest}", "bold", TYPE, True)


def _spots(plan: Plan, chamber: ChamberView) -> tuple[tuple[Spot, ...], float]:
    """Where tokens lie, and how large they are: below, or between the signs and who stands there."""
    in_the_way = bool(chamber.token) and chamber.kind != "plain"
    if not plan.within(chamber.name):
        return (BELOW if in_the_way or chamber.digit is None else (*ABOVE_THEM, *BELOW)), LARGE
    if chamber.digit is None:
        return (ASIDE[:2] if in_the_way else ASIDE), TOKEN
    return (BESIDE if in_the_way else MIDDLE), TOKEN


def _count(canvas: Canvas, words: str, corner: tuple[int, int]) -> None:
    """A number on a clearing, its lower right end at a corner."""
    wide = round(width(words, "bold", TYPE))
    canvas.block((corner[0] - wide - 1, corner[1] - 19, corner[0] + 2, corner[1] + 1))
    canvas.text(corner[0] - wide, corner[1], words, "bold", TYPE)


def _letters(plan: Plan) -> None:
    """The letters of the steps: in the opening from where each leads, at the chamber's corner if from farther away.

    Where two characters could change places, their letters share the opening.
    """
    sign_of = {way: pictograms.letter(way, CELL * LETTER, CELL * DISC) for way in _ways(plan.board)}
    sides = {(place_of(one.name), side): ways for one in plan.board.chambers for side, ways in _sides(one).items()}
    for chamber in plan.board.chambers:
        here = place_of(chamber.name)
        for side, ways in _sides(chamber).items():
            back = sides.get(((here[0] + side[0], here[1] + side[1]), (-side[0], -side[1])), []) if any(side) else []
            both = sorted([*ways, *back])
            for way in ways:
                plan.stamp(sign_of[way], chamber.name, *_place(side, both.index(way), len(both)))


def _ways(board: BoardView) -> list[str]:
    return [way for chamber in board.chambers for way in chamber.ways]


def _sides(chamber: ChamberView) -> dict[Side, list[str]]:
    """The letters of a chamber by the side on which they come in; (0, 0) from a chamber that is not next door."""
    there = place_of(chamber.name)
    sides: dict[Side, list[str]] = {}
    for letter, start in zip_longest(chamber.ways, chamber.ways_from[: len(chamber.ways)]):
        here = place_of(start) if start else there
        side = (here[0] - there[0], here[1] - there[1])
        sides.setdefault(side if abs(side[0]) + abs(side[1]) == 1 else (0, 0), []).append(letter)
    return sides


def _place(side: Side, number: int, of: int) -> Spot:
    """Where a letter stands: beside the others along the wall on its side, or from the corner inwards."""
    if side == (0, 0):
        return (CORNER[0] - number * APART, CORNER[1])
    aside = (number - (of - 1) / 2) * APART
    return (side[0] * 0.5 + abs(side[1]) * aside, side[1] * 0.5 + abs(side[0]) * aside)
