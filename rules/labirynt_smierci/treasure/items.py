"""Chapter 14: potions are drunk or named, armour, talismans, medallions and rings are put on and taken off."""

from __future__ import annotations

from typing import Any

from rules.kernel.requests import Action, Option, Taken
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.amounts import amount
from rules.labirynt_smierci.events.treasure import (
    PotionAppraised,
    PotionDrunk,
    PotionHealed,
    PotionPoisoned,
    Strangled,
    ThingPutOn,
    ThingTakenOff,
)
from rules.labirynt_smierci.losses import cure, wound
from rules.labirynt_smierci.model import Character, Game, Item
from rules.labirynt_smierci.spells.casting import count_uses
from rules.labirynt_smierci.spells.poison import poison_wounds
from rules.labirynt_smierci.treasure.carrying import chosen, distinct, lose, meant, note_of, offer, thing_option
from rules.labirynt_smierci.treasure.making import reveal
from rules.labirynt_smierci.treasure.talismans import shine


def potion_actions(game: Game) -> list[Action[Any]]:
    """Drink a potion, or have it named by who wears the medallion of appraisal."""
    actions: list[Action[Any]] = []
    for seat, own in game.seats_alive():
        ways = [thing_option(one, item, "drink.one") for one in own for item in distinct(potions(one))]
        actions += offer(seat, "drink", ways)
        if any(one.wears("medallion", "appraisal") for one in own):
            actions += offer(seat, "appraise", unknown_potions(game))
    return actions


def potions(one: Character) -> list[Item]:
    """The potions that somebody carries."""
    return [item for item in one.items if item.kind == "potion"]


def unknown_potions(game: Game) -> list[Option]:
    """Every potion in the party that nobody knows; one for each who carries such."""
    return [
        thing_option(one, item, "appraise.one")
        for one in game.people
        for item in distinct(item for item in potions(one) if not item.name)
    ]


def drink(table: Table, game: Game, taken: Taken) -> None:
    """Somebody drinks a potion."""
    one, potion = meant(game, chosen(taken))
    lose(one, potion)
    swallow(table, game, one, potion)


def swallow(table: Table, game: Game, one: Character, potion: Item) -> None:
    """A potion shows what it is, and does it [14]."""
    reveal(table, game, potion)
    items = game.tables.items
    table.tell(PotionDrunk(one.name, potion.title, items.might))
    match potion.name:
        case "poison":
            wounds = poison_wounds(table, game, one, items.poison, "potion.poison")
            table.tell(PotionPoisoned(one.name, wounds))
            wound(table, game, one, wounds)
        case "healing":
            table.tell(PotionHealed(one.name, cure(one, amount(table, items.healing, "potion.healing"))))
        case "strength":
            one.might = items.might
        case "charm_person":
            one.charming = "person"
        case "charm_monster":
            one.charming = "monster"


def appraise(table: Table, game: Game, taken: Taken) -> None:
    """A potion is named before anybody drinks it."""
    owner, potion = meant(game, chosen(taken))
    wearer = next(one for one in game.of_seat(taken.seat) if one.wears("medallion", "appraisal"))
    reveal(table, game, potion)
    table.tell(PotionAppraised(wearer.name, potion.title, owner.name))


# Wearing ---------------------------------------------------------------------------------------------------------


def wearing_actions(game: Game) -> list[Action[Any]]:
    """Put on and take off armour, talismans, medallions and rings."""
    actions: list[Action[Any]] = []
    for seat, own in game.seats_alive():
        actions += offer(seat, "wear", [way for one in own for way in changes(game, one)])
    return actions


def changes(game: Game, one: Character) -> list[Option]:
    """What somebody can take off and put on; a change takes off what is in the way."""
    wearable = [item for item in distinct(one.items) if game.tables.items.most_worn(item.kind)]
    off = [thing_option(one, item, "wear.off") for item in wearable if item.worn and not stuck(game, item)]
    on = [_putting_on(game, one, item) for item in wearable if not item.worn and room_for(game, one, item)]
    return off + on


def _putting_on(game: Game, one: Character, item: Item) -> Option:
    way = thing_option(one, item, "wear.on")
    if (old := in_the_way(game, one, item)) is None:
        return way
    note = "wear.instead.unknown" if note_of(item) == "item.unknown" else "wear.instead"
    return Option(way.id, way.label, note, {**way.facts, "old": old.title})


def stuck(game: Game, item: Item) -> bool:
    """A worn talisman of evil cannot be got rid of inside the labyrinth [14]."""
    return item.worn and (item.kind, item.name) == ("talisman", "evil") and not game.outside


def room_for(game: Game, one: Character, item: Item) -> bool:
    """Whether it can be worn, at least instead of something else."""
    worn = _worn(one, item)
    return len(worn) < game.tables.items.most_worn(item.kind) or not all(stuck(game, other) for other in worn)


def in_the_way(game: Game, one: Character, item: Item) -> Item | None:
    """What comes off when this is put on: the first of its kind, when as many are worn as can be [14, house]."""
    worn = _worn(one, item)
    if len(worn) < game.tables.items.most_worn(item.kind):
        return None
    return next((other for other in worn if not stuck(game, other)), None)


def _worn(one: Character, item: Item) -> list[Item]:
    return [other for other in one.items if other.worn and other.kind == item.kind]


def put_on(table: Table, game: Game, taken: Taken) -> None:
    """Somebody puts something on or takes it off."""
    one, item = meant(game, chosen(taken))
    old = item if item.worn else in_the_way(game, one, item)
    if old is not None:
        old.worn = False
        table.tell(ThingTakenOff(one.name, old.title))
    if old is not item:
        don(table, game, one, item)


def don(table: Table, game: Game, one: Character, item: Item) -> None:
    """Something is put on, shows what it is, and begins to work [14]."""
    item.worn = True
    reveal(table, game, item)
    table.tell(ThingPutOn(one.name, item.title, item.plus, Word(f"lookup.effect.{item.title.key}")))
    if (item.kind, item.name) == ("medallion", "strangling"):
        strangle(table, game, one, item)
    elif item.kind == "talisman":
        shine(table, game, one, item)
    elif item.kind == "ring" and not game.outside:
        count_uses(table, game, one)


def strangle(table: Table, game: Game, one: Character, item: Item) -> None:
    """The medallion tightens once, then it is gone [14]."""
    lose(one, item)
    wounds = game.tables.items.strangling
    table.tell(Strangled(one.name, wounds))
    wound(table, game, one, wounds)
