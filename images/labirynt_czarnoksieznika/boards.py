"""Draws all boards of a game with a legend, and their exploration as an animation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from images import layout, map_film
from images.canvas import Canvas
from images.labirynt_czarnoksieznika import pieces
from images.labirynt_czarnoksieznika.pieces import numeral
from images.labirynt_czarnoksieznika.plan import (
    ACROSS,
    EDGE,
    Plan,
    all_entries,
    draw_captions,
    place_entries,
    thing_entries,
)
from images.labirynt_czarnoksieznika.way_letters import Spot
from images.layout import Entry, form_for
from images.lettering import Say, display_name, width
from images.map_film import FilmFrame
from rules.labirynt_czarnoksieznika.view import BoardView, ChamberView, PawnView, View

CELL = 104
"""Side of a chamber in pixels: with all boards in one picture, digits stay readable on a phone."""
DIGIT = 0.29
"""Height of a digit as a fraction of a chamber."""
ABREAST = 2
MARGIN = 20
NAMES = 36
"""Width of the margin for column letters and row numbers, in pixels."""
ROCK = round(EDGE * CELL)
BLOCK = ACROSS * CELL + 2 * ROCK + NAMES
"""Width of a board with its edge, in pixels."""
BETWEEN = 16
"""Gap between the left and the right boards, in pixels."""
WIDTH = 2 * BLOCK + BETWEEN + 2 * MARGIN
LEGEND = form_for(WIDTH)
TYPE = LEGEND.text
"""The smallest readable type size, in pixels."""
LINE = TYPE + 6
TITLE = LINE + 8
"""Height of a board's title, in pixels."""
STRIP = 2 * LINE + 16
"""Gap between the upper and lower boards for the targets of their Teleports, in pixels."""
FOOT = 22
LEADS = TYPE + 8
"""Width of the sign before the targets of a Teleport, in pixels."""
LEAD = 12
"""Gap between the number of a board and the text beside it, in pixels."""
LYING = 0.2
"""Size of things between the digit and the pawns, as a fraction of a chamber."""
CRAMPED = 0.17
"""Size of things beside a large sign, as a fraction of a chamber."""
ALONE = 0.27
"""Size of things in a chamber without pawns, as a fraction of a chamber."""
NUMBERED = 2
"""Maximum number of pawns in a chamber that show their numbers."""

Goals = Sequence[tuple[str, str]]
"""Pairs of a board's id and a chamber's id."""
Spots = tuple[tuple[float, float], tuple[float, float]]
BETWEEN_ALL: Spots = ((-0.27, 0.0), (-0.03, 0.0))
BELOW: Spots = ((-0.22, 0.14), (0.06, 0.14))
BEFORE: Spots = ((-0.27, 0.03), (-0.27, 0.26))
"""Positions of things beside a single pawn."""
ASIDE: Spots = ((0.14, -0.28), (0.31, -0.28))


