"""Draws the cards that were drawn."""

from __future__ import annotations

from collections.abc import Sequence

from images import cards, lettering, palette, signs
from images.canvas import Canvas, Sprite
from images.jaskinia import tokens
from images.layout import LANDSCAPE, TYPE, WIDTH
from images.palette import Box
from rules.jaskinia.view import CardView
from rules.kernel.words import Word

MARGIN = 16
PAD = 10
EMBLEM = 112
PANEL = EMBLEM + 12
START = MARGIN + PANEL + 2 * PAD + 4
"""Left edge of names, in pixels."""
ROOM = WIDTH - MARGIN - PAD - START
LINES = 6
"""Maximum number of lines of a card's text."""
LEADING = 33
HEAD = 76
"""Height of a card's name and type, in pixels."""
ACROSS = 2
TILE = (WIDTH - 2 * MARGIN - PAD) // ACROSS
TALL = 112
SMALL = 84
"""Size of the emblem on a tile, in pixels."""
SIGN = 38
VALUE = 34
LONGEST = 400


def draw_drawn(drawn: Sequence[CardView], say: lettering.Say) -> bytes:
    """Return drawn cards as a PNG for half a phone screen, with their text if it fits."""
    highest = int(WIDTH / LANDSCAPE)
    told = [_text_lines(say(card.text)) if card.text else [] for card in drawn]
    heights = [max(PANEL + 2 * PAD, HEAD + len(lines) * LEADING + PAD) for lines in told]
    if (height := sum(heights) + PAD * len(told) + 2 * MARGIN - PAD) > highest:
        return _draw_tiles(drawn, (highest - 2 * MARGIN + PAD) // (TALL + PAD) * ACROSS, say)
    canvas = Canvas(WIDTH, height)
    top = MARGIN
    for card, lines, tall in zip(drawn, told, heights, strict=True):
        _draw_card_line(canvas, card, lines, (MARGIN, top, WIDTH - MARGIN, top + tall), say)
        top += tall + PAD
    return canvas.png()


def _text_lines(text: str) -> list[str]:
    """Wrap a card's text and cut it after LINES lines."""
    lines = lettering.wrap_words(text, "text", TYPE, ROOM, LONGEST)
    if len(lines) <= LINES:
        return lines
    return [*lines[: LINES - 1], lettering.fit_line(lines[LINES - 1] + lettering.ELLIPSIS, "text", TYPE, ROOM)]


def _draw_card_line(canvas: Canvas, card: CardView, lines: list[str], box: Box, say: lettering.Say) -> None:
    left, top, right, _ = box
    cards.ground(canvas, box)
    panel = (left + PAD, top + PAD, left + PAD + PANEL, top + PAD + PANEL)
    canvas.block(panel, palette.PAPER)
    canvas.frame(panel)
    canvas.stamp(tokens.card(card.id, EMBLEM, card.type), left + PAD + PANEL // 2, top + PAD + PANEL // 2)
    end = _draw_value(canvas, card, right - PAD, top + 24)
    canvas.fitted_text(START, top + 34, lettering.display_name(card.name, say), end - START, "bold", TYPE + 2)
    sign = tokens.type_sign(card.type, SIGN)
    canvas.stamp(sign, START + sign.ink.width // 2, top + 54)
    lead = START + sign.ink.width + 8
    kind = Word(f"cavetype.{card.type}")
    words = say("cavepic.card.weapon", kind=kind) if card.weapon else say(kind.key)
    canvas.fitted_text(lead, top + 64, words, right - PAD - lead, "italic", TYPE)
    for number, line in enumerate(lines):
        canvas.text(START, top + HEAD + 24 + number * LEADING, line, "text", TYPE)


def _draw_value(canvas: Canvas, card: CardView, right: int, middle: int) -> int:
    """Draw a card's number with its sign, ending at ``right``, and return its left edge."""
    sign = stat(card.type, SIGN)
    if not sign or not card.rank:
        return right
    left = right - round(lettering.width(str(card.rank), "bold", VALUE))
    canvas.text(left, middle + 12, str(card.rank), "bold", VALUE)
    canvas.stamp(sign, left - 6 - sign.ink.width // 2, middle)
    return left - sign.ink.width - 18


def _draw_tiles(drawn: Sequence[CardView], most: int, say: lettering.Say) -> bytes:
    """Draw cards two by two without text; dots on the last tile stand for cards that do not fit."""
    shown = drawn if len(drawn) <= most else drawn[: most - 1]
    rows = -(-min(len(drawn), most) // ACROSS)
    canvas = Canvas(WIDTH, rows * (TALL + PAD) + 2 * MARGIN - PAD)
    for number, card in enumerate(shown):
        row, column = divmod(number, ACROSS)
        _draw_tile(canvas, card, MARGIN + column * (TILE + PAD), MARGIN + row * (TALL + PAD), say)
    if len(shown) < len(drawn):
        row, column = divmod(len(shown), ACROSS)
        x, y = MARGIN + column * (TILE + PAD) + TILE // 2, MARGIN + row * (TALL + PAD) + TALL // 2
        canvas.text(x, y, f"{lettering.ELLIPSIS} +{len(drawn) - len(shown)}", "bold", VALUE, True)
    return canvas.png()


def _draw_tile(canvas: Canvas, card: CardView, left: int, top: int, say: lettering.Say) -> None:
    cards.ground(canvas, (left, top, left + TILE, top + TALL))
    canvas.stamp(tokens.card(card.id, SMALL, card.type), left + PAD + SMALL // 2, top + TALL // 2)
    start = left + SMALL + 2 * PAD
    name = cards.name_lines(lettering.display_name(card.name, say), left + TILE - PAD - start, 2)
    cards.name(canvas, name, start, top + 32)
    middle = top + 32 + cards.LEADING * (len(name) - 1) + 26
    sign = tokens.type_sign(card.type, SIGN)
    canvas.stamp(sign, start + sign.ink.width // 2, middle)
    _draw_value(canvas, card, left + TILE - PAD, middle)


def stat(type: str, size: int) -> Sprite | None:
    """Return the sign of the value of a card type, or None if the type has no value."""
    if type in ("animal", "monster"):
        return signs.blades(size)
    if type == "spirit":
        return tokens.power(size)
    return tokens.gold_piece(size) if type == "gold" else None
