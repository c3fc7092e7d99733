"""The names by which a table calls its seats: no two people have the same one."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from bot.table.records import SeatRecord
from bot.words.narrator import KEPT, LONGEST_NAME, fold, tame
from rules.kernel.requests import Seat

BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that Discord shows as an empty space."""


def seat_names(seats: Iterable[SeatRecord]) -> dict[Seat, str]:
    """Return the name of each seat, with the Discord username in brackets where another seat looks the same.

    Only the names of people with a Discord account are changed. Without a known username, or where even that leaves
    two alike, the number of the seat tells them apart.
    """
    records = list(seats)
    names = {record.seat: record.name for record in records}
    if len(set(map(appearance, names.values()))) == len(names):  # nearly always, and asked for with every sentence
        return names
    for record in _ambiguous(records, names):
        names[record.seat] = _with_mark(record.name, record.username or record.seat.lstrip("s"))
    for record in _ambiguous(records, names):
        names[record.seat] = _with_mark(record.name, f"{record.username} {record.seat.lstrip('s')}".strip())
    return names


def _ambiguous(records: Iterable[SeatRecord], names: dict[Seat, str]) -> list[SeatRecord]:
    looks = {seat: appearance(name) for seat, name in names.items()}
    counts = Counter(looks.values())
    return [record for record in records if record.user_id and counts[looks[record.seat]] > 1]


def _with_mark(name: str, mark: str) -> str:
    end = f" ({tame(mark)})"
    return tame(name, max(LONGEST_NAME - len(end), 1)) + end


@lru_cache(maxsize=KEPT)
def appearance(name: str) -> str:
    """Return what is left of a name without case, accents, blanks at its ends and invisible signs."""
    decomposed = unicodedata.normalize("NFKD", name)
    visible = (sign for sign in decomposed if unicodedata.category(sign)[0] not in "CM" and sign not in BLANK_LETTERS)
    return fold("".join(visible))
