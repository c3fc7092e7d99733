"""What may be done at any moment of one's own turn outside a clash, and the next Move named ahead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

import msgspec

from rules.kernel import turns
from rules.kernel.offers import AHEAD, Ahead, Offer, Pick, Way, ahead_option, does, does_with, none_option, offer_named
from rules.kernel.requests import Filled, Form, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_czarnoksieznika.arriving import heal
from rules.labirynt_czarnoksieznika.equipment.finds import can_cast, cast, discard, token_word
from rules.labirynt_czarnoksieznika.equipment.packing import let_go
from rules.labirynt_czarnoksieznika.events.course import MovedAsNamed, MoveNamed, OrdersChanged
from rules.labirynt_czarnoksieznika.model import USUAL_ORDERS, ZOMBIE, Character, Game, Orders
from rules.labirynt_czarnoksieznika.tables.sheets import Place, chamber_of
from rules.labirynt_czarnoksieznika.ways import step_id, steps


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
    return [
        offer for find in (_elixir_offers, _healing_scroll_offers) for person in people for offer in find(game, person)
    ]


def is_hurt(game: Game, character: Character) -> bool:
    """Whether Life Points are missing."""
    return character.active and character.life < game.card(character.id).life


def _elixir_offers(game: Game, character: Character) -> Iterator[Cure]:
    if "elixir" in character.tokens and is_hurt(game, character) and character.id != ZOMBIE:
        option = Option(
            f"drink:{character.id}",
            "turn.drink",
            facts={"who": character.name, **_healing_facts(game, character, "elixir")},
        )
        yield Cure(character.seat, option, patient=character, do=does(drink, game, character))


def _healing_facts(game: Game, patient: Character, token: str) -> dict[str, Fact]:
    """Life Points now, and then."""
    full, healed = game.card(patient.id).life, game.tables.finds.of(token).heal
    return {"life": patient.life, "then": min(full, patient.life + healed)}


def drink(table: Table, game: Game, character: Character) -> None:
    """The carrier of an elixir regains Life Points [7.3]."""
    let_go(character, "elixir")
    discard(game, "elixir")
    heal(table, game, character, game.tables.finds.of("elixir").heal, token_word("elixir"))


def _healing_scroll_offers(game: Game, character: Character) -> Iterator[Cure]:
    if can_cast(game, character, "healing"):
        for patient in (character, *game.mates_of(character)):
            if is_hurt(game, patient):
                facts: dict[str, Fact] = {
                    "who": character.name,
                    "patient": patient.name,
                    **_healing_facts(game, patient, "healing"),
                }
                label = "turn.heal.self" if patient is character else "turn.heal"
                option = Option(f"heal:{character.id}:{patient.id}", label, facts=facts)
                yield Cure(character.seat, option, patient=patient, do=does(heal_by_magic, game, character, patient))


def heal_by_magic(table: Table, game: Game, character: Character, patient: Character) -> None:
    """Healing is cast at oneself, or at a team-mate in the same chamber [7.4]."""
    cast(table, game, character, "healing")
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
    hurt = any(is_hurt(game, person) for person in people)
    return hurt and any(game.teams[person.seat].orders.drink == "ask" and person.pack for person in people)


# Standing orders -----------------------------------------------------------------------------------------------

ORDER_WORDS = "orders"
"""The head of their words."""
LATER: Mapping[str, str] = {"encounter": "fate", "drink": "dying"}
"""Orders that older games do not know, and what is usual."""


def order_offers(game: Game) -> list[Offer[Filled]]:
    """For each player who is in the game: to change their own, whoever's turn it is."""
    seats = [seat for seat in game.order if game.lives(seat)]
    offers = turns.order_offers(USUAL_ORDERS[game.pace], seats, ORDER_WORDS, partial(set_orders, game))
    return [msgspec.structs.replace(offer, question=_orders_form(offer.who)) for offer in offers]


@cache
def _orders_form(seat: Seat) -> Form:
    """What an older answer says nothing of is as usual."""
    named = [(name, LATER.get(name)) for name in turns.names(Orders)]
    fields = tuple(turns.order_field(Orders, seat, ORDER_WORDS, name, usual) for name, usual in named)
    return Form(who=seat, why="orders", fields=fields, secret=True)


def set_orders(game: Game, table: Table, seat: Seat, changed: Orders) -> None:
    """Keep what a player ordered; nobody else is told."""
    game.teams[seat].orders = changed
    table.tell(OrdersChanged(seat), to=(seat,))


class Naming(Pick[tuple[Character, Place] | None], frozen=True, eq=False, kw_only=True):
    """To name the next Move, or to be asked."""


def ahead_offers(game: Game) -> Iterator[Naming]:
    """For each player whose turn it is not: which step the next turn shall begin with."""
    for seat in game.order:
        if ways := list(_step_ways(game, seat)) if seat != game.active_seat else []:
            none: Way[tuple[Character, Place] | None] = Way(none_option(game.teams[seat].ahead), None)
            yield Naming(
                seat,
                ahead_option(game.teams[seat].ahead),
                ways=(*ways, none),
                why=AHEAD,
                always=True,
                aside=True,
                secret=True,
                do=does_with(name_ahead, game, seat),
            )


def _step_ways(game: Game, seat: Seat) -> Iterator[Way[tuple[Character, Place] | None]]:
    """The steps that are open as things are; who was stunned will be held."""
    for person in game.people_of(seat):
        for side, where in steps(game, person) if person.id != ZOMBIE and not person.stunned else ():
            facts: dict[str, Fact] = {"who": person.name, "side": Word(f"side.{side}"), "where": chamber_of(where)}
            facts["chamber"] = Word(f"chamber.{game.kind_at(where)}")
            yield Way(Option(step_id(person, where), "ahead.step", facts=facts), (person, where))


def name_ahead(table: Table, game: Game, seat: Seat, step: tuple[Character, Place] | None) -> None:
    """Keep it; nobody else is told."""
    game.teams[seat].ahead = (
        None if step is None else Ahead(step_id(*step), _situation_fingerprint(game, seat, step[1]))
    )
    table.tell(MoveNamed(seat, step is None), to=(seat,))


def _situation_fingerprint(game: Game, seat: Seat, where: Place) -> tuple[str, ...]:
    """Where the own people are and how they fare; who stands in the chamber named, and what lies in wait there."""
    own = [f"{person.id} {person.at} {person.life} {person.stunned or person.held}" for person in game.people_of(seat)]
    token = game.tokens.get(where)
    return (*own, *(character.id for character in game.inside(where)), token.kind if token else "")


def take_ahead(table: Table, game: Game, seat: Seat, offers: Sequence[Offer[Any]]) -> bool:
    """Do what was named, if all is as it was; whether it was done. It is named for one turn only."""
    team = game.teams[seat]
    named, team.ahead = team.ahead, None
    move = offer_named(named, offers, lambda offer: _situation_fingerprint(game, seat, where_to(offer)))
    if move is None:
        return False
    game.ahead = True
    table.tell(MovedAsNamed(seat))
    move.done(table, None)
    return True


def where_to(step: Any) -> Place:
    """The chamber into which a step goes."""
    where: Place = step.where
    return where
