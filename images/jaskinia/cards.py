"""Draws open cards, one alone or several on one page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import NamedTuple

from images import cards, palette, signs
from images.canvas import Canvas, Sketch, Sprite
from images.jaskinia import tokens
from images.layout import LANDSCAPE, TYPE, WIDTH
from images.lettering import ELLIPSIS, Say, display_name, fit_line, shrink_to_fit, width, wrap_words
from images.palette import ring
from images.stonework import scatter
from rules.jaskinia.view import CardView, SpellView
from rules.kernel.words import Word

MOST_TOLD = 4
"""Maximum number of cards shown with their text."""
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
MOST_TILES = 99
"""Number of tiles if no height is requested: more than there are cards."""
VALUE = 34
LONGEST = 400


class Print(NamedTuple):
    """The printed content of a card; ``value`` is a number with its sign."""

    deck: str
    name: str
    kind: str
    sign: Sprite
    emblem: Sprite
    text: str
    foot: str
    value: tuple[int, Sprite] | None = None


def draw_spread(printed: Sequence[Print]) -> bytes:
    """Return cards as a PNG of page width."""
    told = [(printed_card, _text_lines(printed_card.text)) for printed_card in printed]
    if len(printed) > MOST_TOLD:
        return _draw_tiles(printed).png()
    heights = [_told_height(lines) for _, lines in told]
    canvas = Canvas(WIDTH, _spread_height(printed))
    top = MARGIN
    for (printed_card, lines), tall in zip(told, heights, strict=True):
        _draw_card_line(canvas, printed_card, lines, (MARGIN, top, WIDTH - MARGIN, top + tall))
        top += tall + PAD
    return canvas.png()


def _told_height(lines: list[str]) -> int:
    return max(PANEL + 2 * PAD, HEAD + len(lines) * LEADING + PAD)


def _spread_height(printed: Sequence[Print]) -> int:
    return sum(_told_height(_text_lines(card.text)) + PAD for card in printed) + 2 * MARGIN - PAD


def _text_lines(text: str) -> list[str]:
    """Wrap a card's text and cut it after LINES lines."""
    lines = wrap_words(text, "text", TYPE, ROOM, LONGEST) if text else []
    if len(lines) <= LINES:
        return lines
    return [*lines[: LINES - 1], fit_line(lines[LINES - 1] + ELLIPSIS, "text", TYPE, ROOM)]


