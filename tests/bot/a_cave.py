"""A game of Jaskinia that begins in the middle: who stands where, with what, and who gave which orders.

Olek's Seeker stands in the corridor C6; Ala's comes from B6, the corridor beside it, to meet it there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bot.table.records import Accepted, Standing
from rules.jaskinia.model import Game
from rules.jaskinia.rulebook import Jaskinia
from rules.jaskinia.scenario_setup import build
from rules.jaskinia.tables import load
from rules.kernel.requests import Seat
from tests.bot.a_table import ALA, House

NEAR, HERE = "B6", "C6"
STRONG = 20
"""Nobody who is not as strong beats this, whatever the dice show."""


class Midcave(Jaskinia):
    """The rules, whose games begin in this position."""

    def __init__(self, own: Path | None = None, **setup: Any) -> None:
        super().__init__(load(own))
        self._setup = setup

    def begin(self, seats: Sequence[Seat], options: Mapping[str, str]) -> Game:
        """The position, with these people and house rules; of a table that is filling only the house rules."""
        if len(seats) < len(self._setup["seekers"]) + len(self._setup.get("dead", {})):
            return super().begin(seats, options)
        there = {**self._setup, "seats": seats, "options": dict(options)}
        return build(self.tables, there)


def a_figure(id: str, at: str = HERE, **more: Any) -> dict[str, Any]:
    """A Seeker there, with whatever differs from its card."""
    return {"id": id, "at": at, **more}


def a_meeting(
    own: Mapping[str, Any] | None = None,
    other: Mapping[str, Any] | None = None,
    *more: Mapping[str, Any],
    orders: Mapping[str, str] | None = None,
    **setup: Any,
) -> Midcave:
    """Before Ala's Seeker meets Olek's; a Miner each unless they are named, and Olek has given these orders."""
    figures = [own or a_figure("cannibal", NEAR), other or a_figure("miner"), *more]
    return Midcave(seekers=figures, orders={"s2": dict(orders or {})}, **setup)


async def met(house: House, turn: Standing) -> Standing:
    """Ala's Seeker has gone there, and may attack."""
    there = (await house.press(turn, ALA, [f"go:{HERE}"])).standing
    assert there.waiting is not None
    assert there.waiting.why == "arrival"
    return there


async def attacked(house: House, turn: Standing, how: str = "attack") -> Accepted:
    """It goes there and attacks Olek's."""
    return await house.press(await met(house, turn), ALA, [f"{how}:s2"])
