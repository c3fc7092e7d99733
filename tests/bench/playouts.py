"""Random whole games: accepted human decisions per second, against the moves of another engine (Catanatron)."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from rules.kernel.advance import run
from rules.kernel.autopilot import anything
from rules.kernel.chance import Sealed
from rules.kernel.game import Rules, seat_ids
from rules.kernel.requests import Request, Seat
from tests.bench.games import the_game
from tests.bench.report import Figure
from tests.short_form import DOOMED, NONE, sized

SECONDS = float(sized(5, 1))
STAGES, OPTIONS = 60, sized(NONE, DOOMED)


async def figures() -> list[Figure]:
    """Decisions per second against moves per second."""
    rules = the_game()
    ours = _rate(lambda seed: _decisions(rules, seed))
    theirs = _catan()
    name = "random play: decisions/s against Catanatron's moves/s"
    if theirs is None:
        return [Figure(name, None, "x", f"{rules.name} {ours:.0f}/s; install the group `bench`")]
    return [Figure(name, ours / theirs, "x", f"{rules.name} {ours:.0f}/s against {theirs:.0f}/s")]


def _rate(play: Callable[[int], int]) -> float:
    play(0)
    begin, done, seed = time.perf_counter(), 0, 1
    while time.perf_counter() - begin < SECONDS:
        done += play(seed)
        seed += 1
    return done / (time.perf_counter() - begin)


def _decisions(rules: Rules[Any], seed: int) -> int:
    state = rules.begin(seat_ids(2), OPTIONS)
    chance, below, count = Sealed(seed.to_bytes(32, "big")), random.Random(seed).randrange, 0

    def answer(request: Request[Any], seat: Seat) -> Any:
        nonlocal count
        count += 1
        return anything(request, seat, below)

    for _ in range(STAGES):
        run(rules, state, (), chance, answer, "s1")
        if rules.over(state):
            break
    return count


def _catan() -> float | None:
    try:
        from catanatron import Color, Game, RandomPlayer  # type: ignore[import-untyped]  # it ships no types
    except ImportError:
        return None

    def play(seed: int) -> int:
        random.seed(seed)
        game = Game([RandomPlayer(color) for color in Color], seed=seed)
        game.play()
        return len(game.state.actions)

    return _rate(play)
