"""How Labirynt Czarnoksiężnika shows itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.games.face import Face
    from bot.games.table_words import TableWords


def make_face() -> Face:
    """The game's face."""
    from bot.games.labirynt_czarnoksieznika.face import LabiryntCzarnoksieznikaFace

    return LabiryntCzarnoksieznikaFace()


def make_tables() -> TableWords:
    """The words of its tables; whoever looks something up waits for nothing else."""
    from bot.games.labirynt_czarnoksieznika.tables import LabiryntCzarnoksieznikaTables

    return LabiryntCzarnoksieznikaTables()
