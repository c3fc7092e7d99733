"""Standing orders of this game."""

from __future__ import annotations

from typing import Any

from rules.jaskinia.events.course import OrdersKept
from rules.jaskinia.model import Game, Orders
from rules.kernel.orders import changing, given
from rules.kernel.requests import Action, Taken
from rules.kernel.table import Table

WORDS = "caveorders"
"""The head of their words."""


def changing_orders(game: Game) -> list[Action[Any]]:
    """For each player who is in the game: to change their own, whoever's turn it is."""
    return changing(Orders, [seat for seat in game.order if not game.players[seat].out], WORDS)


def set_orders(table: Table, game: Game, taken: Taken) -> None:
    """Keep what a player ordered; nobody else is told."""
    game.players[taken.seat].orders = given(Orders, taken)
    table.tell(OrdersKept(taken.seat), to=(taken.seat,))
