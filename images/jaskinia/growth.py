"""How the cave became known: a moving picture, a frame for each move of a Seeker or change in the cave."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from images import moving
from images.canvas import Canvas
from images.jaskinia import cave, pieces
from images.jaskinia.plan import Plan, Spot, place_of
from images.moving import Frame
from images.pawns import pawn
from rules.jaskinia.view import SeekerView, View

STANDING: Final[dict[int, tuple[float, tuple[Spot, ...]]]] = {
    1: (0.52, ((0.08, 0.16),)),
    2: (0.48, ((-0.23, 0.18), (0.23, 0.18))),
    4: (0.38, ((-0.2, -0.02), (0.2, -0.02), (-0.2, 0.3), (0.2, 0.3))),
    6: (0.32, ((-0.3, 0.0), (0.0, 0.0), (0.3, 0.0), (-0.3, 0.3), (0.0, 0.3), (0.3, 0.3))),
}
"""How large so many pawns are, and where they stand: larger than on the map, as they are what one follows."""
NUMBERED: Final = 2
"""So many pawns have room for their numbers."""


class Moment(NamedTuple):
    """The cave at a time, and where anybody had been by then."""

    view: View
    found: frozenset[str]


def stages(views: Iterable[View]) -> list[Moment]:
    """The moments at which somebody stands elsewhere or the cave has changed."""
    playing = [view for view in views if not view.setting_up]
    found = accumulate(map(_visited, playing), lambda before, now: before | now)
    return moving.moments(map(Moment, playing, found), _seen)


def _visited(view: View) -> frozenset[str]:
    return frozenset((*view.path, *(one.at for one in view.seekers)))


def _seen(moment: Moment) -> object:
    view = moment.view
    lying = [(bool(area.cards), area.gold, area.crystal) for area in view.areas if area.id in moment.found]
    return moment.found, lying, view.gates, [(one.mark, one.at) for one in view.seekers]


def growth(shown: Sequence[Moment]) -> bytes:
    """The cave from the first of these moments to the last, as a GIF."""
    known = [moving.around(map(place_of, moment.found)) for moment in shown]
    return moving.moving(shown, known, _draw)


def _draw(canvas: Canvas, frame: Frame, moment: Moment) -> None:
    plan = Plan(canvas, *frame, moment.view, [area for area in moment.view.areas if area.id in moment.found])
    plan.stone()
    plan.path()
    plan.signs()
    plan.gates(cave.NAME)
    cave.lying(plan)
    for area in plan.areas:
        _standing(plan, area.id, [one for one in moment.view.seekers if one.at == area.id])


def _standing(plan: Plan, area: str, here: Sequence[SeekerView]) -> None:
    part, spots = STANDING[min((most for most in STANDING if most >= len(here)), default=max(STANDING))]
    for one, spot in zip(here, spots, strict=False):
        mark = str(one.mark) if len(here) <= NUMBERED else ""
        plan.stamp(pawn(pieces.PAWNS[one.mark - 1], mark, plan.size(part)), area, *spot)
