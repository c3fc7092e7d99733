"""The faces of the games by name: the only registry."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.games.face import Face


def _labirynt_smierci() -> Face:
    from bot.games.labirynt_smierci.face import LabiryntSmierciFace

    return LabiryntSmierciFace()


def _labirynt_czarnoksieznika() -> Face:
    from bot.games.labirynt_czarnoksieznika.face import LabiryntCzarnoksieznikaFace

    return LabiryntCzarnoksieznikaFace()


def _jaskinia() -> Face:
    from bot.games.jaskinia.face import JaskiniaFace

    return JaskiniaFace()


FACES: Mapping[str, Callable[[], Face]] = {
    "labirynt-smierci": _labirynt_smierci,
    "labirynt-czarnoksieznika": _labirynt_czarnoksieznika,
    "jaskinia": _jaskinia,
}


def face_of(game: str) -> Face:
    """A game's face; a game without one shows nothing but its words."""
    return FACES.get(game, Face)()
