"""Chapter 14: magic items. They are made as they come to light; potions are drunk or named; armour, talismans,
medallions and rings are put on and taken off.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel.offers import Offer, Way, does_with
from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.events.treasure import (
    PotionAppraised,
    PotionDrunk,
    PotionHealed,
    PotionPoisoned,
    Strangled,
    TalismanShone,
    ThingPutOn,
    ThingTakenOff,
)
from rules.labirynt_smierci.magic.casting import count_uses
from rules.labirynt_smierci.magic.rescue import poison_wounds
from rules.labirynt_smierci.model import Character, Game, Item, ItemKind
from rules.labirynt_smierci.party.belongings import (
    Belonging,
    is_stuck,
    lose,
    note_of,
    offer_things,
    one_of_each,
    thing_way,
)
from rules.labirynt_smierci.party.losses import cure, wound
from rules.labirynt_smierci.party.weapons import better_weapon, take_in_hand
from rules.labirynt_smierci.tables import amount
from rules.labirynt_smierci.tables.sheets import COLOURS
from rules.labirynt_smierci.tables.sheets_finds import MAGIC

# Made: what nobody can see of them yet is not even rolled --------------------------------------------------------


BONUSES = ("weapon", "armour")
HIDDEN = ("potion", "talisman", "medallion")
"""Kinds that show what they are when they are drunk, put on or appraised [14, house]."""


def make_thing(game: Game, kind: ItemKind, name: str = "", worth: int = 0, plus: int = 0) -> Item:
    """A thing of which everything is settled."""
    game.things += 1
    return Item(id=f"i{game.things}", kind=kind, name=name, worth=worth, plus=plus)


def make_jewel(table: Table, game: Game) -> Item:
    """A jewel, worth what 2K6 say [14]."""
    return make_thing(game, "jewel", worth=game.tables.jewels.worth(int(table.roll("2K6", "jewels.worth"))))


def make_item(table: Table, game: Game, kind: str = "") -> Item:
    """A magic item, of a kind by 1K6 unless it is given; its own die is thrown at once where everybody sees what it is.

    House: potions, talismans and medallions keep their secret, so that evil and strangling can surprise.
    """
    kind = kind or game.tables.items.kind_on(int(table.roll("1K6", "items.kind")))
    found = next(one for one in MAGIC if one == kind)
    name = "" if found in HIDDEN else _name(table, game, found)
    return make_thing(game, found, name, plus=roll_bonus(table, game, found) if found in BONUSES else 0)


def make_weapon(table: Table, game: Game, name: str) -> Item:
    """A magic weapon of this kind."""
    return make_thing(game, "weapon", name, plus=roll_bonus(table, game, "weapon"))


def roll_bonus(table: Table, game: Game, kind: str) -> int:
    """The bonus of a weapon or an armour; «roll twice» opens two more rolls, and all are added [14]."""
    total, rolls_left = 0, 1
    while rolls_left:
        rolls_left -= 1
        row = game.tables.items.plus_on(kind, int(table.roll("1K6", "items.plus")))
        total += row.plus
        rolls_left += 2 if row.twice else 0
    return total


def reveal(table: Table, game: Game, item: Item) -> None:
    """It shows what it is: the second die is thrown now, if it was not yet."""
    item.name = item.name or _name(table, game, item.kind)


def _name(table: Table, game: Game, kind: str) -> str:
    if kind == "armour":
        return kind
    return game.tables.items.name_on(kind, int(table.roll("1K6", "items.name")))


# Talismans of the suns -------------------------------------------------------------------------------------------


SUNS: Mapping[str, tuple[str, ...]] = {
    "red_sun": ("red",),
    "yellow_sun": ("yellow",),
    "blue_sun": ("blue",),
    "all_suns": COLOURS,
}


def shine_on_all(table: Table, game: Game) -> None:
    """At the start of an adventure: the talismans that are worn already."""
    for one in game.people:
        for item in [item for item in one.items if item.worn and item.kind == "talisman"]:
            shine(table, game, one, item)


def shine(table: Table, game: Game, one: Character, item: Item) -> None:
    """Under its sun, once in an adventure: so many of the known spells can be used besides [14]."""
    spare = [spell for spell in one.known if spell not in one.usable]
    if game.outside or game.sun not in SUNS.get(item.name, ()) or item.shone == game.adventure or not spare:
        return
    item.shone = game.adventure
    count = min(amount(table, game.tables.items.sun, "talisman.sun"), len(spare))
    costs = {spell: game.tables.spells.of(spell).cost for spell in spare}
    options = [Option(spell, f"spell.{spell}", "spells.cost", {"cost": costs[spell]}) for spell in spare]
    spells = table.choose_some(
        one.seat, "talisman.spells", options, least=count, most=count, name=one.name, count=count, item=item.title
    )
    one.usable += spells
    table.tell(TalismanShone(one.name, item.title, tuple(Word(f"spell.{spell}") for spell in spells)))
    count_uses(table, game, one)


# Potions ---------------------------------------------------------------------------------------------------------


def potion_offers(game: Game) -> list[Offer[Any]]:
    """Drink a potion, or have it named by who wears the medallion of appraisal."""
    offers: list[Offer[Any]] = []
    for seat, own in game.seats_alive():
        ways = [thing_way(one, item, "drink.one") for one in own for item in one_of_each(potions(one))]
        offers += offer_things(seat, "drink", ways, does_with(drink, game))
        if wearers := [one for one in own if one.wears("medallion", "appraisal")]:
            offers += offer_things(seat, "appraise", unknown_potions(game), does_with(appraise, game, wearers[0]))
    return offers


def potions(one: Character) -> list[Item]:
    """The potions that somebody carries."""
    return [item for item in one.items if item.kind == "potion"]


def unknown_potions(game: Game) -> list[Way[Belonging]]:
    """Every potion in the party that nobody knows; one for each who carries such."""
    return [
        thing_way(one, item, "appraise.one")
        for one in game.people
        for item in one_of_each(item for item in potions(one) if not item.name)
    ]


def drink(table: Table, game: Game, potion: Belonging) -> None:
    """Somebody drinks a potion."""
    lose(potion.owner, potion.item)
    swallow(table, game, potion.owner, potion.item)


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


def appraise(table: Table, game: Game, wearer: Character, potion: Belonging) -> None:
    """A potion is named before anybody drinks it."""
    reveal(table, game, potion.item)
    table.tell(PotionAppraised(wearer.name, potion.item.title, potion.owner.name))


# Wearing ---------------------------------------------------------------------------------------------------------


def wearing_offers(game: Game) -> list[Offer[Any]]:
    """Put on and take off armour, talismans, medallions and rings."""
    offers: list[Offer[Any]] = []
    for seat, own in game.seats_alive():
        ways = [way for one in own for way in wear_ways(game, one)]
        offers += offer_things(seat, "wear", ways, does_with(put_on, game))
    return offers


def wear_ways(game: Game, one: Character) -> list[Way[Belonging]]:
    """What somebody can take off and put on; a change takes off what is in the way."""
    wearable = [item for item in one_of_each(one.items) if game.tables.items.most_worn(item.kind)]
    off = [thing_way(one, item, "wear.off") for item in wearable if item.worn and not is_stuck(game, item)]
    on = [_putting_on(game, one, item) for item in wearable if not item.worn and room_for(game, one, item)]
    return off + on


def _putting_on(game: Game, one: Character, item: Item) -> Way[Belonging]:
    way = thing_way(one, item, "wear.on")
    if (old := in_the_way(game, one, item)) is None:
        return way
    note = "wear.instead.unknown" if note_of(item) == "item.unknown" else "wear.instead"
    plain = way.option
    return Way(Option(plain.id, plain.label, note, {**plain.facts, "old": old.title}), way.meant)


def room_for(game: Game, one: Character, item: Item) -> bool:
    """Whether it can be worn, at least instead of something else."""
    worn = _worn(one, item)
    return len(worn) < game.tables.items.most_worn(item.kind) or not all(is_stuck(game, other) for other in worn)


def in_the_way(game: Game, one: Character, item: Item) -> Item | None:
    """What comes off when this is put on: the first of its kind, when as many are worn as can be [14, house]."""
    worn = _worn(one, item)
    if len(worn) < game.tables.items.most_worn(item.kind):
        return None
    return next((other for other in worn if not is_stuck(game, other)), None)


def _worn(one: Character, item: Item) -> list[Item]:
    return [other for other in one.items if other.worn and other.kind == item.kind]


def put_on(table: Table, game: Game, thing: Belonging) -> None:
    """Somebody puts something on or takes it off."""
    one, item = thing.owner, thing.item
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


def is_sure_gain(game: Game, one: Character, item: Item) -> bool:
    """Whether nobody would leave it off: an armour better than what is worn, a ring for a bare finger [14, house]."""
    worn = _worn(one, item)
    if item.kind == "armour":
        return all(other.plus < item.plus for other in worn)
    return item.kind == "ring" and len(worn) < game.tables.items.most_worn(item.kind)


def use_at_once(table: Table, game: Game, one: Character, item: Item) -> None:
    """What somebody has come by is put on, or taken in hand, where that can only help [14, house]."""
    if is_sure_gain(game, one, item):
        put_on(table, game, Belonging(one, item))
    elif item.kind == "weapon" and better_weapon(game, one) == item.name:
        take_in_hand(table, game, one.id, item.name)


def strangle(table: Table, game: Game, one: Character, item: Item) -> None:
    """The medallion tightens once, then it is gone [14]."""
    lose(one, item)
    wounds = game.tables.items.strangling
    table.tell(Strangled(one.name, wounds))
    wound(table, game, one, wounds)
