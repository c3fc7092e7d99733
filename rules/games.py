"""The games by name: the only registry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rules.kernel.errors import BadTable, Refused
from rules.kernel.game import Rules
from rules.kernel.lookups import Book


def _labirynt_smierci(own: Path | None) -> Rules[Any]:
    from rules.labirynt_smierci.rulebook import LabiryntSmierci

    return LabiryntSmierci.with_tables(own / "labirynt_smierci" if own else None)


def _labirynt_czarnoksieznika(own: Path | None) -> Rules[Any]:
    from rules.labirynt_czarnoksieznika.rulebook import LabiryntCzarnoksieznika

    return LabiryntCzarnoksieznika.with_tables(own / "labirynt_czarnoksieznika" if own else None)


def _jaskinia(own: Path | None) -> Rules[Any]:
    from rules.jaskinia.rulebook import Jaskinia

    return Jaskinia.with_tables(own / "jaskinia" if own else None)


GAMES: Mapping[str, Callable[[Path | None], Rules[Any]]] = {
    "labirynt-smierci": _labirynt_smierci,
    "labirynt-czarnoksieznika": _labirynt_czarnoksieznika,
    "jaskinia": _jaskinia,
}


def load(name: str, own_tables: Path | None = None) -> Rules[Any]:
    """A game's rules with the tables in force; refuses unknown names, raises ``BadTable``."""
    if name not in GAMES:
        raise Refused("no_such_game", game=name[:40], games=tuple(GAMES))
    if own_tables is not None and not own_tables.is_dir():
        raise BadTable(str(own_tables), "", "there is no such folder of tables (LABIRYNT_TABLES)")
    return GAMES[name](own_tables)


def _smierci() -> Book[Any]:
    from rules.labirynt_smierci.lookups import BOOK

    return BOOK


def _czarnoksieznika() -> Book[Any]:
    from rules.labirynt_czarnoksieznika.lookups import BOOK

    return BOOK


def _cave() -> Book[Any]:
    from rules.jaskinia.lookups import BOOK

    return BOOK


BOOKS: Mapping[str, Callable[[], Book[Any]]] = {
    "labirynt-smierci": _smierci,
    "labirynt-czarnoksieznika": _czarnoksieznika,
    "jaskinia": _cave,
}
"""The games' tables, to be looked up without playing; the flagship's first."""


def book(game: str) -> Book[Any]:
    """A game's tables; refuses unknown games."""
    if game not in BOOKS:
        raise Refused("no_such_game", game=game[:40], games=tuple(BOOKS))
    return BOOKS[game]()


def books() -> tuple[Book[Any], ...]:
    """The tables of every game."""
    return tuple(map(book, BOOKS))
