"""Chapter 14: what monsters leave behind. So far the gold column; one roll for each group."""

from __future__ import annotations

from rules.kernel.table import Table
from rules.labirynt_smierci.events import GoldFound, NothingFound
from rules.labirynt_smierci.model import Game, Group
from rules.labirynt_smierci.sheets import TreasureRow

CERTAIN = 6


def treasure_of(game: Game, group: Group) -> TreasureRow:
    """The row of the treasure table: resident or wandering letter, moved down by the level [6.7, 8.2]."""
    sheet = game.tables.monsters.of(group.kind)
    letter = sheet.resident if group.resident else sheet.wandering
    return game.tables.treasures.of(letter, game.tables.levels.of(group.level).treasure_shift)


def roll_gold(table: Table, game: Game, group: Group) -> int:
    """The gold that the group has, rolled once when it first matters [14.9]; without bribes."""
    if group.gold is None:
        gold = treasure_of(game, group).gold
        there = gold is not None and (gold.chance == CERTAIN or table.roll("1K6", "treasure.gold") <= gold.chance)
        group.gold = int(table.roll(gold.amount, "treasure.amount")) if gold is not None and there else 0
    return group.gold


def take_treasure(table: Table, game: Game, group: Group) -> None:
    """After the kill: what they had, and bribes paid to them [5 C4, 8.7]."""
    gold = roll_gold(table, game, group) + group.bribe
    if gold == 0:
        table.tell(NothingFound())
        return
    game.purse += gold
    table.tell(GoldFound(gold, group.bribe, game.purse))
