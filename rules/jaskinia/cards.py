"""Cards and Spells: their decks and used piles, what they are called, and how one chooses among them [2.4, 5.5]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from rules.jaskinia.events.finds import DeckReshuffled
from rules.jaskinia.model import DECKS, SPELLS, Game
from rules.kernel.offers import Way
from rules.kernel.piles import put, take
from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word

DRAWS: Mapping[str, str] = {"cave": "cards.cave", "adventure": "cards.adventure", SPELLS: "spells.draw"}
"""What a draw from each deck is called."""


def fill_decks(game: Game) -> None:
    """All decks as they are when a game begins: without what is set aside."""
    cards = [card for card in game.tables.cards.card if not card.set_aside]
    for deck in DECKS:
        game.decks[deck] = {card.id: card.copies for card in cards if card.deck == deck}
    game.decks[SPELLS] = {spell.id: spell.copies for spell in game.tables.spells.spell if not spell.set_aside}
    for deck in game.decks:
        game.used[deck] = {}


def left_in(game: Game, deck: str) -> bool:
    """Whether anything can be drawn from a deck, its used pile included."""
    return bool(game.decks[deck] or game.used[deck])


def draw(table: Table, game: Game, deck: str, **facts: Fact) -> str:
    """One card of a deck that is not used up; an empty one is reshuffled first."""
    if not game.decks[deck]:
        game.decks[deck], game.used[deck] = game.used[deck], {}
        table.tell(DeckReshuffled(Word(f"cavedeck.{deck}")))
    card = table.draw(game.decks[deck], DRAWS[deck], **facts)
    take(game.decks[deck], card)
    return card


def discard(game: Game, card: str) -> None:
    """A card goes to the used pile of its own deck [A24]."""
    put(game.used[game.card(card).deck], card)


def discard_spell(game: Game, spell: str) -> None:
    """A Spell goes to its used pile."""
    put(game.used[SPELLS], spell)


# Words and choices ---------------------------------------------------------------------------------------------


def card_word(card: str) -> Word:
    """What a card is called."""
    return Word(f"cavecard.{card}")


def spell_word(spell: str) -> Word:
    """What a Spell is called."""
    return Word(f"cavespell.{spell}")


class Held(msgspec.Struct, frozen=True):
    """A card or a Spell that somebody has, and its place in the hand, as copies are alike."""

    id: str
    place: int


def card_ways(cards: Sequence[str]) -> list[Way[Held]]:
    """Cards to choose from, each by ``CARD:PLACE``."""
    return [_way(held, "card.pick", f"cavecard.{held.id}", {"card": card_word(held.id)}) for held in _held(cards)]


def spell_ways(spells: Sequence[str]) -> list[Way[Held]]:
    """Spells to choose from, each by ``SPELL:PLACE``."""
    return [_way(held, "spell.pick", f"cavespell.{held.id}", {"spell": spell_word(held.id)}) for held in _held(spells)]


def _held(cards: Sequence[str]) -> list[Held]:
    return [Held(card, place) for place, card in enumerate(cards)]


def _way(held: Held, label: str, note: str, facts: Mapping[str, Fact]) -> Way[Held]:
    return Way(Option(f"{held.id}:{held.place}", label, note, facts), held)


def cards_of(chosen: tuple[Held, ...]) -> list[str]:
    """The cards, or Spells, that were chosen."""
    return [held.id for held in chosen]
