"""Prints maps as lines on white, and cards to cut out, nine to a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from images.lettering import ELLIPSIS
from images.palette import Box
from images.printing.press import POINT, Paper, Press, columns
from images.printing.shapes import Card, Cell, Mark, Plan, Side

WORTH = 1.25
"""Factor by which landscape format must enlarge the squares to be used."""
LARGEST = 24.0
"""Maximum side of a square, in millimetres."""
SMALLEST = 9.0
"""Minimum side of a square, in millimetres; a larger map is spread over several pages."""
TITLE = 14.0
HEAD = 9.0
GAP = 6.0
NOTE = 8.0
FEW = 3
"""Maximum lines of notes set across the page instead of in columns."""
LONG = 4000
"""Maximum number of printed characters of a note."""
LEADING = 1.25
SIGN = 5.0
KEY = 7.0
"""Height of a line of the legend, in millimetres."""

# In parts of a square.
HALF = {"room": 0.43, "passage": 0.25, "blank": 0.5}
ARM = 0.25
WALL = 0.035
DOOR = 0.285
ART = {"room": 0.44, "passage": 0.34, "blank": 0.44}
MARK = 0.27
NUMBER = 0.6
"""Width of a digit beside a sign, as a fraction of the sign."""

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))

Spot = tuple[float, float]


def print_plans(plans: Sequence[Plan], paper: Paper, foot: str, locale: str) -> bytes:
    """Return the maps as a PDF: the plans, then their contents in words."""
    press = Press(paper, foot, locale)
    _, _, across, down = _plan_extent(plans[0])
    if across > down and not plans[0].half and _cell_size(press, plans[0], press.width) < LARGEST:
        lying = Press(paper, foot, locale, lying=True)
        is_worth_it = _cell_size(lying, plans[0], lying.width) > WORTH * _cell_size(press, plans[0], press.width)
        press = lying if is_worth_it else press
    y = press.bottom + 1
    left = list(plans)
    while left:
        row = [left.pop(0)]
        if row[0].half and left and left[0].half:
            row.append(left.pop(0))
        y = _draw_plan_row(press, row, y)
    _draw_notes(press, [note for plan in plans for note in plan.notes], y)
    return press.data()


def _draw_plan_row(press: Press, row: Sequence[Plan], y: float) -> float:
    """Draw one plan, or two side by side; return the lower edge."""
    spots = columns(2 if row[0].half else 1, press.width, GAP)
    sizes = [_cell_size(press, plan, wide) for plan, (_, wide) in zip(row, spots, strict=False)]
    if min(sizes) < SMALLEST:
        return _draw_map_in_parts(press, row[0])
    legend = max(len(_legend_rows(press, plan, wide)) for plan, (_, wide) in zip(row, spots, strict=False)) * KEY
    high = HEAD + max(_plan_extent(plan)[3] * size for plan, size in zip(row, sizes, strict=True)) + legend + GAP
    if y + high > press.bottom:
        y = press.turn()
    for plan, size, (offset, wide) in zip(row, sizes, spots, strict=False):
        _draw_plan(press, plan, press.left + offset, y, wide, size)
    return y + high


def _cell_size(press: Press, plan: Plan, wide: float) -> float:
    _, _, across, down = _plan_extent(plan)
    high = press.height - HEAD - len(_legend_rows(press, plan, wide)) * KEY - GAP
    return min(LARGEST, wide / across, high / down)


def _plan_extent(plan: Plan) -> Box:
    xs, ys = [cell.x for cell in plan.cells] or [0], [cell.y for cell in plan.cells] or [0]
    return min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def _draw_map_in_parts(press: Press, plan: Plan) -> float:
    """Draw a large map in parts, one per page, from the north-west; return the lower edge of the last."""
    left, top, across, down = _plan_extent(plan)
    high = press.height - HEAD - len(_legend_rows(press, plan, press.width)) * KEY - GAP
    wide_most, high_most = int(press.width / SMALLEST), int(high / SMALLEST)
    many_across, many_down = -(-across // wide_most), -(-down // high_most)
    each_across, each_down = -(-across // many_across), -(-down // many_down)
    y = press.bottom
    for row in range(many_down):
        for column in range(many_across):
            x0, y0 = left + column * each_across, top + row * each_down
            cells = [cell for cell in plan.cells if 0 <= cell.x - x0 < each_across and 0 <= cell.y - y0 < each_down]
            if cells:
                title = f"{plan.title} · {chr(ord('A') + column)}{row + 1}"
                part = replace(plan, title=title, cells=tuple(cells))
                y = press.turn()
                size = _cell_size(press, part, press.width)
                _draw_plan(press, part, press.left, y, press.width, size)
                y += HEAD + _plan_extent(part)[3] * size + len(_legend_rows(press, part, press.width)) * KEY + GAP
    return y


# One plan ------------------------------------------------------------------------------------------------------


def _draw_plan(press: Press, plan: Plan, x: float, y: float, room: float, size: float) -> None:
    press.text(x, y + 5.5, plan.title, "bold", press.shrunk(plan.title, "bold", TITLE, 8, room), room)
    left, top, across, down = _plan_extent(plan)
    x0 = x + (room - across * size) / 2

    def middle(cell: Cell) -> Spot:
        return x0 + (cell.x - left + 0.5) * size, y + HEAD + (cell.y - top + 0.5) * size

    for grown, fill in ((WALL, 0), (0.0, 255)):  # all walls first, then the floors: rooms and passages run into one
        for cell in plan.cells:
            _draw_floor(press, cell, middle(cell), size, grown, fill)
    for cell in plan.cells:
        _draw_doors(press, cell, middle(cell), size)
    for cell in plan.cells:
        _draw_content(press, cell, middle(cell), size)
    _draw_legend(press, plan, x, y + HEAD + down * size, room)


def _draw_floor(press: Press, cell: Cell, spot: Spot, size: float, grown: float, fill: int) -> None:
    half = (HALF[cell.room] + grown) * size
    if cell.room == "blank":
        if not grown:
            press.box(spot[0] - half, spot[1] - half, 2 * half, 2 * half, 0.1)
        return
    press.box(spot[0] - half, spot[1] - half, 2 * half, 2 * half, 0, fill)
    arm = (ARM + grown) * size
    for side, (dx, dy) in zip(cell.sides, STEPS, strict=True):
        if side == "wall":
            continue
        long = 0.5 * size
        x, y = spot[0] + dx * long / 2, spot[1] + dy * long / 2
        wide, high = (long, 2 * arm) if dx else (2 * arm, long)
        press.box(x - wide / 2, y - high / 2, wide, high, 0, fill)


def _draw_doors(press: Press, cell: Cell, spot: Spot, size: float) -> None:
    for side, (dx, dy) in zip(cell.sides, STEPS, strict=True):
        if side in ("wall", "open"):
            continue
        x, y = spot[0] + dx * size / 2, spot[1] + dy * size / 2
        _draw_door(press, side, x, y, size, level=bool(dy))


def _draw_door(press: Press, side: Side, x: float, y: float, size: float, level: bool) -> None:
    """Draw a door across a way: white, a gate black, an open gate as two posts."""
    long, thick = 2 * DOOR * size, (0.12 if side == "door" else 0.16) * size
    wide, high = (long, thick) if level else (thick, long)
    if side == "gate_open":
        for end in (-1, 1):
            u, v = (x + end * long / 2, y) if level else (x, y + end * long / 2)
            press.box(u - thick / 2, v - thick / 2, thick, thick, 0.2, 0)
        return
    press.box(x - wide / 2, y - high / 2, wide, high, 0.35, 0 if side == "gate" else 255)


def _draw_content(press: Press, cell: Cell, spot: Spot, size: float) -> None:
    x, y = spot
    if cell.name:
        press.text(x - 0.39 * size, y - 0.27 * size, cell.name, "text", size * 0.13 / POINT, 0.5 * size)
    lifted = 0.12 * size if cell.marks else 0.0
    if cell.art:
        side = ART[cell.room] * size
        press.art(cell.art, x - side / 2, y - side / 2 - lifted, side)
    elif cell.said:
        press.text(x, y + 0.11 * size - lifted, cell.said, "bold", size * 0.34 / POINT, 0.8 * size, "middle")
    shares = [1 + NUMBER * len(mark.said) if mark.art else 1.0 for mark in cell.marks]
    wide = min(MARK * size, 0.84 * size / max(1, sum(shares)))
    at = x - sum(shares) * wide / 2
    for mark, share in zip(cell.marks, shares, strict=True):
        _draw_mark(press, mark, at + wide / 2, y + 0.26 * size if cell.art or cell.said else y, wide * 0.92)
        at += share * wide


def _draw_mark(press: Press, mark: Mark, x: float, y: float, side: float) -> None:
    if mark.way is not None:
        _draw_way(press, mark.way, x, y, side)
        return
    if mark.art:
        press.art(mark.art, x - side / 2, y - side / 2, side)
        press.text(x + side * 0.55, y + side * 0.36, mark.said, "bold", side / POINT, side * 1.2)
        return
    press.disc(x, y, side / 2, 0.25, 0 if mark.solid else 255)
    type_size = side * (0.66 if len(mark.said) < 2 else 0.5) / POINT
    press.text(x, y + type_size * POINT * 0.33, mark.said, "bold", type_size, side, "middle", 255 if mark.solid else 0)


def _draw_way(press: Press, way: Side, x: float, y: float, side: float) -> None:
    """Draw the end of a passage as on the plan: two walls, and what stands between them."""
    for edge in (-1, 1):
        level = y + edge * ARM * side
        press.rule(x - side / 2, level, x + side / 2, level, 0.35, 0)
    if way == "wall":
        press.rule(x + side / 2, y - ARM * side, x + side / 2, y + ARM * side, 0.35, 0)
    elif way != "open":
        _draw_door(press, way, x, y, side, level=False)


# Words ---------------------------------------------------------------------------------------------------------


def _legend_rows(press: Press, plan: Plan, room: float) -> list[list[tuple[Mark, str]]]:
    lines: list[list[tuple[Mark, str]]] = []
    free = 0.0
    for mark, words in plan.legend:
        wide = min(room, SIGN + 2 + press.wide(words, "text", NOTE) + 5)
        if wide > free:
            lines.append([])
            free = room
        lines[-1].append((mark, words))
        free -= wide
    return lines


def _draw_legend(press: Press, plan: Plan, x: float, y: float, room: float) -> None:
    for line in _legend_rows(press, plan, room):
        at = x
        for mark, words in line:
            _draw_mark(press, mark, at + SIGN / 2, y + KEY / 2 + 1, SIGN)
            press.text(at + SIGN + 2, y + KEY / 2 + 2, words, "text", NOTE, x + room - at - SIGN - 2)
            at += SIGN + 2 + press.wide(words, "text", NOTE) + 5
        y += KEY


def _draw_notes(press: Press, notes: Sequence[str], y: float) -> None:
    """Write the notes in two columns below the maps, or across the page if they are few."""
    if not notes:
        return
    spots = columns(1, press.width, GAP)
    if len(list(_note_lines(press, notes, press.width))) > FEW:
        spots = columns(2, press.width, GAP)
    lines = list(_note_lines(press, notes, spots[0][1]))
    step = NOTE * POINT * LEADING
    while lines:
        if y + 6 * step > press.bottom:
            y = press.turn()
        fits = int((press.bottom - y) / step)
        each = min(fits, -(-len(lines) // len(spots)))
        for offset, wide in spots:
            for n, (words, first) in enumerate(lines[:each], 1):
                press.text(press.left + offset + (0 if first else 3), y + n * step, words, "text", NOTE, wide)
            lines = lines[each:]
        y = press.bottom


def _note_lines(press: Press, notes: Sequence[str], room: float) -> Iterator[tuple[str, bool]]:
    for note in notes:
        for n, line in enumerate(press.lines(note, "text", NOTE, room - 3, LONG)):
            yield line, n == 0


WIDE = 63.0
HIGH = 88.0
ACROSS = 3
DOWN = 3
PAD = 4.0
CARDS_ART = 26.0
CARDS_TITLE = 12.0
FACTS = 8.0
TEXT = 8.5
LEAST = 5.5
"""Smallest type of a card's text, in points."""
CARDS_LEADING = 1.22
"""Line height as a multiple of the type size."""


