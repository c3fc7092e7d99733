"""Who begins."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.requests import Seat
from rules.kernel.table import Table


def highest_begins(table: Table, seats: Sequence[Seat], why: str) -> list[Seat]:
    """The seats in order of play: the highest 1K6 begins, ties roll again, the others follow clockwise."""
    tied = list(seats)
    while len(tied) > 1:
        rolled = {seat: int(table.roll("1K6", why, player=seat)) for seat in tied}
        tied = [seat for seat in tied if rolled[seat] == max(rolled.values())]
    first = seats.index(tied[0])
    return [*seats[first:], *seats[:first]]
