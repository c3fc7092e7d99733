"""Gold, Items and Followers: taken, lost, given away [3.6–3.8, 5.9, 8.1]."""

from __future__ import annotations

from collections.abc import Sequence

from rules.jaskinia.decks import discard
from rules.jaskinia.events.finds import CardGone, CardsLeft, CardsTaken, ItemLost, PurseEmptied, PurseFilled
from rules.jaskinia.limits import card_word, drop, trim
from rules.jaskinia.model import Game, Seeker
from rules.jaskinia.values import item_limit
from rules.kernel.piles import Pile, put
from rules.kernel.table import Table
from rules.kernel.words import Fact

CARRIED = ("item", "magic_item")
"""Types of cards that are Items."""


def gain_gold(table: Table, one: Seeker, n: int) -> None:
    """Gold from the stock."""
    one.gold += n
    table.tell(PurseFilled(one.name, n, one.gold))


def lose_gold(table: Table, one: Seeker, n: int) -> int:
    """Gold to the stock, not more than there is; how much it was [8.1]."""
    lost = min(n, one.gold)
    one.gold -= lost
    table.tell(PurseEmptied(one.name, lost, one.gold))
    return lost


def lose_items(table: Table, game: Game, one: Seeker, cards: Sequence[str]) -> None:
    """Items go to their used piles; what they gave goes with them."""
    for card in cards:
        one.items.remove(card)
        discard(game, card)
        table.tell(ItemLost(one.name, card_word(card)))
    trim(table, game, one)


def random_item(table: Table, items: list[str], why: str, **facts: Fact) -> str:
    """One of these Items by chance."""
    pile: Pile = {}
    for item in items:
        put(pile, item)
    return table.draw(pile, why, **facts)


def give_item(table: Table, game: Game, giver: Seeker, receiver: Seeker, card: str) -> None:
    """An Item changes hands; who then has too much of anything puts it down."""
    giver.items.remove(card)
    receiver.items.append(card)
    trim(table, game, giver)
    trim(table, game, receiver)


def leave_behind(table: Table, game: Game, one: Seeker, cards: Sequence[str]) -> None:
    """Items are dropped on the area, Followers go to their used pile [3.6, 3.7]."""
    gone = [card for card in cards if card in one.followers]
    for card in gone:
        one.followers.remove(card)
        discard(game, card)
    if gone:
        table.tell(CardsLeft(one.name, tuple(map(card_word, gone))))
    items = [card for card in cards if card in one.items]
    if items:
        drop(table, game, one, items)
    trim(table, game, one)


def leave_area_card(table: Table, game: Game, at: str, card: str) -> None:
    """A card that lies on an area goes to its used pile."""
    lift(game, at, card)
    discard(game, card)
    table.tell(CardGone(card_word(card)))


def lift(game: Game, at: str, card: str) -> None:
    """A card no longer lies on an area."""
    lying = game.lying[at]
    lying.remove(card)
    if not lying:
        del game.lying[at]


def take_gold(table: Table, game: Game, one: Seeker, bonus: int) -> None:
    """Gold of the dead and gold cards that lie here; each card gives ``bonus`` more."""
    if left := game.gold.pop(one.at, 0):
        gain_gold(table, one, left)
    for card in [id for id in game.lying.get(one.at, []) if game.card(id).type == "gold"]:
        lift(game, one.at, card)
        discard(game, card)
        gain_gold(table, one, game.card(card).gold + bonus)


def take_cards(table: Table, game: Game, one: Seeker) -> None:
    """Items and Followers that lie here are taken; of too many Items some stay [3.6, 5.6]."""
    lying = game.lying.get(one.at, [])
    items = [card for card in lying if game.card(card).type in CARRIED]
    if game.orders(one).items == "keep":
        items = items[: max(0, item_limit(game, one) - len(one.items))]
    followers = [card for card in lying if game.card(card).type == "follower"]
    for card in (*items, *followers):
        lift(game, one.at, card)
    one.items += items
    one.followers += followers
    if items or followers:
        table.tell(CardsTaken(one.name, tuple(map(card_word, (*items, *followers)))))
    trim(table, game, one)
