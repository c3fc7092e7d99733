"""The packages that show each game, one per game, named like the game's rules package.

A package has ``make_face()``, and ``make_tables()`` if its tables need their own wording.
"""

from __future__ import annotations

import pkgutil
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from bot.games.table_words import TableWords
from rules.kernel.tables import package_of

if TYPE_CHECKING:
    from bot.games.face import Face


def face_of(game: str) -> Face:
    """Return the face of a game; a game without its own gets the plain ``Face``."""
    return _load_face(package_of(game), tuple(__path__))


def table_words_of(game: str) -> TableWords:
    """Return what puts a game's tables into words."""
    return _load_table_words(package_of(game), tuple(__path__))


@lru_cache(maxsize=64)
def _load_face(package: str, path: tuple[str, ...]) -> Face:
    from bot.games.face import Face

    found = _import_package(package, path)
    face: Face = found.make_face() if found else Face()
    return face


@lru_cache(maxsize=64)
def _load_table_words(package: str, path: tuple[str, ...]) -> TableWords:
    make = getattr(_import_package(package, path), "make_tables", TableWords)
    words: TableWords = make()
    return words


def _import_package(package: str, path: tuple[str, ...]) -> Any:
    names = [module.name for module in pkgutil.iter_modules(path) if module.ispkg]
    return import_module(f"{__name__}.{package}") if package in names else None
