"""What the types of the cards cannot say: each has what its type needs, and nothing that its type has no use for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, get_args

from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.checks_effects import CARD_BARS, ENEMY_BARS, Known, operations
from rules.jaskinia.tables.checks_mods import every_mod
from rules.jaskinia.tables.sheets import Deck
from rules.kernel.checks import Fault, plain_keys

if TYPE_CHECKING:  # the tables call these checks
    from rules.jaskinia.tables import sheets as s

ORDER: Mapping[str, int] = {
    "event": 1,
    "animal": 2,
    "monster": 2,
    "spirit": 3,
    "stranger": 4,
    "gold": 5,
    "item": 5,
    "magic_item": 5,
    "follower": 5,
    "place": 6,
    "goal": 0,
    "removed": 0,
}
"""When cards of each type are resolved [5.6]."""
LIVING = ("animal", "monster")
ENEMIES = (*LIVING, "spirit")
CARRIED = ("item", "magic_item")
MET = ("stranger", "place")
NEEDED: Mapping[str, tuple[str, ...]] = {
    "strength": LIVING,
    "power": ("spirit",),
    "gold": ("gold",),
    "do": ("event", *MET),
}
"""What cards of some types need, and no others may have."""
ALLOWED: Mapping[str, tuple[str, ...]] = {
    "weapon": CARRIED,
    "stays": MET,
    "mods": (*CARRIED, "follower"),
    "on_win": ENEMIES,
    "on_lose": ENEMIES,
    "lose_instead": ENEMIES,
}
"""What cards of these types may have, and no others."""
OUT_OF_PLAY = ("goal", "removed")


def faults(sheet: s.Cards, known: Known) -> Iterator[Fault]:
    """All that is wrong with both decks."""
    yield from plain_keys("card[{}].id", [card.id for card in sheet.card])
    for deck in get_args(Deck):
        if not any(card.deck == deck and not card.set_aside for card in sheet.card):
            yield "card", f"at least one card in the deck {deck!r}"
    for n, card in enumerate(sheet.card):
        yield from _fields(f"card[{n}]", card)
        yield from _works(f"card[{n}]", card, known)


def _fields(key: str, card: s.Card) -> Iterator[Fault]:
    """Its fields fit its type."""
    if card.order != ORDER[card.type]:
        yield f"{key}.order", f"{ORDER[card.type]} for the type {card.type!r}, got {card.order}"
    if card.type in OUT_OF_PLAY and not card.set_aside:
        yield f"{key}.set_aside", f"true for the type {card.type!r}: it is in no deck"
    for name, types in NEEDED.items():
        if card.type in types and not getattr(card, name):
            yield f"{key}.{name}", f"{name} for the type {card.type!r}"
    for name, types in {**NEEDED, **ALLOWED}.items():
        if card.type not in types and getattr(card, name):
            yield f"{key}.{name}", f"no {name} for the type {card.type!r}"


def _works(key: str, card: s.Card, known: Known) -> Iterator[Fault]:
    """What it changes or does can be carried out."""
    yield from every_mod(f"{key}.mods", card.mods, of_item=card.type in CARRIED)
    yield from operations(f"{key}.do", card.do, known, CARD_BARS)
    yield from operations(f"{key}.on_win", card.on_win, known, ENEMY_BARS)
    yield from operations(f"{key}.on_lose", card.on_lose, known, ENEMY_BARS)
    for n, op in enumerate(card.lose_instead):
        if not (isinstance(op, e.Gold) and op.n < 0 and op.who == "self" and not op.unless):
            yield f"{key}.lose_instead[{n}]", "gold below 0: what else an enemy would take cannot be paid in full"
