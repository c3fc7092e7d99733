"""Cards and Spells: their decks and used piles, what they are called, and how one chooses among them [2.4, 5.5]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.jaskinia.events.finds import DeckReshuffled
from rules.jaskinia.model import DECKS, SPELLS, Game
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


def numbered(cards: Sequence[str]) -> list[tuple[str, str]]:
    """Each card with an id of its own: its place in the hand behind its name, as copies are alike."""
    return [(f"{card}:{nth}", card) for nth, card in enumerate(cards)]


def card_options(cards: Sequence[str]) -> tuple[Option, ...]:
    """Cards to choose from, each by ``CARD:PLACE``."""
    return tuple(Option(id, "card.pick", f"cavecard.{card}", {"card": card_word(card)}) for id, card in numbered(cards))


def spell_options(spells: Sequence[str]) -> tuple[Option, ...]:
    """Spells to choose from, each by ``SPELL:PLACE``."""
    return tuple(
        Option(id, "spell.pick", f"cavespell.{spell}", {"spell": spell_word(spell)}) for id, spell in numbered(spells)
    )


def cards_chosen(ids: Sequence[str]) -> list[str]:
    """The cards that such ids mean."""
    return [id.partition(":")[0] for id in ids]
