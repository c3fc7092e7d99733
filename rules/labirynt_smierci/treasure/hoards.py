"""Chapter 14: what monsters leave behind, in chests too [7.0], or hand over in fear."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.table import Table
from rules.labirynt_smierci.events.course import GoldFound, NothingFound
from rules.labirynt_smierci.events.treasure import ChestFound, JewelFound, NothingToPay, ThingFound, TributePaid
from rules.labirynt_smierci.magic.rescue import call_back
from rules.labirynt_smierci.model import Game, Group, Hoard
from rules.labirynt_smierci.party.traits import GATE
from rules.labirynt_smierci.tables import amount
from rules.labirynt_smierci.tables.sheets import Find, TreasureRow
from rules.labirynt_smierci.traps import search
from rules.labirynt_smierci.treasure.items import make_item, make_jewel

CERTAIN = 6


def treasure_rows(game: Game, group: Group) -> list[TreasureRow]:
    """What is rolled for: one row for each kind of the group, or by option for each monster [14.9, 16].

    The Gate and members of the party who stood among them have nothing.
    """
    kinds = [monster.kind for monster in group.monsters if not monster.person and monster.kind != GATE]
    one_each = game.options.treasure == "monster"
    return [treasure_of(game, group, kind) for kind in (kinds if one_each else dict.fromkeys(kinds))]


def treasure_of(game: Game, group: Group, kind: str = "") -> TreasureRow:
    """The row of the treasure table: resident or wandering letter, moved down by the level [6.7, 8.2]."""
    sheet = game.tables.monsters.of(kind or group.kind)
    letter = sheet.resident if group.resident else sheet.wandering
    return game.tables.treasures.of(letter, game.tables.levels.of(group.level).treasure_shift)


def roll_hoard(table: Table, game: Game, group: Group) -> Hoard:
    """What the group has, rolled once when it first matters [14.9]; without bribes."""
    if group.hoard is None:
        hoards = [roll_row(table, row) for row in treasure_rows(game, group)]
        group.hoard = Hoard(
            gold=sum(one.gold for one in hoards),
            jewels=sum(one.jewels for one in hoards),
            items=sum(one.items for one in hoards),
        )
    return group.hoard


def roll_row(table: Table, row: TreasureRow) -> Hoard:
    """A treasure of this type: for gold, jewels and items whether there are any, then how many [14.9]."""
    return Hoard(
        gold=_find(table, row.gold, "treasure.gold", "treasure.amount"),
        jewels=_find(table, row.jewels, "treasure.jewels", "treasure.jewels_amount"),
        items=_find(table, row.items, "treasure.items", "treasure.items_amount"),
    )


def _find(table: Table, find: Find | None, chance: str, number: str) -> int:
    """Present on 1K6 up to the chance; what is certain needs no die."""
    if find is None or (find.chance < CERTAIN and table.roll("1K6", chance) > find.chance):
        return 0
    return amount(table, find.amount, number)


def hand_over(table: Table, game: Game, group: Group, *, gold: int, jewels: int, items: int) -> None:
    """A share of what they have, each part divided by these numbers, rounded down (0: nothing of it)."""
    held = roll_hoard(table, game, group)
    given = Hoard(gold=_part(held.gold, gold), jewels=_part(held.jewels, jewels), items=_part(held.items, items))
    held.gold, held.jewels, held.items = held.gold - given.gold, held.jewels - given.jewels, held.items - given.items
    game.heap.gold += given.gold
    game.tally.gold += given.gold
    things, number = given.jewels + given.items, len(group.living)
    if given.gold or things:
        table.tell(TributePaid(group.name, number, given.gold, things))
    else:
        table.tell(NothingToPay(group.name, number))
    bring_to_light(table, game, given)


def _part(held: int, divisor: int) -> int:
    return held // divisor if divisor else 0


def take_treasure(table: Table, game: Game, group: Group) -> None:
    """After the kill: what they had, and bribes paid to them [5 C4, 8.7], onto the heap; a chest may be trapped."""
    if lies_in_chest(game, group, treasure_rows(game, group)):
        open_chest(table, game)
    if game.people:
        hoard, group.hoard = roll_hoard(table, game, group), Hoard()
        put_down(table, game, hoard, group.bribe)


def put_down(table: Table, game: Game, hoard: Hoard, bribe: int = 0) -> None:
    """A treasure comes onto the heap, and is told; ``bribe``: what the party had paid and finds again."""
    gold = hoard.gold + bribe
    game.heap.gold += gold
    game.tally.gold += hoard.gold
    if gold:
        table.tell(GoldFound(gold, bribe, game.purse + game.heap.gold))
    elif not hoard.jewels and not hoard.items:
        table.tell(NothingFound())
    bring_to_light(table, game, hoard)


def bring_to_light(table: Table, game: Game, hoard: Hoard) -> None:
    """Its jewels and magic items show what they are, as far as one can see [14]."""
    for _ in range(hoard.jewels):
        jewel = make_jewel(table, game)
        game.heap.items.append(jewel)
        table.tell(JewelFound(jewel.worth))
    for _ in range(hoard.items):
        item = make_item(table, game)
        game.heap.items.append(item)
        table.tell(ThingFound(item.title, item.plus))


# Chests ----------------------------------------------------------------------------------------------------------


IN_CHESTS = ("J", "K", "L")
"""Types of treasure that residents keep in a chest [7.0, house]."""


def lies_in_chest(game: Game, group: Group, rows: Sequence[TreasureRow]) -> bool:
    """Whether what is left of the treasure lies in a chest that may be trapped: the great ones of residents."""
    trapped = game.options.chests == "trapped" and group.resident
    return trapped and group.hoard != Hoard() and any(row.type in IN_CHESTS for row in rows)


def open_chest(table: Table, game: Game) -> None:
    """Searched like a door, before anything is taken; its contents are divided by whoever opened it [7.0]."""
    table.tell(ChestFound())
    search(table, game, "chest")
    call_back(table, game)
