"""Chapter 13, furniture: coffins, books, desks, beds, music."""

from __future__ import annotations

from rules.kernel.requests import Option
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_smierci.events.finds import (
    BookRead,
    BooksUseless,
    ClavichordPlayed,
    DeskOpened,
    MirrorOnTheWall,
    SleptInBed,
)
from rules.labirynt_smierci.finds.outcomes import look_into, perhaps_bring_monsters, wake
from rules.labirynt_smierci.model import Character, Game
from rules.labirynt_smierci.party.losses import cure
from rules.labirynt_smierci.tables import amount
from rules.labirynt_smierci.tables.sheets_finds import FindRow
from rules.labirynt_smierci.treasure.hoards import put_down, roll_row


def coffin(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """A Vampire, and it does not talk [13.9]."""
    wake(table, game, tester, "vampire", mute=True)


def bookcase(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Whoever has any magic potential learns one more spell, to be taken along from the next adventure on [13.9]."""
    ordinary = game.tables.spells.ordinary if max(tester.potential) else ()
    options = [
        Option(spell.id, f"spell.{spell.id}", "spells.cost", {"cost": spell.cost})
        for spell in ordinary
        if spell.id not in tester.known
    ]
    if not options:
        table.tell(BooksUseless(tester.name))
        return
    spell = table.choose(tester.seat, "finds.book", options, name=tester.name)
    tester.known.append(spell)
    table.tell(BookRead(tester.name, Word(f"spell.{spell}")))


def desk(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """The treasure of one type, on every level the same [13.9, house]."""
    table.tell(DeskOpened(tester.name))
    put_down(table, game, roll_row(table, game.tables.treasures.of(game.tables.finds.desk)))


def bed(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Sleep cures wounds; meanwhile wanderers may come [13.9]."""
    table.tell(SleptInBed(tester.name, cure(tester, amount(table, row.amount, "finds.bed"))))
    perhaps_bring_monsters(table, game, game.tables.finds.bed_wanderers, resident=False)


def clavichord(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """Music calls wanderers [13.9]."""
    table.tell(ClavichordPlayed(tester.name))
    perhaps_bring_monsters(table, game, game.tables.finds.clavichord_wanderers, resident=False)


def mirror(table: Table, game: Game, tester: Character, row: FindRow) -> None:
    """As a mirror room [13.9]."""
    table.tell(MirrorOnTheWall(tester.name))
    look_into(table, game)
