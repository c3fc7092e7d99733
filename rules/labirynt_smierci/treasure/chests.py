"""Chapter 7.0: chests are searched like doors."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.table import Table
from rules.labirynt_smierci.events.treasure import ChestFound
from rules.labirynt_smierci.model import Game, Group, Hoard
from rules.labirynt_smierci.tables.sheets import TreasureRow
from rules.labirynt_smierci.traps import search_chest

IN_CHESTS = ("J", "K", "L")
"""Types of treasure that residents keep in a chest [7.0, house]."""


def in_chest(game: Game, group: Group, rows: Sequence[TreasureRow]) -> bool:
    """Whether what is left of the treasure lies in a chest that may be trapped: the great ones of residents."""
    trapped = game.options.chests == "trapped" and group.resident
    return trapped and group.hoard != Hoard() and any(row.type in IN_CHESTS for row in rows)


def open_chest(table: Table, game: Game) -> None:
    """Searched like a door, before anything is taken."""
    table.tell(ChestFound())
    search_chest(table, game)
