"""What is asked how often: each question's number a game, how many answers it has, and whether one is always given.

A question whose commonest answer is given more than nine times in ten is a candidate for a standing order, for another
question's form, or for nothing at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from rules.kernel.answers import Value
from rules.kernel.autopilot import plain
from rules.kernel.game import Rules
from rules.kernel.requests import Choose, ChooseSome, Form, NextAction, Option, Request, Seat
from rules.kernel.taking import kind_of
from rules.simulation import play_one, seed_of

FIRST = "first"
"""What an answer is called that is the plain one of a question without options of its own."""


class Asked(msgspec.Struct):
    """How often a question was asked, with how many options in sum, and what was answered how often."""

    times: int = 0
    options: int = 0
    first: int = 0
    given: dict[str, int] = {}


def hear(
    rules: Rules[Any], seed: int, n: int, stages: int, players: int, options: Mapping[str, str]
) -> dict[str, Asked]:
    """Every question of the n-th game of a seed, by its ``why``."""
    heard: dict[str, Asked] = {}

    def listen(request: Request[Any], seat: Seat, value: Value) -> None:
        asked = heard.setdefault(request.why, Asked())
        asked.times += 1
        asked.options += _number_of(request, seat)
        asked.first += value == plain(request, seat)
        said = said_by(request, seat, value)
        asked.given[said] = asked.given.get(said, 0) + 1

    play_one(rules, seed_of(seed, n), stages, players, options, listen)
    return heard


def said_by(request: Request[Any], seat: Seat, value: Value) -> str:
    """The answer by its kind: what was done, or the words of the option; of others whether it is the plain one."""
    match request:
        case NextAction():
            return next(kind_of(one) for one in request.of(seat) if one.option.id == value[0])
        case Choose(options=options):
            return _words_of(options, value)
    return FIRST if value == plain(request, seat) else "another"


def _words_of(options: Sequence[Option], id: Value) -> str:
    """Where all options have the same words, which of them by its place."""
    alike = len({option.label for option in options}) == 1
    return next(f"#{n}" if alike else one.label for n, one in enumerate(options, start=1) if one.id == id)


def _number_of(request: Request[Any], seat: Seat) -> int:
    """How many options there are; of actions those that move the game on; a form has as many as all its fields."""
    match request:
        case NextAction():
            return len([one for one in request.of(seat) if not one.aside])
        case Choose(options=options) | ChooseSome(options=options):
            return len(options)
        case Form(fields=fields):
            return sum(_number_of(field.ask, seat) for field in fields)
    return 1


def facts_of(game: str, people: int, games: Sequence[Mapping[str, Asked]]) -> dict[str, Any]:
    """A row for each question, the most frequent first."""
    sums = _summed(games)
    rows = sorted(sums.items(), key=lambda one: (-one[1].times, one[0]))
    return {
        "game": game,
        "games": len(games),
        "people": people,
        "asked_per_game": round(sum(one.times for one in sums.values()) / len(games), 1),
        "questions": [_row(why, asked, len(games)) for why, asked in rows],
    }


def _summed(games: Iterable[Mapping[str, Asked]]) -> dict[str, Asked]:
    sums: dict[str, Asked] = {}
    for game in games:
        for why, asked in game.items():
            so_far = sums.setdefault(why, Asked())
            so_far.times += asked.times
            so_far.options += asked.options
            so_far.first += asked.first
            so_far.given = dict(Counter(so_far.given) + Counter(asked.given))
    return sums


def _row(why: str, asked: Asked, games: int) -> dict[str, Any]:
    said, times = max(asked.given.items(), key=lambda one: one[1])
    return {
        "question": why,
        "per game": round(asked.times / games, 1),
        "options": round(asked.options / asked.times, 1),
        "first": f"{asked.first / asked.times:.0%}",
        "commonest": f"{times / asked.times:.0%}",
        "answer": said,
    }
