"""A game of Labirynt Czarnoksiężnika that begins in the middle: who stands where, with what, and who gave which orders.

Dwarves, whom Olek plays, stand alone or together in B3 of the first board; Ala's elves come from B4 to attack them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bot.table.records import Accepted, Standing
from rules.kernel.requests import Seat
from rules.labirynt_czarnoksieznika.model import Game, Orders
from rules.labirynt_czarnoksieznika.rulebook import LabiryntCzarnoksieznika
from rules.labirynt_czarnoksieznika.scenario_setup import build
from rules.labirynt_czarnoksieznika.tables import load
from tests.bot.a_table import ALA, CHANNEL, OLEK, House, an_interaction

ATTACKER = {"id": "taelin", "at": "B4@0"}
ALONE = [ATTACKER, {"id": "liriel", "at": "D1@0"}, {"id": "haldra", "at": "B3@0"}, {"id": "borgrim", "at": "D4@1"}]
TOGETHER = [ATTACKER, {"id": "liriel", "at": "D1@0"}, {"id": "haldra", "at": "B3@0"}, {"id": "borgrim", "at": "B3@0"}]


class Midgame(LabiryntCzarnoksieznika):
    """The rules, whose games begin in this position."""

    def __init__(self, own: Path | None = None, **setup: Any) -> None:
        super().__init__(load(own))
        self._setup = setup

    def begin(self, seats: Sequence[Seat], options: Mapping[str, str]) -> Game:
        """The position, with these people and house rules; of a table that is filling only the house rules."""
        if len(seats) < self.seats[0]:
            return super().begin(seats, options)
        there = {**self._setup, "seats": seats, "options": dict(options)}
        return build(self.tables, there)


def a_duel(*, together: bool = False, pack: Sequence[str] = (), **orders: str) -> Midgame:
    """Before the attack; Haldra carries this, and Olek has given these orders."""
    people: list[dict[str, Any]] = [dict(one) for one in (TOGETHER if together else ALONE)]
    people[2]["pack"] = list(pack)
    return Midgame(characters=people, orders={"s2": Orders(**orders)})  # type: ignore[arg-type]  # as they are typed


async def begun(house: House) -> Standing:
    """Ala's turn."""
    await house.lobby(ALA, OLEK)
    return (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing


async def attacked(house: House, turn: Standing, whom: str = "haldra") -> Accepted:
    """Taelin goes there and attacks."""
    there = (await house.press(turn, ALA, ["step:taelin:B3"])).standing
    assert there.waiting is not None
    assert there.waiting.why == "encounter.attack"
    return await house.press(there, ALA, [f"attack:{whom}"])