def _draw_card_line(canvas: Canvas, printed_card: Print, lines: list[str], box: tuple[int, int, int, int]) -> None:
    left, top, right, _ = box
    cards.ground(canvas, box)
    panel = (left + PAD, top + PAD, left + PAD + PANEL, top + PAD + PANEL)
    canvas.block(panel, palette.PAPER)
    canvas.frame(panel)
    canvas.stamp(printed_card.emblem, left + PAD + PANEL // 2, top + PAD + PANEL // 2)
    end = _draw_value(canvas, printed_card, right - PAD, top + 24)
    canvas.fitted_text(START, top + 34, printed_card.name, end - START, "bold", TYPE + 2)
    canvas.stamp(printed_card.sign, START + printed_card.sign.ink.width // 2, top + 54)
    lead = START + printed_card.sign.ink.width + 8
    canvas.fitted_text(lead, top + 64, printed_card.kind, right - PAD - lead, "italic", TYPE)
    for number, line in enumerate(lines):
        canvas.text(START, top + HEAD + 24 + number * LEADING, line, "text", TYPE)


def _draw_value(canvas: Canvas, printed_card: Print, right: int, middle: int) -> int:
    """Draw a card's number with its sign, ending at ``right``, and return its left edge."""
    if not printed_card.value:
        return right
    number, sign = printed_card.value
    left = right - round(width(str(number), "bold", VALUE))
    canvas.text(left, middle + 12, str(number), "bold", VALUE)
    canvas.stamp(sign, left - 6 - sign.ink.width // 2, middle)
    return left - sign.ink.width - 18


def _draw_tiles(printed: Sequence[Print], most: int = MOST_TILES) -> Canvas:
    """Draw cards two by two without text; dots on the last tile stand for cards that do not fit."""
    shown = printed if len(printed) <= most else printed[: most - 1]
    rows = -(-min(len(printed), most) // ACROSS)
    canvas = Canvas(WIDTH, rows * (TALL + PAD) + 2 * MARGIN - PAD)
    for number, printed_card in enumerate(shown):
        row, column = divmod(number, ACROSS)
        _draw_tile(canvas, printed_card, MARGIN + column * (TILE + PAD), MARGIN + row * (TALL + PAD))
    if len(shown) < len(printed):
        row, column = divmod(len(shown), ACROSS)
        x, y = MARGIN + column * (TILE + PAD) + TILE // 2, MARGIN + row * (TALL + PAD) + TALL // 2
        canvas.text(x, y, f"{ELLIPSIS} +{len(printed) - len(shown)}", "bold", VALUE, True)
    return canvas


def _draw_tile(canvas: Canvas, printed_card: Print, left: int, top: int) -> None:
    cards.ground(canvas, (left, top, left + TILE, top + TALL))
    canvas.stamp(printed_card.emblem, left + PAD + SMALL // 2, top + TALL // 2)
    start = left + SMALL + 2 * PAD
    name = cards.name_lines(printed_card.name, left + TILE - PAD - start, 2)
    cards.name(canvas, name, start, top + 32)
    middle = top + 32 + cards.LEADING * (len(name) - 1) + 26
    canvas.stamp(printed_card.sign, start + printed_card.sign.ink.width // 2, middle)
    if printed_card.value:
        _draw_value(canvas, printed_card, left + TILE - PAD, middle)


CARD_WIDTH = 400
"""Width of a card in pixels: a phone shows a single card at this size."""
HEIGHT = 560
CARDS_MARGIN = 14
"""Margin around a card, in pixels."""
EDGE = 16
"""Width of a card's border, in pixels."""
CARDS_ROOM = CARD_WIDTH - 2 * EDGE - 24
NAME = 37
NAME_LEAST = 28
SECOND = 32
"""Type size of a name on two lines."""
CARD_TYPE = 25
CARDS_PANEL = (54, 116, CARD_WIDTH - 54, 336)
"""The box of the emblem, in pixels."""
CARDS_EMBLEM = 196
SIGN = 38
DISC = 31
"""Radius of the disc with the sign of the type, in pixels."""
KIND = (CARD_WIDTH // 2 + 18, CARDS_PANEL[2] - CARDS_PANEL[0] - 2 * DISC)
"""Centre and width of the line with the type, beside its sign, in pixels."""
CARDS_VALUE = 46
TEXT = 29
TEXT_LEAST = 19
TEXT_TOP = 352
TEXT_ROOM = 152
"""Height available for a card's text, in pixels."""
FOOT = 20
ROUGH = 26
"""Length of a straight piece of a rough edge, in pixels."""


def draw_card(card: CardView, say: Say) -> bytes:
    """Return a card as a PNG, 428 pixels wide."""
    return draw_cards((card,), say)


def draw_cards(cards: Sequence[CardView], say: Say) -> bytes:
    """Return one card as a PNG 428 pixels wide, or several on one page."""
    return _draw_cards([partial(_print_of_card, card, say) for card in cards])


def draw_drawn(drawn: Sequence[CardView], say: Say) -> bytes:
    """Return drawn cards as a PNG for half a phone screen, with their text if it fits."""
    highest = int(WIDTH / LANDSCAPE)
    told = [_print_of_card(card, say, EMBLEM) for card in drawn]
    if _spread_height(told) <= highest:
        return draw_spread(told)
    rows = (highest - 2 * MARGIN + PAD) // (TALL + PAD)
    return _draw_tiles([_print_of_card(card, say, SMALL) for card in drawn], rows * ACROSS).png()


def draw_spells(spells: Sequence[SpellView], say: Say) -> bytes:
    """Return one Spell as a PNG 428 pixels wide, or several on one page."""
    return _draw_cards([partial(_print_of_spell, spell, say) for spell in spells])


def stat(type: str, size: int) -> Sprite | None:
    """Return the sign of the value of a card type, or None if the type has no value."""
    if type in ("animal", "monster"):
        return signs.blades(size)
    if type == "spirit":
        return tokens.power(size)
    return tokens.gold_piece(size) if type == "gold" else None


def kind_of(card: CardView, say: Say) -> str:
    """Return the type of a card in words."""
    kind = Word(f"cavetype.{card.type}")
    return say("cavepic.card.weapon", kind=kind) if card.weapon else say(kind.key)


def _print_of_card(card: CardView, say: Say, emblem: int) -> Print:
    """Return the printed content of a card; ``emblem`` is the size of its emblem in pixels."""
    sign = stat(card.type, CARDS_VALUE - 8)
    return Print(
        card.deck,
        display_name(card.name, say),
        kind_of(card, say),
        tokens.type_sign(card.type, SIGN),
        tokens.card(card.id, emblem, card.type),
        say(card.text) if card.text else "",
        say(f"cavedeck.{card.deck}"),
        (card.rank, sign) if sign and card.rank else None,
    )


def _print_of_spell(spell: SpellView, say: Say, emblem: int) -> Print:
    return Print(
        "spells",
        display_name(spell.name, say),
        say(f"cavepic.window.{spell.window}"),
        tokens.type_sign("spell", SIGN),
        tokens.spell(spell.id, emblem),
        say(spell.text) if spell.text else "",
        say("cavedeck.spells"),
    )


def _draw_cards(printed: Sequence[Callable[[int], Print]]) -> bytes:
    """Draw a single card at the size that a phone shows, or several as a spread."""
    if len(printed) != 1:
        side = EMBLEM if len(printed) <= MOST_TOLD else SMALL
        return draw_spread([item(side) for item in printed])
    canvas = Canvas(CARD_WIDTH + 2 * CARDS_MARGIN, HEIGHT + 2 * CARDS_MARGIN)
    canvas.plate(_draw_card(printed[0](CARDS_EMBLEM)), CARDS_MARGIN, CARDS_MARGIN)
    return canvas.png()


def _draw_card(printed: Print) -> Canvas:
    canvas = Canvas(CARD_WIDTH, HEIGHT)
    canvas.stamp(blank(printed.deck), CARD_WIDTH // 2, HEIGHT // 2)
    _draw_title(canvas, printed)
    canvas.block(CARDS_PANEL, palette.PAPER)
    canvas.frame(CARDS_PANEL)
    left, top, right, bottom = CARDS_PANEL
    canvas.stamp(printed.emblem, (left + right) // 2, (top + bottom) // 2)
    canvas.stamp(_draw_disc(DISC), left + 4, top + 8)
    canvas.stamp(printed.sign, left + 4, top + 8)
    if printed.value:
        _card_value(canvas, *printed.value)
    _draw_text(canvas, printed.text)
    canvas.text(CARD_WIDTH // 2, HEIGHT - EDGE - 12, printed.foot, "italic", FOOT, True, 5)
    return canvas


def _draw_title(canvas: Canvas, printed: Print) -> None:
    size, lines = fit_title(printed.name)
    for number, line in enumerate(lines):
        base = 68 if len(lines) == 1 else 50 + 30 * number
        canvas.text(CARD_WIDTH // 2, base, line, "bold", size, True)
    words, size = shrink_to_fit(printed.kind, "italic", CARD_TYPE, CARD_TYPE - 6, KIND[1])
    canvas.text(KIND[0], 106, words, "italic", size, True)


def fit_title(name: str) -> tuple[int, list[str]]:
    """Return the type size and the lines of a name: one line, or two smaller ones."""
    words, size = shrink_to_fit(name, "bold", NAME, NAME_LEAST, CARDS_ROOM)
    if not words.endswith(ELLIPSIS):
        return size, [words]
    lines = wrap_words(name, "bold", SECOND, CARDS_ROOM)
    return SECOND, [lines[0], fit_line(" ".join(lines[1:]), "bold", SECOND, CARDS_ROOM)][: len(lines)]


def _card_value(canvas: Canvas, number: int, sign: Sprite) -> None:
    """Draw a card's number with its sign on a plate at the panel's lower right corner."""
    right, bottom = CARDS_PANEL[2] + 24, CARDS_PANEL[3] + 8
    wide = sign.ink.width + round(width(str(number), "bold", CARDS_VALUE)) + 26
    box = (right - wide, bottom - 52, right, bottom)
    canvas.block(box, palette.FLOOR)
    canvas.frame(box, 3)
    canvas.stamp(sign, box[0] + 10 + sign.ink.width // 2, bottom - 26)
    canvas.text(box[0] + 16 + sign.ink.width, bottom - 11, str(number), "bold", CARDS_VALUE)


def _draw_text(canvas: Canvas, words: str) -> None:
    size, lines = fit_text(words)
    top = TEXT_TOP + (TEXT_ROOM - len(lines) * _line_height(size)) // 2
    for number, line in enumerate(lines):
        canvas.text(CARD_WIDTH // 2, top + number * _line_height(size) + size, line, "text", size, True)


def fit_text(words: str) -> tuple[int, list[str]]:
    """Return the lines of a card's text and the largest type size at which they fit."""
    for size in range(TEXT, TEXT_LEAST - 1, -1):
        lines = wrap_words(words, "text", size, CARDS_ROOM, LONGEST)
        if len(lines) * _line_height(size) <= TEXT_ROOM:
            break
    return size, lines[: TEXT_ROOM // _line_height(size)]


def _line_height(size: int) -> int:
    return size * 5 // 4


@cache
def _draw_disc(radius: int) -> Sprite:
    sketch = Sketch(2 * radius + 2, 2 * radius + 2)
    sketch.circle(radius + 1, radius + 1, radius, palette.FLOOR, line=3)
    return sketch.sprite()


@cache
def blank(deck: str) -> Sprite:
    """Return an empty card: rough rock around Cave cards, a neat rim around Adventures, glass around Spells."""
    sketch = Sketch(CARD_WIDTH, HEIGHT)
    rim = {"cave": palette.PAPER, "spells": palette.WATER}.get(deck, palette.SHADE)
    sketch.shape(_box_corners(1), rim, ink=1 if deck == "cave" else 0, line=3)
    if deck == "cave":
        sketch.shape(_hole_outline(), palette.FLOOR)
        return sketch.sprite()
    sketch.shape(_box_corners(EDGE), palette.FLOOR, line=3)
    sketch.shape(_box_corners(EDGE + 5), palette.FLOOR, line=1)
    for x in (EDGE, CARD_WIDTH - EDGE):
        for y in (EDGE, HEIGHT - EDGE):
            corners = 4 if deck == "adventure" else 12
            sketch.shape(ring(x, y, 13 if corners == 4 else 11, corners), ink=1)
    return sketch.sprite()


def _box_corners(inset: int) -> list[tuple[float, float]]:
    right, bottom = CARD_WIDTH - inset, HEIGHT - inset
    return [(inset, inset), (right, inset), (right, bottom), (inset, bottom)]


def _hole_outline() -> list[tuple[float, float]]:
    points: list[tuple[float, float]] = []
    corners = _box_corners(EDGE)
    for side, ((x, y), (u, v)) in enumerate(zip(corners, [*corners[1:], corners[0]], strict=True)):
        pieces_of_it = round((abs(u - x) + abs(v - y)) / ROUGH)
        for number in range(pieces_of_it):
            part, stray = number / pieces_of_it, scatter(side, number) % 9 - 4
            points.append((x + (u - x) * part + stray, y + (v - y) * part + (scatter(number, side) % 9 - 4)))
    return points
