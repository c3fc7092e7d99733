"""What somebody has, as a row of boxes: in the hand, worn, in the Backpack, and the Rune."""

from __future__ import annotations

from typing import Final

from images import marks, palette
from images.canvas import Canvas, Sprite
from images.labirynt_czarnoksieznika import chambers, finds
from images.pictograms import make_pale
from rules.labirynt_czarnoksieznika.view import CardView, TokenView

BOX: Final = 38
"""Side of a box, in pixels."""
SIGN: Final = 28
NEXT: Final = BOX + 4
MOST: Final = 5
"""Boxes that stand side by side on a card."""
APART: Final = 14
"""Between the hand and what is worn."""


def life(canvas: Canvas, card: CardView, left: int, middle: int, size: int) -> None:
    """A heart for every Life Point, light ones for those that are lost; who is on no board has none to lose."""
    for number in range(card.full_life if card.state == "active" else 0):
        sign = marks.heart(size, number < card.life)
        canvas.stamp(sign, left + size // 2 + number * (size + 3), middle)


def at_hand(canvas: Canvas, card: CardView, left: int, top: int) -> None:
    """The hand, the places for Armour, and the Rune at the end of the line."""
    _box(canvas, _sign(card.hand, "sword"), left, top, card.hand is not None)
    for number in range(max(card.slots, len(card.worn))):
        worn = card.worn[number] if number < len(card.worn) else None
        _box(canvas, _sign(worn, "breastplate"), left + NEXT + APART + number * NEXT, top, worn is not None)
    if card.has_rune:
        canvas.stamp(chambers.rune(card.rune or "", BOX), left + 4 * NEXT + APART + BOX // 2, top + BOX // 2)


def backpack(canvas: Canvas, card: CardView, left: int, top: int) -> None:
    """A box for every place, and what is in them; more than there are places overlap."""
    signs = backpack_contents(card)
    number = max(card.boxes, len(signs))
    pitch = NEXT if number <= MOST else (MOST - 1) * NEXT // (number - 1)
    for nth in range(number):
        sign = signs[nth] if nth < len(signs) else None
        _box(canvas, sign, left + nth * pitch, top, sign is not None)


def backpack_contents(card: CardView) -> list[Sprite]:
    """What is in the Backpack for who may see it, face down for everybody else."""
    if card.pack is None:
        return [finds.pictogram("covered", SIGN)] * card.carried
    return [finds.held_token(token, SIGN) for token in card.pack]


def _sign(token: TokenView | None, otherwise: str) -> Sprite:
    return finds.held_token(token, SIGN) if token else make_pale(finds.pictogram(otherwise, SIGN - 6))


def _box(canvas: Canvas, sign: Sprite | None, left: int, top: int, full: bool) -> None:
    """A box with a sign; one with nothing in it is darker and has a thinner frame."""
    box = (left, top, left + BOX, top + BOX)
    canvas.block(box, palette.FLOOR if full else palette.SHADE)
    canvas.frame(box, 2 if full else 1)
    if sign and full:
        canvas.stamp(sign, left + BOX // 2, top + BOX // 2)
    elif sign:
        canvas.ink_only(sign, left + BOX // 2, top + BOX // 2)
