"""The games by name: the only registry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rules.kernel.errors import BadTable, Refused
from rules.kernel.game import Rules


def _labirynt_smierci(own: Path | None) -> Rules[Any]:
    from rules.labirynt_smierci.rulebook import LabiryntSmierci

    return LabiryntSmierci.with_tables(own / "labirynt_smierci" if own else None)


GAMES: Mapping[str, Callable[[Path | None], Rules[Any]]] = {"labirynt-smierci": _labirynt_smierci}


def load(name: str, own_tables: Path | None = None) -> Rules[Any]:
    """A game's rules with the tables in force; refuses unknown names, raises ``BadTable``."""
    if name not in GAMES:
        raise Refused("no_such_game", game=name[:40], games=tuple(GAMES))
    if own_tables is not None and not own_tables.is_dir():
        raise BadTable(str(own_tables), "", "there is no such folder of tables (LABIRYNT_TABLES)")
    return GAMES[name](own_tables)
