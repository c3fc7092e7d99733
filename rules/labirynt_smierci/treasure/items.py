"""Magic items and the monsters' treasure [14]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.kernel.odds import FACES, faces_said
from rules.kernel.offers import Offer, Way, does_with
from rules.kernel.requests import ChooseSome, Option
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.events import finds
from rules.labirynt_smierci.events.course import GoldFound, NothingFound
from rules.labirynt_smierci.magic.casting import count_uses
from rules.labirynt_smierci.magic.wayside import call_back, poison_wounds
from rules.labirynt_smierci.model import Character, Game, Group, Hoard, Item, ItemKind
from rules.labirynt_smierci.party import belongings
from rules.labirynt_smierci.party.losses import cure, wound
from rules.labirynt_smierci.party.risk import Chances, death_by, percent, poison_chances
from rules.labirynt_smierci.party.traits import GATE
from rules.labirynt_smierci.tables import amount
from rules.labirynt_smierci.tables.sheets import COLOURS, Find, TreasureRow
from rules.labirynt_smierci.tables.sheets_finds import MAGIC
from rules.labirynt_smierci.traps import search

# Made: what nobody can see of them yet is not even rolled --------------------------------------------------------


BONUSES = ("weapon", "armour")
HIDDEN = ("potion", "talisman", "medallion")
"""Kinds whose effect shows only when they are drunk, put on or appraised [14, house]."""


def make_thing(game: Game, kind: ItemKind, name: str = "", worth: int = 0, plus: int = 0) -> Item:
    """Return a new thing with these properties; ``name`` may be the id of a group's own item."""
    game.things += 1
    item = Item(id=f"i{game.things}", kind=kind, worth=worth, plus=plus)
    name_item(game, item, name)
    return item


def name_item(game: Game, item: Item, name: str) -> None:
    """Name an item; an own one is called by its id and named after the item that it works like."""
    item.name = game.tables.items.effect_of(item.kind, name)
    item.called = name if item.name != name else ""


def make_jewel(table: Table, game: Game) -> Item:
    """Return a jewel with its worth by 2K6 [14]."""
    return make_thing(game, "jewel", worth=game.tables.jewels.worth(int(table.roll("2K6", "jewels.worth"))))


def make_item(table: Table, game: Game, kind: str = "") -> Item:
    """Return a magic item of this kind, '' for 1K6; its name is rolled at once if everybody can see it.

    House: potions, talismans and medallions keep their secret, so that evil and strangling can surprise.
    """
    kind = kind or game.tables.items.kind_on(int(table.roll("1K6", "items.kind")))
    found = next(member for member in MAGIC if member == kind)
    name = "" if found in HIDDEN else _roll_item_name(table, game, found)
    own = game.tables.items.own_item(found, name)
    plus = own.plus if own else 0
    return make_thing(game, found, name, plus=plus or (roll_bonus(table, game, found) if found in BONUSES else 0))


def make_weapon(table: Table, game: Game, name: str) -> Item:
    """Return a magic weapon of this kind with a rolled bonus."""
    return make_thing(game, "weapon", name, plus=roll_bonus(table, game, "weapon"))


def roll_bonus(table: Table, game: Game, kind: str) -> int:
    """Roll the bonus of a weapon or an armour; «roll twice» adds two more rolls [14]."""
    total, rolls_left = 0, 1
    while rolls_left:
        rolls_left -= 1
        row = game.tables.items.plus_on(kind, int(table.roll("1K6", "items.plus")))
        total += row.plus
        rolls_left += 2 if row.twice else 0
    return total


def reveal(table: Table, game: Game, item: Item) -> None:
    """Roll the item's name if it is unknown."""
    if not item.name:
        name_item(game, item, _roll_item_name(table, game, item.kind))


def _roll_item_name(table: Table, game: Game, kind: str) -> str:
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
    """Apply the talismans of the sun that are worn at the start of an adventure."""
    for person in game.people:
        for item in [item for item in person.items if item.worn and item.kind == "talisman"]:
            shine(table, game, person, item)


def shine(table: Table, game: Game, character: Character, item: Item) -> None:
    """Let a talisman of the dominant sun make more known spells usable, once per adventure [14]."""
    spare = [spell for spell in character.known if spell not in character.usable]
    if game.outside or game.sun not in SUNS.get(item.name, ()) or item.shone == game.adventure or not spare:
        return
    item.shone = game.adventure
    count = min(amount(table, game.tables.items.sun, "talisman.sun", who=character.name), len(spare))
    costs = {spell: game.tables.spells.of(spell).cost for spell in spare}
    options = [Option(spell, f"spell.{spell}", "spells.cost", {"cost": costs[spell]}) for spell in spare]
    spells = table.ask(
        ChooseSome(
            who=character.seat,
            why="talisman.spells",
            options=tuple(options),
            least=count,
            most=count,
            facts={"name": character.name, "count": count, "item": item.title},
        )
    )
    character.usable += spells
    table.tell(finds.TalismanShone(character.name, item.title, tuple(Word(f"spell.{spell}") for spell in spells)))
    count_uses(table, game, character)


