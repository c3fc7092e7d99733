"""Who carries what [5, 14]: things come and go, stand among the choices of a question, and change hands; gold too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rules.kernel.requests import Action, Amount, Choose, Field, Form, Option, Seat, Taken
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word
from rules.labirynt_smierci.events.treasure import GoldGiven, ThingGiven
from rules.labirynt_smierci.model import Character, Game, Item


def receive(one: Character, item: Item) -> None:
    """A thing comes to somebody."""
    one.items.append(item)
    arm(one)


def lose(one: Character, item: Item) -> None:
    """A thing leaves somebody."""
    one.items.remove(item)
    item.worn = False
    arm(one)


def arm(one: Character) -> None:
    """Whoever holds a magic weapon may fight with it, whatever his own kinds are, as long as he holds it [14]."""
    own = [weapon for weapon in one.weapons if weapon not in one.lent]
    held = [item.name for item in one.items if item.kind == "weapon"]
    one.lent = [weapon for weapon in dict.fromkeys(held) if weapon not in own]
    one.weapons = [*own, *one.lent]
    if one.in_hand not in one.weapons:
        one.in_hand = one.weapons[0]


def is_stuck(game: Game, item: Item) -> bool:
    """A worn talisman of evil cannot be got rid of inside the labyrinth [14]."""
    return item.worn and (item.kind, item.name) == ("talisman", "evil") and not game.outside


def one_of_each(items: Iterable[Item]) -> list[Item]:
    """One of each that nobody can tell apart."""
    seen: dict[tuple[object, ...], Item] = {}
    for item in items:
        seen.setdefault((item.kind, item.name, item.plus, item.worth, item.worn), item)
    return list(seen.values())


# In questions ----------------------------------------------------------------------------------------------------


def thing_option(one: Character, item: Item, label: str, note: str = "") -> Option:
    """Somebody's thing among the options, by the id CHARACTER:ITEM."""
    return Option(f"{one.id}:{item.id}", label, note or note_of(item), {"who": one.name, **facts_of(item)})


def facts_of(item: Item) -> dict[str, Fact]:
    """What can be said of a thing."""
    return {"item": item.title, "plus": item.plus, "worth": item.worth}


def note_of(item: Item) -> str:
    """What is to be said beside its name: the bonus, the price, or that nobody knows yet what it does."""
    if item.plus or item.worth:
        return "item.plus" if item.plus else "item.worth"
    return "" if item.name or item.kind not in ("potion", "talisman", "medallion") else "item.unknown"


def offer_ways(seat: Seat, verb: str, ways: Sequence[Option]) -> Iterable[Action[Any]]:
    """The action of this verb, with a question when there are several ways; nothing without a way."""
    if len(ways) == 1:
        only = ways[0]
        yield Action(seat, Option(f"{verb}:{only.id}", only.label, only.note, only.facts), aside=True)
    elif ways:
        yield Action(seat, Option(verb, verb), Choose(who=seat, why=verb, options=tuple(ways)), aside=True)


def chosen_way(taken: Taken) -> str:
    """The way that was taken, asked for or not."""
    return str(taken.value or taken.id.partition(":")[2])


def owner_and_item(game: Game, way: str) -> tuple[Character, Item]:
    """Whose thing, and which, a way CHARACTER:ITEM means."""
    owner, _, thing = way.partition(":")
    one = game.characters[owner]
    return one, next(item for item in one.items if item.id == thing)


# Changing hands --------------------------------------------------------------------------------------------------


def handing_actions(game: Game) -> list[Action[Any]]:
    """Each character may give a thing, or gold, to somebody else; charmed monsters carry nothing."""
    return [action for one in game.people if len(game.people) > 1 for action in _gifts(game, one)]


def _gifts(game: Game, one: Character) -> Iterator[Action[Any]]:
    facts: dict[str, Fact] = {"who": one.name, "gold": one.gold}
    if things := [thing_option(one, item, "give.what") for item in one_of_each(one.items) if not is_stuck(game, item)]:
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
    giver, item = owner_and_item(game, taken.value.values["what"])
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
