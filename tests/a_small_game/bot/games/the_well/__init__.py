"""How The Well shows itself."""

from __future__ import annotations

from bot.games.face import Face


def make_face() -> Face:
    """The game's face."""
    from bot.games.the_well.face import TheWellFace

    return TheWellFace()
