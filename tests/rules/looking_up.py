"""What tests ask the tables of a game, and what they should answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rules.kernel.dice import Rolled
from rules.kernel.lookups import Book, Facts

Given = Mapping[str, int | str]


class Cases(NamedTuple):
    """One game: how many rows its tables have, and for some entries, rolls and wrong questions what comes of them."""

    book: Book[Any]
    rows: Mapping[str, int]
    entries: list[tuple[str, Given, Facts]]
    rolls: list[tuple[str, Given, tuple[int, ...], Facts]]
    refused: list[tuple[str, Given, bool, dict[str, Any]]]


def from_hand(*dice: int) -> Callable[[str], Rolled]:
    """Dice that somebody threw, in this order."""
    left = list(dice)
    return lambda code: Rolled(code, tuple(left.pop(0) for _ in range(int(code[0]))))
