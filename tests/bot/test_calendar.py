"""Games by the calendar: people look in when they are awake, and a table that nobody looks at stands still."""

from __future__ import annotations

from random import Random

import pytest

from bot.run.simulating import DAY, WAKING, Person, calendar_facts, live
from rules.games import load
from tests.rules.same_games import GAMES

STAGES = 15


def test_people_look_in_by_day_and_as_often_as_they_do() -> None:
    """Four times each day, never at night, and never in the past."""
    somebody, hour, looks = Person(Random(1), 4), 0.0, []
    while hour < 10 * DAY:
        hour = somebody.looks_in_after(hour)
        looks.append(hour)

    assert looks == sorted(set(looks))
    assert all(WAKING[0] <= one % DAY <= WAKING[1] for one in looks)
    assert sum(one < 10 * DAY for one in looks) == 40


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_gives_the_same_days(game: str) -> None:
    """And who looks in more often is sooner done."""
    rules = load(game)

    once, again = (live(rules, 3, 1, STAGES, 2, {}, looks=3) for _ in range(2))
    often = live(rules, 3, 1, STAGES, 2, {}, looks=24)

    assert once == again
    assert once.stages == often.stages == STAGES
    assert 0 < often.days < once.days
    assert sum(once.waits.values()) <= once.answers


def test_one_alone_never_waits_for_others() -> None:
    """Everything open is answered at the first look: it is over on the first day."""
    alone = live(load("labirynt-smierci"), 3, 1, STAGES, 1, {})

    assert sum(alone.waits.values()) == 1
    assert alone.days < 1


def test_the_figures_are_means_of_the_games() -> None:
    """Waits a stage and a fight, answers a person and day."""
    games = [live(load("labirynt-smierci"), 3, n, STAGES, 2, {}) for n in range(2)]

    facts = calendar_facts("labirynt-smierci", 3, games)

    assert facts["stages_per_game"] == STAGES
    assert facts["waits_per_stage"] == round(sum(sum(one.waits.values()) for one in games) / (2 * STAGES), 2)
