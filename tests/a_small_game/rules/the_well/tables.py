"""What a bucket brings up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rules.kernel.errors import BadTable
from rules.kernel.lookups import DIE
from rules.kernel.tables import AllTables, Pips, Row, Sheet, Small
from rules.tables.reading import read_all


class Draw(Row, frozen=True):
    """What a result brings."""

    face: Pips
    coins: Small


class Well(Sheet, frozen=True):
    """A row for each result of 1K6 [1]."""

    draw: tuple[Draw, ...]


class Tables(AllTables, frozen=True, kw_only=True):
    """All tables in force."""

    well: Well

    def brought(self, face: int) -> Draw:
        """The row of a result."""
        return next(row for row in self.well.draw if row.face == face)


def _faults(tables: Tables) -> Iterator[BadTable]:
    if sorted(row.face for row in tables.well.draw) != list(DIE):
        yield BadTable("well.toml", "draw", "a row for each result from 1 to 6 is expected")


def load(own: Path | None = None) -> Tables:
    """All tables, a group's own folder first; raises ``BadTable`` with file, key and what was expected."""
    return read_all(Tables, Path(__file__).parent / "data", own, _faults)
