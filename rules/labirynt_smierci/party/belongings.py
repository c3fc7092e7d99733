"""Who carries what [5, 14]: things come and go, stand among the choices of a question, and change hands; gold too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec

from rules.kernel.offers import Asking, Deed, Offer, Pick, Way, choice, does_with
from rules.kernel.requests import Amount, Field, Filled, Form, Option, Seat
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


class Belonging(msgspec.Struct, frozen=True):
    """A thing, and whose it is."""

    owner: Character
    item: Item


def thing_way(one: Character, item: Item, label: str, note: str = "") -> Way[Belonging]:
    """Somebody's thing among the ways to do something."""
    option = Option(f"{one.id}:{item.id}", label, note or note_of(item), {"who": one.name, **facts_of(item)})
    return Way(option, Belonging(one, item))


def facts_of(item: Item) -> dict[str, Fact]:
    """What can be said of a thing."""
    return {"item": item.title, "plus": item.plus, "worth": item.worth}


def note_of(item: Item) -> str:
    """What is to be said beside its name: the bonus, the price, or that nobody knows yet what it does."""
    if item.plus or item.worth:
        return "item.plus" if item.plus else "item.worth"
    return "item.unknown" if is_riddle(item) else ""


def is_riddle(item: Item) -> bool:
    """Whether nobody knows yet what it does."""
    return not item.name and item.kind in ("potion", "talisman", "medallion")


def offer_things(
    seat: Seat, what: str, ways: Sequence[Way[Belonging]], do: Deed[Belonging]
) -> Iterator[Pick[Belonging]]:
    """To do this with one of some things; nothing without a thing."""
    option = Option(what, what)
    if len(ways) == 1:
        only = ways[0].option
        option = Option(f"{what}:{only.id}", only.label, only.note, only.facts)
    if ways:
        yield Pick(seat, option, aside=True, ways=tuple(ways), why=what, do=do)


# Changing hands --------------------------------------------------------------------------------------------------


def handing_offers(game: Game) -> list[Offer[Any]]:
    """Each character may give a thing, or gold, to somebody else; charmed monsters carry nothing."""
    people = game.people
    return [offer for one in people if len(people) > 1 for offer in _gifts(game, one)]


def _gifts(game: Game, one: Character) -> Iterator[Offer[Any]]:
    facts: dict[str, Fact] = {"who": one.name, "gold": one.gold}
    if things := [item for item in one_of_each(one.items) if not is_stuck(game, item)]:
        option, make = Option(f"give:{one.id}", "give", facts=facts), partial(giving_form, game, one, things)
        yield Asking(one.seat, option, aside=True, make=make, do=hand_over_item)
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


def hand_over_item(table: Table, filled: Filled) -> None:
    """A thing changes hands; worn, it is taken off."""
    given: Belonging = filled.values["what"]
    to: Character = filled.values["to"]
    lose(given.owner, given.item)
    receive(to, given.item)
    table.tell(ThingGiven(given.owner.name, given.item.title, to.name))


def hand_over_gold(table: Table, giver: Character, filled: Filled) -> None:
    """Gold changes hands."""
    to: Character = filled.values["to"]
    gold: int = filled.values["amount"]
    giver.gold -= gold
    to.gold += gold
    table.tell(GoldGiven(giver.name, gold, to.name))
