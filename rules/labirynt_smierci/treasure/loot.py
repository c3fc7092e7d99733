"""Dividing what was found: gold in equal parts, things in an open round, with a fair share as the default [5]."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.kernel.offers import Offer, Pick, Way, does_with, ending, take
from rules.kernel.requests import PARTY, Option, Seat
from rules.kernel.table import Table
from rules.labirynt_smierci.events.treasure import GoldShared, ThingTaken, ValuableTaken
from rules.labirynt_smierci.model import Character, Game, Item
from rules.labirynt_smierci.party.belongings import facts_of, note_of, one_of_each, receive
from rules.labirynt_smierci.party.formation import rank_of
from rules.labirynt_smierci.party.traits import dexterity_of
from rules.labirynt_smierci.party.weapons import magic_of

FAIR = "fair"
VALUABLES = ("jewel", "art")


def divide(table: Table, game: Game) -> None:
    """Share what lies on the heap; where nobody is left it stays."""
    if game.people:
        divide_gold(table, game)
        divide_things(table, game)


def divide_gold(table: Table, game: Game) -> None:
    """Gold at once, in equal parts."""
    gold, people = game.heap.gold, len(game.people)
    if gold:
        game.heap.gold = 0
        share_gold(game, gold)
        table.tell(GoldShared(gold, people, gold // people, gold % people))


def share_gold(game: Game, gold: int) -> None:
    """Gold in equal parts to the living; what is left over to those who have least."""
    people = game.people
    for one in people:
        one.gold += gold // len(people)
    poorest = sorted(people, key=lambda one: (one.gold, people.index(one)))
    for one in poorest[: gold % len(people)] if people else []:
        one.gold += 1


def divide_things(table: Table, game: Game) -> None:
    """Everybody takes what they like, until nothing is left or somebody calls for a fair share."""
    while game.heap.items and can_be_shared(game):
        table.set_right()
        if take(table, "loot", loot_offers(game), count=len(game.heap.items)):
            break
    share_fairly(table, game)


def can_be_shared(game: Game) -> bool:
    """Whether there is anybody to share with."""
    return len(game.people) > 1


def loot_offers(game: Game) -> list[Offer[Any]]:
    """A fair share of all that is left, or for each seat each thing."""
    offers: list[Offer[Any]] = [Offer(PARTY, Option(FAIR, "loot.fair", "loot.fair.note"), do=ending)]
    for seat in game.seats:
        if own := [one for one in game.people if one.seat == seat]:
            offers += [_taking(game, seat, own, item) for item in one_of_each(game.heap.items)]
    return offers


def _taking(game: Game, seat: Seat, own: list[Character], item: Item) -> Offer[Character]:
    ways = tuple(Way(Option(one.id, "loot.who", facts={"who": one.name}), one) for one in own)
    option = Option(f"take:{item.id}", "loot.take", note_of(item), facts_of(item))
    return Pick(seat, option, ways=ways, why="loot.who", facts=facts_of(item), do=does_with(take_up, game, item))


def take_up(table: Table, game: Game, item: Item, one: Character) -> None:
    """Somebody takes a thing from the heap."""
    game.heap.items.remove(item)
    receive(one, item)
    if item.kind in VALUABLES:
        table.tell(ValuableTaken(one.name, item.title, item.worth))
    else:
        table.tell(ThingTaken(one.name, item.title, item.plus))


def share_fairly(table: Table, game: Game) -> None:
    """Each thing to whom it suits best, the most valuable first."""
    for item in sorted(game.heap.items, key=lambda item: -item.worth):
        take_up(table, game, item, fair_owner(game, item))


def fair_owner(game: Game, item: Item) -> Character:
    """Whom a thing suits best by a simple rule; of equals who carries least, then who marches first [5, house].

    Jewels and art go to who has least wealth; a weapon to who attacks best with it and has none as good; armour to
    who has none and stands in front; rings, talismans, medallions and the manuscript to who has none, casters first;
    potions to who has fewest.
    """
    suits = _worth_to_poorest if item.kind in VALUABLES else SUITS.get(item.kind, _magic_to_casters)
    return min(game.people, key=lambda one: (suits(game, one, item), len(one.items)))


Suits = Callable[[Game, Character, Item], tuple[int, ...]]
"""How well a thing suits somebody: the smallest suits best."""


def _worth_to_poorest(game: Game, one: Character, item: Item) -> tuple[int, ...]:
    return (one.wealth,)


def _weapon_to_master(game: Game, one: Character, item: Item) -> tuple[int, ...]:
    better = magic_of(one, item.name) >= item.plus
    return (better, -dexterity_of(game, one) - one.weapon_skill.get(item.name, 0))


def _armour_to_front(game: Game, one: Character, item: Item) -> tuple[int, ...]:
    return (_number_of(one, item.kind), rank_of(game, one.id))


def _magic_to_casters(game: Game, one: Character, item: Item) -> tuple[int, ...]:
    return (_number_of(one, item.kind), -max(one.potential))


def _potion_to_few(game: Game, one: Character, item: Item) -> tuple[int, ...]:
    return (_number_of(one, item.kind),)


def _number_of(one: Character, kind: str) -> int:
    return sum(item.kind == kind for item in one.items)


SUITS: Mapping[str, Suits] = {"weapon": _weapon_to_master, "armour": _armour_to_front, "potion": _potion_to_few}