def draw_boards(view: View, say: Say, goals: Goals = ()) -> bytes:
    """Return all boards as a PNG: two by two, titles on the outer sides, the legend at the end.

    With more than two boards the legend is shortened; close-ups explain every sign. ``goals``: boards and chambers with
    a golden floor.
    """
    rows = -(-len(view.boards) // ABREAST)
    free = rows > 1 and len(view.boards) % ABREAST == 1
    room = BLOCK - 2 * MARGIN if free else WIDTH - 4 * MARGIN
    explained = place_entries if free else thing_entries if rows > 1 else all_entries
    found = explained(view.boards, view, say, LEGEND.sign)
    if goals:
        found.insert(0, Entry(pieces.goal(LEGEND.sign), say("plan.legend.goal")))
    legend = draw_captions(found, room, LEGEND)
    bottom = layout.HEADING + rows * (TITLE + BLOCK + STRIP) - STRIP + FOOT
    tall = legend.size[1] if legend else 0
    below = max(0, tall - BLOCK - TITLE) if free else tall + 2 * FOOT if legend else 0
    canvas = Canvas(WIDTH, bottom + below)
    layout.draw_frame(canvas, say("plan.title", round=view.round))
    plans = [Plan(canvas, CELL, _board_origin(number), board, view) for number, board in enumerate(view.boards)]
    for plan in plans:
        plan.stone()
        plan.goals(chamber for board, chamber in goals if board == plan.board.id)
    for number, plan in enumerate(plans):
        _draw_contents(plan)
        plan.names(number < ABREAST, number % ABREAST == 0, TYPE)
        _draw_title(canvas, number, plan.board, say)
        _draw_teleport_targets(canvas, number, plan.board)
    if legend:
        _place_legend(canvas, legend, free, bottom)
    return canvas.png()


def _board_left(number: int) -> int:
    return MARGIN + number % ABREAST * (BLOCK + BETWEEN)


def _board_top(number: int) -> int:
    return layout.HEADING + number // ABREAST * (TITLE + BLOCK + STRIP)


def _board_origin(number: int) -> tuple[int, int]:
    """Return the corner of a board's first chamber; names and title are on the outer sides."""
    upper, before = number < ABREAST, number % ABREAST == 0
    left, top = _board_left(number) + ROCK, _board_top(number) + ROCK
    return left + (NAMES if before else 0), top + (TITLE + NAMES if upper else 0)


def _place_legend(canvas: Canvas, legend: Canvas, free: bool, bottom: int) -> None:
    """Draw the legend in place of a fourth board if ``free``, else below all boards."""
    if free:
        canvas.plate(legend, _board_left(1) + MARGIN, _board_top(ABREAST))
    else:
        canvas.rule(MARGIN, bottom, WIDTH - 2 * MARGIN, 1, 4)
        canvas.plate(legend, 2 * MARGIN, bottom + FOOT // 2)


def _draw_contents(plan: Plan) -> None:
    plan.signs(DIGIT)
    for chamber in plan.board.chambers:
        lying(plan, chamber)
    plan.pawns(TYPE, NUMBERED)
    plan.special()


def lying(plan: Plan, chamber: ChamberView) -> None:
    """Draw a tile for Finds and a gem for Crystals; close-ups show the amounts."""
    crystals = sum(map(pieces.is_crystal, chamber.floor))
    (finds_at, crystals_at), part = _floor_spots(plan, chamber)
    if len(chamber.floor) > crystals:
        plan.stamp(pieces.pile(plan.size(part)), chamber.name, *finds_at)
    if crystals:
        plan.stamp(pieces.crystal(plan.size(part)), chamber.name, *crystals_at)


def _floor_spots(plan: Plan, chamber: ChamberView) -> tuple[Spots, float]:
    standing = len(plan.within(chamber.name))
    if not standing:
        return BELOW, ALONE
    if chamber.digit is None:
        return ASIDE, CRAMPED
    return BEFORE if standing == 1 else BETWEEN_ALL, LYING


def _draw_title(canvas: Canvas, number: int, board: BoardView, say: Say) -> None:
    left, top = _board_left(number) + 6, _board_top(number) + (0 if number < ABREAST else BLOCK + 6)
    lead = round(width(numeral(number), "bold-italic", TYPE)) + LEAD
    start, room = left + lead, BLOCK + BETWEEN // 2 - lead
    canvas.text(left, top + LINE - 10, numeral(number), "bold-italic", TYPE)
    if board.owner_team:
        canvas.stamp(pieces.badge(board.owner_team, TYPE), start + TYPE // 2, top + LINE - 26)
        start, room = start + TYPE + 6, room - TYPE - 6
    name = display_name(board.name, say).partition(",")[0]  # which side lies upwards is told close up
    whose = say("plan.owner", team=name, who=board.owner) if board.owner else f"{name} · {say('plan.neutral')}"
    canvas.fitted_text(start, top + LINE - 10, whose, room, "bold", TYPE)


def _draw_teleport_targets(canvas: Canvas, number: int, board: BoardView) -> None:
    """Write on the inner side a board's number and the targets of its Teleport with the faces of the die."""
    base = _board_top(number) + (TITLE + BLOCK + LINE - 8 if number < ABREAST else -14)
    if board.leads_to:
        words = " ".join(f"{faces}: {numeral(other)}" for faces, other in board.leads_to)
        left, own = _board_left(number) + 6, numeral(number)
        canvas.text(left, base, own, "bold-italic", TYPE)
        left += round(width(own, "bold-italic", TYPE)) + 4
        canvas.stamp(pieces.sign("teleport", TYPE - 4), left + TYPE // 2 - 2, base - TYPE // 3)
        room = _board_left(number) + BLOCK + BETWEEN // 2 - left - LEADS
        canvas.fitted_text(left + LEADS, base, words, room, "text", TYPE)


APART = ACROSS + 1
"""Distance from one board to the next, in chambers."""
STANDING: dict[int, tuple[float, tuple[Spot, ...]]] = {
    1: (0.52, ((0.08, 0.16),)),
    2: (0.48, ((-0.23, 0.18), (0.23, 0.18))),
    3: (0.36, ((-0.2, -0.02), (0.2, -0.02), (0.0, 0.26))),
    6: (0.3, ((-0.27, -0.05), (0.0, -0.05), (0.27, -0.05), (-0.27, 0.25), (0.0, 0.25), (0.27, 0.25))),
}
"""Size and positions of pawns by their number in a chamber; larger than on the boards, to be easily followed."""

Place = tuple[str, str]
"""A board and one of its chambers."""


class Moment(NamedTuple):
    """The boards in play at one time, and the chambers visited until then."""

    view: View
    boards: tuple[str, ...]
    found: frozenset[Place]


def stages(views: Iterable[View]) -> list[Moment]:
    """Return the moments at which a pawn has moved or a board has changed; boards never entered are left out."""
    playing = [view for view in views if not view.setting_up]
    visited = (frozenset((board.id, pawn.chamber) for board in view.boards for pawn in board.pawns) for view in playing)
    found = list(accumulate(visited, lambda before, now: before | now))
    entered = {board for board, _ in found[-1]} if found else set()
    shown = tuple(board.id for board in playing[-1].boards if board.id in entered) if playing else ()
    return map_film.moments(
        [Moment(view, shown, places) for view, places in zip(playing, found, strict=True)], _moment_key
    )


def _moment_key(moment: Moment) -> object:
    return [_board_key(board) for board in moment.view.boards]


def _board_key(board: BoardView) -> object:
    pawns = [(pawn.team, pawn.mark, pawn.chamber) for pawn in board.pawns]
    return pawns, [(chamber.floor, chamber.token, chamber.token_of) for chamber in board.chambers]


def growth(shown: Sequence[Moment]) -> bytes:
    """Return the boards from the first to the last of these moments as a GIF."""
    places = [_first_chamber_place(number) for number in range(len(shown[-1].boards))]
    known = map_film.around([*places, *((x + ACROSS - 1, y + ACROSS - 1) for x, y in places)])
    return map_film.moving(shown, [known] * len(shown), _draw_frame)


def _first_chamber_place(number: int) -> tuple[int, int]:
    row, column = divmod(number, ABREAST)
    return column * APART, row * APART


def _draw_frame(canvas: Canvas, frame: FilmFrame, moment: Moment) -> None:
    known = {board.id: board for board in moment.view.boards}
    for number, id in enumerate(moment.boards):
        column, row = _first_chamber_place(number)
        origin = (frame.origin[0] + column * frame.cell, frame.origin[1] + row * frame.cell)
        _draw_known_board(
            Plan(canvas, frame.cell, origin, known[id], moment.view), {at for on, at in moment.found if on == id}
        )


def _draw_known_board(plan: Plan, found: set[str]) -> None:
    plan.stone(tuple(each_chamber.name for each_chamber in plan.board.chambers if each_chamber.name not in found))
    plan.signs(DIGIT)
    for chamber in plan.board.chambers:
        lying(plan, chamber)
    plan.special()
    for chamber in plan.board.chambers:
        _stamp_pawns(plan, chamber, plan.within(chamber.name))


def _stamp_pawns(plan: Plan, chamber: ChamberView, here: Sequence[PawnView]) -> None:
    part, spots = STANDING[min((most for most in STANDING if most >= len(here)), default=max(STANDING))]
    for pawn, spot in zip(here, spots, strict=False):
        mark = pawn.mark if len(here) <= NUMBERED else ""
        plan.stamp(pieces.pawn(pawn.team, mark, plan.size(part)), chamber.name, *spot)
