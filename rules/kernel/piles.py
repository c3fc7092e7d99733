"""Cups and decks as multisets: id → how many are left. Nobody knows an order that does not exist."""

from __future__ import annotations

from collections.abc import Mapping

Pile = dict[str, int]


def take(pile: Pile, piece: str) -> None:
    """Take one piece out; a piece of which none is left goes from the pile altogether."""
    left = pile[piece] - 1
    if left:
        pile[piece] = left
    else:
        del pile[piece]


def put(pile: Pile, piece: str) -> None:
    """Put one piece in."""
    pile[piece] = pile.get(piece, 0) + 1


def without(pile: Mapping[str, int], pieces: Mapping[str, int]) -> Pile:
    """What is left of a pile when these pieces are set aside."""
    left = {piece: count - pieces.get(piece, 0) for piece, count in pile.items()}
    return {piece: count for piece, count in left.items() if count > 0}
