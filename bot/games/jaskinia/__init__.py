"""How Jaskinia shows itself."""

from __future__ import annotations

from bot.games.face import Face


def make_face() -> Face:
    """The game's face."""
    from bot.games.jaskinia.face import JaskiniaFace

    return JaskiniaFace()
