"""Cards to be cut out, nine to a page, as large as playing cards: 63 × 88 mm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from images.lettering import ELLIPSIS
from images.printing.press import POINT, Paper, Press
from images.printing.shapes import Card

WIDE: Final = 63.0
HIGH: Final = 88.0
ACROSS: Final = 3
DOWN: Final = 3
PAD: Final = 4.0
ART: Final = 26.0
TITLE: Final = 12.0
FACTS: Final = 8.0
TEXT: Final = 8.5
LEAST: Final = 5.5
LEADING: Final = 1.22
"""Height of a line in parts of the type."""


def print_cards(cards: Sequence[Card], paper: Paper, foot: str, locale: str) -> bytes:
    """The cards as a PDF; they touch, so that one cut parts two."""
    press = Press(paper, foot, locale)
    left = press.left + (press.width - ACROSS * WIDE) / 2
    for start in range(0, len(cards), ACROSS * DOWN):
        top = (press.whole - DOWN * HIGH) / 2
        press.turn(footed=top + DOWN * HIGH < press.bottom)
        for n, card in enumerate(cards[start : start + ACROSS * DOWN]):
            _card(press, card, left + n % ACROSS * WIDE, top + n // ACROSS * HIGH)
    return press.data()


def _card(press: Press, card: Card, x: float, y: float) -> None:
    press.box(x, y, WIDE, HIGH, 0.2)
    press.box(x + 1.8, y + 1.8, WIDE - 3.6, HIGH - 3.6, 0.4)
    middle, room = x + WIDE / 2, WIDE - 2 * PAD
    press.text(middle, y + 7.6, card.title, "bold", press.shrunk(card.title, "bold", TITLE, 8, room), room, "middle")
    press.text(middle, y + 11.6, card.kind, "italic", 7.5, room, "middle")
    at = y + 13.5
    if card.art:
        press.art(card.art, middle - ART / 2, at, ART)
        at += ART
    at = _facts(press, card, x + PAD, at + 1.5, room, y + HIGH - PAD)
    _text(press, card.text, x + PAD, at + 1.5, room, y + HIGH - 3.6 - at)


def _facts(press: Press, card: Card, x: float, y: float, room: float, bottom: float) -> float:
    """Each fact on a line, or on more if need be, as far as there is room; gives where they end."""
    step = FACTS * POINT * LEADING
    lines = [line for fact in card.facts for line in press.lines(f"{fact.label}: {fact.value}", "text", FACTS, room)]
    for line in lines[: int((bottom - y) / step)]:
        y += step
        press.text(x, y, line, "text", FACTS, room)
    return y


def _text(press: Press, words: str, x: float, y: float, room: float, high: float) -> None:
    """What the card does, in type as large as there is room for."""
    size = TEXT
    lines = press.lines(words, "italic", size, room)
    while size > LEAST and len(lines) * size * POINT * LEADING > high - 2:
        size -= 0.25
        lines = press.lines(words, "italic", size, room)
    step = size * POINT * LEADING
    most = max(0, int((high - 2) / step))
    shown = lines[:most]
    if shown and len(lines) > most:
        shown[-1] = f"{shown[-1][:-2]}{ELLIPSIS}"
    for n, line in enumerate(shown, 1):
        press.text(x, y + n * step, line, "italic", size, room)
