"""The presentation of Labirynt Czarnoksiężnika."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.games.face import Face
    from bot.games.table_words import TableWords


def make_face() -> Face:
    """Return the game's face."""
    from bot.games.labirynt_czarnoksieznika.face import LabiryntCzarnoksieznikaFace

    return LabiryntCzarnoksieznikaFace()


def make_tables() -> TableWords:
    """Return the wording of the game's tables; importing it does not load the face."""
    from bot.games.labirynt_czarnoksieznika.tables import LabiryntCzarnoksieznikaTables

    return LabiryntCzarnoksieznikaTables()
