"""The games, found by their packages beside this file."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

import rules
from rules.kernel.errors import BadTable, Refused
from rules.kernel.game import Manifest, Rules
from rules.kernel.lookups import Book
from rules.kernel.tables import package_of


def all_games() -> Mapping[str, Manifest]:
    """The games by their names, in their order."""
    return _found(tuple(rules.__path__))


@lru_cache(maxsize=4)
def _found(path: tuple[str, ...]) -> Mapping[str, Manifest]:
    known = sorted(_manifests(path), key=lambda game: (game.place, game.name))
    return {game.name: game for game in known}


def _manifests(path: tuple[str, ...]) -> Iterator[Manifest]:
    for package in pkgutil.iter_modules(path, "rules."):
        if package.ispkg and (game := getattr(import_module(package.name), "GAME", None)):
            yield game


def game_of(name: str) -> Manifest:
    """A game by its name; refuses unknown names."""
    if name not in all_games():
        raise Refused("no_such_game", game=name[:40], games=tuple(all_games()))
    return all_games()[name]


def load(name: str, own_tables: Path | None = None) -> Rules[Any]:
    """A game's rules with the tables in force, a group's own in a folder named as its package; raises ``BadTable``.

    Refuses unknown names.
    """
    game = game_of(name)
    if own_tables is not None and not own_tables.is_dir():
        raise BadTable(str(own_tables), "", "there is no such folder of tables (LABIRYNT_TABLES)")
    return game.rules(own_tables / package_of(name) if own_tables else None)


def book(name: str) -> Book[Any]:
    """A game's tables, to be looked up without playing; refuses unknown games, and those that have none."""
    found = game_of(name).book
    if found is None:
        raise Refused("no_such_game", game=name[:40], games=tuple(book.game for book in books()))
    return found()


def books() -> tuple[Book[Any], ...]:
    """The tables of every game that has some, the first game's first."""
    return tuple(game.book() for game in all_games().values() if game.book is not None)
