"""The game's tables, read from ``data/`` (or a group's own folder) and checked."""

from __future__ import annotations

from pathlib import Path

import msgspec

from rules.kernel.tables import Shelf
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


class Tables(msgspec.Struct, frozen=True):
    """All tables in force, each read from the file of its name, and a short hash of them."""

    boards: Boards
    characters: Characters
    encounters: Encounters
    finds: Finds
    runes: Runes
    gems: Gems
    powers: Powers
    digest: str


def load(own: Path | None = None) -> Tables:
    """All tables, a group's own folder first; raises ``BadTable`` with file, key and what was expected."""
    shelf = Shelf(FOLDER, own)
    kinds = {field.name: field.type for field in msgspec.structs.fields(Tables) if field.name != "digest"}
    sheets = {name: shelf.read(name, kind) for name, kind in kinds.items()}
    tables = Tables(**sheets, digest=shelf.digest)
    for fault in faults(tables):
        raise fault
    return tables
