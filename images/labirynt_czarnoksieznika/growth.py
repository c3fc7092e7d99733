"""How the boards became known: a moving picture, a frame for each move of a team or change on the boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from images import moving
from images.canvas import Canvas
from images.labirynt_czarnoksieznika import boards, pieces
from images.labirynt_czarnoksieznika.plan import ACROSS, Plan, Spot
from images.moving import Frame
from rules.labirynt_czarnoksieznika.view import BoardView, ChamberView, PawnView, View

APART: Final = ACROSS + 1
"""From one board to the next, in chambers."""
ABREAST: Final = 2
STANDING: Final[dict[int, tuple[float, tuple[Spot, ...]]]] = {
    1: (0.52, ((0.08, 0.16),)),
    2: (0.48, ((-0.23, 0.18), (0.23, 0.18))),
    3: (0.36, ((-0.2, -0.02), (0.2, -0.02), (0.0, 0.26))),
    6: (0.3, ((-0.27, -0.05), (0.0, -0.05), (0.27, -0.05), (-0.27, 0.25), (0.0, 0.25), (0.27, 0.25))),
}
"""How large so many pawns are, and where they stand: larger than on the boards, as they are what one follows."""
NUMBERED: Final = 2
"""So many pawns have room for their numbers."""

Place = tuple[str, str]
"""A board and a chamber of it."""


class Moment(NamedTuple):
    """The boards in play at a time, and where anybody had been by then."""

    view: View
    boards: tuple[str, ...]
    found: frozenset[Place]


def stages(views: Iterable[View]) -> list[Moment]:
    """The moments at which somebody stands elsewhere or a board has changed; one where nobody came is left out."""
    playing = [view for view in views if not view.setting_up]
    found = list(accumulate(map(_visited, playing), lambda before, now: before | now))
    entered = {board for board, _ in found[-1]} if found else set()
    shown = tuple(board.id for board in playing[-1].boards if board.id in entered) if playing else ()
    return moving.moments([Moment(view, shown, places) for view, places in zip(playing, found, strict=True)], _seen)


def _visited(view: View) -> frozenset[Place]:
    return frozenset((board.id, pawn.chamber) for board in view.boards for pawn in board.pawns)


def _seen(moment: Moment) -> object:
    return [_looks(board) for board in moment.view.boards]


def _looks(board: BoardView) -> object:
    pawns = [(pawn.team, pawn.mark, pawn.chamber) for pawn in board.pawns]
    return pawns, [(one.floor, one.token, one.token_of) for one in board.chambers]


def growth(shown: Sequence[Moment]) -> bytes:
    """The boards from the first of these moments to the last, as a GIF."""
    places = [_corner(number) for number in range(len(shown[-1].boards))]
    known = moving.around([*places, *((x + ACROSS - 1, y + ACROSS - 1) for x, y in places)])
    return moving.moving(shown, [known] * len(shown), _draw)


def _corner(number: int) -> tuple[int, int]:
    """Column and row of the first chamber of a board."""
    row, column = divmod(number, ABREAST)
    return column * APART, row * APART


def _draw(canvas: Canvas, frame: Frame, moment: Moment) -> None:
    known = {board.id: board for board in moment.view.boards}
    for number, id in enumerate(moment.boards):
        column, row = _corner(number)
        origin = (frame.origin[0] + column * frame.cell, frame.origin[1] + row * frame.cell)
        _board(Plan(canvas, frame.cell, origin, known[id], moment.view), {at for on, at in moment.found if on == id})


def _board(plan: Plan, found: set[str]) -> None:
    """A board, in shade where nobody has been yet."""
    plan.stone(tuple(one.name for one in plan.board.chambers if one.name not in found))
    plan.signs(boards.DIGIT)
    for chamber in plan.board.chambers:
        boards.lying(plan, chamber)
    plan.special()
    for chamber in plan.board.chambers:
        _standing(plan, chamber, plan.within(chamber.name))


def _standing(plan: Plan, chamber: ChamberView, here: Sequence[PawnView]) -> None:
    part, spots = STANDING[min((most for most in STANDING if most >= len(here)), default=max(STANDING))]
    for one, spot in zip(here, spots, strict=False):
        mark = one.mark if len(here) <= NUMBERED else ""
        plan.stamp(pieces.pawn(one.team, mark, plan.size(part)), chamber.name, *spot)
