"""What somebody has: Life Points, what is in the hand, worn, in the Backpack, and the Rune."""

from __future__ import annotations

from images import marks
from images.blocks import Chip
from images.canvas import Canvas, Sprite
from images.labirynt_czarnoksieznika import chambers, finds
from rules.labirynt_czarnoksieznika.view import CardView


def has_life(card: CardView) -> bool:
    """Whether it has Life Points: on a board, or asleep."""
    return card.state in ("active", "asleep")


def life(canvas: Canvas, card: CardView, left: int, middle: int, size: int) -> int:
    """A heart for every Life Point, light ones for those lost, none for who is out of play; gives where they end."""
    most = card.full_life if has_life(card) else 0
    for number in range(most):
        sign = marks.heart(size, number < card.life)
        canvas.stamp(sign, left + size // 2 + number * (size + 3), middle)
    return left + most * (size + 3)


def held(card: CardView, size: int) -> list[Chip]:
    """Signs of all that it has: in the hand, worn, the Rune, the Backpack; alike covered ones counted."""
    at_hand = [finds.held_token(token, size) for token in (card.hand, *card.worn) if token]
    rune = [chambers.rune(card.rune or "", size)] if card.has_rune else []
    return [*(Chip(sign, "") for sign in (*at_hand, *rune)), *packed(card, size)]


def packed(card: CardView, size: int) -> list[Chip]:
    """What is in the Backpack for who may see it, for everybody else how much, face down."""
    if card.pack is None:
        return [Chip(covered(size), f"×{card.carried}")] if card.carried else []
    return [Chip(finds.held_token(token, size), "") for token in card.pack]


def covered(size: int) -> Sprite:
    """A token face down."""
    return finds.pictogram("covered", size)
