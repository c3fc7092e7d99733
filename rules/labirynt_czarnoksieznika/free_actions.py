"""Free actions in the own turn outside a clash, standing orders, and planning the next Move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

from msgspec.structs import replace

from rules.kernel import turns
from rules.kernel.offers import AHEAD, Ahead, Offer, Pick, Way, ahead_option, does, does_with, none_option, offer_named
from rules.kernel.requests import Filled, Form, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word
from rules.labirynt_czarnoksieznika.arriving import heal
from rules.labirynt_czarnoksieznika.equipment.finds import can_cast, cast, discard, token_word
from rules.labirynt_czarnoksieznika.equipment.packing import let_go
from rules.labirynt_czarnoksieznika.events.course import MovedAsNamed, MoveNamed, OrdersChanged
from rules.labirynt_czarnoksieznika.model import USUAL_ORDERS, ZOMBIE, Character, Game, Orders
from rules.labirynt_czarnoksieznika.tables.sheets import Place, chamber_of
from rules.labirynt_czarnoksieznika.ways import step_id, steps


class Cure(Offer[None], frozen=True, eq=False, kw_only=True):
    """An offer to heal a character by an elixir or Healing, visible to its player only."""

    patient: Character
    aside: bool = True
    secret: bool = True


def quick_offers(game: Game, seat: Seat) -> list[Offer]:
    """Return the active player's offers to heal, and everybody's standing orders."""
    return [*healing_offers(game, game.people_of(seat)), *order_offers(game)]


def healing_offers(game: Game, people: Sequence[Character]) -> list[Cure]:
    """Return the offers of these characters to drink an elixir or cast Healing."""
    return [
        offer for find in (_elixir_offers, _healing_scroll_offers) for person in people for offer in find(game, person)
    ]


def is_hurt(game: Game, character: Character) -> bool:
    """Whether an active character lacks Life Points."""
    return character.active and character.life < game.card(character.id).life


def _elixir_offers(game: Game, character: Character) -> Iterator[Cure]:
    if "elixir" in character.tokens and is_hurt(game, character) and character.id != ZOMBIE:
        option = Option(
            f"drink:{character.id}",
            "turn.drink",
            facts={"who": character.name, **_healing_facts(game, character, "elixir")},
        )
        yield Cure(character.seat, option, patient=character, do=does(drink, game, character))


def _healing_facts(game: Game, patient: Character, token: str) -> Facts:
    full, healed = game.card(patient.id).life, game.tables.finds.of(token).heal
    return {"life": patient.life, "then": min(full, patient.life + healed)}


def drink(table: Table, game: Game, character: Character) -> None:
    """Let a character drink its elixir and regain Life Points [7.3]."""
    let_go(character, "elixir")
    discard(game, "elixir")
    heal(table, game, character, game.tables.finds.of("elixir").heal, token_word("elixir"))


def _healing_scroll_offers(game: Game, character: Character) -> Iterator[Cure]:
    if can_cast(game, character, "healing"):
        for patient in (character, *game.mates_of(character)):
            if is_hurt(game, patient):
                facts: Facts = {
                    "who": character.name,
                    "patient": patient.name,
                    **_healing_facts(game, patient, "healing"),
                }
                label = "turn.heal.self" if patient is character else "turn.heal"
                option = Option(f"heal:{character.id}:{patient.id}", label, facts=facts)
                yield Cure(character.seat, option, patient=patient, do=does(heal_by_magic, game, character, patient))


def heal_by_magic(table: Table, game: Game, character: Character, patient: Character) -> None:
    """Cast Healing at oneself or a team-mate in the chamber [7.4]."""
    cast(table, game, character, "healing")
    heal(table, game, patient, game.tables.finds.of("healing").heal, token_word("healing"))


LAST = 1
"""The Life Points of a character that the next wound kills."""


def tend(table: Table, game: Game, seat: Seat) -> None:
    """Heal characters with one Life Point by standing order, without asking, so that their elixirs stay hidden."""
    while game.teams[seat].orders.drink == "dying":
        cures = healing_offers(game, game.people_of(seat))
        cure = next((cure for cure in cures if cure.patient.life == LAST), None)
        if not cure:
            return
        cure.done(table, None)


def wants_tending(game: Game, people: Sequence[Character]) -> bool:
    """Whether the player is asked about wounds by standing order; only public facts count, so that it reveals no
    elixir.
    """
    hurt = any(is_hurt(game, person) for person in people)
    return hurt and any(game.teams[person.seat].orders.drink == "ask" and person.pack for person in people)


# Standing orders -----------------------------------------------------------------------------------------------

ORDER_WORDS = "orders"
LATER: Mapping[str, str] = {"encounter": "fate", "drink": "dying"}
"""Standing orders that older games lack, with their defaults."""


def order_offers(game: Game) -> list[Offer[Filled]]:
    """Return an offer for each player in the game to change their standing orders at any time."""
    seats = [seat for seat in game.order if game.lives(seat)]
    offers = turns.order_offers(USUAL_ORDERS[game.pace], seats, ORDER_WORDS, partial(set_orders, game))
    return [replace(offer, question=_orders_form(offer.who)) for offer in offers]


@cache
def _orders_form(seat: Seat) -> Form:
    """Return the form of standing orders; orders missing in older answers get defaults."""
    named = [(name, LATER.get(name)) for name in turns.names(Orders)]
    fields = tuple(turns.order_field(Orders, seat, ORDER_WORDS, name, usual) for name, usual in named)
    return Form(who=seat, why="orders", fields=fields, secret=True)


def set_orders(game: Game, table: Table, seat: Seat, changed: Orders) -> None:
    """Store a player's standing orders and tell that player alone."""
    game.teams[seat].orders = changed
    table.tell(OrdersChanged(seat), to=(seat,))


