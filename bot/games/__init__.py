"""How each game shows itself: a package beside this file for each, of the same name as that of its rules."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module

from bot.games.face import Face


def face_of(game: str) -> Face:
    """A game's face; a game without one shows nothing but its words."""
    return _face(game.replace("-", "_"), tuple(__path__))


@lru_cache(maxsize=64)
def _face(package: str, path: tuple[str, ...]) -> Face:
    names = [one.name for one in pkgutil.iter_modules(path) if one.ispkg]
    make: Callable[[], Face] = import_module(f"{__name__}.{package}").make_face if package in names else Face
    return make()
