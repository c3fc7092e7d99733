"""Exploration: cards are drawn, and everything on the area is dealt with in its order [5.4–5.9]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rules.jaskinia.cards import card_word, discard, draw
from rules.jaskinia.decks import deck_option, decks_left, kept_deck, name_deck
from rules.jaskinia.effects import Work, run
from rules.jaskinia.events.cards import CardDrawn, CardPower, EffectBegan, NothingMet
from rules.jaskinia.fight.enemies import face_enemies
from rules.jaskinia.fight.odds import FOUGHT
from rules.jaskinia.free_actions import aside_offers
from rules.jaskinia.model import CAVE, FightKind, Game, Seeker
from rules.jaskinia.places import area_facts
from rules.jaskinia.seeker.belongings import lift, take_cards, take_gold
from rules.jaskinia.seeker.values import bonus
from rules.kernel.offers import Offer, does, take
from rules.kernel.table import Table
from rules.kernel.words import Word

EVENT = ("event",)
STRANGER = ("stranger",)
PLACE = ("place",)


def explore(table: Table, game: Game, one: Seeker, draws: int) -> None:
    """Draw up to ``draws`` cards less those that lie here, then resolve everything in order [5.4, 5.6]."""
    game.trip.explored = True
    draw_cards(table, game, one, draws)
    if not (lying(game, one) or one.at in game.gold):
        if draws:
            table.tell(NothingMet(one.name))
        return
    _each(table, game, one, EVENT)
    for kind in FOUGHT:
        _face(table, game, one, kind)
    _each(table, game, one, STRANGER)
    _take_finds(table, game, one)
    _each(table, game, one, PLACE)


def lying(game: Game, one: Seeker) -> list[str]:
    """The cards face up where a Seeker stands."""
    return game.lying.get(one.at, [])


def draw_cards(table: Table, game: Game, one: Seeker, draws: int) -> None:
    """One card after the other, each from the deck that the player names [5.5]; all of them lie here face up."""
    while missing_cards(game, one, draws) > 0:
        table.set_right()
        decks = decks_left(game)
        if not decks or not game.goes_on(one) or missing_cards(game, one, draws) <= 0:
            return
        _draw_next(table, game, one, decks, missing_cards(game, one, draws))


def missing_cards(game: Game, one: Seeker, draws: int) -> int:
    """How many cards are still drawn; what the Seeker itself has just laid down does not count against them."""
    here = Counter(lying(game, one))
    return draws - (here - Counter(game.trip.left)).total()


def _draw_next(table: Table, game: Game, one: Seeker, decks: Sequence[str], missing: int) -> None:
    """A card, or something else that is done first."""
    named = game.trip.deck
    order = named if named in decks else kept_deck(game, one)
    if order in decks or len(decks) == 1:
        draw_one(table, game, one, order if order in decks else decks[0])
        return
    offers = [*(_from(game, one, deck) for deck in decks), *aside_offers(game, one)]
    facts = area_facts(game, one.at)
    take(table, "draw.deck", offers, secret=True, character=one.name, number=missing, **facts)


def _from(game: Game, one: Seeker, deck: str) -> Offer[Any]:
    return Offer(one.seat, deck_option(game, one, deck), do=does(_draw_from, game, one, deck))


def _draw_from(table: Table, game: Game, one: Seeker, deck: str) -> None:
    name_deck(table, game, one, deck)
    draw_one(table, game, one, deck)


def draw_one(table: Table, game: Game, one: Seeker, deck: str) -> None:
    """A card of this deck; enough Cave cards give own Power [3.3], but not beside the main board [B16]."""
    card = draw(table, game, deck, player=one.seat)
    game.lying.setdefault(one.at, []).append(card)
    table.tell(CardDrawn(one.name, card_word(card), Word(f"cavedeck.{deck}")))
    if deck == CAVE and game.beside is None:
        _count(table, game, one)


def _count(table: Table, game: Game, one: Seeker) -> None:
    one.cards += 1
    if one.cards >= game.tables.seekers.cards:
        one.cards = 0
        one.power += 1
        game.tally.card_power += 1
        table.tell(CardPower(one.name, one.power))


# In order ------------------------------------------------------------------------------------------------------


def _here(game: Game, one: Seeker, types: Sequence[str]) -> list[str]:
    """What lies here of these types and was not evaded; of copies only as many as were."""
    left = Counter(lying(game, one)) - Counter(game.trip.evaded)
    return [card for card in left.elements() if game.card(card).type in types]


def _face(table: Table, game: Game, one: Seeker, kind: FightKind) -> None:
    """What is neither beaten nor evaded ends the turn [5.8, A14]."""
    if game.goes_on(one) and (foes := _here(game, one, FOUGHT[kind])):
        face_enemies(table, game, one, foes, kind)


def _take_finds(table: Table, game: Game, one: Seeker) -> None:
    if game.goes_on(one):
        take_gold(table, game, one, bonus(game, one, "gold_bonus"))
        take_cards(table, game, one)


def _each(table: Table, game: Game, one: Seeker, types: Sequence[str]) -> None:
    """One after the other, as long as the Seeker and the card are here; what does not stay goes [5.9]."""
    for card in _here(game, one, types):
        if game.goes_on(one) and card in lying(game, one):
            _take_effect(table, game, one, card)


def _take_effect(table: Table, game: Game, one: Seeker, card: str) -> None:
    row = game.card(card)
    if not row.stays:
        lift(game, one.at, card)
        discard(game, card)
    table.tell(EffectBegan(one.name, card_word(card)))
    run(table, game, Work(one, card_word(card), card=card), row.do)
