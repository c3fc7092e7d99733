"""Chapter 13, trap doors: what lies below a room."""

from __future__ import annotations

from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.combat.gate import guards
from rules.labirynt_smierci.events.ending import GateFound
from rules.labirynt_smierci.events.finds import FellIntoPit, HiddenRoom, LostForEver, PitIsBottomless, TrapUnderTheLid
from rules.labirynt_smierci.finds.outcomes import bring_monsters, perhaps_bring_monsters
from rules.labirynt_smierci.magic.casting import resists
from rules.labirynt_smierci.model import Character, Game, Gate
from rules.labirynt_smierci.party.belongings import arm
from rules.labirynt_smierci.party.losses import leave_ranks, wound
from rules.labirynt_smierci.tables.sheets_finds import FindRow
from rules.labirynt_smierci.traps import delegate, disarm, meet_trap, spring, thieves


def trap(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """A trap on whoever opened it, who may try to disarm it; or somebody casts Thief [7, 10, 13.9]."""
    table.tell(TrapUnderTheLid(tester.name))
    lid = Word("trapped.lid")
    if spells := thieves(game, lid):
        meet_trap(table, game, lid, [delegate(game, tester), *spells])
    elif not disarm(table, game, tester):
        spring(table, game, tester)


def hidden_room(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """No exits and no feature, but perhaps residents; who lives on there is met from the room above [13.9, house]."""
    table.tell(HiddenRoom())
    perhaps_bring_monsters(table, game, game.tables.finds.room_residents, resident=True)


def pit(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Wounds as the die says; on a 6 it is bottomless: resist and take no harm, or be lost for ever [13.9]."""
    depth = table.roll(row.amount, "finds.pit", who=tester.name)
    if depth not in game.tables.finds.bottomless:
        table.tell(FellIntoPit(tester.name, int(depth)))
        wound(table, game, tester, int(depth))
        return
    table.tell(PitIsBottomless(tester.name))
    if not resists(table, game, tester):
        lose_for_ever(table, game, tester)


def lose_for_ever(table: Table, game: Game, one: Character) -> None:
    """Gone for ever, with all that he carried; nobody calls him back."""
    one.fate, one.items, one.gold = "lost", [], 0
    arm(one)
    table.tell(LostForEver(one.name))
    leave_ranks(table, game)


def black_gate(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """The Gate stands below this very room, whatever a mirror said; once it is found, only a room is here [13.9]."""
    if game.gate_found:
        hidden_room(table, game, tester, row)
        return
    game.gate = Gate(level=game.level, square=game.square, found=True)
    table.tell(GateFound(game.level, below=True))
    bring_monsters(table, game, guards(table, game))
