"""What finds give: jewels and things, onto the heap, to be divided [13.9, 14]."""

from __future__ import annotations

from rules.kernel.table import Table
from rules.labirynt_smierci.amounts import amount
from rules.labirynt_smierci.events.treasure import ThingFound
from rules.labirynt_smierci.model import Game, Hoard, Item
from rules.labirynt_smierci.tables.sheets_finds import FindRow
from rules.labirynt_smierci.treasure.hoards import bring_to_light


def give_jewels(table: Table, game: Game, row: FindRow) -> None:
    """As many jewels as the row says, each worth what 2K6 say [14]."""
    bring_to_light(table, game, Hoard(jewels=amount(table, row.amount, "finds.jewels")))


def give(table: Table, game: Game, item: Item) -> None:
    """One magic item."""
    game.heap.items.append(item)
    table.tell(ThingFound(item.title, item.plus))
