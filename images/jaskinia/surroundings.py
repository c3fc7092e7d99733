"""The cave close up around one area: where one can go, and what lies and stands there."""

from __future__ import annotations

from typing import Final

from images import legend, page
from images.blocks import Block, Chip, chips, stack
from images.canvas import Canvas
from images.jaskinia import captions, emblems, pieces
from images.jaskinia.plan import COLUMNS, LYING_SPOTS, ROWS, Plan, place_of
from images.lettering import Say, display_name
from rules.jaskinia.view import AreaView, View

WIDTH: Final = 800
"""Width of the picture, in pixels: half of it is still readable on a phone."""
CELL: Final = 148
"""Side of an area in pixels."""
REACH: Final = 2
"""How many areas away from the middle are shown."""
ACROSS: Final = 2 * REACH + 1
WINDOW: Final = ACROSS * CELL
LEFT: Final = (WIDTH - WINDOW) // 2
MARGIN: Final = 30
NAME: Final = 34
DIGIT: Final = 0.21
"""Height of a digit in parts of an area."""
TOKEN: Final = 0.25
"""Size of a card's emblem in parts of an area."""
ROOM: Final = WIDTH - 2 * MARGIN
LABEL: Final = 62
"""Width of the column of area names in the list."""
SIGN: Final = 32
ROWS_LISTED: Final = 8
ARROWS: Final = {"N": "↑", "E": "→", "S": "↓", "W": "←"}


def draw_surroundings(view: View, say: Say, at: str) -> bytes:
    """The areas around one as a PNG, 800 pixels wide; below its exits and what lies on all that are shown."""
    first = _corner(at)
    areas = tuple(area for area in view.areas if _within(area.id, first))
    here = next(area for area in areas if area.id == at)
    listed = _listed(view, areas, here, say)
    signs = captions.draw_captions(captions.close(view, areas, say, legend.SIGN), ROOM, legend.USUAL)
    bottom = page.HEADING + WINDOW + 10
    canvas = Canvas(WIDTH, bottom + listed.height + (signs.size[1] + 30 if signs else 16))
    page.draw_frame(canvas, f"{display_name(here.name, say)} · {at}")
    canvas.plate(_window(view, areas, here, first), LEFT, page.HEADING)
    canvas.frame((LEFT - 2, page.HEADING - 2, LEFT + WINDOW + 2, page.HEADING + WINDOW + 2), 2)
    listed.paint(canvas, MARGIN, bottom)
    if signs:
        canvas.rule(MARGIN, bottom + listed.height + 6, ROOM, 1, 4)
        canvas.plate(signs, MARGIN, bottom + listed.height + 12)
    return canvas.png()


def _corner(at: str) -> tuple[int, int]:
    """The column and the row of the first area that is shown."""
    column, row = place_of(at)
    return min(max(column - REACH, 0), len(COLUMNS) - ACROSS), min(max(row - REACH, 0), ROWS - ACROSS)


def _within(area: str, first: tuple[int, int]) -> bool:
    column, row = place_of(area)
    return 0 <= column - first[0] < ACROSS and 0 <= row - first[1] < ACROSS


def _window(view: View, areas: tuple[AreaView, ...], here: AreaView, first: tuple[int, int]) -> Canvas:
    canvas = Canvas(WINDOW, WINDOW)
    plan = Plan(canvas, CELL, (-first[0] * CELL, -first[1] * CELL), view, areas)
    plan.stone()
    plan.path()
    plan.signs(DIGIT)
    plan.gates()
    for area in areas:
        _lying(plan, area)
        _name(plan, area, area.id == here.id)
    plan.pawns()
    return canvas


def _lying(plan: Plan, area: AreaView) -> None:
    """The emblem of the only card, card backs with their number, and gold."""
    cards_at, gold_at = LYING_SPOTS[area.kind]
    if len(area.cards) == 1:
        plan.stamp(pieces.face_up(area.cards[0].id, area.cards[0].type, plan.size(TOKEN)), area.id, *cards_at)
    elif area.cards:
        plan.stamp(pieces.cards_on_floor(len(area.cards), plan.size(TOKEN)), area.id, *cards_at)
    plan.gold(area, gold_at)


def _name(plan: Plan, area: AreaView, here: bool) -> None:
    """The area's name on a tab at its upper left, dark for the one in the middle."""
    x, y = plan.spot(area.id, -0.345, -0.425)
    plan.canvas.stamp(pieces.tab(area.id, NAME, here), x, y)


def _listed(view: View, areas: tuple[AreaView, ...], here: AreaView, say: Say) -> Block:
    """The exits, then what lies on each area, from the nearest on."""
    column, row = place_of(here.id)

    def far(area: AreaView) -> tuple[int, str]:
        other = place_of(area.id)
        return abs(other[0] - column) + abs(other[1] - row), area.id

    laden = sorted((area for area in areas if area.cards or area.gold), key=far)[:ROWS_LISTED]
    rows = [_row(area.id, _things(area, say)) for area in laden]
    return stack([_row("", _exits(view, here, say)), *rows])


def _row(id: str, found: list[Chip]) -> Block:
    """A line of the list: an area and what is there."""
    block = chips(found, ROOM - LABEL)

    def paint(canvas: Canvas, left: int, top: int) -> None:
        canvas.text(left, top + 30, id, "bold-italic", 26)
        block.paint(canvas, left + LABEL, top)

    return Block(block.height, paint)


def _things(area: AreaView, say: Say) -> list[Chip]:
    found = [Chip(emblems.card(card.id, SIGN, card.type), display_name(card.name, say)) for card in area.cards]
    return found + ([Chip(pieces.gold(0, SIGN - 4), str(area.gold))] if area.gold else [])


def _exits(view: View, here: AreaView, say: Say) -> list[Chip]:
    """Where one can go from here, closed Gates included."""
    beyond = {area.id: area for area in view.areas}
    shut = {area for gate in view.gates if not gate.open and here.id in gate.between for area in gate.between}
    found = []
    for side, id in here.exits.items():
        words = f"{ARROWS.get(side, '')} {id} {display_name(beyond[id].name, say) if id in beyond else ''}"
        found.append(Chip(pieces.gate(False, SIGN) if id in shut else None, words))
    return found
