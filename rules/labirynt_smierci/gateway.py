"""Chapter 16: the party stands before the Black Gate."""

from __future__ import annotations

from rules.kernel.table import Table
from rules.labirynt_smierci.gate import DEMON
from rules.labirynt_smierci.model import Game, Group, Monster
from rules.labirynt_smierci.monsters import come
from rules.labirynt_smierci.traits import GATE

NAMELESS = "nameless"
GUARDS = "gate_guards"
"""The title of the Gate and its guards together."""


def face_the_gate(table: Table, game: Game) -> None:
    """The guards come: Demons, the Nameless, and the Gate itself among them [16]."""
    come(table, game, guards(table, game))


def guards(table: Table, game: Game) -> Group:
    """Strengths rolled one by one, with the level's addition but not its multiplier; the Gate has its own [16]."""
    sheet = game.tables.gate
    demons = int(table.roll(sheet.demons, "gate.demons"))
    group = Group(kind=DEMON, title=GUARDS, level=game.level, resident=True, monsters=[], mute=True)
    for number, kind in enumerate([*[DEMON] * demons, NAMELESS], start=1):
        group.monsters.append(_guard(table, game, kind, number))
    group.monsters.append(Monster(id=f"{GATE}-{demons + 2}", kind=GATE, full=sheet.strength))
    return group


def _guard(table: Table, game: Game, kind: str, number: int) -> Monster:
    guard = Monster(id=f"{kind}-{number}", kind=kind, full=0)
    rolled = int(table.roll(game.tables.monsters.of(kind).strength, "monsters.strength", monster=guard.name))
    guard.full = rolled + game.tables.levels.of(game.level).strength
    return guard
