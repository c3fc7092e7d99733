"""Pictograms of tokens: Weapons, Armour, Elixirs, both kinds of scroll, Crystals, Gems, the Glove."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from images.artwork import STRANGER, art, known
from images.canvas import Sprite
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.view import TokenView

KINDS: Final[Mapping[str, str]] = {
    "weapon": "icons/sword",
    "armour": "icons/armour",
    "elixir": "icons/potion",
    "scroll": "icons/manuscript",
}
"""Of a token that has no pictogram of its own."""
SHARED: Final[Mapping[str, str]] = {
    "dagger": "icons/dagger",
    "sword": "icons/sword",
    "axe": "icons/axe",
    "helmet": "icons/helmet",
    "breastplate": "icons/armour",
    "elixir": "icons/potion",
    "crystal": "icons/jewel",
}
"""Which tokens look as things of the other games do."""


def pictogram(what: str, size: int, kind: str = "") -> Sprite:
    """A token by its name, else by its kind, size × size pixels; a shield for what nobody knows."""
    return art(drawing_of(what, kind), size)


def drawing_of(what: str, kind: str = "") -> str:
    """The drawing of a token, by the last part of its key, else by its kind."""
    return SHARED.get(what) or known("labirynt_czarnoksieznika/finds", what, KINDS.get(kind, STRANGER))


def floor_token(token: Word, size: int) -> Sprite:
    """The pictogram of a token that is told by its name alone."""
    return pictogram(what_of(token), size)


def what_of(token: Word) -> str:
    """Under which name a token has its pictogram."""
    return token.key.rpartition(".")[2]


def held_token(token: TokenView, size: int) -> Sprite:
    """The pictogram of a token that somebody has."""
    return pictogram(what_of(token.name), size, token.kind)