class Naming(Pick[tuple[Character, Place] | None], frozen=True, eq=False, kw_only=True):
    """An offer to plan the next Move, or to drop the plan."""


def ahead_offers(game: Game) -> Iterator[Naming]:
    """Return an offer for each inactive player to plan the first step of the next turn."""
    for seat in game.order:
        if ways := list(_step_ways(game, seat)) if seat != game.active_seat else []:
            none = Way(none_option(game.teams[seat].ahead), None)
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
    """Return the steps open at present; stunned characters have none, as they will be held."""
    for person in game.people_of(seat):
        for side, where in steps(game, person) if person.id != ZOMBIE and not person.stunned else ():
            facts: Facts = {"who": person.name, "side": Word(f"side.{side}"), "where": chamber_of(where)}
            facts["chamber"] = Word(f"chamber.{game.kind_at(where)}")
            yield Way(Option(step_id(person, where), "ahead.step", facts=facts), (person, where))


def name_ahead(table: Table, game: Game, seat: Seat, step: tuple[Character, Place] | None) -> None:
    """Store the planned step and tell its player alone."""
    game.teams[seat].ahead = (
        None if step is None else Ahead(step_id(*step), _situation_fingerprint(game, seat, step[1]))
    )
    table.tell(MoveNamed(seat, step is None), to=(seat,))


def _situation_fingerprint(game: Game, seat: Seat, where: Place) -> tuple[str, ...]:
    """Return the state of the own characters, and the characters and token in the planned chamber."""
    own = [f"{person.id} {person.at} {person.life} {person.stunned or person.held}" for person in game.people_of(seat)]
    token = game.tokens.get(where)
    return (*own, *(character.id for character in game.inside(where)), token.kind if token else "")


def take_ahead(table: Table, game: Game, seat: Seat, offers: Sequence[Offer]) -> bool:
    """Take the planned step if its situation is unchanged, and return whether it was taken; the plan is dropped in any
    case.
    """
    team = game.teams[seat]
    named, team.ahead = team.ahead, None
    move = offer_named(named, offers, lambda offer: _situation_fingerprint(game, seat, where_to(offer)))
    if not move:
        return False
    game.ahead = True
    table.tell(MovedAsNamed(seat))
    move.done(table, None)
    return True


def where_to(step: Any) -> Place:
    """Return the chamber into which a step leads."""
    where: Place = step.where
    return where
