"""Wounds of those who fight against the party, and what follows from a death among them."""

from __future__ import annotations

from rules.kernel.table import Table
from rules.labirynt_smierci.gate import gate_falls
from rules.labirynt_smierci.losses import bury
from rules.labirynt_smierci.model import Game, Group, Monster
from rules.labirynt_smierci.powers import release
from rules.labirynt_smierci.traits import GATE


def hurt(table: Table, game: Game, group: Group, monster: Monster, wounds: int) -> None:
    """Note the wounds at once; the charmed come back when their master dies, the Demons vanish with the Gate."""
    game.tally.wounds_dealt += wounds
    monster.wounds += wounds
    if not monster.alive:
        slay(table, game, group, monster)


def slay(table: Table, game: Game, group: Group, monster: Monster) -> None:
    """A monster is dead, or a member who stood among them."""
    monster.wounds = max(monster.wounds, monster.full)
    if monster.person:
        _fall_among_them(table, game, group, monster)
        return
    game.tally.kills += 1
    for charmed in [one for one in group.monsters if one.master == monster.id]:
        release(table, game, group, charmed)
    if monster.kind == GATE:
        gate_falls(table, game, group)


def _fall_among_them(table: Table, game: Game, group: Group, monster: Monster) -> None:
    one = game.characters[monster.person]
    one.fate = ""
    one.wounds = one.strength - one.spent
    group.monsters.remove(monster)
    bury(table, game, one)
