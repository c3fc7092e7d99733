"""Free actions during a turn, and the next move named in advance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Literal

from msgspec import Struct

from rules.jaskinia.any_time import any_time_offers
from rules.jaskinia.beside.outside import outside_offers, table_offers
from rules.jaskinia.cards import Held, card_ways, card_word, spell_word
from rules.jaskinia.effects import cast
from rules.jaskinia.events.cards import ItemTurnedToGold
from rules.jaskinia.events.course import OrdersKept, WayNamed, WentAsNamed
from rules.jaskinia.forecast import glimpse_inside
from rules.jaskinia.model import DECKS, ORDER_WORDS, USUAL_ORDERS, Game, Named, Orders, Seeker
from rules.jaskinia.movement import move_to
from rules.jaskinia.places import area_facts, neighbours
from rules.jaskinia.seeker.belongings import castable, lose_items, spendable
from rules.jaskinia.seeker.values import bonus, has, power
from rules.jaskinia.tables.effects import Heal
from rules.jaskinia.tables.sheets import Spell
from rules.kernel.grid import distances
from rules.kernel.offers import (
    AHEAD,
    Asking,
    Offer,
    Pick,
    Way,
    ahead_option,
    choice,
    does_with,
    none_option,
    offer_named,
    picks_among,
)
from rules.kernel.requests import Choose, Field, Filled, Form, Option, Seat
from rules.kernel.table import Table
from rules.kernel.turns import order_offers
from rules.kernel.words import Facts, Word

MOVE = "move"
DECK = "deck"
AS_ORDERED = "ordered"
"""The deck follows the standing orders."""
REACH = 6
"""The longest move, in areas."""


class Wish(Struct, frozen=True):
    """The beginning of the next turn: ``move``: an offer's id; ``area``: the area of the step, or the one to go
    ``towards``.
    """

    move: str
    area: str
    towards: bool = False


def ahead_offers(game: Game) -> Iterator[Offer[Filled]]:
    """Offer each player off turn to name the beginning of the next turn and the deck."""
    for seeker in game.seekers:
        if seeker.seat != game.active_seat and any(neighbours(game, seeker.at)):
            yield Asking(
                seeker.seat,
                ahead_option(game.players[seeker.seat].ahead),
                aside=True,
                secret=True,
                make=partial(_ahead_form, game, seeker),
                do=does_with(name_ahead, game, seeker),
            )


def wishes(game: Game, seeker: Seeker) -> Iterator[Way[Wish | None]]:
    """Return the moves that can be named; where the route is free, the area to go towards [4.4, 4.5, 4.11]."""
    free = power(game, seeker) >= game.tables.seekers.free_power
    if not seeker.slow and (free or has(game, seeker, "free_turn")):
        yield from (
            _towards_way(game, seeker, at)
            for at, far in distances(seeker.at, lambda here: neighbours(game, here)).items()
            if 0 < far <= REACH
        )
    for at in neighbours(game, seeker.at):
        if not seeker.slow and not free:
            yield _first_step_way(game, seeker, "roll", at)
        if seeker.slow or not free:
            yield _first_step_way(game, seeker, "go", at)


def _towards_way(game: Game, seeker: Seeker, at: str) -> Way[Wish | None]:
    facts: Facts = {**area_facts(game, at), "brief": glimpse_inside(game, seeker, at)}
    return Way(Option(f"to:{at}", "ahead.towards", "ahead.towards", facts), Wish("roll", at, towards=True))


def _first_step_way(game: Game, seeker: Seeker, verb: Literal["roll", "go"], at: str) -> Way[Wish | None]:
    option = move_to(game, seeker, verb, at).option
    return Way(option, Wish(option.id, at))


def _ahead_form(game: Game, seeker: Seeker) -> Form:
    none = Way(none_option(game.players[seeker.seat].ahead), None)
    move = choice(seeker.seat, "ahead.move", [*wishes(game, seeker), none])
    decks = tuple(Option(deck, f"ahead.deck.{deck}") for deck in (AS_ORDERED, *DECKS))
    deck = Choose(who=seeker.seat, why="ahead.deck", options=decks)
    fields = (
        Field(MOVE, move, Word("field.ahead.move")),
        Field(DECK, deck, Word("field.deck")),
    )
    return Form(who=seeker.seat, why=AHEAD, fields=fields, secret=True)


def name_ahead(table: Table, game: Game, seeker: Seeker, filled: Filled) -> None:
    """Store the move of the form."""
    keep(table, game, seeker, filled.values[MOVE], filled.values[DECK])


def keep(table: Table, game: Game, seeker: Seeker, wish: Wish | None, deck: str) -> None:
    """Store the wish for the next turn, or withdraw it with None; only the player is told."""
    game.players[seeker.seat].ahead = _named_move(game, seeker, wish, deck) if wish else None
    table.tell(WayNamed(seeker.seat, wish is None), to=(seeker.seat,))


def _named_move(game: Game, seeker: Seeker, wish: Wish, deck: str) -> Named:
    seen = _situation_fingerprint(game, seeker, wish.move)
    return Named(wish.move, seen, deck=deck, towards=wish.area if wish.towards else "")


def _situation_fingerprint(game: Game, seeker: Seeker, move: str) -> tuple[str, ...]:
    """A named move holds only while the Seeker, its belongings and the area of a single step are unchanged."""
    own = (seeker.at, f"{seeker.endurance} {seeker.strength} {seeker.power} {seeker.gold} {seeker.slow} {seeker.lost}")
    to = move.removeprefix("go:")
    others = (other.seat for other in game.seekers if other is not seeker and other.at == to)
    return (*own, *seeker.items, *seeker.followers, *others, *game.lying.get(to, ()))


def take_ahead(table: Table, game: Game, seeker: Seeker, offers: Sequence[Offer]) -> bool:
    """Make the named move if the situation is unchanged, and return whether it was made. It is named
    for one turn only.
    """
    player = game.players[seeker.seat]
    named, player.ahead = player.ahead, None
    move = offer_named(named, offers, lambda offer: _situation_fingerprint(game, seeker, offer.option.id))
    if not named or not move:
        return False
    game.trip.deck, game.trip.towards = named.deck, named.towards
    table.tell(WentAsNamed(seeker.seat, seeker.name))
    move.done(table, None)
    return True


def free_action_offers(game: Game, seeker: Seeker) -> list[Offer]:
    """Return all free actions: those of the Seeker at turn and those of everybody."""
    return [
        *spell_offers(game, seeker),
        *_alchemy_offers(game, seeker),
        *any_time_offers(game),
        *(_outside_and_table_offers(game) if game.beside else ()),
        *ahead_offers(game),
        *orders_offers(game),
    ]


def _outside_and_table_offers(game: Game) -> Iterator[Offer]:
    yield from outside_offers(game)
    yield from table_offers(game)


# Own-turn Spells -------------------------------------------------------------------------------------------------


class Aimed(Struct, frozen=True):
    """An own-turn Spell and its target."""

    spell: str
    at: Seeker


def spell_offers(game: Game, seeker: Seeker) -> Iterator[Pick[Aimed]]:
    """Return every own-turn Spell in hand that can have an effect, with its targets."""
    for spell in castable(game, seeker, "own_turn"):
        if ways := [
            Way(Option(other.seat, "seeker.at", facts={"seeker": other.name}), Aimed(spell, other))
            for other in targets(game, seeker, game.spell(spell))
        ]:
            yield _cast_pick(game, seeker, spell, ways)


def targets(game: Game, seeker: Seeker, spell: Spell) -> list[Seeker]:
    """Return the Seekers on whom an own-turn Spell can have an effect [7.2, 7.3]."""
    others = [other for other in game.seekers if other is not seeker or spell.target == "any_seeker"]
    return [other for other in others if not _is_healing_spell(spell) or other.endurance < other.level]


def _is_healing_spell(spell: Spell) -> bool:
    return all(isinstance(op, Heal) for op in spell.do)


def _cast_pick(game: Game, seeker: Seeker, spell: str, ways: Sequence[Way[Aimed]]) -> Pick[Aimed]:
    facts: Facts = {"spell": spell_word(spell)}
    option = Option(f"cast:{spell}", "cast.spell", f"cavespell.{spell}", facts)
    if len(ways) == 1:
        only = ways[0].meant.at
        option = Option(f"cast:{spell}:{only.seat}", "cast.aimed", f"cavespell.{spell}", {**facts, "whom": only.name})
    return Pick(
        seeker.seat,
        option,
        aside=True,
        secret=True,
        ways=tuple(ways),
        why="spell.target",
        facts=facts,
        do=does_with(cast_at, game, seeker),
    )


def cast_at(table: Table, game: Game, seeker: Seeker, aimed: Aimed) -> None:
    """Cast a Spell; a player whose Seeker it would hurt may cancel it."""
    spell, aim = aimed.spell, aimed.at
    hurts = "" if aim is seeker or _is_healing_spell(game.spell(spell)) else aim.seat
    cast(table, game, seeker, spell, target=aim.seat, words=(aim.name,), aimed=hurts)


def useful_spells(game: Game, seeker: Seeker, offers: Sequence[Offer]) -> list[Pick[Aimed]]:
    """Return the offers of Spells worth a question; a healing Spell only for a wounded Seeker."""
    spells = picks_among(offers, "spell.target")
    wounded = seeker.endurance < seeker.level
    return [offer for offer in spells if wounded or not healing(game, offer)]


def healing(game: Game, offer: Pick[Aimed]) -> bool:
    """Whether the Spell of this offer only heals."""
    return _is_healing_spell(game.spell(offer.ways[0].meant.spell))


# Things --------------------------------------------------------------------------------------------------------


def _alchemy_offers(game: Game, seeker: Seeker) -> Iterator[Offer]:
    items = spendable(game, seeker.items)
    if items and has(game, seeker, "item_to_gold"):
        facts: Facts = {"gold": bonus(game, seeker, "item_to_gold")}
        option, do = Option("alchemy", "turn.alchemy", "turn.alchemy", facts), does_with(turn_to_gold, game, seeker)
        ways = tuple(card_ways(items))
        yield Pick(seeker.seat, option, aside=True, ways=ways, why="turn.alchemy", facts=facts, always=True, do=do)


def turn_to_gold(table: Table, game: Game, seeker: Seeker, item: Held) -> None:
    """Turn an Item into gold from the stock [12]."""
    gold = bonus(game, seeker, "item_to_gold")
    lose_items(table, game, seeker, [item.id], paid=True)
    seeker.gold += gold
    table.tell(ItemTurnedToGold(seeker.name, card_word(item.id), gold, seeker.gold))


# Standing orders -----------------------------------------------------------------------------------------------


def orders_offers(game: Game) -> list[Offer]:
    """Offer every player in the game to change the own standing orders, at any time."""

    def keep(table: Table, seat: Seat, orders: Orders) -> None:
        game.players[seat].orders = orders
        table.tell(OrdersKept(seat), to=(seat,))

    seats = [seat for seat in game.order if not game.players[seat].out]
    return [*order_offers(USUAL_ORDERS[game.pace], seats, ORDER_WORDS, keep)]
