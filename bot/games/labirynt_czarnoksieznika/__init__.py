"""How Labirynt Czarnoksiężnika shows itself."""

from __future__ import annotations

from bot.games.face import Face


def make_face() -> Face:
    """The game's face."""
    from bot.games.labirynt_czarnoksieznika.face import LabiryntCzarnoksieznikaFace

    return LabiryntCzarnoksieznikaFace()