# Potions ---------------------------------------------------------------------------------------------------------


def potion_offers(game: Game) -> list[Offer]:
    """Return the offers to drink a potion, or to have it named by a wearer of the medallion of appraisal."""
    offers: list[Offer] = []
    for seat, own in game.seats_alive():
        ways = [
            _way_with_worst(game, character, item, "drink.one")
            for character in own
            for item in belongings.one_of_each(potions(character))
        ]
        offers += belongings.offer_things(seat, "drink", ways, does_with(drink, game))
        if wearers := [character for character in own if character.wears("medallion", "appraisal")]:
            offers += belongings.offer_things(
                seat, "appraise", unknown_potions(game), does_with(appraise, game, wearers[0])
            )
    return offers


def potions(character: Character) -> list[Item]:
    """Return the potions that the character carries."""
    return [item for item in character.items if item.kind == "potion"]


def unknown_potions(game: Game) -> list[Way[belongings.Belonging]]:
    """Return the party's unknown potions, one for each carrier."""
    return [
        belongings.thing_way(person, item, "appraise.one")
        for person in game.people
        for item in belongings.one_of_each(item for item in potions(person) if not item.name)
    ]


def drink(table: Table, game: Game, potion: belongings.Belonging) -> None:
    """Drink a carried potion."""
    belongings.lose(potion.owner, potion.item)
    swallow(table, game, potion.owner, potion.item)


def swallow(table: Table, game: Game, character: Character, potion: Item) -> None:
    """Reveal a potion and apply its effect [14]."""
    reveal(table, game, potion)
    items = game.tables.items
    table.tell(finds.PotionDrunk(character.name, potion.title, items.might))
    match potion.name:
        case "poison":
            wounds = poison_wounds(table, game, character, items.poison, "potion.poison")
            table.tell(finds.PotionPoisoned(character.name, wounds))
            wound(table, game, character, wounds, potion.title)
        case "healing":
            table.tell(
                finds.PotionHealed(
                    character.name, cure(character, amount(table, items.healing, "potion.healing", who=character.name))
                )
            )
        case "strength":
            character.might = items.might
        case "charm_person":
            character.charming = "person"
        case "charm_monster":
            character.charming = "monster"
        case _:
            pass


def appraise(table: Table, game: Game, wearer: Character, potion: belongings.Belonging) -> None:
    """Name an unknown potion."""
    reveal(table, game, potion.item)
    table.tell(finds.PotionAppraised(wearer.name, potion.item.title, potion.owner.name))


# Wearing ---------------------------------------------------------------------------------------------------------


def wearing_offers(game: Game) -> list[Offer]:
    """Return the offers to put on and take off armour, talismans, medallions and rings."""
    offers: list[Offer] = []
    for seat, own in game.seats_alive():
        ways = [way for character in own for way in wear_ways(game, character)]
        offers += belongings.offer_things(seat, "wear", ways, does_with(put_on, game))
    return offers


def wear_ways(game: Game, character: Character) -> list[Way[belongings.Belonging]]:
    """Return what the character can take off and put on; a change takes off what is in the way."""
    wearable = [item for item in belongings.one_of_each(character.items) if game.tables.items.most_worn(item.kind)]
    off = [
        belongings.thing_way(character, item, "wear.off")
        for item in wearable
        if item.worn and not belongings.is_stuck(game, item)
    ]
    on = [_wear_way(game, character, item) for item in wearable if not item.worn and room_for(game, character, item)]
    return off + on


def _wear_way(game: Game, character: Character, item: Item) -> Way[belongings.Belonging]:
    way = _way_with_worst(game, character, item, "wear.on")
    if not (old := in_the_way(game, character, item)):
        return way
    plain = way.option
    note = plain.note.replace("item.", "wear.instead.") if belongings.is_riddle(item) else "wear.instead"
    return Way(Option(plain.id, plain.label, note, {**plain.facts, "old": old.title}), way.meant)


def _way_with_worst(game: Game, character: Character, item: Item, label: str) -> Way[belongings.Belonging]:
    way = belongings.thing_way(character, item, label)
    if not belongings.is_riddle(item):
        return way
    evil, worst = WORST[item.kind], worst_of_unknown(game, character, item)
    plain = way.option
    facts = {
        **plain.facts,
        "chance": game.tables.items.faces_of(item.kind, evil),
        "worst": worst,
        "evil": game.tables.items.evil,
        "percent": percent(death_by_unknown(game, character, item.kind)),
    }
    return Way(Option(plain.id, plain.label, f"item.unknown.{item.kind}", facts), way.meant)


