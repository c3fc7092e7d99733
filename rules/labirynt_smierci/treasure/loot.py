"""Division of finds, and gifts of things and gold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from rules.kernel.offers import Asking, Offer, Way, choice, does_with
from rules.kernel.requests import Amount, Choose, Field, Filled, Form, Option, Seat
from rules.kernel.table import Table
from rules.kernel.turns import highest_begins
from rules.kernel.words import Facts, Word
from rules.labirynt_smierci.events.finds import GoldGiven, GoldShared, ThingGiven, ThingTaken, ValuableTaken
from rules.labirynt_smierci.model import Character, Game, Item
from rules.labirynt_smierci.party import belongings
from rules.labirynt_smierci.party.formation import rank_of
from rules.labirynt_smierci.party.traits import dexterity_of
from rules.labirynt_smierci.treasure.items import use_at_once


def handing_offers(game: Game) -> list[Offer]:
    """Return each character's offers to give a thing or gold to another; charmed monsters carry nothing."""
    people = game.people
    return [offer for person in people if len(people) > 1 for offer in _gift_offers(game, person)]


def _gift_offers(game: Game, character: Character) -> Iterator[Offer]:
    facts: Facts = {"who": character.name, "gold": character.gold}
    if things := [item for item in belongings.one_of_each(character.items) if not belongings.is_stuck(game, item)]:
        option, make = (
            Option(f"give:{character.id}", "give", facts=facts),
            partial(giving_form, game, character, things),
        )
        yield Asking(character.seat, option, aside=True, make=make, do=does_with(hand_over_item, game))
    if character.gold:
        option, do = Option(f"pay:{character.id}", "pay", facts=facts), does_with(hand_over_gold, character)
        yield Asking(character.seat, option, aside=True, make=partial(paying_form, game, character), do=do)


def giving_form(game: Game, character: Character, things: Sequence[Item]) -> Form:
    """Return the form of a gift: the thing and its receiver."""
    ways = [belongings.thing_way(character, item, "give.what") for item in things]
    fields = (
        Field("what", choice(character.seat, "give.what", ways), Word("field.what")),
        _receiver_field(game, character),
    )
    return Form(who=character.seat, why="give", fields=fields, facts={"who": character.name})


def paying_form(game: Game, character: Character) -> Form:
    """Return the form of a gift of gold: the receiver and the amount."""
    amount = Amount(who=character.seat, why="pay.amount", least=1, most=character.gold)
    fields = (_receiver_field(game, character), Field("amount", amount, Word("field.amount")))
    return Form(who=character.seat, why="pay", fields=fields, facts={"who": character.name, "gold": character.gold})


def _receiver_field(game: Game, giver: Character) -> Field[Character]:
    others = sorted((person for person in game.people if person is not giver), key=lambda character: character.wealth)
    ways = [Way(Option(character.id, "give.to", facts={"who": character.name}), character) for character in others]
    return Field("to", choice(giver.seat, "give.to", ways), Word("field.to"))


def hand_over_item(table: Table, game: Game, filled: Filled) -> None:
    """Give a thing to another character, who puts it on or takes it in hand if that can only help."""
    given: belongings.Belonging = filled.values["what"]
    to: Character = filled.values["to"]
    belongings.lose(given.owner, given.item)
    belongings.receive(to, given.item)
    table.tell(ThingGiven(given.owner.name, given.item.title, to.name))
    use_at_once(table, game, to, given.item)


def hand_over_gold(table: Table, giver: Character, filled: Filled) -> None:
    """Give gold to another character."""
    to: Character = filled.values["to"]
    gold: int = filled.values["amount"]
    giver.gold -= gold
    to.gold += gold
    table.tell(GoldGiven(giver.name, gold, to.name))


FAIR = "fair"
VALUABLES = ("jewel", "art")


def divide(table: Table, game: Game) -> None:
    """Share the heap; it stays there if nobody is left."""
    if game.people:
        divide_gold(table, game)
        divide_things(table, game)


