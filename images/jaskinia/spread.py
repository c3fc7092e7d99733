"""Several cards on one page: a few below one another with what they say, more of them as small tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from images import cards, palette
from images.canvas import Canvas, Sprite
from images.lettering import ELLIPSIS, fit_line, width, wrap_words
from images.page import TYPE, WIDTH

MOST_TOLD: Final = 4
"""So many cards are shown with what they say."""
MARGIN: Final = 16
PAD: Final = 10
EMBLEM: Final = 112
PANEL: Final = EMBLEM + 12
START: Final = MARGIN + PANEL + 2 * PAD + 4
"""Where names begin."""
ROOM: Final = WIDTH - MARGIN - PAD - START
LINES: Final = 6
"""Most lines of what a card says."""
LEADING: Final = 33
HEAD: Final = 76
"""Height of a card's name and type, in pixels."""
ACROSS: Final = 2
TILE: Final = (WIDTH - 2 * MARGIN - PAD) // ACROSS
TALL: Final = 112
SMALL: Final = 84
"""Size of the emblem on a tile, in pixels."""
VALUE: Final = 34
LONGEST: Final = 400


class Print(NamedTuple):
    """What is printed on a card; ``value``: a number with its sign."""

    deck: str
    name: str
    kind: str
    sign: Sprite
    emblem: Sprite
    text: str
    foot: str
    value: tuple[int, Sprite] | None = None


def draw_spread(printed: Sequence[Print]) -> bytes:
    """Cards as a PNG as wide as a page."""
    told = [(one, _lines(one.text)) for one in printed]
    if len(printed) > MOST_TOLD:
        return _tiles(printed).png()
    heights = [max(PANEL + 2 * PAD, HEAD + len(lines) * LEADING + PAD) for _, lines in told]
    canvas = Canvas(WIDTH, sum(heights) + PAD * len(heights) + 2 * MARGIN - PAD)
    top = MARGIN
    for (one, lines), tall in zip(told, heights, strict=True):
        _leaf(canvas, one, lines, (MARGIN, top, WIDTH - MARGIN, top + tall))
        top += tall + PAD
    return canvas.png()


def _lines(text: str) -> list[str]:
    """What a card says, cut where there is no more room."""
    lines = wrap_words(text, "text", TYPE, ROOM, LONGEST) if text else []
    if len(lines) <= LINES:
        return lines
    return [*lines[: LINES - 1], fit_line(lines[LINES - 1] + ELLIPSIS, "text", TYPE, ROOM)]


def _leaf(canvas: Canvas, one: Print, lines: list[str], box: tuple[int, int, int, int]) -> None:
    """A card as a line: its emblem, name, type and value, and what it says."""
    left, top, right, _ = box
    cards.ground(canvas, box)
    panel = (left + PAD, top + PAD, left + PAD + PANEL, top + PAD + PANEL)
    canvas.block(panel, palette.PAPER)
    canvas.frame(panel, 2)
    canvas.stamp(one.emblem, left + PAD + PANEL // 2, top + PAD + PANEL // 2)
    end = _value(canvas, one, right - PAD, top + 24)
    canvas.text(START, top + 34, fit_line(one.name, "bold", TYPE + 2, end - START), "bold", TYPE + 2)
    canvas.stamp(one.sign, START + one.sign.ink.width // 2, top + 54)
    lead = START + one.sign.ink.width + 8
    canvas.text(lead, top + 64, fit_line(one.kind, "italic", TYPE, right - PAD - lead), "italic", TYPE)
    for number, line in enumerate(lines):
        canvas.text(START, top + HEAD + 24 + number * LEADING, line, "text", TYPE)


def _value(canvas: Canvas, one: Print, right: int, middle: int) -> int:
    """The number of a card with its sign, ending there; gives where it begins."""
    if not one.value:
        return right
    number, sign = one.value
    left = right - round(width(str(number), "bold", VALUE))
    canvas.text(left, middle + 12, str(number), "bold", VALUE)
    canvas.stamp(sign, left - 6 - sign.ink.width // 2, middle)
    return left - sign.ink.width - 18


def _tiles(printed: Sequence[Print]) -> Canvas:
    """Cards two by two, without what they say."""
    rows = -(-len(printed) // ACROSS)
    canvas = Canvas(WIDTH, rows * (TALL + PAD) + 2 * MARGIN - PAD)
    for number, one in enumerate(printed):
        row, column = divmod(number, ACROSS)
        _tile(canvas, one, MARGIN + column * (TILE + PAD), MARGIN + row * (TALL + PAD))
    return canvas


def _tile(canvas: Canvas, one: Print, left: int, top: int) -> None:
    cards.ground(canvas, (left, top, left + TILE, top + TALL))
    canvas.stamp(one.emblem, left + PAD + SMALL // 2, top + TALL // 2)
    start = left + SMALL + 2 * PAD
    name = cards.name_lines(one.name, left + TILE - PAD - start, 2)
    cards.name(canvas, name, start, top + 32)
    middle = top + 32 + cards.LEADING * (len(name) - 1) + 26
    canvas.stamp(one.sign, start + one.sign.ink.width // 2, middle)
    if one.value:
        _value(canvas, one, left + TILE - PAD, middle)
