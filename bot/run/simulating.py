"""Simulations on several processor cores: the same games as one process plays, by the same seeds."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec

from bot.run import calendar, questions
from rules.games import load
from rules.kernel.game import Rules
from rules.kernel.rulebook import USUAL
from rules.simulation import Played, Report, play_one, seed_of

AT_ONCE = 4
"""Games that a process is handed at a time."""


def cores() -> int:
    """How many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Wanted(msgspec.Struct, frozen=True):
    """Which games: of these rules with a group's own tables, by this seed, at most so many stages each.

    ``looks``: how often a day people look in; 0: they sit at one table. ``questions``: what is asked is counted.
    ``policy``: how they are played.
    """

    game: str
    own_tables: Path | None
    seed: int
    stages: int
    players: int
    options: Mapping[str, str]
    looks: int = 0
    questions: bool = False
    policy: str = USUAL


def play_all(wanted: Wanted, games: int, jobs: int, progress: Callable[[int], None]) -> dict[str, Any]:
    """Play this many in so many processes, and the figures of all; ``progress`` hears how many are done."""
    played = []
    for one in _played(wanted, games, min(jobs, games)):
        played.append(one)
        progress(len(played))
    if wanted.questions:
        return questions.facts_of(wanted.game, wanted.players, played)
    if wanted.looks:
        return calendar.facts_of(wanted.game, wanted.looks, played)
    return Report(wanted.game, wanted.seed, wanted.stages, tuple(played)).facts()


def _played(wanted: Wanted, games: int, jobs: int) -> Iterator[Any]:
    one = partial(_play, wanted)
    if jobs == 1:
        yield from map(one, range(games))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(one, range(games), chunksize=min(AT_ONCE, -(-games // jobs)))


def _play(wanted: Wanted, n: int) -> Played | calendar.Lived | dict[str, questions.Asked]:
    rules = _loaded(wanted.game, wanted.own_tables, wanted.policy)
    if wanted.questions:
        return questions.hear(rules, wanted.seed, n, wanted.stages, wanted.players, wanted.options)
    if wanted.looks:
        return calendar.live(rules, wanted.seed, n, wanted.stages, wanted.players, wanted.options, wanted.looks)
    return play_one(rules, seed_of(wanted.seed, n), wanted.stages, wanted.players, wanted.options)


@cache
def _loaded(name: str, own_tables: Path | None, policy: str) -> Rules[Any]:
    """Once in each process."""
    return load(name, own_tables).playing(policy)
