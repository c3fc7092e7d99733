"""The game's tables, read from ``data/`` (or a group's own folder) and checked."""

from __future__ import annotations

from pathlib import Path

from rules.kernel.tables import AllTables, read_all
from rules.labirynt_czarnoksieznika.tables.checks import faults
from rules.labirynt_czarnoksieznika.tables.sheets import (
    Boards,
    Characters,
    Encounters,
    Finds,
    Gems,
    Powers,
    Runes,
)

FOLDER = Path(__file__).parents[1] / "data"


class Tables(AllTables, frozen=True, kw_only=True):
    """All tables in force, each read from the file of its name, and a short hash of them."""

    boards: Boards
    characters: Characters
    encounters: Encounters
    finds: Finds
    runes: Runes
    gems: Gems
    powers: Powers


def load(own: Path | None = None) -> Tables:
    """All tables, a group's own folder first; raises ``BadTable`` with file, key and what was expected."""
    return read_all(Tables, FOLDER, own, faults)
