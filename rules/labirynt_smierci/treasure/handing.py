"""Things and gold change hands, as far as their owners like [5]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from rules.kernel.offers import Asking, Offer, Way, choice, does_with
from rules.kernel.requests import Amount, Field, Filled, Form, Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_smierci.events.treasure import GoldGiven, ThingGiven
from rules.labirynt_smierci.model import Character, Game, Item
from rules.labirynt_smierci.party.belongings import Belonging, is_stuck, lose, one_of_each, receive, thing_way
from rules.labirynt_smierci.treasure.items import use_at_once


def handing_offers(game: Game) -> list[Offer[Any]]:
    """Each character may give a thing, or gold, to somebody else; charmed monsters carry nothing."""
    people = game.people
    return [offer for one in people if len(people) > 1 for offer in _gifts(game, one)]


def _gifts(game: Game, one: Character) -> Iterator[Offer[Any]]:
    facts: dict[str, Fact] = {"who": one.name, "gold": one.gold}
    if things := [item for item in one_of_each(one.items) if not is_stuck(game, item)]:
        option, make = Option(f"give:{one.id}", "give", facts=facts), partial(giving_form, game, one, things)
        yield Asking(one.seat, option, aside=True, make=make, do=does_with(hand_over_item, game))
    if one.gold:
        option, do = Option(f"pay:{one.id}", "pay", facts=facts), does_with(hand_over_gold, one)
        yield Asking(one.seat, option, aside=True, make=partial(paying_form, game, one), do=do)


def giving_form(game: Game, one: Character, things: Sequence[Item]) -> Form:
    """What is given, and to whom."""
    ways = [thing_way(one, item, "give.what") for item in things]
    fields: tuple[Field[Any], ...] = (
        Field("what", choice(one.seat, "give.what", ways), Word("field.what")),
        _receiver(game, one),
    )
    return Form(who=one.seat, why="give", fields=fields, facts={"who": one.name})


def paying_form(game: Game, one: Character) -> Form:
    """Who is paid, and how much."""
    amount = Amount(who=one.seat, why="pay.amount", least=1, most=one.gold)
    fields: tuple[Field[Any], ...] = (_receiver(game, one), Field("amount", amount, Word("field.amount")))
    return Form(who=one.seat, why="pay", fields=fields, facts={"who": one.name, "gold": one.gold})


def _receiver(game: Game, giver: Character) -> Field[Character]:
    """Somebody else; the poorest first."""
    others = sorted((one for one in game.people if one is not giver), key=lambda one: one.wealth)
    ways = [Way(Option(one.id, "give.to", facts={"who": one.name}), one) for one in others]
    return Field("to", choice(giver.seat, "give.to", ways), Word("field.to"))


def hand_over_item(table: Table, game: Game, filled: Filled) -> None:
    """A thing changes hands; worn, it is taken off, and put on again where that can only help."""
    given: Belonging = filled.values["what"]
    to: Character = filled.values["to"]
    lose(given.owner, given.item)
    receive(to, given.item)
    table.tell(ThingGiven(given.owner.name, given.item.title, to.name))
    use_at_once(table, game, to, given.item)


def hand_over_gold(table: Table, giver: Character, filled: Filled) -> None:
    """Gold changes hands."""
    to: Character = filled.values["to"]
    gold: int = filled.values["amount"]
    giver.gold -= gold
    to.gold += gold
    table.tell(GoldGiven(giver.name, gold, to.name))