def print_cards(cards: Sequence[Card], paper: Paper, foot: str, locale: str) -> bytes:
    """Return the cards as a PDF; they touch, so that one cut separates two."""
    press = Press(paper, foot, locale)
    left = press.left + (press.width - ACROSS * WIDE) / 2
    for start in range(0, len(cards), ACROSS * DOWN):
        top = (press.whole - DOWN * HIGH) / 2
        press.turn(footed=top + DOWN * HIGH < press.bottom)
        for n, card in enumerate(cards[start : start + ACROSS * DOWN]):
            _draw_card(press, card, left + n % ACROSS * WIDE, top + n // ACROSS * HIGH)
    return press.data()


def _draw_card(press: Press, card: Card, x: float, y: float) -> None:
    press.box(x, y, WIDE, HIGH, 0.2)
    press.box(x + 1.8, y + 1.8, WIDE - 3.6, HIGH - 3.6, 0.4)
    middle, room = x + WIDE / 2, WIDE - 2 * PAD
    press.text(
        middle, y + 7.6, card.title, "bold", press.shrunk(card.title, "bold", CARDS_TITLE, 8, room), room, "middle"
    )
    press.text(middle, y + 11.6, card.kind, "italic", 7.5, room, "middle")
    at = y + 13.5
    if card.art:
        press.art(card.art, middle - CARDS_ART / 2, at, CARDS_ART)
        at += CARDS_ART
    at = _draw_facts(press, card, x + PAD, at + 1.5, room, y + HIGH - PAD)
    _draw_text(press, card.text, x + PAD, at + 1.5, room, y + HIGH - 3.6 - at)


def _draw_facts(press: Press, card: Card, x: float, y: float, room: float, bottom: float) -> float:
    """Write the facts on lines of their own while there is room; return the lower edge."""
    step = FACTS * POINT * CARDS_LEADING
    lines = [line for fact in card.facts for line in press.lines(f"{fact.label}: {fact.value}", "text", FACTS, room)]
    for line in lines[: int((bottom - y) / step)]:
        y += step
        press.text(x, y, line, "text", FACTS, room)
    return y


def _draw_text(press: Press, words: str, x: float, y: float, room: float, high: float) -> None:
    size = TEXT
    lines = press.lines(words, "italic", size, room)
    while size > LEAST and len(lines) * size * POINT * CARDS_LEADING > high - 2:
        size -= 0.25
        lines = press.lines(words, "italic", size, room)
    step = size * POINT * CARDS_LEADING
    most = max(0, int((high - 2) / step))
    shown = lines[:most]
    if shown and len(lines) > most:
        shown[-1] = f"{shown[-1][:-2]}{ELLIPSIS}"
    for n, line in enumerate(shown, 1):
        press.text(x, y + n * step, line, "italic", size, room)