WORST: Mapping[str, str] = {"potion": "poison", "medallion": "strangling", "talisman": "evil"}
"""The worst name of each kind that keeps its secret [14]."""


def _wounds_of_unknown(game: Game, character: Character, kind: str) -> Chances:
    items = game.tables.items
    match kind:
        case "medallion":
            return {items.strangling: 1.0}
        case "potion":
            return poison_chances(character, items.poison)
        case _:
            return {0: 1.0}


def worst_of_unknown(game: Game, character: Character, item: Item) -> int:
    """The highest number of wounds from an unknown thing, less what Mage Armor absorbs [14]."""
    return max(*_wounds_of_unknown(game, character, item.kind), character.absorbs) - character.absorbs


def death_by_unknown(game: Game, character: Character, kind: str) -> float:
    """The chance to die of an unknown thing of this kind [14]."""
    death = death_by(_wounds_of_unknown(game, character, kind), character)
    return death and game.tables.items.faces_of(kind, WORST[kind]) / len(FACES) * death


def room_for(game: Game, character: Character, item: Item) -> bool:
    """Whether the item can be worn, possibly instead of another."""
    worn = _worn_of_same_kind(character, item)
    return len(worn) < game.tables.items.most_worn(item.kind) or not all(
        belongings.is_stuck(game, other) for other in worn
    )


def in_the_way(game: Game, character: Character, item: Item) -> Item | None:
    """Return the item that must come off first, the first of its kind; None if there is room [14, house]."""
    worn = _worn_of_same_kind(character, item)
    if len(worn) < game.tables.items.most_worn(item.kind):
        return None
    return next((other for other in worn if not belongings.is_stuck(game, other)), None)


def _worn_of_same_kind(character: Character, item: Item) -> list[Item]:
    return [other for other in character.items if other.worn and other.kind == item.kind]


def put_on(table: Table, game: Game, thing: belongings.Belonging) -> None:
    """Put an item on, or take it off if it is worn."""
    character, item = thing.owner, thing.item
    old = item if item.worn else in_the_way(game, character, item)
    if old:
        old.worn = False
        table.tell(finds.ThingTakenOff(character.name, old.title))
    if old is not item:
        don(table, game, character, item)


def don(table: Table, game: Game, character: Character, item: Item) -> None:
    """Put an item on, reveal it, and start its effect [14]."""
    item.worn = True
    reveal(table, game, item)
    own = game.tables.items.own_item(item.kind, item.called)
    effect = own.effect if own else f"lookup.effect.{item.title.key}"
    table.tell(finds.ThingPutOn(character.name, item.title, item.plus, Word(effect)))
    if (item.kind, item.name) == ("medallion", "strangling"):
        strangle(table, game, character, item)
    elif item.kind == "talisman":
        shine(table, game, character, item)
    elif item.kind == "ring" and not game.outside:
        count_uses(table, game, character)


def is_sure_gain(game: Game, character: Character, item: Item) -> bool:
    """Whether wearing the item can only help: better armour, or a ring for a free finger [14, house]."""
    worn = _worn_of_same_kind(character, item)
    if item.kind == "armour":
        return all(other.plus < item.plus for other in worn)
    return item.kind == "ring" and len(worn) < game.tables.items.most_worn(item.kind)


def use_at_once(table: Table, game: Game, character: Character, item: Item) -> None:
    """Put on or take in hand a new item if that can only help [14, house]."""
    if is_sure_gain(game, character, item):
        put_on(table, game, belongings.Belonging(character, item))
    elif item.kind == "weapon" and belongings.better_weapon(game, character) == item.name:
        belongings.take_in_hand(table, game, character.id, item.name)


def strangle(table: Table, game: Game, character: Character, item: Item) -> None:
    """Strangle the wearer of the medallion once and remove it [14]."""
    belongings.lose(character, item)
    wounds = game.tables.items.strangling
    table.tell(finds.Strangled(character.name, wounds))
    wound(table, game, character, wounds, item.title)


CERTAIN = 6


def treasure_rows(game: Game, group: Group) -> list[TreasureRow]:
    """Return the treasure rows to roll: one for each kind of the group, or by option for each monster [14.9, 16].

    The Gate and turned members have no treasure.
    """
    kinds = [monster.kind for monster in group.monsters if not monster.person and monster.kind != GATE]
    one_each = game.options.treasure == "monster"
    return [treasure_of(game, group, kind) for kind in (kinds if one_each else dict.fromkeys(kinds))]


