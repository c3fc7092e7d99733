"""Free actions: allowed before the main action, any number, in any order [5 A]."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from rules.kernel.offers import Offer, followed_by
from rules.kernel.requests import Seat
from rules.kernel.table import Table
from rules.kernel.turns import order_offers
from rules.labirynt_smierci.events.combat import FightOrdersGiven
from rules.labirynt_smierci.magic.wayside import call_back, healing_offers, wayside_offers
from rules.labirynt_smierci.model import ORDER_WORDS, USUAL_ORDERS, Game, Orders
from rules.labirynt_smierci.party.experience import improvement_offers
from rules.labirynt_smierci.treasure.items import potion_offers, wearing_offers
from rules.labirynt_smierci.treasure.loot import divide, handing_offers


def settle(table: Table, game: Game) -> None:
    """Call back the dead, then divide gold and things; for use after anything that may kill or find."""
    call_back(table, game)
    divide(table, game)


def free_action_offers(game: Game) -> list[Offer]:
    """Return all free actions inside the labyrinth between two fights."""
    return [
        *_followed_by_settling(game, wayside_offers(game)),
        *_followed_by_settling(game, potion_offers(game)),
        *outside_offers(game),
    ]


def outside_offers(game: Game) -> list[Offer]:
    """Return the free actions that are possible outside, too: wearing, handing over, learning."""
    things = [*wearing_offers(game), *handing_offers(game), *improvement_offers(game)]
    return [*_followed_by_settling(game, things), *standing_offers(game)]


def hesitation_offers(game: Game) -> list[Offer]:
    """Return healing and potions for the time when monsters hesitate [10]."""
    return _followed_by_settling(game, [*healing_offers(game), *potion_offers(game)])


def standing_offers(game: Game) -> list[Offer]:
    """Return an offer for each player with characters to change the standing orders for fights."""
    seats = [seat for seat, _ in game.seats_alive()]
    usual, keep = USUAL_ORDERS[game.pace], partial(keep_orders, game)
    left_out = () if game.orders_laying else ("laying",)
    return [*order_offers(usual, seats, ORDER_WORDS, keep, left_out, secret=False)]


def keep_orders(game: Game, table: Table, seat: Seat, changed: Orders) -> None:
    """Store a player's changed standing orders."""
    if changed != game.orders_of(seat):
        game.orders[seat] = changed
        table.tell(FightOrdersGiven(seat))


def _followed_by_settling(game: Game, offers: Iterable[Offer]) -> list[Offer]:
    return [followed_by(offer, settle, game) for offer in offers]
