"""The data that pictures need about a decided clash. Imports nothing that draws, so that start-up is cheap."""

from __future__ import annotations

from typing import NamedTuple

from rules.kernel.words import Term


class Side(NamedTuple):
    """One side of a decided clash."""

    names: tuple[Term, ...]
    total: int
    won: bool = False
    hurt: bool = False
    psychic: bool = False


class Outcome(NamedTuple):
    """The side that began the clash, and the other side."""

    own: Side
    other: Side
