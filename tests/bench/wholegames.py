"""Whole games by the autopilot: how fast they are played, how large a game grows, what a press costs at its longest."""

from __future__ import annotations

import time
from functools import partial
from typing import Any, NamedTuple

from rules.kernel.advance import Snapshot, advance, cut, run
from rules.kernel.answers import Answer
from rules.kernel.chance import Sealed
from rules.kernel.game import Rules, seat_ids
from rules.simulation import seed_of
from tests.bench.games import the_game
from tests.bench.report import Figure, best
from tests.short_form import ALONE, NONE, sized

GAMES = sized(8, 1)
STAGES = 400
OPTIONS = sized(NONE, ALONE)
SEED = 7


class Longest(NamedTuple):
    """The stage with most answers, and where it began."""

    snapshot: Snapshot
    answers: list[Answer]


class Seen(NamedTuple):
    """What playing brought to light."""

    seconds: float
    stages: int
    bytes: list[int]
    longest: Longest


async def figures() -> list[Figure]:
    """Stages and games per second, bytes of a state, one press at the longest stage."""
    rules = the_game()
    seen = _play(rules)
    rate, games = seen.stages / seen.seconds, GAMES / seen.seconds
    mean = sum(seen.bytes) / len(seen.bytes)
    longest = seen.longest
    press = best(lambda: advance(rules, longest.snapshot, longest.answers, Sealed(seed_of(SEED, 0), b"")), 20)
    return [
        Figure("simulated stages per second", rate, "/s", f"{GAMES} whole games, {seen.stages} stages"),
        Figure("simulated games per second", games, "/s", f"at most {STAGES} stages each, six characters"),
        Figure("a game's state", mean, "bytes", f"mean at the end of {GAMES} games, the largest {max(seen.bytes)}"),
        Figure(
            "advance() for one press at the longest stage seen",
            press * 1000,
            "ms",
            f"{len(longest.answers)} answers are read again, {press * 1e6 / len(longest.answers):.0f} µs each",
            most=25,
        ),
    ]


def _play(rules: Rules[Any]) -> Seen:
    stages, sizes, longest = 0, [], Longest(cut(rules, rules.begin(seat_ids(1), {}), 0), [])
    begin = time.perf_counter()
    for n in range(GAMES):
        state, chance = rules.begin(seat_ids(1), OPTIONS), Sealed(seed_of(SEED, n))
        for stage in range(STAGES):
            before = cut(rules, state, stage)
            given = run(rules, state, (), chance, partial(rules.autopilot, state), "s1").given
            stages += 1
            if len(given) > len(longest.answers):
                longest = Longest(before, given)
            if rules.over(state):
                break
        sizes.append(len(rules.encode(state)))
    return Seen(time.perf_counter() - begin, stages, sizes, longest)
