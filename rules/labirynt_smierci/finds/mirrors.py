"""Chapter 13, mirrors: the level of the Black Gate, and how many new segments lie before it."""

from __future__ import annotations

from rules.kernel.table import Table
from rules.labirynt_smierci.events.finds import MirrorEmpty, MirrorShowsLevel, MirrorShowsWay
from rules.labirynt_smierci.model import Game, Gate


def look_into(table: Table, game: Game) -> None:
    """The first mirror of the game names the level; the first on that level counts the segments; later ones nothing."""
    if game.gate is None:
        name_the_level(table, game)
    elif not show_the_way(table, game):
        table.tell(MirrorEmpty())


def name_the_level(table: Table, game: Game) -> None:
    """1K6 for the Gate's level; if the party is on it, at once how far it is [13]."""
    level = game.tables.finds.level_on(int(table.roll("1K6", "mirrors.level")))
    game.gate = Gate(level=level)
    table.tell(MirrorShowsLevel(level))
    show_the_way(table, game)


def show_the_way(table: Table, game: Game) -> bool:
    """On the Gate's level, once: the Gate is the last of 1K6+2 new segments [13]."""
    gate = game.gate
    if gate is None or gate.found or gate.level != game.level or gate.segments_left is not None:
        return False
    gate.segments_left = int(table.roll(game.tables.finds.segments, "mirrors.segments"))
    table.tell(MirrorShowsWay(gate.level, gate.segments_left))
    return True
