"""Draws a close-up of the cave around one area: exits, cards, gold and pawns."""

from __future__ import annotations

from images import layout, moment_card, versus
from images.canvas import Canvas, Sprite
from images.clashes import Outcome
from images.jaskinia import cave, fight, tokens
from images.jaskinia.cards import stat
from images.jaskinia.plan import COLUMNS, LYING_SPOTS, ROWS, Plan, Spot, distance, place_of
from images.layout import LANDSCAPE, TYPE, WIDTH, Block, Chip, Entry, chips, form_for, stack
from images.lettering import ELLIPSIS, Say, display_name, width
from images.moments import Moment
from images.signs import tab
from rules.jaskinia.view import AreaView, CardView, View

CELL = 111
"""Side of an area in pixels."""
REACH = 2
"""Number of areas shown on each side of the middle one, if the board continues."""
ACROSS = 2 * REACH + 1
WINDOW = ACROSS * CELL
LEFT = (WIDTH - WINDOW) // 2
MARGIN = 24
DIGIT = 0.21
"""Height of a digit as a fraction of an area."""
DIGIT_LEAST = 18.2
"""Minimum height of a digit, in pixels."""
TOKEN = 0.29
"""Size of a card's emblem as a fraction of an area."""
SECOND = 0.28
"""How much lower the second card lies in an area without pawns, as a fraction of an area."""
ROOM = WIDTH - 2 * MARGIN
LABEL = 56
"""Width of the column of area names in the list, in pixels."""
SIGN = 32
APART = 14
LINE = 36
TALLEST = round(WIDTH * 1.45)
"""Maximum height of the picture, in pixels: some screens shrink taller pictures."""
LEAST_SIGNS = 110
"""Height reserved for pawns and Gates in the legend; things in the areas may be dangerous and precede other signs."""
EVERYBODY = 99
"""Maximum number of pawns with numbers in an area: all of them."""
LEGEND = form_for(WIDTH)
ARROWS = {"N": "↑", "E": "→", "S": "↓", "W": "←"}


def draw_area(view: View, say: Say, at: str) -> bytes:
    """Return the surroundings of an area as a PNG of page width: exits, nearby things, legend."""
    return _draw_page(view, say, at).png()


HALF = int(WIDTH / LANDSCAPE)
"""Height of a picture for half a phone screen, in pixels."""
PART = (6, 3)
"""Columns and rows of areas shown on half a phone screen."""
PART_EDGE = 8
TABS = (12, 6)
"""Pixels by which the names of areas extend beyond the first column and the first row."""
LISTED = 3
LISTED_BELOW = 2
"""Lines of nearby things below the outcome of a fight; ``LISTED`` without one."""
WAY_BACK = (2, 3)
"""Columns shown before the middle one, in the western and in the eastern half of the board."""


def draw_surroundings(view: View, say: Say, at: str, above: Outcome | Moment | None = None) -> bytes:
    """Return the surroundings of an area for at most half a phone screen as a PNG.

    ``above`` is a fight's outcome or a great moment, drawn above. The nearest dangers are listed first; dots replace
    things that do not fit.
    """
    if above is None:
        return _draw_part(view, say, at, HALF, LISTED).png()
    if isinstance(above, Moment):
        return fight.draw_moment(above, _draw_part(view, say, at, HALF - moment_card.HEIGHT, LISTED_BELOW - 1)).png()
    drawn = _draw_part(view, say, at, HALF - versus.STRIP, LISTED_BELOW)
    between = tokens.power(versus.SWORDS) if above.own.psychic else None
    return versus.under(above, fight.portraits(above), drawn, say, between).png()


