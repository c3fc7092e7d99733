"""Finds the games: packages beside this file."""

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
    """Return the games by name, in their order."""
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
    """Return a game by name; raises ``Refused`` for unknown names."""
    if name not in all_games():
        raise Refused("no_such_game", game=name[:40], games=tuple(all_games()))
    return all_games()[name]


def load(name: str, own_tables: Path | None = None) -> Rules[Any]:
    """Return a game's rules; a folder named after its package in ``own_tables`` overrides tables.

    Raises ``Refused`` for unknown names and ``BadTable`` for faulty tables.
    """
    game = game_of(name)
    if own_tables and not own_tables.is_dir():
        raise BadTable(str(own_tables), "", "there is no such folder of tables (LABIRYNT_TABLES)")
    return game.rules(own_tables / package_of(name) if own_tables else None)


def book(name: str) -> Book[Any]:
    """Return a game's look-up book; raises ``Refused`` for unknown games and those without one."""
    found = game_of(name).book
    if not found:
        raise Refused("no_such_game", game=name[:40], games=tuple(book.game for book in books()))
    return found()


def books() -> tuple[Book[Any], ...]:
    """Return the look-up books of all games that have one, in the order of the games."""
    return tuple(game.book() for game in all_games().values() if game.book)
