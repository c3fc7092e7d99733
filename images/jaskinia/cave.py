"""Draws the whole cave as a map with a legend, and its exploration as an animation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from images import cards, layout, map_film
from images.canvas import Canvas
from images.cards import pawn
from images.jaskinia import tokens
from images.jaskinia.plan import (
    COLUMNS,
    CRYSTAL,
    CRYSTAL_SPOT,
    GATE,
    LYING,
    LYING_SPOTS,
    ROWS,
    SIGHT,
    Plan,
    Spot,
    is_acting,
    place_of,
)
from images.layout import Entry, Form, form_for
from images.lettering import Say, display_name
from images.map_film import FilmFrame
from images.signs import tab
from rules.jaskinia.view import AreaView, GateView, SeekerView, View

MARK = 0.88
"""Type size of a pawn's number as a fraction of the pawn: about as large as the words beside it."""


def entries(view: View, say: Say, sign: int) -> list[Entry]:
    """Return the legend: Seekers, then things in the areas, then signs of areas. ``sign`` is their size in pixels."""
    return [
        *_seeker_entries(view, view.areas, say, sign),
        *_acting_seeker_entry(view, view.areas, say, sign),
        *_floor_entries(view.areas, say, sign),
        *_place_entries(view.areas, say, sign),
        *_gate_entries(view.gates, say, sign),
        *_path_entries(view, say, sign),
    ]


def close(view: View, areas: tuple[AreaView, ...], say: Say, sign: int) -> list[Entry]:
    """Return the legend of a few areas without the things on them, the least important entry last."""
    ids = {area.id for area in areas}
    gates = [gate for gate in view.gates if ids.intersection(gate.between)]
    signs = [*_gate_entries(gates, say, sign), *way_walked(view, areas, say, sign)]
    return [
        *_seeker_entries(view, areas, say, sign),
        *signs,
        *_draw_number_entries(areas, say, sign),
        *_place_entries(areas, say, sign),
    ]


def way_walked(view: View, areas: tuple[AreaView, ...], say: Say, sign: int) -> list[Entry]:
    """Return the legend entry of this turn's path if it leads through these areas."""
    ids = {area.id for area in areas}
    return _path_entries(view, say, sign) if any({*step} <= ids for step in pairwise(view.path)) else []


def _seeker_entries(view: View, areas: tuple[AreaView, ...], say: Say, sign: int) -> list[Entry]:
    ids = {area.id for area in areas}
    return [
        Entry(tokens.pawn(seeker.mark, sign, False, round(sign * MARK)), display_name(seeker.name, say))
        for seeker in view.seekers
        if seeker.at in ids
    ]


def _acting_seeker_entry(view: View, areas: tuple[AreaView, ...], say: Say, sign: int) -> list[Entry]:
    ids = {area.id for area in areas}
    size = round(sign / cards.EMPHASIS)
    those = [seeker for seeker in view.seekers if is_acting(seeker, view) and seeker.at in ids]
    return [Entry(tokens.pawn(seeker.mark, size, True, 0), say("cavepic.legend.moving")) for seeker in those[:1]]


def _floor_entries(areas: tuple[AreaView, ...], say: Say, sign: int) -> list[Entry]:
    size = sign - 2
    cards = (
        [Entry(tokens.cards_on_floor(size), say("cavepic.legend.cards"))] if any(area.cards for area in areas) else []
    )
    gold = [Entry(tokens.gold_piece(size), say("cavepic.legend.gold"))] if any(area.gold for area in areas) else []
    return _draw_number_entries(areas, say, sign) + cards + gold


def _draw_number_entries(areas: tuple[AreaView, ...], say: Say, sign: int) -> list[Entry]:
    return [Entry(tokens.written("2", sign), say("cavepic.legend.draw"))] if any(area.draw for area in areas) else []


def _place_entries(areas: tuple[AreaView, ...], say: Say, sign: int) -> list[Entry]:
    found = dict.fromkeys(
        (area.instruction or area.kind, area.name)
        for area in areas
        if (not area.chamber and (area.kind == "entrance" or bool(area.instruction)))
    )
    places = [Entry(tokens.sight(what, sign), display_name(name, say)) for what, name in found]
    crystal = [Entry(tokens.crystal(sign), say("cavepic.legend.crystal"))] if any(a.crystal for a in areas) else []
    letters = sorted({area.chamber[:1] for area in areas if area.chamber})
    chambers = [Entry(tokens.written(letter, sign), say("cavepic.legend.chamber")) for letter in letters]
    return crystal + chambers + places