def _draw_part(view: View, say: Say, at: str, height: int, lines: int) -> Canvas:
    across, down = PART
    column, row = place_of(at)
    left = min(max(column - WAY_BACK[column > len(COLUMNS) // 2], 0), len(COLUMNS) - across)
    top = min(max(row - down // 2, 0), ROWS - down)
    areas = tuple(area for area in view.areas if _is_within_block(area.id, (left, top), PART))
    here = next(area for area in areas if area.id == at)
    listed = _near_block(view, here, lines, say)
    room = WIDTH - 2 * PART_EDGE - TABS[0], height - 3 * PART_EDGE - TABS[1] - lines * LINE
    cell = min(room[0] // across, room[1] // down)
    wide, high = across * cell + TABS[0], down * cell + TABS[1]
    window = _draw_window(view, areas, here, (left, top), (cell, wide, high), way=True)
    canvas = Canvas(WIDTH, high + 2 * PART_EDGE + (listed.height + PART_EDGE if listed else 0))
    corner = (WIDTH - wide) // 2, PART_EDGE
    canvas.plate(window, *corner)
    canvas.frame((corner[0] - 2, corner[1] - 2, corner[0] + wide + 2, corner[1] + high + 2))
    if listed:
        listed.paint(canvas, 2 * PART_EDGE, 2 * PART_EDGE + high)
    canvas.frame((0, 0, *canvas.size))
    return canvas


def _near_block(view: View, here: AreaView, lines: int, say: Say) -> Block | None:
    """List nearby things: the nearest dangers first, then the rest; dots replace what does not fit."""
    room = WIDTH - 4 * PART_EDGE
    found: list[tuple[tuple[bool, int, str], Chip]] = []
    for area in (area for area in view.areas if _is_near(area, here)):
        far = distance(area.id, here.id)
        for card in area.cards:
            chip = Chip(tokens.card(card.id, SIGN, card.type), f"{area.id} {_name_with_rank(card, say)}")
            found.append(((card.type not in ("animal", "monster", "spirit"), far, area.id), chip))
        if area.gold:
            found.append(((True, far, area.id), Chip(tokens.gold_piece(SIGN - 4), f"{area.id} {area.gold}")))
    shown: list[Chip] = []
    more = Chip(None, ELLIPSIS)
    for _, chip in sorted(found, key=lambda pair: pair[0]):
        if chips([*shown, chip, more], room, LINE, APART).height > lines * LINE:
            return chips([*shown, more], room, LINE, APART)
        shown.append(chip)
    return chips(shown, room, LINE, APART) if shown else None


def _is_near(area: AreaView, here: AreaView) -> bool:
    column, row = place_of(area.id)
    middle = place_of(here.id)
    return abs(column - middle[0]) <= PART[0] // 2 and abs(row - middle[1]) <= REACH


def _draw_page(view: View, say: Say, at: str) -> Canvas:
    first = _first_place(at)
    areas = tuple(area for area in view.areas if _is_within_block(area.id, first, (ACROSS, ACROSS)))
    here = next(area for area in areas if area.id == at)
    bottom = layout.HEADING + WINDOW + 8
    listed = _exits_and_floor_block(view, areas, here, (TALLEST - bottom - LEAST_SIGNS, say))
    found = _entries_that_fit(cave.close(view, areas, say, LEGEND.sign), TALLEST - bottom - listed.height)
    signs = cave.draw_captions(found, ROOM, LEGEND)
    below = _legend_height(signs)
    told = any(entry in found for entry in cave.way_walked(view, areas, say, LEGEND.sign))
    canvas = Canvas(WIDTH, bottom + listed.height + below)
    layout.draw_frame(canvas, f"{display_name(here.name, say)} · {at}")
    canvas.plate(_draw_window(view, areas, here, first, (CELL, WINDOW, WINDOW), way=told), LEFT, layout.HEADING)
    canvas.frame((LEFT - 2, layout.HEADING - 2, LEFT + WINDOW + 2, layout.HEADING + WINDOW + 2))
    listed.paint(canvas, MARGIN, bottom)
    if signs:
        canvas.rule(MARGIN, bottom + listed.height + 4, ROOM, 1, 4)
        canvas.plate(signs, MARGIN, bottom + listed.height + 8)
    return canvas


def _entries_that_fit(found: list[Entry], room: int) -> list[Entry]:
    fits = _legend_height(cave.draw_captions(found, ROOM, LEGEND)) <= room
    return found if fits else _entries_that_fit(found[:-1], room)


def _legend_height(signs: Canvas | None) -> int:
    return signs.size[1] + 30 if signs else 16


def _first_place(at: str) -> tuple[int, int]:
    column, row = place_of(at)
    return min(max(column - REACH, 0), len(COLUMNS) - ACROSS), min(max(row - REACH, 0), ROWS - ACROSS)


def _is_within_block(area: str, first: tuple[int, int], size: tuple[int, int]) -> bool:
    return all(0 <= at - start < many for at, start, many in zip(place_of(area), first, size, strict=True))


def _draw_window(
    view: View,
    areas: tuple[AreaView, ...],
    here: AreaView,
    first: tuple[int, int],
    size: tuple[int, int, int],
    *,
    way: bool,
) -> Canvas:
    """Draw the map, with this turn's path if ``way``.

    ``size``: side of an area, width, height, margins left and above.
    """
    cell, wide, high = size
    canvas = Canvas(wide, high)
    plan = Plan(canvas, cell, (wide % cell - first[0] * cell, high % cell - first[1] * cell), view, areas)
    plan.lay(plan.hollows, plan.stone)
    if way:
        plan.path()
    plan.signs(max(DIGIT, DIGIT_LEAST / cell))
    plan.gates(TYPE)
    for area in areas:
        _stamp_cards_and_gold(plan, area)
        x, y = plan.spot(area.id, -0.345, -0.425)
        plan.canvas.stamp(tab(area.id, TYPE, area.id == here.id), x, y)
    plan.pawns(TYPE, EVERYBODY)
    return canvas


def _stamp_cards_and_gold(plan: Plan, area: AreaView) -> None:
    """Draw one or two cards as emblems (creatures with their Strength), more as backs with their number; and gold."""
    (across, down), gold_at = LYING_SPOTS[area.kind]
    free = area.kind != "chamber" and not any(seeker.at == area.id for seeker in plan.view.seekers)
    if len(area.cards) <= 1 + free:
        for number, card in enumerate(area.cards):
            sprite = tokens.face_up(card.id, card.type, plan.size(TOKEN))
            _draw_token(
                plan, area, sprite, (across, down + number * SECOND), str(card.rank) if stat(card.type, SIGN) else ""
            )
    else:
        _draw_token(plan, area, tokens.cards_on_floor(plan.size(TOKEN)), (across, down), f"×{len(area.cards)}")
    plan.gold(area, gold_at)


def _draw_token(plan: Plan, area: AreaView, sprite: Sprite, spot: Spot, figure: str) -> None:
    plan.stamp(sprite, area.id, *spot)
    if figure:
        x, y = plan.spot(area.id, spot[0] + TOKEN / 2, spot[1])
        plan.canvas.block((x + 1, y - 12, x + 6 + round(width(figure, "bold", TYPE)), y + 13))
        plan.canvas.text(x + 3, y + 10, figure, "bold", TYPE)


def _exits_and_floor_block(view: View, areas: tuple[AreaView, ...], here: AreaView, place: tuple[int, Say]) -> Block:
    """List the exits, then the things on each area, nearest first; ``place`` is the available height and the words."""
    room, say = place
    rows = [_area_row("", _exit_chips(view, here))]
    full = (area for area in areas if area.cards or area.gold)
    for area in sorted(full, key=lambda area: (distance(area.id, here.id), area.id)):
        found = [Chip(tokens.card(card.id, SIGN, card.type), _name_with_rank(card, say)) for card in area.cards]
        line = _area_row(area.id, found + ([Chip(tokens.gold_piece(SIGN - 4), str(area.gold))] if area.gold else []))
        if sum(block.height for block in [*rows, line]) <= room:
            rows.append(line)
    return stack(rows)


def _area_row(id: str, found: list[Chip]) -> Block:
    block = chips(found, ROOM - LABEL, LINE, APART)

    def paint(canvas: Canvas, left: int, top: int) -> None:
        canvas.text(left, top + LINE // 2 + 10, id, "bold-italic", TYPE)
        block.paint(canvas, left + LABEL, top)

    return Block(block.height, paint)


def _name_with_rank(card: CardView, say: Say) -> str:
    name = display_name(card.name, say)
    return f"{name} {card.rank}" if card.rank and stat(card.type, SIGN) else name


def _exit_chips(view: View, here: AreaView) -> list[Chip]:
    """Show the exits, closed Gates included."""
    shut = {area for gate in view.gates if not gate.open and here.id in gate.between for area in gate.between}
    return [
        Chip(tokens.gate(False, SIGN) if id in shut else None, f"{ARROWS.get(side, '')} {id}", True)
        for side, id in here.exits.items()
    ]
