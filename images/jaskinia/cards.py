"""Cards face up: each deck has its frame, each type its sign, each card its emblem."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Final

from images import marks, palette
from images.canvas import Canvas, Sketch, Sprite
from images.jaskinia import emblems, pieces, spread
from images.jaskinia.spread import Print
from images.lettering import ELLIPSIS, Say, display_name, fit_line, shrink_to_fit, width, wrap_words
from images.paths import ring
from images.stonework import scatter
from rules.jaskinia.view import CardView, SpellView
from rules.kernel.words import Word

WIDTH: Final = 400
"""Width of a card in pixels: one is shown on a phone as it is."""
HEIGHT: Final = 560
MARGIN: Final = 14
"""Paper around a card."""
EDGE: Final = 16
"""Width of a card's border."""
ROOM: Final = WIDTH - 2 * EDGE - 24
NAME: Final = 37
NAME_LEAST: Final = 28
SECOND: Final = 32
"""Type of a name on two lines."""
TYPE: Final = 25
PANEL: Final = (54, 116, WIDTH - 54, 336)
"""Where the emblem is."""
EMBLEM: Final = 196
SIGN: Final = 38
DISC: Final = 31
"""Radius of the disc with the sign of the type."""
KIND: Final = (WIDTH // 2 + 18, PANEL[2] - PANEL[0] - 2 * DISC)
"""The middle of the line with the type, beside its sign, and its room."""
VALUE: Final = 46
TEXT: Final = 29
TEXT_LEAST: Final = 19
TEXT_TOP: Final = 352
TEXT_ROOM: Final = 152
"""Height of the room for what the card says."""
FOOT: Final = 20
ROUGH: Final = 26
"""How many pixels of a rough edge are a straight piece."""
LONGEST: Final = 400


def draw_card(card: CardView, say: Say) -> bytes:
    """A card as a PNG, 428 pixels wide."""
    return draw_cards((card,), say)


def draw_cards(cards: Sequence[CardView], say: Say) -> bytes:
    """One card as a PNG 428 pixels wide, several on a page."""
    return _laid([partial(_printed, card, say) for card in cards])


def draw_spells(spells: Sequence[SpellView], say: Say) -> bytes:
    """One Spell as a PNG 428 pixels wide, several on a page."""
    return _laid([partial(_spell, spell, say) for spell in spells])


def stat(type: str, size: int) -> Sprite | None:
    """The sign of the value that a type of card has, if it has one."""
    if type in ("animal", "monster"):
        return marks.blades(size)
    if type == "spirit":
        return pieces.power(size)
    return pieces.gold(size) if type == "gold" else None


def kind_of(card: CardView, say: Say) -> str:
    """The type of a card in words."""
    kind = Word(f"cavetype.{card.type}")
    return say("cavepic.card.weapon", kind=kind) if card.weapon else say(kind.key)


def _printed(card: CardView, say: Say, emblem: int) -> Print:
    """With an emblem of so many pixels."""
    sign = stat(card.type, VALUE - 8)
    return Print(
        card.deck,
        display_name(card.name, say),
        kind_of(card, say),
        emblems.type_sign(card.type, SIGN),
        emblems.card(card.id, emblem, card.type),
        say(card.text) if card.text else "",
        say(f"cavedeck.{card.deck}"),
        (card.rank, sign) if sign and card.rank else None,
    )


def _spell(spell: SpellView, say: Say, emblem: int) -> Print:
    return Print(
        "spells",
        display_name(spell.name, say),
        say(f"cavepic.window.{spell.window}"),
        emblems.type_sign("spell", SIGN),
        emblems.spell(spell.id, emblem),
        say(spell.text) if spell.text else "",
        say("cavedeck.spells"),
    )


def _laid(printed: Sequence[Callable[[int], Print]]) -> bytes:
    """One card by itself, as large as a phone shows it, or a spread."""
    if len(printed) != 1:
        side = spread.EMBLEM if len(printed) <= spread.MOST_TOLD else spread.SMALL
        return spread.draw_spread([one(side) for one in printed])
    canvas = Canvas(WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN)
    canvas.plate(_card(printed[0](EMBLEM)), MARGIN, MARGIN)
    return canvas.png()


def _card(printed: Print) -> Canvas:
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.stamp(blank(printed.deck), WIDTH // 2, HEIGHT // 2)
    _title(canvas, printed)
    canvas.block(PANEL, palette.PAPER)
    canvas.frame(PANEL, 2)
    left, top, right, bottom = PANEL
    canvas.stamp(printed.emblem, (left + right) // 2, (top + bottom) // 2)
    canvas.stamp(_disc(DISC), left + 4, top + 8)
    canvas.stamp(printed.sign, left + 4, top + 8)
    if printed.value:
        _value(canvas, *printed.value)
    _text(canvas, printed.text)
    canvas.text(WIDTH // 2, HEIGHT - EDGE - 12, printed.foot, "italic", FOOT, True, 5)
    return canvas


def _title(canvas: Canvas, printed: Print) -> None:
    """The name, and the type below."""
    size, lines = fit_title(printed.name)
    for number, line in enumerate(lines):
        base = 68 if len(lines) == 1 else 50 + 30 * number
        canvas.text(WIDTH // 2, base, line, "bold", size, True)
    words, size = shrink_to_fit(printed.kind, "italic", TYPE, TYPE - 6, KIND[1])
    canvas.text(KIND[0], 106, words, "italic", size, True)


def fit_title(name: str) -> tuple[int, list[str]]:
    """A name on one line, or on two smaller ones, and the size of the type."""
    words, size = shrink_to_fit(name, "bold", NAME, NAME_LEAST, ROOM)
    if not words.endswith(ELLIPSIS):
        return size, [words]
    lines = wrap_words(name, "bold", SECOND, ROOM)
    return SECOND, [lines[0], fit_line(" ".join(lines[1:]), "bold", SECOND, ROOM)][: len(lines)]


def _value(canvas: Canvas, number: int, sign: Sprite) -> None:
    """The number of a card with its sign, on a plate at the panel's lower right corner."""
    right, bottom = PANEL[2] + 24, PANEL[3] + 8
    wide = sign.ink.width + round(width(str(number), "bold", VALUE)) + 26
    box = (right - wide, bottom - 52, right, bottom)
    canvas.block(box, palette.FLOOR)
    canvas.frame(box, 3)
    canvas.stamp(sign, box[0] + 10 + sign.ink.width // 2, bottom - 26)
    canvas.text(box[0] + 16 + sign.ink.width, bottom - 11, str(number), "bold", VALUE)


def _text(canvas: Canvas, words: str) -> None:
    """What the card says, in the middle of its room."""
    size, lines = fit_text(words)
    top = TEXT_TOP + (TEXT_ROOM - len(lines) * _leading(size)) // 2
    for number, line in enumerate(lines):
        canvas.text(WIDTH // 2, top + number * _leading(size) + size, line, "text", size, True)


def fit_text(words: str) -> tuple[int, list[str]]:
    """What a card says in lines, and their size: as large as there is room for."""
    for size in range(TEXT, TEXT_LEAST - 1, -1):
        lines = wrap_words(words, "text", size, ROOM, LONGEST)
        if len(lines) * _leading(size) <= TEXT_ROOM:
            break
    return size, lines[: TEXT_ROOM // _leading(size)]


def _leading(size: int) -> int:
    return size * 5 // 4


@cache
def _disc(radius: int) -> Sprite:
    sketch = Sketch(2 * radius + 2, 2 * radius + 2)
    sketch.circle(radius + 1, radius + 1, radius, palette.FLOOR, line=3)
    return sketch.sprite()


@cache
def blank(deck: str) -> Sprite:
    """The empty card of a deck: rough rock around Cave cards, a neat rim around Adventures, glass around Spells."""
    sketch = Sketch(WIDTH, HEIGHT)
    rim = {"cave": palette.PAPER, "spells": palette.WATER}.get(deck, palette.SHADE)
    sketch.shape(_box(1), rim, ink=1 if deck == "cave" else 0, line=3)
    if deck == "cave":
        sketch.shape(_rough(), palette.FLOOR)
        return sketch.sprite()
    sketch.shape(_box(EDGE), palette.FLOOR, line=3)
    sketch.shape(_box(EDGE + 5), palette.FLOOR, line=1)
    for x in (EDGE, WIDTH - EDGE):
        for y in (EDGE, HEIGHT - EDGE):
            corners = 4 if deck == "adventure" else 12
            sketch.shape(ring(x, y, 13 if corners == 4 else 11, corners), ink=1)
    return sketch.sprite()


def _box(inset: int) -> list[tuple[float, float]]:
    right, bottom = WIDTH - inset, HEIGHT - inset
    return [(inset, inset), (right, inset), (right, bottom), (inset, bottom)]


def _rough() -> list[tuple[float, float]]:
    """The edge of a hole in the rock."""
    points: list[tuple[float, float]] = []
    corners = _box(EDGE)
    for side, ((x, y), (u, v)) in enumerate(zip(corners, [*corners[1:], corners[0]], strict=True)):
        pieces_of_it = round((abs(u - x) + abs(v - y)) / ROUGH)
        for number in range(pieces_of_it):
            part, stray = number / pieces_of_it, scatter(side, number) % 9 - 4
            points.append((x + (u - x) * part + stray, y + (v - y) * part + (scatter(number, side) % 9 - 4)))
    return points
