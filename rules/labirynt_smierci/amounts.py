"""Numbers as the tables write them."""

from __future__ import annotations

from rules.kernel.dice import parse
from rules.kernel.table import Table
from rules.kernel.words import Fact


def amount(table: Table, code: str, why: str, **facts: Fact) -> int:
    """A plain number, or what its dice show."""
    return int(code) if code.isdecimal() else int(table.roll(code, why, **facts))


def mean(code: str) -> float:
    """The number, or the mean of its dice: all faces are equally likely, so it lies half-way."""
    return float(code) if code.isdecimal() else (parse(code).least + parse(code).most) / 2


def usual(code: str) -> int:
    """The whole number next to the mean, where nobody throws."""
    return int(mean(code) + 0.5)
