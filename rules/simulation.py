"""Simulates whole games with the autopilot and reports the results; equal seeds give equal games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from statistics import mean
from typing import Any, TypeVar

from msgspec import Struct

from rules.kernel.advance import Position, run
from rules.kernel.answers import Value
from rules.kernel.chance import Chance, Sealed
from rules.kernel.game import Rules, seat_ids
from rules.kernel.requests import Request, Seat
from rules.kernel.table import Respond

N = TypeVar("N", int, float)
OUT_OF_BUDGET = "budget"
SPREAD, RATE = "spread", "rate"
APART = (SPREAD, RATE)
"""Prefixes of figures that are not reported as means."""
NO_OPTIONS: Mapping[str, str] = {}


class Played(Struct, frozen=True):
    """The result of one game: outcome (``budget``: not finished), stages, human decisions, and counts of events.

    ``figures``: the game's own numbers at the end.
    """

    outcome: str
    stages: int
    decisions: int
    told: Mapping[str, int]
    figures: Mapping[str, int]


class Report(Struct, frozen=True):
    """The results of a simulation."""

    game: str
    seed: int
    budget: int
    games: tuple[Played, ...]

    def facts(self) -> dict[str, Any]:
        """Return the figures: shares of outcomes, lengths by outcome, and means per game."""
        count = len(self.games)
        outcomes = dict(sorted(Counter(game.outcome for game in self.games).items()))
        told, figures = Counter[str](), Counter[str]()
        for game in self.games:
            told.update(game.told)
            figures.update({name: number for name, number in game.figures.items() if _head(name) not in APART})
        return {
            "game": self.game,
            "games": count,
            "seed": self.seed,
            "budget": self.budget,
            "outcomes": outcomes,
            "shares": {name: share(times, count) for name, times in outcomes.items()},
            "stages": {
                name: _percentiles([game.stages for game in self.games if game.outcome == name]) for name in outcomes
            },
            "stages_per_game": round(mean(game.stages for game in self.games), 1),
            "decisions_per_game": round(mean(game.decisions for game in self.games), 1),
            **_of_their_own(figures, count),
            **{name: _percentiles(numbers) for name, numbers in _collected(self.games, SPREAD).items()},
            **_rates(self.games),
            "told_per_game": {name: round(times / count, 2) for name, times in sorted(told.items())},
        }


def _of_their_own(figures: Mapping[str, int], count: int) -> dict[str, Any]:
    """Return means of the game's own figures; names ``HEAD.NAME`` form a list, the most frequent first."""
    facts: dict[str, Any] = {}
    for name, total in sorted(figures.items(), key=lambda figure: (-figure[1], figure[0])):
        head, _, tail = name.partition(".")
        if tail:
            facts.setdefault(f"{head}_per_game", {})[tail] = round(total / count, 2)
        else:
            facts[f"{name}_per_game"] = round(total / count, 1)
    if figures.get("fights"):
        facts["rounds_per_fight"] = round(figures["rounds"] / figures["fights"], 2)
    return dict(sorted(facts.items()))


def _head(name: str) -> str:
    return name.partition(".")[0]


def _collected(games: Sequence[Played], head: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for game in games:
        for name, number in game.figures.items():
            if _head(name) == head:
                found.setdefault(name.removeprefix(f"{head}."), []).append(number)
    return dict(sorted(found.items()))


def _percentiles(numbers: Sequence[int]) -> dict[str, int]:
    return {f"p{n}": percentile(numbers, n) for n in (10, 50, 90)}


def percentile(numbers: Sequence[N], percent: int) -> N:
    """Return the number that this percentage of the numbers does not exceed."""
    return sorted(numbers)[(len(numbers) - 1) * percent // 100]


def _rates(games: Sequence[Played]) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for name, numbers in _collected(games, RATE).items():
        head, _, tail = name.partition(".")
        facts.setdefault(f"{head}_share", {})[tail] = f"{share(sum(numbers), len(numbers))} of {len(numbers)}"
    return facts


def share(times: int, count: int) -> str:
    """Return a share in per cent with two standard errors."""
    part = times / count
    return f"{100 * part:.1f} ± {200 * sqrt(part * (1 - part) / count):.1f} %"


def seed_of(seed: int, n: int) -> bytes:
    """Return the sealed seed of the n-th game of a simulation (32 bytes)."""
    return (seed % 2**128).to_bytes(16, "big") + n.to_bytes(16, "big")


def play_one(
    rules: Rules[Any],
    seed: bytes,
    stages: int,
    players: int = 1,
    options: Mapping[str, str] = NO_OPTIONS,
    listen: Callable[[Request, Seat, Value], None] = lambda request, seat, value: None,
) -> Played:
    """Play one game with the autopilot; ``listen`` receives each answer. Raises ``Refused`` for unknown options."""
    state = rules.begin(seat_ids(players), options)
    chance, told, decisions = Sealed(seed), Counter[str](), 0

    def answer(request: Request, seat: Seat) -> Value:
        nonlocal decisions
        decisions += 1
        value = rules.autopilot(state, request, seat)
        listen(request, seat, value)
        return value

    done = 0
    for position in by_stages(rules, state, chance, answer, players, stages):
        done += 1
        told.update(type(fact.event).__name__ for fact in position.told)
    outcome = state.outcome if rules.over(state) else OUT_OF_BUDGET
    return Played(outcome, done, decisions, told, rules.figures(state))


def by_stages(
    rules: Rules[Any], state: Any, chance: Chance, answer: Respond, players: int, stages: int
) -> Iterator[Position[Any]]:
    """Play a game on for at most this many stages and yield the position after each, until the game is over.

    The seats take turns as the speaker of the party.
    """
    for stage in range(stages):
        yield run(rules, state, (), chance, answer, speaker=f"s{1 + stage % players}")
        if rules.over(state):
            return
