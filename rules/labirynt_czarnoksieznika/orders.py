"""Standing orders: what a player wants done without being asked, changed in anybody's turn."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from rules.kernel.requests import Action, Choose, Field, Form, Option, Seat, Taken
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events.course import OrdersChanged
from rules.labirynt_czarnoksieznika.model import Game, Orders

NAMES: tuple[str, ...] = tuple(field.name for field in msgspec.structs.fields(Orders))
"""The orders there are."""


@cache
def values_of(name: str) -> tuple[str, ...]:
    """What may be ordered under this name."""
    kind = get_type_hints(Orders)[name]
    assert get_origin(kind) is Literal
    values: tuple[str, ...] = get_args(kind)
    return values


def changing_orders(game: Game) -> list[Action[Any]]:
    """For each player who is in the game: to change their own, whoever's turn it is."""
    option = Option("orders", "orders.change")
    return [Action(seat, option, _ask(seat), aside=True, secret=True) for seat in game.order if game.lives(seat)]


@cache
def _ask(seat: Seat) -> Form:
    return Form(who=seat, why="orders", fields=tuple(_field(seat, name) for name in NAMES), secret=True)


def _field(seat: Seat, name: str) -> Field[str]:
    options = tuple(Option(value, f"orders.{name}.{value}") for value in values_of(name))
    return Field(name, Choose(who=seat, why=f"orders.{name}", options=options), Word(f"orders.{name}"))


def set_orders(table: Table, game: Game, taken: Taken) -> None:
    """Keep what a player ordered; nobody else is told."""
    game.teams[taken.seat].orders = msgspec.convert(dict(taken.value.values), Orders)
    table.tell(OrdersChanged(taken.seat), to=(taken.seat,))
