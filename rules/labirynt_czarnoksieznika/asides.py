"""What may be done at any moment of one's own turn outside a clash: elixirs and Healing, standing orders [7.3, 7.4]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.kernel.orders import changing, given
from rules.kernel.requests import Action, Option, Seat, Taken
from rules.kernel.table import Table
from rules.kernel.words import Fact
from rules.labirynt_czarnoksieznika.arriving import heal
from rules.labirynt_czarnoksieznika.equipment.finds import discard, token_word
from rules.labirynt_czarnoksieznika.equipment.packing import let_go
from rules.labirynt_czarnoksieznika.equipment.scrolls import can_cast, cast
from rules.labirynt_czarnoksieznika.events.course import OrdersChanged
from rules.labirynt_czarnoksieznika.model import ZOMBIE, Character, Game, Orders


def quick_actions(game: Game, seat: Seat) -> list[Action[Any]]:
    """Elixirs and Healing for whoever's turn it is, standing orders for all."""
    return [*healing_actions(game, game.people_of(seat)), *changing_orders(game)]


def healing_actions(game: Game, people: Sequence[Character]) -> list[Action[Any]]:
    """Elixirs that these can drink, and Healing that they can cast."""
    return [
        Action(one.seat, option, aside=True, secret=True)
        for find in (_elixirs, _healing)
        for one in people
        for option in find(game, one)
    ]


def take_quick(table: Table, game: Game, taken: Taken) -> None:
    """Do one of them."""
    verb, _, about = taken.id.partition(":")
    if verb == "orders":
        set_orders(table, game, taken)
    elif verb == "drink":
        drink(table, game, game.characters[about])
    else:
        caster, _, patient = about.partition(":")
        cast(table, game, game.characters[caster], "healing")
        points = game.tables.finds.of("healing").heal
        heal(table, game, game.characters[patient], points, token_word("healing"))


def is_hurt(game: Game, one: Character) -> bool:
    """Whether Life Points are missing."""
    return one.active and one.life < game.card(one.id).life


def drink(table: Table, game: Game, one: Character) -> None:
    """The carrier of an elixir regains Life Points [7.3]."""
    let_go(one, "elixir")
    discard(game, "elixir")
    heal(table, game, one, game.tables.finds.of("elixir").heal, token_word("elixir"))


def _elixirs(game: Game, one: Character) -> Iterator[Option]:
    if "elixir" in one.tokens and is_hurt(game, one) and one.id != ZOMBIE:
        yield Option(f"drink:{one.id}", "turn.drink", facts={"who": one.name, "life": one.life})


def _healing(game: Game, one: Character) -> Iterator[Option]:
    if can_cast(game, one, "healing"):
        for patient in (one, *game.mates_of(one)):
            if is_hurt(game, patient):
                facts: dict[str, Fact] = {"who": one.name, "patient": patient.name, "life": patient.life}
                yield Option(f"heal:{one.id}:{patient.id}", "turn.heal", facts=facts)


# Standing orders -----------------------------------------------------------------------------------------------

ORDER_WORDS = "orders"
"""The head of their words."""


def changing_orders(game: Game) -> list[Action[Any]]:
    """For each player who is in the game: to change their own, whoever's turn it is."""
    return changing(Orders, [seat for seat in game.order if game.lives(seat)], ORDER_WORDS)


def set_orders(table: Table, game: Game, taken: Taken) -> None:
    """Keep what a player ordered; nobody else is told."""
    game.teams[taken.seat].orders = given(Orders, taken)
    table.tell(OrdersChanged(taken.seat), to=(taken.seat,))
