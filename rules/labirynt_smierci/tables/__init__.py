"""The rulebook's tables, read from ``data/`` (or a group's own folder) and checked."""

from __future__ import annotations

from pathlib import Path

from rules.kernel.dice import odds, parse
from rules.kernel.table import Table
from rules.kernel.words import Fact
from rules.labirynt_smierci.tables.checks import faults
from rules.labirynt_smierci.tables.sheets_finds import Tables
from rules.tables.reading import read_all

__all__ = ["FOLDER", "Tables", "amount", "chances_of", "load", "mean_amount", "most_amount", "usual_amount"]

FOLDER = Path(__file__).parents[1] / "data"


def load(own: Path | None = None) -> Tables:
    """Return all tables, a group's own folder first; raises ``BadTable`` with file, key and what was expected."""
    return read_all(Tables, FOLDER, own, faults)


# Numbers as the tables write them --------------------------------------------------------------------------------


def amount(table: Table, code: str, why: str, **facts: Fact) -> int:
    """Return a plain number, or roll its dice."""
    return int(code) if code.isdecimal() else int(table.roll(code, why, **facts))


def mean_amount(code: str) -> float:
    """Return the number, or the mean of the least and the highest result of its dice."""
    return float(code) if code.isdecimal() else (parse(code).least + parse(code).most) / 2


def most_amount(code: str) -> int:
    """Return the number, or the highest result of its dice."""
    return int(code) if code.isdecimal() else parse(code).most


def chances_of(code: str) -> dict[int, float]:
    """Return the chance of each amount."""
    return {int(code): 1.0} if code.isdecimal() else dict(odds(code))


def usual_amount(code: str) -> int:
    """Return the mean, rounded to a whole number, for use without a roll."""
    return int(mean_amount(code) + 0.5)
