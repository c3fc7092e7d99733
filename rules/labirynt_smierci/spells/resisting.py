"""Chapter 11: resisting spells and powers, 1K6 up to one's resistance."""

from __future__ import annotations

from rules.kernel.table import Table
from rules.labirynt_smierci.events.magic import Resisted
from rules.labirynt_smierci.marks import mark_of
from rules.labirynt_smierci.model import Character, Game, Monster
from rules.labirynt_smierci.traits import resistance


def resists(table: Table, game: Game, target: Character | Monster) -> bool:
    """1K6 up to the resistance, which is five at most, so a 6 always fails [11]."""
    if not game.options.resistance:
        return False
    limit = resistance(game, target)
    rolled = int(table.roll("1K6", "resist.roll", who=target.name))
    if rolled <= limit:
        mark = mark_of(target.id) if isinstance(target, Monster) else ""
        table.tell(Resisted(target.name, mark, rolled, limit))
    return rolled <= limit
