"""The emblem of every card, Spell and Seeker, and the sign of each type of card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from images.canvas import Sketch, Sprite
from images.emblem_paths import STRANGER, Emblem
from images.emblems import carve
from images.jaskinia.creature_paths import ANIMALS, FOES, SPIRITS
from images.jaskinia.event_paths import ASIDE, EVENTS, SPELLS
from images.jaskinia.people_paths import FOLLOWERS, STRANGERS
from images.jaskinia.seeker_paths import GUARDIANS, SEEKERS
from images.jaskinia.thing_paths import GOLD, ITEMS, PLACES, TREASURES
from images.jaskinia.type_paths import TYPES

CARDS: Final[Mapping[str, Emblem]] = {
    **EVENTS,
    **ANIMALS,
    **FOES,
    **SPIRITS,
    **STRANGERS,
    **GOLD,
    **ITEMS,
    **TREASURES,
    **FOLLOWERS,
    **PLACES,
    **ASIDE,
}
"""By the ids of cards."""


def _cut(emblem: Emblem, size: int) -> Sprite:
    sketch = Sketch(size, size, 104)
    carve(sketch, emblem, 2)
    return sketch.sprite()


@cache
def card(id: str, size: int, type: str = "") -> Sprite:
    """The emblem of a card by its id, else of its type, size × size pixels; a shield for what nobody knows."""
    return _cut(of_card(id, type), size)


def of_card(id: str, type: str = "") -> Emblem:
    """The strokes of a card by its id, else of its type."""
    return CARDS.get(id) or TYPES.get(type, STRANGER)


@cache
def type_sign(type: str, size: int) -> Sprite:
    """The sign of a type of card, size × size pixels."""
    return _cut(TYPES.get(type, STRANGER), size)


@cache
def spell(id: str, size: int) -> Sprite:
    """The emblem of a Spell by its id, size × size pixels."""
    return _cut(SPELLS.get(id) or TYPES["spell"], size)


@cache
def seeker(id: str, size: int) -> Sprite:
    """The portrait of a Seeker by its id, size × size pixels; a shield for anyone else."""
    return _cut(SEEKERS.get(id, STRANGER), size)


@cache
def guardian(key: str, size: int) -> Sprite:
    """Who is fought without a card, by the last part of its name's key; a shield for anyone else."""
    what = key.rpartition(".")[2]
    return _cut(GUARDIANS.get(what) or {"demons": CARDS["deep_demon"]}.get(what, STRANGER), size)
