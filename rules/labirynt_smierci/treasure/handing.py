"""Things and gold change hands freely within the party [5]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel.requests import Action, Amount, Choose, Field, Form, Option, Taken
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_smierci.events.treasure import GoldGiven, ThingGiven
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.treasure.carrying import distinct, lose, meant, receive, thing_option
from rules.labirynt_smierci.treasure.items import stuck


def handing_actions(game: Game) -> list[Action[Any]]:
    """Each character may give a thing, or gold, to somebody else; charmed monsters carry nothing."""
    return [action for one in game.people if len(game.people) > 1 for action in _gifts(game, one)]


def _gifts(game: Game, one: Character) -> Iterator[Action[Any]]:
    facts: dict[str, Fact] = {"who": one.name, "gold": one.gold}
    if things := [thing_option(one, item, "give.what") for item in distinct(one.items) if not stuck(game, item)]:
        ask = giving_form(game, one, things)
        yield Action(one.seat, Option(f"give:{one.id}", "give", facts=facts), ask, aside=True)
    if one.gold:
        yield Action(one.seat, Option(f"pay:{one.id}", "pay", facts=facts), paying_form(game, one), aside=True)


def giving_form(game: Game, one: Character, things: list[Option]) -> Form:
    """What is given, and to whom."""
    what = Choose(who=one.seat, why="give.what", options=tuple(things))
    fields = (Field("what", what, Word("field.what")), _receiver(game, one))
    return Form(who=one.seat, why="give", fields=fields, facts={"who": one.name})


def paying_form(game: Game, one: Character) -> Form:
    """Who is paid, and how much."""
    amount = Amount(who=one.seat, why="pay.amount", least=1, most=one.gold)
    fields: tuple[Field[Any], ...] = (_receiver(game, one), Field("amount", amount, Word("field.amount")))
    return Form(who=one.seat, why="pay", fields=fields, facts={"who": one.name, "gold": one.gold})


def _receiver(game: Game, giver: Character) -> Field[str]:
    """Somebody else; the poorest first."""
    others = sorted((one for one in game.people if one is not giver), key=lambda one: one.wealth)
    options = tuple(Option(one.id, "give.to", facts={"who": one.name}) for one in others)
    return Field("to", Choose(who=giver.seat, why="give.to", options=options), Word("field.to"))


def hand_over_item(table: Table, game: Game, taken: Taken) -> None:
    """A thing changes hands; worn, it is taken off."""
    giver, item = meant(game, taken.value.values["what"])
    to = game.characters[taken.value.values["to"]]
    lose(giver, item)
    receive(to, item)
    table.tell(ThingGiven(giver.name, item.title, to.name))


def hand_over_gold(table: Table, game: Game, taken: Taken) -> None:
    """Gold changes hands."""
    giver, to = game.characters[taken.id.partition(":")[2]], game.characters[taken.value.values["to"]]
    gold = int(taken.value.values["amount"])
    giver.gold -= gold
    to.gold += gold
    table.tell(GoldGiven(giver.name, gold, to.name))
