"""How long the autopilot thinks: the slowest of a hundred answers over whole games, by processor time."""

from __future__ import annotations

import time
from typing import Any

from rules.games import all_games, load
from rules.kernel.answers import Value
from rules.kernel.game import Rules
from rules.kernel.requests import Request, Seat
from rules.simulation import play_one, seed_of
from tests.bench.games import the_game
from tests.bench.report import Figure, at
from tests.short_form import ALONE, NONE, sized

GAMES = sized(6, 1)
STAGES, OPTIONS = sized(10_000, 8), sized(NONE, ALONE)
"""``OPTIONS``: of the flagship, whose game is played to its end in the short form, too."""
SEED = 77
P99 = 20.0
"""Milliseconds that an answer may take, but for one in a hundred."""


class Timed:
    """Rules whose autopilot is watched."""

    def __init__(self, rules: Rules[Any]) -> None:
        self._rules = rules
        self.times: list[float] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def autopilot(self, state: Any, request: Request[Any], seat: Seat) -> Value:
        """The same answer, and how long it took."""
        begin = time.process_time()
        value = self._rules.autopilot(state, request, seat)
        self.times.append(time.process_time() - begin)
        return value


async def figures() -> list[Figure]:
    """A figure for each game."""
    return [_of(load(name)) for name in all_games()]


def _of(rules: Rules[Any]) -> Figure:
    timed: Any = Timed(rules)
    for n in range(GAMES):
        if rules.name == the_game().name:
            play_one(timed, seed_of(SEED, n), rules.budget, rules.seats[0], OPTIONS)
        else:
            play_one(timed, seed_of(SEED, n), min(rules.budget, STAGES), rules.seats[0])
    p50, p99, most = (1000 * at(timed.times, share) for share in (0.5, 0.99, 1.0))
    detail = f"{len(timed.times)} answers in {GAMES} games; p50 {p50:.2f} ms, the longest {most:.1f} ms"
    return Figure(f"{rules.name}: an answer of the autopilot, p99", p99, "ms", detail, most=P99)
