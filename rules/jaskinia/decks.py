"""The choice of a deck: for one card, from the first one named on, or by a standing order [5.5]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import fmean

from msgspec.structs import replace

from rules.jaskinia.cards import decks_of, left_in
from rules.jaskinia.events.cards import DeckKept
from rules.jaskinia.events.course import OrdersKept
from rules.jaskinia.fight.odds import FOUGHT, odds_against, rank
from rules.jaskinia.model import ORDER_WORDS, FightKind, Game, Seeker
from rules.jaskinia.tables.sheets import Card
from rules.kernel.odds import THROWS
from rules.kernel.offers import Offer, does
from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.turns import tell_decided
from rules.kernel.words import Facts, Word

FIRST = "first"
"""The standing order to stay with the deck named for the first card."""
KINDS: Mapping[str, tuple[str, ...]] = {
    "foes": ("animal", "monster", "spirit"),
    "finds": ("gold", "item", "magic_item", "follower"),
    "events": ("event",),
    "people": ("stranger", "place"),
}
"""The groups of cards in a deck, as shown before a draw."""


def decks_left(game: Game) -> list[str]:
    """Return the decks from which a card can be drawn."""
    return [deck for deck in decks_of(game) if left_in(game, deck)]


def deck_option(game: Game, seeker: Seeker, deck: str) -> Option:
    """Return a deck as an option with its remaining contents, which are public [3.8]."""
    return Option(deck, f"deck.{deck}", f"deck.{deck}", held_in(game, seeker, deck))


def held_in(game: Game, seeker: Seeker, deck: str) -> dict[str, int]:
    """Return the contents of a deck, and the average chance (per cent) to beat one of its Enemies."""
    pile = game.decks[deck] or game.used[deck]
    cards = [game.card(id) for id, copies in pile.items() for _ in range(copies)]
    kinds = {name: sum(card.type in KINDS[name] for card in cards) for name in KINDS}
    missing = 0 if game.beside else game.tables.seekers.cards - seeker.cards
    wins = [_winning_throws(game, seeker, card) for card in cards if card.type in KINDS["foes"]]
    return {"left": len(cards), **kinds, "wins": round(100 * fmean(wins) / THROWS) if wins else 0, "missing": missing}


def draw_facts(game: Game, seeker: Seeker) -> Facts:
    """Return the chances of the next card (per cent): an Enemy, a victory over it, a find.

    They are counted for the deck named aloud.
    """
    decks = decks_left(game)
    named = game.players[seeker.seat].deck
    deck = named if named in decks else next(iter(decks), "")
    if not deck:
        return {}
    held = held_in(game, seeker, deck)
    shares: Facts = {name: round(100 * held[name] / held["left"]) for name in KINDS}
    return {"deck": Word(f"cavedeck.{deck}"), "wins": held["wins"], **shares}


def _winning_throws(game: Game, seeker: Seeker, card: Card) -> int:
    """Count the throws that win against this Enemy alone [6.2–6.4]."""
    kind: FightKind = "psychic" if card.type in FOUGHT["psychic"] else "fight"
    return odds_against(game, seeker, kind, rank(card, kind), [card.type]).wins


def kept_deck(game: Game, seeker: Seeker) -> str:
    """Return the deck of the standing order, or the named deck that it stays with.

    '' or another word: the player is asked.
    """
    order = game.orders(seeker).deck
    return game.players[seeker.seat].deck if order == FIRST else order


def name_deck(table: Table, game: Game, seeker: Seeker, deck: str) -> None:
    """Name the deck in public; if the order is to stay with it, say so and how to change it."""
    player = game.players[seeker.seat]
    player.deck = deck
    if player.orders.deck == FIRST and not tell_decided(table, game, [seeker.seat], ORDER_WORDS, "deck"):
        table.tell(DeckKept(seeker.name, Word(f"cavedeck.{deck}")))


def other_deck(game: Game, seeker: Seeker) -> Iterator[Offer]:
    """Offer the other deck before the move, if one was named. The buttons must not reveal a standing order."""
    kept, decks = game.players[seeker.seat].deck, decks_left(game)
    for deck in decks if kept and len(decks) > 1 else ():
        if deck != kept:
            option = Option(f"deck:{deck}", "turn.deck", facts={"deck": Word(f"cavedeck.{deck}")})
            yield Offer(seeker.seat, option, aside=True, do=does(_keep_to_deck, game, seeker, deck))


def _keep_to_deck(table: Table, game: Game, seeker: Seeker, deck: str) -> None:
    player = game.players[seeker.seat]
    player.deck, player.orders = deck, replace(player.orders, deck=FIRST)
    table.tell(OrdersKept(seeker.seat), to=(seeker.seat,))
