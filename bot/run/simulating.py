"""Simulations on several processor cores: the same games as one process plays, by the same seeds."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any

from rules.games import load
from rules.kernel.game import Rules
from rules.simulation import Played, Report, play_one, seed_of, simulate

AT_ONCE = 4
"""Games that a process is handed at a time."""


def cores() -> int:
    """How many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def simulate_on(
    jobs: int,
    rules: Rules[Any],
    own_tables: Path | None,
    games: int,
    seed: int,
    stages: int,
    players: int,
    options: Mapping[str, str],
    progress: Callable[[int], None],
) -> Report:
    """Play this many games in so many processes; ``progress`` hears how many are done."""
    if min(jobs, games) == 1:
        return simulate(rules, games, seed, stages, players, options, progress)
    one = partial(_play, rules.name, own_tables, seed, stages, players, options)
    played = []
    with ProcessPoolExecutor(min(jobs, games)) as pool:
        for game in pool.map(one, range(games), chunksize=min(AT_ONCE, -(-games // jobs))):
            played.append(game)
            progress(len(played))
    return Report(rules.name, seed, stages, tuple(played))


def _play(
    name: str, own_tables: Path | None, seed: int, stages: int, players: int, options: Mapping[str, str], n: int
) -> Played:
    return play_one(_loaded(name, own_tables), seed_of(seed, n), stages, players, options)


@cache
def _loaded(name: str, own_tables: Path | None) -> Rules[Any]:
    """Once in each process."""
    return load(name, own_tables)
