"""The presentation of Labirynt Śmierci."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.games.face import Face
    from bot.games.table_words import TableWords


def make_face() -> Face:
    """Return the game's face."""
    from bot.games.labirynt_smierci.face import LabiryntSmierciFace

    return LabiryntSmierciFace()


def make_tables() -> TableWords:
    """Return the wording of the game's tables; importing it does not load the face."""
    from bot.games.labirynt_smierci.tables import LabiryntSmierciTables

    return LabiryntSmierciTables()
