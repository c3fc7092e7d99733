"""Cards and Spells: their decks and used piles, what they are called, and how one chooses among them [2.4, 5.5]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import msgspec

from rules.jaskinia.events.cards import DeckReshuffled
from rules.jaskinia.model import CAVE, DECKS, SPELLS, Game, is_own, named
from rules.kernel.chance import put, take_out
from rules.kernel.offers import Way
from rules.kernel.requests import Option, pieces_of
from rules.kernel.table import Table
from rules.kernel.words import Fact, Term, Word

DRAWS: Mapping[str, str] = {"cave": "cards.cave", "adventure": "cards.adventure", SPELLS: "spells.draw"}
"""What a draw from each deck is called."""


def fill_decks(game: Game) -> None:
    """All decks as they are when a game begins: without what is set aside."""
    cards, drawn = [card for card in game.tables.cards.card if not card.set_aside], decks_of(game)
    for deck in DECKS:
        game.decks[deck] = {card.id: card.copies for card in cards if card.deck == deck and deck in drawn}
    spells = game.tables.spells.spell if has_spells(game) else ()
    game.decks[SPELLS] = {spell.id: spell.copies for spell in spells if not spell.set_aside}
    for deck in game.decks:
        game.used[deck] = {}


def decks_of(game: Game) -> tuple[str, ...]:
    """The decks that are in the Cave: beside the main board its own alone [12.3]."""
    return DECKS if game.beside is None else (CAVE,)


def left_in(game: Game, deck: str) -> bool:
    """Whether anything can be drawn from a deck, its used pile included."""
    return bool(game.decks[deck] or game.used[deck])


def spells_left(game: Game) -> bool:
    """Whether there are Spells to be had; beside the main board the table deals them from its own stack [B17]."""
    return left_in(game, SPELLS) or not has_spells(game)


def has_spells(game: Game) -> bool:
    """Whether the box's own Spells are dealt; beside the main board only where the table has none [B17]."""
    return game.beside is None or game.beside.dealt


def draw(table: Table, game: Game, deck: str, **facts: Fact) -> str:
    """One card of a deck that is not used up; an empty one is reshuffled first."""
    if not game.decks[deck]:
        game.decks[deck], game.used[deck] = game.used[deck], {}
        table.tell(DeckReshuffled(Word(f"cavedeck.{deck}")))
    card = table.draw(game.decks[deck], DRAWS[deck], partial(pieces_of, game.decks[deck], card_word), **facts)
    take_out(game.decks[deck], card)
    return card


def discard(game: Game, card: str) -> None:
    """A card goes to the used pile of its own deck [A24]; those of the main game to the table's.

    The Crystal goes to none: it is in its Chamber again.
    """
    row = game.card(card)
    if row.type == "goal" and game.beside is not None:
        game.beside.taken = False
    elif row.deck in decks_of(game):
        put(game.used[row.deck], card)


def discard_spell(game: Game, spell: str) -> None:
    """A Spell goes to its used pile, or to the table's."""
    if not is_own(spell):
        put(game.used[SPELLS], spell)


# Words and choices ---------------------------------------------------------------------------------------------


def card_word(card: str) -> Term:
    """What a card is called."""
    return named("cavecard", card)


def spell_word(spell: str) -> Term:
    """What a Spell is called."""
    return named("cavespell", spell)


class Held(msgspec.Struct, frozen=True):
    """A card or a Spell that somebody has, and its place in the hand, as copies are alike."""

    id: str
    place: int


def card_ways(cards: Sequence[str]) -> list[Way[Held]]:
    """Cards to choose from, each by ``CARD:PLACE``."""
    return [
        _held_card_way(held, "card.pick", f"cavecard.{held.id}", {"card": card_word(held.id)})
        for held in _held_cards(cards)
    ]


def spell_ways(spells: Sequence[str]) -> list[Way[Held]]:
    """Spells to choose from, each by ``SPELL:PLACE``."""
    return [
        _held_card_way(held, "spell.pick", f"cavespell.{held.id}", {"spell": spell_word(held.id)})
        for held in _held_cards(spells)
    ]


def _held_cards(cards: Sequence[str]) -> list[Held]:
    return [Held(card, place) for place, card in enumerate(cards)]


def _held_card_way(held: Held, label: str, note: str, facts: Mapping[str, Fact]) -> Way[Held]:
    return Way(Option(f"{held.id}:{held.place}", label, note, facts), held)


def cards_of(chosen: tuple[Held, ...]) -> list[str]:
    """The cards, or Spells, that were chosen."""
    return [held.id for held in chosen]
