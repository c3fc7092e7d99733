"""Things and gold change hands freely within the party [5]."""

from __future__ import annotations

from typing import Any

from rules.kernel.requests import Action, Amount, Choose, Field, Form, Option, Seat, Taken
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.events.treasure import GoldGiven, ThingGiven
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.treasure.carrying import distinct, lose, meant, receive, thing_option
from rules.labirynt_smierci.treasure.items import stuck


def handing_actions(game: Game) -> list[Action[Any]]:
    """Give somebody a thing, or gold; charmed monsters carry nothing."""
    actions: list[Action[Any]] = []
    for seat in game.seats if len(game.people) > 1 else ():
        own = [one for one in game.people if one.seat == seat]
        if things := [option for one in own for option in _things(game, one)]:
            actions.append(Action(seat, Option("give", "give"), giving_form(game, seat, things), aside=True))
        if rich := [one for one in own if one.gold]:
            actions.append(Action(seat, Option("pay", "pay"), paying_form(game, seat, rich), aside=True))
    return actions


def _things(game: Game, one: Character) -> list[Option]:
    return [thing_option(one, item, "give.what") for item in distinct(one.items) if not stuck(game, item)]


def giving_form(game: Game, seat: Seat, things: list[Option]) -> Form:
    """What is given, and to whom."""
    what = Choose(who=seat, why="give.what", options=tuple(things))
    return Form(who=seat, why="give", fields=(Field("what", what, Word("field.what")), _receiver(game, seat)))


def paying_form(game: Game, seat: Seat, rich: list[Character]) -> Form:
    """Who pays whom, and how much; who has less gives what he has."""
    payers = tuple(Option(one.id, "pay.from", facts={"who": one.name, "gold": one.gold}) for one in rich)
    amount = Amount(who=seat, why="pay.amount", least=1, most=max(one.gold for one in rich))
    fields: tuple[Field[Any], ...] = (
        Field("from", Choose(who=seat, why="pay.from", options=payers), Word("field.from")),
        _receiver(game, seat),
        Field("amount", amount, Word("field.amount")),
    )
    return Form(who=seat, why="pay", fields=fields)


def _receiver(game: Game, seat: Seat) -> Field[str]:
    options = tuple(Option(one.id, "give.to", facts={"who": one.name}) for one in game.people)
    return Field("to", Choose(who=seat, why="give.to", options=options), Word("field.to"))


def hand_over_item(table: Table, game: Game, taken: Taken) -> None:
    """A thing changes hands; worn, it is taken off."""
    giver, item = meant(game, taken.value.values["what"])
    to = game.characters[taken.value.values["to"]]
    if giver is not to:
        lose(giver, item)
        receive(to, item)
        table.tell(ThingGiven(giver.name, item.title, to.name))


def hand_over_gold(table: Table, game: Game, taken: Taken) -> None:
    """Gold changes hands."""
    values = taken.value.values
    giver, to = game.characters[values["from"]], game.characters[values["to"]]
    gold = min(int(values["amount"]), giver.gold)
    if giver is not to:
        giver.gold -= gold
        to.gold += gold
        table.tell(GoldGiven(giver.name, gold, to.name))
