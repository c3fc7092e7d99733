"""Wounds and deaths: strength at 0 or less is death [9, house]."""

from __future__ import annotations

from rules.kernel.table import Table
from rules.labirynt_smierci.events import CharacterDied, RankClosed
from rules.labirynt_smierci.formation import close_ranks, fill_front
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.places import places


def wound(table: Table, game: Game, victim: Character, wounds: int) -> None:
    """Note the wounds at once; the dead leave the ranks."""
    victim.wounds += wounds
    if not victim.alive:
        bury(table, game, victim)


def wound_everybody(table: Table, game: Game, wounds: int) -> None:
    """The same wounds to each living member."""
    for one in game.living:
        wound(table, game, one, wounds)


def bury(table: Table, game: Game, victim: Character) -> None:
    """Somebody fell: out of the formation; in a fight the gap stays until the ranks are changed."""
    table.tell(CharacterDied(victim.name))
    if close_ranks(game):
        table.tell(RankClosed())
        if game.fight is not None:
            game.fight.party_places = places(game.formation[0])
    if game.fight is None:
        fill_front(game)
