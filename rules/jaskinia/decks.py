"""From which deck cards are drawn: named for one card, kept to from the first one on, or by a standing order [5.5]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import fmean
from typing import Any

import msgspec

from rules.jaskinia.cards import decks_of, left_in
from rules.jaskinia.events.cards import DeckKept
from rules.jaskinia.events.course import OrdersKept
from rules.jaskinia.fight.odds import FOUGHT, odds_against, rank
from rules.jaskinia.model import FightKind, Game, Seeker
from rules.jaskinia.tables.sheets import Card
from rules.kernel.odds import THROWS
from rules.kernel.offers import Offer, does
from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word

FIRST = "first"
"""The order to keep to the deck that is named for the first card."""
KINDS: Mapping[str, tuple[str, ...]] = {
    "foes": ("animal", "monster", "spirit"),
    "finds": ("gold", "item", "magic_item", "follower"),
    "events": ("event",),
    "people": ("stranger", "place"),
}
"""What a deck holds, as it is told before a draw."""


def decks_left(game: Game) -> list[str]:
    """Those from which a card can be drawn."""
    return [deck for deck in decks_of(game) if left_in(game, deck)]


def deck_option(game: Game, seeker: Seeker, deck: str) -> Option:
    """A deck with what is still in it: everybody sees which cards are not [3.8]."""
    return Option(deck, f"deck.{deck}", f"deck.{deck}", held_in(game, seeker, deck))


def held_in(game: Game, seeker: Seeker, deck: str) -> dict[str, int]:
    """What may be drawn from a deck, and the average chance (per cent) to beat an Enemy in it."""
    pile = game.decks[deck] or game.used[deck]
    cards = [game.card(id) for id, copies in pile.items() for _ in range(copies)]
    kinds = {name: sum(card.type in KINDS[name] for card in cards) for name in KINDS}
    missing = game.tables.seekers.cards - seeker.cards if game.beside is None else 0
    wins = [_winning_throws(game, seeker, card) for card in cards if card.type in KINDS["foes"]]
    return {"left": len(cards), **kinds, "wins": round(100 * fmean(wins) / THROWS) if wins else 0, "missing": missing}


def draw_facts(game: Game, seeker: Seeker) -> dict[str, Fact]:
    """What a card is, per cent: an Enemy, beaten how often on average, or a find; by the deck that was named aloud."""
    decks = decks_left(game)
    named = game.players[seeker.seat].deck
    deck = named if named in decks else next(iter(decks), "")
    if not deck:
        return {}
    held = held_in(game, seeker, deck)
    shares: dict[str, Fact] = {name: round(100 * held[name] / held["left"]) for name in KINDS}
    return {"deck": Word(f"cavedeck.{deck}"), "wins": held["wins"], **shares}


def _winning_throws(game: Game, seeker: Seeker, card: Card) -> int:
    """Against this Enemy alone [6.2–6.4]."""
    kind: FightKind = "psychic" if card.type in FOUGHT["psychic"] else "fight"
    return odds_against(game, seeker, kind, rank(card, kind), [card.type]).wins


def kept_deck(game: Game, seeker: Seeker) -> str:
    """The deck of the standing order, or the one named aloud that the order keeps to; '' or another word: asked."""
    order = game.orders(seeker).deck
    return game.players[seeker.seat].deck if order == FIRST else order


def name_deck(table: Table, game: Game, seeker: Seeker, deck: str) -> None:
    """Named aloud: everybody sees from which deck one draws; if it is kept to, that is said, and how to change it."""
    player = game.players[seeker.seat]
    player.deck = deck
    if player.orders.deck == FIRST:
        table.tell(DeckKept(seeker.name, Word(f"cavedeck.{deck}")))


def other_deck(game: Game, seeker: Seeker) -> Iterator[Offer[Any]]:
    """Before the move of one who has named a deck: the other from now on; none may read an order off the buttons."""
    kept, decks = game.players[seeker.seat].deck, decks_left(game)
    for deck in decks if kept and len(decks) > 1 else ():
        if deck != kept:
            option = Option(f"deck:{deck}", "turn.deck", facts={"deck": Word(f"cavedeck.{deck}")})
            yield Offer(seeker.seat, option, aside=True, do=does(_keep_to_deck, game, seeker, deck))


def _keep_to_deck(table: Table, game: Game, seeker: Seeker, deck: str) -> None:
    """It is kept to from now on, and no order is in the way."""
    player = game.players[seeker.seat]
    player.deck, player.orders = deck, msgspec.structs.replace(player.orders, deck=FIRST)
    table.tell(OrdersKept(seeker.seat), to=(seeker.seat,))