def divide_gold(table: Table, game: Game) -> None:
    """Share the gold of the heap at once, in equal parts."""
    gold, people = game.heap.gold, len(game.people)
    if gold:
        game.heap.gold = 0
        share_gold(game, gold)
        table.tell(GoldShared(gold, people, gold // people, gold % people))


def share_gold(game: Game, gold: int) -> None:
    """Share gold equally among the living; the rest goes to the poorest."""
    people = game.people
    for person in people:
        person.gold += gold // len(people)
    poorest = sorted(people, key=lambda character: (character.gold, people.index(character)))
    for character in poorest[: gold % len(people)] if people else []:
        character.gold += 1


def divide_things(table: Table, game: Game) -> None:
    """Let each player wish for one thing; losers of a die roll may wish again, and the rest is shared fairly."""
    wishing = list(game.seats)
    while wishing and is_worth_a_wish(game):
        table.set_right()
        wishing = grant(table, game, ask_wishes(table, game, wishing))
    share_fairly(table, game)


def ask_wishes(table: Table, game: Game, wishing: Sequence[Seat]) -> dict[Seat, Item]:
    """Ask these players at once and return the wishes of those who have one."""
    if not is_worth_a_wish(game):
        return {}
    wishes = table.everyone("loot", {seat: ask_wish(game, seat) for seat in sharers(game) if seat in wishing})
    return {seat: wish for seat, wish in wishes.items() if wish}


def sharers(game: Game) -> list[Seat]:
    """Return the seats with a member who can carry things; charmed monsters carry nothing."""
    owners = [person.seat for person in game.people]
    return [seat for seat in game.seats if seat in owners]


def is_worth_a_wish(game: Game) -> bool:
    """Whether several players share and the heap holds something to ask about [house option ``sharing``]."""
    match game.options.sharing:
        case "wishes":
            wished = [item for item in game.heap.items if item.kind not in VALUABLES and not belongings.is_riddle(item)]
        case "all":
            wished = game.heap.items
        case _:
            return False
    return bool(wished) and len(sharers(game)) > 1


def ask_wish(game: Game, seat: Seat) -> Choose[Item | None]:
    """Return the question for a thing of the heap, or none; each option tells its worth."""
    things = belongings.one_of_each(game.heap.items)
    ways = [Way(Option(item.id, *_label_and_note_of_loot(item), belongings.facts_of(item)), item) for item in things]
    none = Way(Option(FAIR, "loot.fair", "loot.fair.note"), None)
    return choice(seat, "loot", [none, *ways], {"count": len(game.heap.items)})


def _label_and_note_of_loot(item: Item) -> tuple[str, str]:
    value = "plus" if item.plus else "worth" if item.worth else ""
    return (f"loot.take.{value}", "") if value else ("loot.take", belongings.note_of(item))


def grant(table: Table, game: Game, wishes: Mapping[Seat, Item]) -> list[Seat]:
    """Give each thing to one of its wishers by the highest die; return the seats that lost the roll."""
    empty: list[Seat] = []
    for wished in belongings.one_of_each(wishes.values()):
        alike = [item for item in game.heap.items if belongings.one_of_each([wished, item]) == [wished]]
        rivals = [seat for seat, wish in wishes.items() if wish in alike]
        order = highest_begins(table, rivals, "treasure.lot") if len(rivals) > len(alike) else rivals
        for seat, item in zip(order, alike, strict=False):
            take_up(
                table, game, item, fair_owner(game, item, [person for person in game.people if person.seat == seat])
            )
        empty += order[len(alike) :]
    return [seat for seat in game.seats if seat in empty]


def take_up(table: Table, game: Game, item: Item, character: Character) -> None:
    """Take a thing from the heap, and put it on or take it in hand if that can only help."""
    game.heap.items.remove(item)
    belongings.receive(character, item)
    if item.kind in VALUABLES:
        table.tell(ValuableTaken(character.name, item.title, item.worth))
    else:
        table.tell(ThingTaken(character.name, item.title, item.plus))
        use_at_once(table, game, character, item)


def share_fairly(table: Table, game: Game) -> None:
    """Give each thing to the character whom it suits best, the most valuable first."""
    for item in sorted(game.heap.items, key=lambda item: -item.worth) if game.people else ():
        take_up(table, game, item, fair_owner(game, item, game.people))


def fair_owner(game: Game, item: Item, among: Sequence[Character]) -> Character:
    """Return the character whom a thing suits best by a simple rule [5, house].

    Break ties by fewest items of the player, then of the character, then marching order.

    Jewels and art go to the poorest. A weapon goes to a character who fights with its kind in a useful rank and attacks
    best with it, last to one who has an equal one. Armour goes to those in front without any; rings, talismans,
    medallions and the manuscript to those without any, each player's casters first; potions to those with fewest.
    """
    suits = SUITS["wealth"] if item.kind in VALUABLES else SUITS.get(item.kind, _magic_item_sort_key)
    people = [person for person in game.people if person in among]
    return min(
        people,
        key=lambda character: (suits(game, character, item), things_of(game, character.seat), len(character.items)),
    )


def things_of(game: Game, seat: Seat) -> int:
    """The number of things of a player's characters, without jewels and art."""
    return sum(item.kind not in VALUABLES for person in game.people if person.seat == seat for item in person.items)


Suits = Callable[[Game, Character, Item], tuple[int, ...]]
"""The sort key of a thing's possible owners; the smallest suits best."""


def _weapon_sort_key(game: Game, character: Character, item: Item) -> tuple[int, ...]:
    better = belongings.magic_of(character, item.name) >= item.plus
    strange = item.name not in character.weapons or item.name in character.lent
    of_no_use = strange + (not belongings.is_usable(item.name, rank_of(game, character.id)))
    return (better, of_no_use, strange, -dexterity_of(game, character) - character.weapon_skill.get(item.name, 0))


def _magic_item_sort_key(game: Game, character: Character, item: Item) -> tuple[int, ...]:
    return (_number_of_kind(character, item.kind), things_of(game, character.seat), -max(character.potential))


def _number_of_kind(character: Character, kind: str) -> int:
    return sum(item.kind == kind for item in character.items)


SUITS: Mapping[str, Suits] = {
    "wealth": lambda game, character, item: (character.wealth,),
    "weapon": _weapon_sort_key,
    "armour": lambda game, character, item: (_number_of_kind(character, item.kind), rank_of(game, character.id)),
    "potion": lambda game, character, item: (_number_of_kind(character, item.kind),),
}
