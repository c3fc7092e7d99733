"""How long a game takes people who look in a few times a day: simulated days, answers and waits.

Everybody looks in so many times a day, at random in their waking hours, each by a stream of their own; whoever looks in
answers all that is open for them, as the autopilot would, until the table waits for somebody else, and names the next
move ahead where that can be done. What any one may answer for the party is answered by whoever looks in first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from statistics import mean, median
from typing import Any

import msgspec

from bot.session.asking import first_named, part, row_of
from bot.table.bounds import usual
from bot.table.waiting import is_idle
from rules.kernel.advance import Position, cut, play_on
from rules.kernel.ahead import AHEAD
from rules.kernel.answers import Answer, is_waited_for, may_answer
from rules.kernel.game import Rules, seat_ids
from rules.kernel.requests import NextAction, Request, Seat
from rules.kernel.taking import may_name_ahead
from rules.simulation import OUT_OF_BUDGET, percentile, seed_of

LOOKS = 3
"""Times a day that somebody looks in."""
WAKING = (8.0, 22.0)
"""Hours of the day."""
DAY = 24.0
FIGHT = ("combat.", "fight.", "duel.", "clash.")
"""How the questions of a fight begin."""


class Lived(msgspec.Struct, frozen=True):
    """One game: how it ended (``budget``: it did not), how many days it took, stages, answers, fights.

    ``waits``: times the table stood still until somebody who was asked looked in, by what was asked.
    """

    outcome: str
    days: float
    stages: int
    people: int
    answers: int
    fights: int
    waits: Mapping[str, int]


class Person:
    """Somebody who looks in ``looks`` times a day."""

    def __init__(self, luck: Random, looks: int) -> None:
        self._luck, self._looks = luck, looks
        self._days = 0
        self._ahead: list[float] = []

    def looks_in_after(self, hour: float) -> float:
        """The first time after this hour, in hours since the game began."""
        while not (later := [at for at in self._ahead if at > hour]):
            today = self._days * DAY
            self._ahead = sorted(today + self._luck.uniform(*WAKING) for _ in range(self._looks))
            self._days += 1
        self._ahead = later
        return later[0]


def live(
    rules: Rules[Any], seed: int, n: int, stages: int, players: int, options: Mapping[str, str], looks: int = LOOKS
) -> Lived:
    """The n-th game of a seed by the calendar."""
    seats = seat_ids(players)
    people = {seat: Person(Random(f"{seed} {n} {seat}"), looks) for seat in seats}
    now, present, given, waits = WAKING[0], "", 0, Counter[str]()
    snapshot, answers = cut(rules, rules.begin(seats, options), 0), list[Answer]()
    while True:
        *past, last = play_on(rules, snapshot, answers, seed_of(seed, n))
        position = last.position
        snapshot, answers = last.snapshot, [*([] if past else answers), *position.given]
        if position.waiting is None or snapshot.stage >= stages:
            break
        asked = [one for one in seats if _is_called(position.waiting, one) and one not in position.done]
        before = present
        while present not in asked and not _names_ahead(rules, position, present):
            now, present = min((people[one].looks_in_after(now), one) for one in seats)
        if present in asked and before not in asked and not is_idle(position.waiting):
            waits[position.waiting.why] += 1
        answers.append(_answer(rules, position, present, answers))
        given += 1
    over = position.waiting is None
    figures = rules.figures(position.state)
    outcome = position.state.outcome if over else OUT_OF_BUDGET
    played = snapshot.stage + 1 if over else stages
    return Lived(outcome, now / DAY, played, players, given, figures.get("fights", 0), waits)


def _is_called(ask: Request[Any], seat: Seat) -> bool:
    """Whether somebody who looks in answers: who is waited for, or where nobody is, anybody who may act."""
    return is_waited_for(ask, seat) or (is_idle(ask) and may_answer(ask, seat))


def _names_ahead(rules: Rules[Any], position: Position[Any], seat: Seat) -> bool:
    """Whether somebody who is not asked has the next move to name."""
    ask = position.waiting
    if not seat or not isinstance(ask, NextAction) or may_name_ahead(ask, seat) is None:
        return False
    return first_named(rules.autopilot(position.state, ask, seat)) == AHEAD


def _answer(rules: Rules[Any], position: Position[Any], seat: Seat, answers: Sequence[Answer]) -> Answer:
    """The autopilot's answer as a row of the log."""
    ask = part(position.waiting, seat)[1]
    value = usual(rules, position.state, ask, seat, answers)
    return row_of(position.waiting, answers, position.step, seat, value)


def facts_of(game: str, looks: int, games: Sequence[Lived]) -> dict[str, Any]:
    """The figures of many games: days until the end, answers a person and day, waits a stage and a fight."""
    days, waits = [game.days for game in games], Counter[str]()
    for one in games:
        waits.update(one.waits)
    fought = sum(number for why, number in waits.items() if why.startswith(FIGHT))
    fights, stages = sum(one.fights for one in games), sum(one.stages for one in games)
    return {
        "game": game,
        "games": len(games),
        "people": games[0].people,
        "looks_per_day": looks,
        "outcomes": dict(sorted(Counter(one.outcome for one in games).items())),
        "days": {"median": round(median(days), 1), "p90": round(percentile(days, 90), 1)},
        "stages_per_game": round(mean(one.stages for one in games), 1),
        "answers_per_person_and_day": round(sum(one.answers for one in games) / games[0].people / sum(days), 1),
        "waits_per_stage": round(waits.total() / stages, 2),
        "waits_per_fight": round(fought / fights, 2) if fights else 0,
        "waits_per_game": {why: round(number / len(games), 1) for why, number in waits.most_common(12)},
    }
