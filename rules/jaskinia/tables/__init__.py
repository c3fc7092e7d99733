"""The game's tables, read from ``data/`` (or a group's own folder) and checked."""

from __future__ import annotations

from pathlib import Path

from rules.jaskinia.tables.checks import faults
from rules.jaskinia.tables.sheets import Board, Cards, Chambers, Crystal, Seekers, Spells
from rules.kernel.tables import AllTables, read_all

FOLDER = Path(__file__).parents[1] / "data"


class Tables(AllTables, frozen=True, kw_only=True):
    """All tables in force, each read from the file of its name, and a short hash of them."""

    board: Board
    chambers: Chambers
    crystal: Crystal
    cards: Cards
    spells: Spells
    seekers: Seekers


def load(own: Path | None = None) -> Tables:
    """All tables, a group's own folder first; raises ``BadTable`` with file, key and what was expected."""
    return read_all(Tables, FOLDER, own, faults)
