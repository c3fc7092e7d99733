"""What pictures know of a clash that has been decided: data alone, so that it costs no start of a program."""

from __future__ import annotations

from typing import NamedTuple

from rules.kernel.words import Term


class Side(NamedTuple):
    """A side of a clash that has been decided."""

    names: tuple[Term, ...]
    total: int
    won: bool = False
    hurt: bool = False
    psychic: bool = False


class Outcome(NamedTuple):
    """Who began it, and the other side."""

    own: Side
    other: Side
