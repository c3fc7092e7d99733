"""What may be done at any moment of one's own turn outside a clash: elixirs and Healing, standing orders [7.3, 7.4]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

import msgspec

from rules.kernel import orders
from rules.kernel.offers import Offer, does
from rules.kernel.requests import Filled, Form, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact
from rules.labirynt_czarnoksieznika.arriving import heal
from rules.labirynt_czarnoksieznika.equipment.finds import discard, token_word
from rules.labirynt_czarnoksieznika.equipment.packing import let_go
from rules.labirynt_czarnoksieznika.equipment.scrolls import can_cast, cast
from rules.labirynt_czarnoksieznika.events.course import OrdersChanged
from rules.labirynt_czarnoksieznika.model import ZOMBIE, Character, Game, Orders


class Cure(Offer[None], frozen=True, eq=False, kw_only=True):
    """An elixir or Healing for somebody, which only its player sees."""

    patient: Character
    aside: bool = True
    secret: bool = True


def quick_offers(game: Game, seat: Seat) -> list[Offer[Any]]:
    """Elixirs and Healing for whoever's turn it is, standing orders for all."""
    return [*healing_offers(game, game.people_of(seat)), *order_offers(game)]


def healing_offers(game: Game, people: Sequence[Character]) -> list[Cure]:
    """Elixirs that these can drink, and Healing that they can cast."""
    return [offer for find in (_elixirs, _healing) for one in people for offer in find(game, one)]


def is_hurt(game: Game, one: Character) -> bool:
    """Whether Life Points are missing."""
    return one.active and one.life < game.card(one.id).life


def _elixirs(game: Game, one: Character) -> Iterator[Cure]:
    if "elixir" in one.tokens and is_hurt(game, one) and one.id != ZOMBIE:
        option = Option(f"drink:{one.id}", "turn.drink", facts={"who": one.name, **_gain(game, one, "elixir")})
        yield Cure(one.seat, option, patient=one, do=does(drink, game, one))


def _gain(game: Game, patient: Character, token: str) -> dict[str, Fact]:
    """Life Points now, and then."""
    full, healed = game.card(patient.id).life, game.tables.finds.of(token).heal
    return {"life": patient.life, "then": min(full, patient.life + healed)}


def drink(table: Table, game: Game, one: Character) -> None:
    """The carrier of an elixir regains Life Points [7.3]."""
    let_go(one, "elixir")
    discard(game, "elixir")
    heal(table, game, one, game.tables.finds.of("elixir").heal, token_word("elixir"))


def _healing(game: Game, one: Character) -> Iterator[Cure]:
    if can_cast(game, one, "healing"):
        for patient in (one, *game.mates_of(one)):
            if is_hurt(game, patient):
                facts: dict[str, Fact] = {"who": one.name, "patient": patient.name, **_gain(game, patient, "healing")}
                label = "turn.heal.self" if patient is one else "turn.heal"
                option = Option(f"heal:{one.id}:{patient.id}", label, facts=facts)
                yield Cure(one.seat, option, patient=patient, do=does(heal_by_magic, game, one, patient))


def heal_by_magic(table: Table, game: Game, one: Character, patient: Character) -> None:
    """Healing is cast at oneself, or at a team-mate in the same chamber [7.4]."""
    cast(table, game, one, "healing")
    heal(table, game, patient, game.tables.finds.of("healing").heal, token_word("healing"))


LAST = 1
"""Life Points of whom the next wound kills."""


def tend(table: Table, game: Game, seat: Seat) -> None:
    """Who has one Life Point left is healed unasked, by the standing order; what is carried for it stays hidden."""
    while game.teams[seat].orders.drink == "dying":
        cures = healing_offers(game, game.people_of(seat))
        cure = next((cure for cure in cures if cure.patient.life == LAST), None)
        if cure is None:
            return
        cure.done(table, None)


def wants_tending(game: Game, people: Sequence[Character]) -> bool:
    """Whether to ask about wounds by the standing order: of what everybody sees, so that no elixir is betrayed."""
    hurt = any(is_hurt(game, one) for one in people)
    return hurt and any(game.teams[one.seat].orders.drink == "ask" and one.pack for one in people)


# Standing orders -----------------------------------------------------------------------------------------------

ORDER_WORDS = "orders"
"""The head of their words."""
LATER: Mapping[str, str] = {"encounter": "fate", "drink": "dying"}
"""Orders that older games do not know, and what is usual."""


def order_offers(game: Game) -> list[Offer[Filled]]:
    """For each player who is in the game: to change their own, whoever's turn it is."""
    seats = [seat for seat in game.order if game.lives(seat)]
    offers = orders.order_offers(Orders, seats, ORDER_WORDS, partial(set_orders, game))
    return [msgspec.structs.replace(offer, question=_form(offer.who)) for offer in offers]


@cache
def _form(seat: Seat) -> Form:
    """What an older answer says nothing of is as usual."""
    named = [(name, LATER.get(name)) for name in orders.names(Orders)]
    fields = tuple(orders.order_field(Orders, seat, ORDER_WORDS, name, usual) for name, usual in named)
    return Form(who=seat, why="orders", fields=fields, secret=True)


def set_orders(game: Game, table: Table, seat: Seat, changed: Orders) -> None:
    """Keep what a player ordered; nobody else is told."""
    game.teams[seat].orders = changed
    table.tell(OrdersChanged(seat), to=(seat,))