def treasure_of(game: Game, group: Group, kind: str = "") -> TreasureRow:
    """Return the row of the treasure table: resident or wandering letter, shifted by the level [6.7, 8.2]."""
    sheet = game.tables.monsters.of(kind or group.kind)
    letter = sheet.resident if group.resident else sheet.wandering
    return game.tables.treasures.of(letter, game.tables.levels.of(group.level).treasure_shift)


def roll_hoard(table: Table, game: Game, group: Group) -> Hoard:
    """Return the group's treasure, rolled once when it first matters [14.9]; bribes are not included."""
    if not group.hoard:
        hoards = [roll_row(table, row) for row in treasure_rows(game, group)]
        group.hoard = Hoard(
            gold=sum(hoard.gold for hoard in hoards),
            jewels=sum(hoard.jewels for hoard in hoards),
            items=sum(hoard.items for hoard in hoards),
        )
    return group.hoard


def roll_row(table: Table, row: TreasureRow) -> Hoard:
    """Roll a treasure of this type: the presence of gold, jewels and items, then their numbers [14.9]."""
    return Hoard(
        gold=_roll_found_amount(table, row.type, row.gold, "treasure.gold", "treasure.amount"),
        jewels=_roll_found_amount(table, row.type, row.jewels, "treasure.jewels", "treasure.jewels_amount"),
        items=_roll_found_amount(table, row.type, row.items, "treasure.items", "treasure.items_amount"),
    )


def _roll_found_amount(table: Table, type: str, find: Find | None, chance: str, number: str) -> int:
    if not find:
        return 0
    faces = range(1, find.chance + 1)
    if find.chance < CERTAIN and table.roll("1K6", chance, type=type, on=faces_said(faces)) not in faces:
        return 0
    return amount(table, find.amount, number, type=type)


def hand_over(table: Table, game: Game, group: Group, *, gold: int, jewels: int, items: int) -> None:
    """Hand over a share of the monsters' treasure, each part divided by these numbers and rounded down (0: nothing)."""
    held = roll_hoard(table, game, group)
    given = Hoard(
        gold=_divided_or_zero(held.gold, gold),
        jewels=_divided_or_zero(held.jewels, jewels),
        items=_divided_or_zero(held.items, items),
    )
    held.gold, held.jewels, held.items = held.gold - given.gold, held.jewels - given.jewels, held.items - given.items
    game.heap.gold += given.gold
    game.tally.gold += given.gold
    things, number = given.jewels + given.items, len(group.living)
    if given.gold or things:
        table.tell(finds.TributePaid(group.name, number, given.gold, things))
    else:
        table.tell(finds.NothingToPay(group.name, number))
    bring_to_light(table, game, given)


def _divided_or_zero(held: int, divisor: int) -> int:
    return held // divisor if divisor else 0


def take_treasure(table: Table, game: Game, group: Group) -> None:
    """Put the killed monsters' treasure and bribes on the heap [5 C4, 8.7]; a chest may be trapped."""
    if lies_in_chest(game, group, treasure_rows(game, group)):
        open_chest(table, game)
    if game.people:
        hoard, group.hoard = roll_hoard(table, game, group), Hoard()
        put_down(table, game, hoard, group.bribe)


def put_down(table: Table, game: Game, hoard: Hoard, bribe: int = 0) -> None:
    """Put a treasure on the heap and tell it; ``bribe``: the party's own gold that is found again."""
    gold = hoard.gold + bribe
    game.heap.gold += gold
    game.tally.gold += hoard.gold
    if gold:
        table.tell(GoldFound(gold, bribe, game.purse + game.heap.gold))
    elif not hoard.jewels and not hoard.items:
        table.tell(NothingFound())
    bring_to_light(table, game, hoard)


def bring_to_light(table: Table, game: Game, hoard: Hoard) -> None:
    """Make the treasure's jewels and magic items, with what can be seen of them [14]."""
    for _ in range(hoard.jewels):
        jewel = make_jewel(table, game)
        game.heap.items.append(jewel)
        table.tell(finds.JewelFound(jewel.worth))
    for _ in range(hoard.items):
        item = make_item(table, game)
        game.heap.items.append(item)
        table.tell(finds.ThingFound(item.title, item.plus))


# Chests ----------------------------------------------------------------------------------------------------------


IN_CHESTS = ("J", "K", "L")
"""Types of treasure that residents keep in a chest [7.0, house]."""


def lies_in_chest(game: Game, group: Group, rows: Sequence[TreasureRow]) -> bool:
    """Whether the rest of the treasure lies in a chest that may be trapped: a great one of residents."""
    trapped = game.options.chests == "trapped" and group.resident
    return trapped and group.hoard != Hoard() and any(row.type in IN_CHESTS for row in rows)


def open_chest(table: Table, game: Game) -> None:
    """Search a chest for a trap before its contents are taken, and call back the dead [7.0]."""
    table.tell(finds.ChestFound())
    search(table, game, "chest")
    call_back(table, game)
