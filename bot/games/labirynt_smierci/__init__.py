"""How Labirynt Śmierci shows itself."""

from __future__ import annotations

from bot.games.face import Face


def make_face() -> Face:
    """The game's face."""
    from bot.games.labirynt_smierci.face import LabiryntSmierciFace

    return LabiryntSmierciFace()
