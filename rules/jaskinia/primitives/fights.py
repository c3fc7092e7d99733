"""Primitives that begin a fight; and all that a card may do [12]."""

from __future__ import annotations

from collections.abc import Mapping

from rules.jaskinia.clash import guardian
from rules.jaskinia.effects import Deed, Work
from rules.jaskinia.model import FightKind, Game
from rules.jaskinia.primitives import magic
from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.effects import Do, Operation
from rules.kernel.table import Table


def do_fight(table: Table, game: Game, work: Work, op: e.Fight) -> Do:
    """A fight against a Strength."""
    return _against(table, game, work, "fight", op.strength, op)


def do_psychic(table: Table, game: Game, work: Work, op: e.Psychic) -> Do:
    """Psychic combat against a Power."""
    return _against(table, game, work, "psychic", op.power, op)


def _against(table: Table, game: Game, work: Work, kind: FightKind, value: int, op: e.Fight | e.Psychic) -> Do:
    """What is not won ends the turn [5.8]."""
    result = guardian(table, game, work.one, kind, value, work.source.key.rpartition(".")[2])
    if result != "won":
        game.trip.over = True
    return {"won": op.win, "lost": op.lose}.get(result, ())


DEEDS: Mapping[type[Operation], Deed] = {
    **magic.DEEDS,
    e.Fight: do_fight,
    e.Psychic: do_psychic,
}
"""What each operation of a card does."""