def _gate_entries(gates: Iterable[GateView], say: Say, sign: int) -> list[Entry]:
    """Name the shut and the open Gates: ``W1, W3: shut``."""
    kinds: dict[bool, list[str]] = {}
    for gate in gates:
        kinds.setdefault(gate.open, []).append(gate.id)
    return [
        Entry(tokens.gate(is_open, sign), say(f"cavepic.legend.{key}", gates=", ".join(sorted(kinds[is_open]))))
        for is_open, key in ((False, "shut"), (True, "open"))
        if is_open in kinds
    ]


def _path_entries(view: View, say: Say, sign: int) -> list[Entry]:
    return [Entry(tokens.step(sign // 3), say("cavepic.legend.path"))] if len(view.path) > 1 else []


def draw_captions(found: list[Entry], room: int, form: Form) -> Canvas | None:
    """Draw the entries in rows, or return None if there are no entries."""
    return layout.draw_legend(found, room, form)


CELL = 110
"""Side of an area in pixels: digits stay readable on a phone."""
MARGIN = 18
NAMES = 42
"""Width of the margin for column letters and row numbers, in pixels."""
ROCK = 26
LEFT = MARGIN + NAMES + ROCK
TOP = layout.HEADING + NAMES + ROCK + 8
WIDTH = LEFT + len(COLUMNS) * CELL + ROCK + MARGIN
LEGEND = form_for(WIDTH)
NAME = LEGEND.text
NUMBERED = 2
"""Maximum number of pawns in an area that show their numbers."""
BOTTOM = TOP + ROWS * CELL + ROCK + 6


def draw_cave(view: View, say: Say) -> bytes:
    """Return the cave as a PNG, 1118 pixels wide, with the legend below."""
    legend = draw_captions(entries(view, say, LEGEND.sign), WIDTH - 4 * MARGIN, LEGEND)
    canvas = Canvas(WIDTH, BOTTOM + (legend.size[1] + 2 * MARGIN if legend else MARGIN))
    layout.draw_frame(canvas, say("cavepic.title", round=view.round))
    plan = Plan(canvas, CELL, (LEFT, TOP), view, view.areas)
    plan.stone()
    plan.path()
    plan.signs()
    plan.gates(NAME)
    lying(plan)
    plan.pawns(NAME, NUMBERED)
    _draw_coordinates(canvas)
    if legend:
        canvas.rule(MARGIN, BOTTOM, WIDTH - 2 * MARGIN, 1, 4)
        canvas.plate(legend, 2 * MARGIN, BOTTOM + MARGIN // 2)
    return canvas.png()


OVERVIEW_CELL = 54
"""Side of an area in pixels when the whole cave fits half a phone screen."""
OVERVIEW = (layout.WIDTH, int(layout.WIDTH / layout.LANDSCAPE))
OVERVIEW_TOP = 36
"""Top of the overview's areas in pixels, below the column letters."""


def draw_overview(view: View, _say: Say) -> bytes:
    """Return the cave for half a phone screen as a PNG: ways, Gates, Seekers, names of selectable areas.

    Cards and their numbers are shown only by ``draw_cave``.
    """
    width, height = OVERVIEW
    canvas = Canvas(width, height)
    left = (width - len(COLUMNS) * OVERVIEW_CELL + layout.TYPE) // 2
    plan = Plan(canvas, OVERVIEW_CELL, (left, OVERVIEW_TOP), view, view.areas)
    plan.stone()
    plan.path()
    for area in plan.areas:
        if area.crystal:
            plan.stamp(tokens.crystal(plan.size(CRYSTAL)), area.id, *CRYSTAL_SPOT)
        elif area.kind == "entrance":
            plan.stamp(tokens.sight(area.kind, plan.size(SIGHT)), area.id)
    for gate in view.gates:
        (x, y), (u, v) = map(plan.spot, gate.between)
        canvas.stamp(tokens.gate(gate.open, plan.size(GATE)), (x + u) // 2, (y + v) // 2)
    lying(plan)
    for id in view.choice:
        plan.stamp(tab(id, layout.TYPE, dark=True), id)
    plan.pawns(layout.TYPE, 1)
    for number, letter in enumerate(COLUMNS):
        x = left + number * OVERVIEW_CELL + OVERVIEW_CELL // 2
        canvas.text(x, OVERVIEW_TOP - 8, letter, "italic", layout.TYPE, True)
    for number in range(ROWS):
        y = OVERVIEW_TOP + number * OVERVIEW_CELL + OVERVIEW_CELL // 2 + layout.TYPE // 3
        canvas.text(left - layout.TYPE, y, str(number + 1), "italic", layout.TYPE, True)
    canvas.frame((0, 0, width, height))
    return canvas.png()


def lying(plan: Plan) -> None:
    """Draw card backs and a coin in the areas; close-ups show the amounts."""
    for area in plan.areas:
        cards_at, gold_at = LYING_SPOTS[area.kind]
        if area.cards:
            plan.stamp(tokens.cards_on_floor(plan.size(LYING)), area.id, *cards_at)
        plan.gold(area, gold_at)


def _draw_coordinates(canvas: Canvas) -> None:
    for number, letter in enumerate(COLUMNS):
        canvas.text(LEFT + CELL * number + CELL // 2, layout.HEADING + NAMES - 4, letter, "italic", NAME, True)
    for number in range(ROWS):
        middle = TOP + CELL * number + CELL // 2 + NAME // 3
        canvas.text(MARGIN + NAMES // 2 + 4, middle, str(number + 1), "italic", NAME, True)


STANDING: dict[int, tuple[float, tuple[Spot, ...]]] = {
    1: (0.52, ((0.08, 0.16),)),
    2: (0.48, ((-0.23, 0.18), (0.23, 0.18))),
    4: (0.38, ((-0.2, -0.02), (0.2, -0.02), (-0.2, 0.3), (0.2, 0.3))),
    6: (0.32, ((-0.3, 0.0), (0.0, 0.0), (0.3, 0.0), (-0.3, 0.3), (0.0, 0.3), (0.3, 0.3))),
}
"""Size and positions of pawns by their number in an area; larger than on the map, to be easily followed."""


class Moment(NamedTuple):
    """The cave at one time, and the areas visited until then."""

    view: View
    found: frozenset[str]


def stages(views: Iterable[View]) -> list[Moment]:
    """Return the moments at which a Seeker has moved or the cave has changed."""
    playing = [view for view in views if not view.setting_up]
    visited = (frozenset((*view.path, *(seeker.at for seeker in view.seekers))) for view in playing)
    found = accumulate(visited, lambda before, now: before | now)
    return map_film.moments(map(Moment, playing, found), _moment_key)


def _moment_key(moment: Moment) -> object:
    view = moment.view
    lying = [(bool(area.cards), area.gold, area.crystal) for area in view.areas if area.id in moment.found]
    return moment.found, lying, view.gates, [(seeker.mark, seeker.at) for seeker in view.seekers]


def growth(shown: Sequence[Moment]) -> bytes:
    """Return the cave from the first to the last of these moments as a GIF."""
    known = [map_film.around(map(place_of, moment.found)) for moment in shown]
    return map_film.moving(shown, known, _draw_frame)


def _draw_frame(canvas: Canvas, frame: FilmFrame, moment: Moment) -> None:
    plan = Plan(canvas, *frame, moment.view, [area for area in moment.view.areas if area.id in moment.found])
    plan.stone()
    plan.path()
    plan.signs()
    plan.gates(NAME)
    lying(plan)
    for area in plan.areas:
        _stamp_seekers(plan, area.id, [seeker for seeker in moment.view.seekers if seeker.at == area.id])


def _stamp_seekers(plan: Plan, area: str, here: Sequence[SeekerView]) -> None:
    part, spots = STANDING[min((most for most in STANDING if most >= len(here)), default=max(STANDING))]
    for seeker, spot in zip(here, spots, strict=False):
        mark = str(seeker.mark) if len(here) <= NUMBERED else ""
        plan.stamp(pawn(tokens.PAWNS[seeker.mark - 1], mark, plan.size(part)), area, *spot)
