"""What tests ask the tables of a game, and what they should answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rules.kernel.dice import Rolled, parse
from rules.kernel.lookups import Book, Facts

Given = Mapping[str, int | str]
Refusal = tuple[str, Given, bool, str, dict[str, Any]]
"""The table, what is asked of it, whether with dice; the reason of the refusal, and some of its facts."""


class Cases(NamedTuple):
    """One game: how many rows its tables have, and for some entries, rolls and wrong questions what comes of them.

    ``needed``: what a roll on a table cannot do without.
    """

    book: Book[Any]
    rows: Mapping[str, int]
    entries: list[tuple[str, Given, Facts]]
    rolls: list[tuple[str, Given, tuple[int, ...], Facts]]
    refused: list[Refusal]
    needed: Mapping[str, Given] = {}


def from_hand(left: list[int]) -> Callable[[str], Rolled]:
    """Dice that somebody threw, in this order; what is thrown is taken from ``left``."""
    return lambda code: Rolled(code, tuple(left.pop(0) for _ in range(parse(code).count)))
