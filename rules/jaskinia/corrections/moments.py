"""When what may be set right, and what is there to be given: never so that a running rule would stand on nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.jaskinia.cards import card_word, spell_word
from rules.jaskinia.model import DECKS, SPELLS, Game, Seeker
from rules.jaskinia.seeker.values import barred_things, item_limit, spell_limit
from rules.kernel.piles import take
from rules.kernel.requests import Option


def open_to_corrections(game: Game) -> bool:
    """Whether the set-up is over and the game goes on."""
    return bool(game.order) and not game.outcome


def calm(game: Game) -> bool:
    """No fight goes on, so that everybody may go, die and come, and cards on areas, too."""
    return game.fight is None


def fits(game: Game, one: Seeker) -> bool:
    """Whether this Seeker, as it would be, is within its limits and may hold what it has."""
    within = len(one.items) <= item_limit(game, one) and len(one.spells) <= spell_limit(game, one)
    return within and not barred_things(game, one)


# What is there ---------------------------------------------------------------------------------------------------


def supply(game: Game, types: Sequence[str] = ()) -> list[str]:
    """Cards of these types, or all, that nobody has and that lie on no area."""
    cards = [card for card in game.tables.cards.card if not types or card.type in types]
    return [card.id for card in cards if card.id in game.decks[card.deck] or card.id in game.used[card.deck]]


def spells_left(game: Game) -> list[str]:
    """The Spells that nobody holds."""
    spells = [spell.id for spell in game.tables.spells.spell]
    return [spell for spell in spells if spell in game.decks[SPELLS] or spell in game.used[SPELLS]]


def draw_out(game: Game, card: str) -> str:
    """A card comes into play, out of its used pile or else its deck."""
    return _out_of(game, game.card(card).deck, card)


def draw_spell_out(game: Game, spell: str) -> str:
    """A Spell comes into play, out of the used pile or else the deck."""
    return _out_of(game, SPELLS, spell)


def _out_of(game: Game, deck: str, id: str) -> str:
    take(game.used[deck] if id in game.used[deck] else game.decks[deck], id)
    return id


# For questions ---------------------------------------------------------------------------------------------------


def cards_of(cards: Iterable[str]) -> tuple[Option, ...]:
    """Cards to choose from, of those that are alike one."""
    each = dict.fromkeys(cards)
    return tuple(Option(card, "card.pick", f"cavecard.{card}", {"card": card_word(card)}) for card in each)


def spells_of(spells: Iterable[str]) -> tuple[Option, ...]:
    """Spells to choose from, of those that are alike one."""
    each = dict.fromkeys(spells)
    return tuple(Option(spell, "spell.pick", f"cavespell.{spell}", {"spell": spell_word(spell)}) for spell in each)


def areas(game: Game) -> list[str]:
    """Every area of the board."""
    return [area.id for area in game.tables.board.area]


def used_up(game: Game) -> list[tuple[str, str]]:
    """Decks, and what lies in their used piles."""
    return [(deck, id) for deck in (*DECKS, SPELLS) for id in game.used[deck]]
