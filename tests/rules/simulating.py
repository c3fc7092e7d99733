"""Simulated games of a test, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.kernel.game import Rules
from rules.simulation import NO_OPTIONS, Report, play_one, seed_of


def simulate(
    rules: Rules[Any],
    games: int,
    seed: int,
    stages: int | None = None,
    players: int | None = None,
    options: Mapping[str, str] = NO_OPTIONS,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Play this many games, each for at most ``stages`` stages; ``progress`` receives the number of finished games.

    Default for ``stages`` is the game's budget, for ``players`` the least number.
    """
    played, stages, players = [], stages or rules.budget, players or rules.seats[0]
    for n in range(games):
        played.append(play_one(rules, seed_of(seed, n), stages, players, options))
        progress(n + 1)
    return Report(rules.name, seed, stages, tuple(played))
