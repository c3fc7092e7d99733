"""The emblem of every card, Spell and Seeker, and the sign of each type of card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from images.artwork import STRANGER, art, known
from images.canvas import Sprite

SHARED: Final[Mapping[str, str]] = {
    "tunnel_spider": "monsters/spider",
    "wolf": "monsters/dire_wolf",
    "orc": "monsters/orc",
    "gargoyle": "monsters/gargoyle",
    "ogre": "monsters/ogre",
    "deep_troll": "monsters/troll",
    "cave_dragon": "monsters/dragon",
    "bandit": "monsters/robber",
    "spectre": "monsters/wraith",
    "deep_demon": "monsters/demon",
    "king_wraith": "monsters/wight",
    "purse": "icons/wealth",
    "helmet": "icons/helmet",
    "sword": "icons/sword",
    "armour": "icons/armour",
    "ring_of_strength": "icons/ring",
    "dwarf_pathfinder": "races/dwarf",
}
"""Which cards look as somebody or something of the other games does."""
DEMONS: Final = SHARED["deep_demon"]


def card(id: str, size: int, type: str = "") -> Sprite:
    """The emblem of a card by its id, else of its type, size × size pixels; a shield for what nobody knows."""
    return art(of_card(id, type), size)


def of_card(id: str, type: str = "") -> str:
    """The drawing of a card by its id, else of its type."""
    return SHARED.get(id) or known("jaskinia/cards", id, known("jaskinia/types", type))


def type_sign(type: str, size: int) -> Sprite:
    """The sign of a type of card, size × size pixels."""
    return art(known("jaskinia/types", type), size)


def spell(id: str, size: int) -> Sprite:
    """The emblem of a Spell by its id, size × size pixels."""
    return art(known("jaskinia/spells", id, "jaskinia/types/spell"), size)


def seeker(id: str, size: int) -> Sprite:
    """The portrait of a Seeker by its id, size × size pixels; a shield for anyone else."""
    return art(known("jaskinia/seekers", id), size)


def guardian(key: str, size: int) -> Sprite:
    """Who is fought without a card, by the last part of its name's key; a shield for anyone else."""
    what = key.rpartition(".")[2]
    return art(known("jaskinia/guardians", what, DEMONS if what == "demons" else STRANGER), size)
