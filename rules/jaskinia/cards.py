"""Cards and Spells: decks, used piles, names, and choices among them [2.4, 5.5]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec import Struct

from rules.jaskinia.events.cards import DeckReshuffled
from rules.jaskinia.model import CAVE, DECKS, SPELLS, Game, is_own, named
from rules.kernel.chance import put, take_out
from rules.kernel.offers import Way
from rules.kernel.requests import Option, pieces_of
from rules.kernel.table import Table
from rules.kernel.words import Fact, Term, Word

DRAWS: Mapping[str, str] = {"cave": "cards.cave", "adventure": "cards.adventure", SPELLS: "spells.draw"}
"""The reason for a draw from each deck."""


def fill_decks(game: Game) -> None:
    """Fill all decks for a new game, without the cards that are set aside."""
    cards, drawn = [card for card in game.tables.cards.card if not card.set_aside], decks_of(game)
    for deck in DECKS:
        game.decks[deck] = {card.id: card.copies for card in cards if card.deck == deck and deck in drawn}
    spells = game.tables.spells.spell if has_spells(game) else ()
    game.decks[SPELLS] = {spell.id: spell.copies for spell in spells if not spell.set_aside}
    for deck in game.decks:
        game.used[deck] = {}


def decks_of(game: Game) -> tuple[str, ...]:
    """Return the decks in use; beside the main board only the Cave's own [12.3]."""
    return (CAVE,) if game.beside else DECKS


def left_in(game: Game, deck: str) -> bool:
    """Whether a card can be drawn from a deck or, reshuffled, from its used pile."""
    return bool(game.decks[deck] or game.used[deck])


def spells_left(game: Game) -> bool:
    """Whether Spells are left; beside the main board the table deals them from its own stack [B17]."""
    return left_in(game, SPELLS) or not has_spells(game)


def has_spells(game: Game) -> bool:
    """Whether the box's own Spells are dealt; beside the main board only if the table has none [B17]."""
    return game.beside is None or game.beside.dealt


def draw(table: Table, game: Game, deck: str, **facts: Fact) -> str:
    """Draw one card; an empty deck is reshuffled first. The deck or its used pile must hold a card."""
    if not game.decks[deck]:
        game.decks[deck], game.used[deck] = game.used[deck], {}
        table.tell(DeckReshuffled(Word(f"cavedeck.{deck}")))
    card = table.draw(game.decks[deck], DRAWS[deck], partial(pieces_of, game.decks[deck], card_word), **facts)
    take_out(game.decks[deck], card)
    return card


def discard(game: Game, card: str) -> None:
    """Put a card on the used pile of its own deck [A24]; cards of the main game go to the table.

    The Crystal goes back to its Chamber.
    """
    row = game.card(card)
    if row.type == "goal" and game.beside:
        game.beside.taken = False
    elif row.deck in decks_of(game):
        put(game.used[row.deck], card)


def discard_spell(game: Game, spell: str) -> None:
    """Put a Spell on its used pile; Spells of the main game go to the table."""
    if not is_own(spell):
        put(game.used[SPELLS], spell)


# Words and choices ---------------------------------------------------------------------------------------------


def card_word(card: str) -> Term:
    """Return the name of a card."""
    return named("cavecard", card)


def spell_word(spell: str) -> Term:
    """Return the name of a Spell."""
    return named("cavespell", spell)


class Held(Struct, frozen=True):
    """A card or a Spell in a hand, with its place there, as copies are alike."""

    id: str
    place: int


def card_ways(cards: Sequence[str]) -> list[Way[Held]]:
    """Return the cards to choose from, each with the id ``CARD:PLACE``."""
    return [
        _held_card_way(held, "card.pick", f"cavecard.{held.id}", {"card": card_word(held.id)})
        for held in _held_cards(cards)
    ]


def spell_ways(spells: Sequence[str]) -> list[Way[Held]]:
    """Return the Spells to choose from, each with the id ``SPELL:PLACE``."""
    return [
        _held_card_way(held, "spell.pick", f"cavespell.{held.id}", {"spell": spell_word(held.id)})
        for held in _held_cards(spells)
    ]


def _held_cards(cards: Sequence[str]) -> list[Held]:
    return [Held(card, place) for place, card in enumerate(cards)]


def _held_card_way(held: Held, label: str, note: str, facts: Mapping[str, Fact]) -> Way[Held]:
    return Way(Option(f"{held.id}:{held.place}", label, note, facts), held)


def cards_of(chosen: tuple[Held, ...]) -> list[str]:
    """Return the ids of the chosen cards or Spells."""
    return [held.id for held in chosen]
