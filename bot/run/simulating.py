"""``labirynt simulate``: plays games by the autopilot on several cores; counts questions, answers and days."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Any

import msgspec
from msgspec import Struct

from bot.session.asking import first_named, part, row_of
from bot.table.stage_limits import usual
from bot.table.timekeeping import is_idle
from rules.games import load
from rules.kernel.advance import Position, cut, play_on
from rules.kernel.answers import Answer, Value, is_waited_for, may_answer
from rules.kernel.autopilot import plain
from rules.kernel.game import Rules, seat_ids
from rules.kernel.offers import AHEAD, kind_of, may_name_ahead
from rules.kernel.requests import Choose, ChooseSome, Form, NextAction, Request, Seat
from rules.kernel.rulebook import USUAL
from rules.simulation import OUT_OF_BUDGET, Played, Report, percentile, play_one, seed_of

LOOKS = 3
"""Times a day that somebody looks in."""
WAKING = (8.0, 22.0)
"""Hours of the day."""
DAY = 24.0
FIGHT = ("combat.", "fight.", "duel.", "clash.")
"""How the questions of a fight begin."""


class Lived(Struct, frozen=True):
    """One game: how it ended (``budget``: it did not), its days, stages, answers and fights.

    ``waits``: how often the table waited until an asked person looked in, by question.
    """

    outcome: str
    days: float
    stages: int
    people: int
    answers: int
    fights: int
    waits: Mapping[str, int]


class Person:
    """A person who looks in ``looks`` times a day."""

    def __init__(self, luck: Random, looks: int) -> None:
        self._luck, self._looks = luck, looks
        self._days = 0
        self._ahead: list[float] = []

    def looks_in_after(self, hour: float) -> float:
        """Return the first time after this hour at which the person looks in, in hours since the game began."""
        while not (later := [at for at in self._ahead if at > hour]):
            today = self._days * DAY
            self._ahead = sorted(today + self._luck.uniform(*WAKING) for _ in range(self._looks))
            self._days += 1
        self._ahead = later
        return later[0]


class People:
    """The people of one game by seat, and who looked in last, at which hour.

    ``waits``: how often the table waited for somebody, by question; ``answers``: how many they gave.
    """

    def __init__(self, people: Mapping[Seat, Person]) -> None:
        self._people = people
        self.hour, self.present = WAKING[0], ""
        self.waits, self.answers = Counter[str](), 0

    def answer(self, rules: Rules, position: Position, rows: Sequence[Answer]) -> Answer:
        """Wait until somebody looks in who answers the open question, and return the row of the answer."""
        ask = position.waiting
        assert ask
        asked = [seat for seat in self._people if _is_asked_to_answer(ask, seat) and seat not in position.done]
        before = self.present
        while self.present not in asked and not _can_name_ahead(rules, position, self.present):
            self.hour, self.present = min(
                (known.looks_in_after(self.hour), seat) for seat, known in self._people.items()
            )
        if self.present in asked and before not in asked and not is_idle(ask):
            self.waits[ask.why] += 1
        self.answers += 1
        value = usual(rules, position.state, part(ask, self.present)[1], self.present, rows)
        return row_of(ask, rows, position.step, self.present, value)


def live(
    rules: Rules, seed: int, n: int, stages: int, players: int, options: Mapping[str, str], looks: int = LOOKS
) -> Lived:
    """Play the n-th game of a seed by the calendar."""
    people = People({seat: Person(Random(f"{seed} {n} {seat}"), looks) for seat in seat_ids(players)})
    snapshot, answers = cut(rules, rules.begin(seat_ids(players), options), 0), list[Answer]()
    while True:
        *past, last = play_on(rules, snapshot, answers, seed_of(seed, n))
        snapshot, answers = last.snapshot, [*([] if past else answers), *last.position.given]
        if not last.position.waiting or snapshot.stage >= stages:
            break
        answers.append(people.answer(rules, last.position, answers))
    state, over = last.position.state, last.position.waiting is None
    outcome, played = (state.outcome, snapshot.stage + 1) if over else (OUT_OF_BUDGET, stages)
    fights = rules.figures(state).get("fights", 0)
    return Lived(outcome, people.hour / DAY, played, players, people.answers, fights, people.waits)


def _is_asked_to_answer(ask: Request, seat: Seat) -> bool:
    """Return whether a person who looks in answers: one who is waited for, or anybody who may act if nobody is."""
    return is_waited_for(ask, seat) or (is_idle(ask) and may_answer(ask, seat))


def _can_name_ahead(rules: Rules, position: Position, seat: Seat) -> bool:
    """Return whether a person who is not asked can name the next move in advance."""
    ask = position.waiting
    if not seat or not isinstance(ask, NextAction) or not may_name_ahead(ask, seat):
        return False
    return first_named(rules.autopilot(position.state, ask, seat)) == AHEAD


def calendar_facts(game: str, looks: int, games: Sequence[Lived]) -> dict[str, Any]:
    """Return figures over many games: days to the end, answers per person and day, waits per stage and fight."""
    days, waits = [game.days for game in games], Counter[str]()
    for life in games:
        waits.update(life.waits)
    fought = sum(number for why, number in waits.items() if why.startswith(FIGHT))
    fights, stages = sum(life.fights for life in games), sum(life.stages for life in games)
    return {
        "game": game,
        "games": len(games),
        "people": games[0].people,
        "looks_per_day": looks,
        "outcomes": dict(sorted(Counter(life.outcome for life in games).items())),
        "days": {"median": round(median(days), 1), "p90": round(percentile(days, 90), 1)},
        "stages_per_game": round(mean(life.stages for life in games), 1),
        "answers_per_person_and_day": round(sum(life.answers for life in games) / games[0].people / sum(days), 1),
        "waits_per_stage": round(waits.total() / stages, 2),
        "waits_per_fight": round(fought / fights, 2) if fights else 0,
        "waits_per_game": {why: round(number / len(games), 1) for why, number in waits.most_common(12)},
    }


FIRST = "first"
"""What an answer is called that is the plain one of a question without options of its own."""


class Asked(Struct):
    """How often a question was asked, its number of options in total, and how often each answer was given."""

    times: int = 0
    options: int = 0
    first: int = 0
    given: Counter[str] = msgspec.field(default_factory=Counter)


def hear(rules: Rules, seed: int, n: int, stages: int, players: int, options: Mapping[str, str]) -> dict[str, Asked]:
    """Count every question of the n-th game of a seed by its ``why``."""
    heard: dict[str, Asked] = {}

    def listen(request: Request, seat: Seat, value: Value) -> None:
        asked = heard.setdefault(request.why, Asked())
        asked.times += 1
        asked.options += _option_count(request, seat)
        asked.first += value == plain(request, seat)
        asked.given[said_by(request, seat, value)] += 1

    play_one(rules, seed_of(seed, n), stages, players, options, listen)
    return heard


def said_by(request: Request, seat: Seat, value: Value) -> str:
    """Return the kind of an answer: the action, the label of the option, or else whether it is the usual answer."""
    match request:
        case NextAction():
            return next(kind_of(action) for action in request.of(seat) if action.option.id == value[0])
        case Choose(options=options):
            # Options with the same words are told apart by their place.
            alike = len({option.label for option in options}) == 1
            return next(
                f"#{n}" if alike else option.label for n, option in enumerate(options, start=1) if option.id == value
            )
    return FIRST if value == plain(request, seat) else "another"


def _option_count(request: Request, seat: Seat) -> int:
    """Return the number of options: actions that move the game on, and for a form the sum over its fields."""
    match request:
        case NextAction():
            return len([action for action in request.of(seat) if not action.aside])
        case Choose(options=options) | ChooseSome(options=options):
            return len(options)
        case Form(fields=fields):
            return sum(_option_count(field.ask, seat) for field in fields)
    return 1


def question_facts(game: str, people: int, games: Sequence[Mapping[str, Asked]]) -> dict[str, Any]:
    """Return a row for each question, the most frequent first."""
    sums = _sum_of_games(games)
    rows = sorted(sums.items(), key=lambda pair: (-pair[1].times, pair[0]))
    return {
        "game": game,
        "games": len(games),
        "people": people,
        "asked_per_game": round(sum(question.times for question in sums.values()) / len(games), 1),
        "questions": [_result_row(why, asked, len(games)) for why, asked in rows],
    }


def _sum_of_games(games: Iterable[Mapping[str, Asked]]) -> dict[str, Asked]:
    sums: dict[str, Asked] = {}
    for game in games:
        for why, asked in game.items():
            so_far = sums.setdefault(why, Asked())
            so_far.times += asked.times
            so_far.options += asked.options
            so_far.first += asked.first
            so_far.given += asked.given
    return sums


def _result_row(why: str, asked: Asked, games: int) -> dict[str, Any]:
    ((said, times),) = asked.given.most_common(1)
    return {
        "question": why,
        "per game": round(asked.times / games, 1),
        "options": round(asked.options / asked.times, 1),
        "first": f"{asked.first / asked.times:.0%}",
        "commonest": f"{times / asked.times:.0%}",
        "answer": said,
    }


AT_ONCE = 4
"""Games that a process is handed at a time."""


def cores() -> int:
    """Return how many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Wanted(Struct, frozen=True):
    """Which games to play: rules with a group's tables, seed, most stages.

    ``looks``: how often a day people look in (0: they sit at one table). ``questions``: count what is asked.
    ``policy``: the autopilot's policy.
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
    """Play this many games in so many processes and return the figures; ``progress`` is told how many are done."""
    played = []
    for item in _play_all_games(wanted, games, min(jobs, games)):
        played.append(item)
        progress(len(played))
    if wanted.questions:
        return question_facts(wanted.game, wanted.players, played)
    if wanted.looks:
        return calendar_facts(wanted.game, wanted.looks, played)
    return Report(wanted.game, wanted.seed, wanted.stages, tuple(played)).facts()


def _play_all_games(wanted: Wanted, games: int, jobs: int) -> Iterator[Any]:
    play_game = partial(_play_numbered_game, wanted)
    if jobs == 1:
        yield from map(play_game, range(games))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_game, range(games), chunksize=min(AT_ONCE, -(-games // jobs)))


def _play_numbered_game(wanted: Wanted, n: int) -> Played | Lived | dict[str, Asked]:
    rules = _load_rules(wanted.game, wanted.own_tables, wanted.policy)
    if wanted.questions:
        return hear(rules, wanted.seed, n, wanted.stages, wanted.players, wanted.options)
    if wanted.looks:
        return live(rules, wanted.seed, n, wanted.stages, wanted.players, wanted.options, wanted.looks)
    return play_one(rules, seed_of(wanted.seed, n), wanted.stages, wanted.players, wanted.options)


@cache
def _load_rules(name: str, own_tables: Path | None, policy: str) -> Rules:
    """Load the rules once per process."""
    return load(name, own_tables).playing(policy)
