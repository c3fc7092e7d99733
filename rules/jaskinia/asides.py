"""What may be done beside the turn's course: own-turn Spells, trophies, dropping things, standing orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from rules.jaskinia.ahead import ahead_offers
from rules.jaskinia.any_time import any_time_offers
from rules.jaskinia.beside.outside import outside_offers
from rules.jaskinia.beside.sayings import table_offers
from rules.jaskinia.cards import Held, card_ways, card_word, spell_word
from rules.jaskinia.effects.spells import cast
from rules.jaskinia.events.course import OrdersKept
from rules.jaskinia.events.finds import ItemTurnedToGold
from rules.jaskinia.model import Game, Orders, Seeker
from rules.jaskinia.seeker.belongings import castable, lose_items, spendable
from rules.jaskinia.seeker.values import bonus, has
from rules.jaskinia.tables.effects import Heal
from rules.jaskinia.tables.sheets import Spell
from rules.kernel.offers import Offer, Pick, Way, does_with, picks_among
from rules.kernel.orders import order_offers
from rules.kernel.requests import Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Fact


def aside_offers(game: Game, one: Seeker) -> list[Offer[Any]]:
    """Everything that does not move the game on: of the Seeker at turn, and what everybody may do at any time."""
    return [
        *spell_offers(game, one),
        *_alchemy(game, one),
        *any_time_offers(game),
        *(_beside(game) if game.beside is not None else ()),
        *ahead_offers(game),
        *orders_offers(game),
    ]


def _beside(game: Game) -> Iterator[Offer[Any]]:
    """Of who is outside, and of the whole table."""
    yield from outside_offers(game)
    yield from table_offers(game)


# Own-turn Spells -------------------------------------------------------------------------------------------------


class Aimed(msgspec.Struct, frozen=True):
    """An own-turn Spell, and at whom it is cast."""

    spell: str
    at: Seeker


def spell_offers(game: Game, one: Seeker) -> Iterator[Pick[Aimed]]:
    """Every own-turn Spell in hand, at those to whom it can do something."""
    for spell in castable(game, one, "own_turn"):
        if ways := [_aim_at(spell, other) for other in targets(game, one, game.spell(spell))]:
            yield _casting(game, one, spell, ways)


def targets(game: Game, one: Seeker, spell: Spell) -> list[Seeker]:
    """At whom an own-turn Spell may be cast so that it can do something [7.2, 7.3]."""
    others = [other for other in game.seekers if other is not one or spell.target == "any_seeker"]
    return [other for other in others if not _heals(spell) or other.endurance < other.level]


def _heals(spell: Spell) -> bool:
    return all(isinstance(op, Heal) for op in spell.do)


def _aim_at(spell: str, other: Seeker) -> Way[Aimed]:
    return Way(Option(other.seat, "seeker.at", facts={"seeker": other.name}), Aimed(spell, other))


def _casting(game: Game, one: Seeker, spell: str, ways: Sequence[Way[Aimed]]) -> Pick[Aimed]:
    facts: dict[str, Fact] = {"spell": spell_word(spell)}
    option = Option(f"cast:{spell}", "cast.spell", f"cavespell.{spell}", facts)
    if len(ways) == 1:
        only = ways[0].meant.at
        option = Option(f"cast:{spell}:{only.seat}", "cast.aimed", f"cavespell.{spell}", {**facts, "whom": only.name})
    return Pick(
        one.seat,
        option,
        aside=True,
        secret=True,
        ways=tuple(ways),
        why="spell.target",
        facts=facts,
        do=does_with(cast_at, game, one),
    )


def cast_at(table: Table, game: Game, one: Seeker, aimed: Aimed) -> None:
    """It is told whom it is to hurt, so that its player may cancel it."""
    spell, aim = aimed.spell, aimed.at
    hurts = "" if aim is one or _heals(game.spell(spell)) else aim.seat
    cast(table, game, one, spell, target=aim.seat, words=(aim.name,), aimed=hurts)


def useful_spells(game: Game, one: Seeker, offers: Sequence[Offer[Any]]) -> list[Pick[Aimed]]:
    """Those among the offers that are worth a question of their own: one that heals only for who has wounds."""
    spells: list[Pick[Aimed]] = picks_among(offers, "spell.target")
    wounded = one.endurance < one.level
    return [offer for offer in spells if wounded or not healing(game, offer)]


def healing(game: Game, offer: Pick[Aimed]) -> bool:
    """Whether the Spell does nothing but heal."""
    return _heals(game.spell(offer.ways[0].meant.spell))


# Things --------------------------------------------------------------------------------------------------------


def _alchemy(game: Game, one: Seeker) -> Iterator[Offer[Any]]:
    items = spendable(game, one.items)
    if items and has(game, one, "item_to_gold"):
        facts: dict[str, Fact] = {"gold": bonus(game, one, "item_to_gold")}
        option, do = Option("alchemy", "turn.alchemy", "turn.alchemy", facts), does_with(turn_to_gold, game, one)
        ways = tuple(card_ways(items))
        yield Pick(one.seat, option, aside=True, ways=ways, why="turn.alchemy", facts=facts, always=True, do=do)


def turn_to_gold(table: Table, game: Game, one: Seeker, item: Held) -> None:
    """An Item goes; the stock pays for it [12]."""
    gold = bonus(game, one, "item_to_gold")
    lose_items(table, game, one, [item.id], paid=True)
    one.gold += gold
    table.tell(ItemTurnedToGold(one.name, card_word(item.id), gold, one.gold))


# Standing orders -----------------------------------------------------------------------------------------------

ORDER_WORDS = "caveorders"
"""The head of their words."""


def orders_offers(game: Game) -> list[Offer[Any]]:
    """For each player who is in the game: to change their own, whoever's turn it is."""

    def keep(table: Table, seat: Seat, orders: Orders) -> None:
        game.players[seat].orders = orders
        table.tell(OrdersKept(seat), to=(seat,))

    return [*order_offers(Orders, [seat for seat in game.order if not game.players[seat].out], ORDER_WORDS, keep)]
