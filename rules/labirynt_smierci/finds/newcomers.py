"""Monsters that an examination brings [13.9], while others may be there at peace with the party."""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.combat import fight
from rules.labirynt_smierci.events.course import AllQuiet
from rules.labirynt_smierci.events.finds import MonsterWoke, PeacefulGone
from rules.labirynt_smierci.model import Character, Game, Group, Hoard
from rules.labirynt_smierci.monsters import assemble, come, single
from rules.labirynt_smierci.powers import POSSESSED, turn

Meeting = Callable[[Table, Game, Group], None]


def bring(table: Table, game: Game, group: Group, meet: Meeting = come) -> None:
    """Meet them here. Those at peace keep out of it; newcomers who are left alive drive them off [13.9, house]."""
    room, peaceful = game.here, game.here.group
    meet(table, game, group)
    if peaceful is None:
        return
    if room.group is None:
        room.group = peaceful
    else:
        table.tell(PeacefulGone(peaceful.name, len(peaceful.living)))


def wake(table: Table, game: Game, tester: Character, kind: str, *, mute: bool = False) -> None:
    """One living monster of this kind comes out of what was examined; ``mute``: it does not talk."""
    table.tell(MonsterWoke(tester.name, Word(f"monster.{kind}")))
    group = single(table, game, kind)
    group.mute = mute
    bring(table, game, group)


def perhaps_bring(table: Table, game: Game, on: tuple[int, ...], *, resident: bool) -> None:
    """Residents or wanderers come on these results of 1K6."""
    if table.roll("1K6", "finds.monsters") in on:
        bring(table, game, assemble(table, game, resident))
    else:
        table.tell(AllQuiet())


def fight_possessed(table: Table, game: Game, tester: Character) -> None:
    """The Nameless speaks through a member, who fights alone until dead, asleep or redeemed [13.9]; he has no treasure.

    When nobody else is left the game is lost.
    """
    group = Group(
        kind="nameless", title=POSSESSED, level=game.level, resident=True, monsters=[], mute=True, hoard=Hoard()
    )
    turn(table, game, group, tester, master="")
    if game.people:
        bring(table, game, group, _fall_upon)


def _fall_upon(table: Table, game: Game, group: Group) -> None:
    game.here.group = group
    fight(table, game, group)
