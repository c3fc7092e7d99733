"""Exploration: cards are drawn, and everything on the area is resolved in its order [5.4–5.9]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.jaskinia.cards import card_word, discard, draw
from rules.jaskinia.decks import deck_option, decks_left, kept_deck, name_deck
from rules.jaskinia.effects import Work, run
from rules.jaskinia.events.cards import CardDrawn, CardPower, EffectBegan, NothingMet
from rules.jaskinia.fight.enemies import face_enemies
from rules.jaskinia.fight.odds import FOUGHT
from rules.jaskinia.free_actions import free_action_offers
from rules.jaskinia.model import CAVE, Game, Seeker
from rules.jaskinia.places import area_facts
from rules.jaskinia.seeker.belongings import lift, take_cards, take_gold
from rules.jaskinia.seeker.values import bonus
from rules.kernel.offers import Offer, does, take
from rules.kernel.table import Table
from rules.kernel.words import Word

EVENT = ("event",)
STRANGER = ("stranger",)
PLACE = ("place",)


def explore(table: Table, game: Game, seeker: Seeker, draws: int) -> None:
    """Draw up to ``draws`` cards less those that lie here, then resolve everything in order [5.4, 5.6]."""
    game.trip.explored = True
    draw_cards(table, game, seeker, draws)
    if not (lying(game, seeker) or seeker.at in game.gold):
        if draws:
            table.tell(NothingMet(seeker.name))
        return
    _deal_with_each(table, game, seeker, EVENT)
    for kind in FOUGHT:
        # An Enemy neither beaten nor evaded ends the turn [5.8, A14].
        if game.goes_on(seeker) and (foes := _cards_lying_here(game, seeker, FOUGHT[kind])):
            face_enemies(table, game, seeker, foes, kind)
    _deal_with_each(table, game, seeker, STRANGER)
    if game.goes_on(seeker):
        _pick_up(table, game, seeker)
    _deal_with_each(table, game, seeker, PLACE)


def meet_card(table: Table, game: Game, seeker: Seeker, card: str) -> None:
    """Resolve one card that lies on the Seeker's area, as in an exploration; the others stay as they are [5.6–5.9]."""
    type = game.card(card).type
    for kind, types in FOUGHT.items():
        if type in types:
            face_enemies(table, game, seeker, [card], kind)
            return
    if type in (*EVENT, *STRANGER, *PLACE):
        _take_effect(table, game, seeker, card)
        return
    others = game.lying[seeker.at]
    others.remove(card)
    game.lying[seeker.at] = [card]
    bags = game.gold.pop(seeker.at, 0)
    _pick_up(table, game, seeker)
    if left := [*others, *game.lying.get(seeker.at, ())]:
        game.lying[seeker.at] = left
    if bags:
        game.gold[seeker.at] = bags + game.gold.get(seeker.at, 0)


def _pick_up(table: Table, game: Game, seeker: Seeker) -> None:
    take_gold(table, game, seeker, bonus(game, seeker, "gold_bonus"))
    take_cards(table, game, seeker)


def lying(game: Game, seeker: Seeker) -> list[str]:
    """Return the cards face up on the Seeker's area."""
    return game.lying.get(seeker.at, [])


def draw_cards(table: Table, game: Game, seeker: Seeker, draws: int) -> None:
    """Draw the missing cards one by one, face up, each from the deck that the player names [5.5]."""
    while missing_cards(game, seeker, draws) > 0:
        table.set_right(lambda: game.goes_on(seeker) and missing_cards(game, seeker, draws) > 0)
        decks = decks_left(game)
        if not decks or not game.goes_on(seeker) or missing_cards(game, seeker, draws) <= 0:
            return
        _draw_or_ask_deck(table, game, seeker, decks, missing_cards(game, seeker, draws))


def missing_cards(game: Game, seeker: Seeker, draws: int) -> int:
    """Return the number of cards to draw; cards that the Seeker has just laid down do not reduce it."""
    here = Counter(lying(game, seeker))
    return draws - (here - Counter(game.trip.left)).total()


def _draw_or_ask_deck(table: Table, game: Game, seeker: Seeker, decks: Sequence[str], missing: int) -> None:
    named = game.trip.deck
    order = named if named in decks else kept_deck(game, seeker)
    if order in decks or len(decks) == 1:
        draw_one(table, game, seeker, order if order in decks else decks[0])
        return
    offers = [
        *(
            Offer(seeker.seat, deck_option(game, seeker, deck), do=does(_draw_from_chosen_deck, game, seeker, deck))
            for deck in decks
        ),
        *free_action_offers(game, seeker),
    ]
    facts = area_facts(game, seeker.at)
    take(table, "draw.deck", offers, secret=True, character=seeker.name, number=missing, **facts)


def _draw_from_chosen_deck(table: Table, game: Game, seeker: Seeker, deck: str) -> None:
    name_deck(table, game, seeker, deck)
    draw_one(table, game, seeker, deck)


def draw_one(table: Table, game: Game, seeker: Seeker, deck: str) -> None:
    """Draw a card; enough Cave cards give own Power [3.3], but not beside the main board [B16]."""
    card = draw(table, game, deck, player=seeker.seat)
    game.lying.setdefault(seeker.at, []).append(card)
    table.tell(CardDrawn(seeker.name, card_word(card), Word(f"cavedeck.{deck}")))
    if deck == CAVE and not game.beside:
        _count_card(table, game, seeker)


def _count_card(table: Table, game: Game, seeker: Seeker) -> None:
    seeker.cards += 1
    if seeker.cards >= game.tables.seekers.cards:
        seeker.cards = 0
        seeker.power += 1
        game.tally.card_power += 1
        table.tell(CardPower(seeker.name, seeker.power))


# In order ------------------------------------------------------------------------------------------------------


def _cards_lying_here(game: Game, seeker: Seeker, types: Sequence[str]) -> list[str]:
    """Return the cards of these types on the area, without those that were evaded."""
    left = Counter(lying(game, seeker)) - Counter(game.trip.evaded)
    return [card for card in left.elements() if game.card(card).type in types]


def _deal_with_each(table: Table, game: Game, seeker: Seeker, types: Sequence[str]) -> None:
    """Resolve the cards one by one while the Seeker and the card are here [5.9]."""
    for card in _cards_lying_here(game, seeker, types):
        if game.goes_on(seeker) and card in lying(game, seeker):
            _take_effect(table, game, seeker, card)


def _take_effect(table: Table, game: Game, seeker: Seeker, card: str) -> None:
    row = game.card(card)
    if not row.stays:
        lift(game, seeker.at, card)
        discard(game, card)
    table.tell(EffectBegan(seeker.name, card_word(card)))
    run(table, game, Work(seeker, card_word(card), card=card), row.do)
