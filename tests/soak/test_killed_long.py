"""Two hundred deaths of the bot, spread over as many games as it takes, at other moments for each seed of luck.

In the short form, a few deaths in one game that is soon over.
"""

from __future__ import annotations

import os
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from tests.bot.a_mortal_table import a_mortal_table
from tests.short_form import DOOMED, NONE, sized

pytestmark = [pytest.mark.soak, pytest.mark.skipif(not hasattr(os, "fork"), reason="the nursery forks")]
DEATHS, MOST_ANSWERS, MOST_GAMES = sized(200, 6), 400, 10
"""``MOST_ANSWERS``: of a game; nearly all are over before."""
LUCK, OPTIONS = sized((1, 2, 3), (20,)), sized(NONE, DOOMED)


@pytest.mark.parametrize("luck", LUCK)
async def test_games_survive_two_hundred_deaths(tmp_path: Path, luck: int) -> None:
    """Each game ends as it does undisturbed; each acknowledged answer is stored once, each story told once."""
    deaths = games = 0
    while deaths < DEATHS and games < MOST_GAMES:
        games += 1
        deaths += await _deaths_in_a_game(tmp_path / str(games), luck, games, DEATHS - deaths)

    assert deaths >= DEATHS, f"{games} games were too short"


async def _deaths_in_a_game(folder: Path, luck: int, number: int, wanted: int) -> int:
    """Play a game with up to so many deaths, judge it, and return how many there were."""
    seed = sha256(f"{luck} {number}".encode()).digest()
    async with a_mortal_table(folder / "whole", seed=seed, options=OPTIONS) as table:
        await table.play(MOST_ANSWERS)
        answers, ended, whole = table.answers_given, table.ended, table.outline()
    async with a_mortal_table(folder / "killed", luck, seed=seed, options=OPTIONS) as table:
        await table.play(answers, wanted)
        assert table.ended == ended
        outline, lost, twice = table.outline(), table.lost_or_doubled(), table.asked_twice()
        print(table.report())

    assert (lost, twice) == ([], [])
    assert (outline.lines - whole.lines, whole.lines - outline.lines) == (Counter(), Counter())
    assert outline == whole
    return table.deaths.total()
