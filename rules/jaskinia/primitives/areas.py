"""The primitive that explores; and all that an area or a Chamber may do [12]."""

from __future__ import annotations

from collections.abc import Mapping

from rules.jaskinia.effects import Deed, Work
from rules.jaskinia.exploration import explore
from rules.jaskinia.model import Game
from rules.jaskinia.primitives import fights
from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.effects import Do, Operation
from rules.kernel.table import Table


def do_draw_cards(table: Table, game: Game, work: Work, op: e.DrawCards) -> Do:
    """The area is explored with n cards to draw."""
    explore(table, game, work.one, op.n)
    return ()


DEEDS: Mapping[type[Operation], Deed] = {
    **fights.DEEDS,
    e.DrawCards: do_draw_cards,
}
"""What each operation of an area or a Chamber does."""
