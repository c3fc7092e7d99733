"""Chapter 14: things are made as they come to light; what nobody can see of them yet is not even rolled."""

from __future__ import annotations

from rules.kernel.table import Table
from rules.labirynt_smierci.model import Game, Item, ItemKind
from rules.labirynt_smierci.tables.sheets_finds import MAGIC

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


def make(table: Table, game: Game, kind: str = "") -> Item:
    """A magic item, of a kind by 1K6 unless it is given; its own die is thrown at once where everybody sees what it is.

    House: potions, talismans and medallions keep their secret, so that evil and strangling can surprise.
    """
    kind = kind or game.tables.items.kind_on(int(table.roll("1K6", "items.kind")))
    found = next(one for one in MAGIC if one == kind)
    name = "" if found in HIDDEN else _name(table, game, found)
    return make_thing(game, found, name, plus=bonus(table, game, found) if found in BONUSES else 0)


def make_weapon(table: Table, game: Game, name: str) -> Item:
    """A magic weapon of this kind."""
    return make_thing(game, "weapon", name, plus=bonus(table, game, "weapon"))


def bonus(table: Table, game: Game, kind: str) -> int:
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
