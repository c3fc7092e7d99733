"""The game's tables, read from ``data/`` (or a group's own folder) and checked."""

from __future__ import annotations

from pathlib import Path

from rules.jaskinia.tables.checks import faults
from rules.jaskinia.tables.sheets import Tables
from rules.tables.reading import read_all

__all__ = ["FOLDER", "Tables", "load"]

FOLDER = Path(__file__).parents[1] / "data"


def load(own: Path | None = None) -> Tables:
    """All tables, a group's own folder first; raises ``BadTable`` with file, key and what was expected."""
    return read_all(Tables, FOLDER, own, faults)
