"""The full measure of deaths: two hundred in one game of three, at other moments for each of the seeds of luck."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.bot.a_mortal_table import a_mortal_table

pytestmark = [pytest.mark.soak, pytest.mark.skipif(not hasattr(os, "fork"), reason="the nursery forks")]
DEATHS, MOST_ANSWERS = 200, 400


@pytest.mark.parametrize("luck", range(1, 4))
async def test_a_game_survives_two_hundred_deaths(tmp_path: Path, luck: int) -> None:
    """A whole game, to its end: every acknowledged answer once, every story once, and the same end."""
    async with a_mortal_table(tmp_path / "whole") as table:
        await table.play(MOST_ANSWERS)
        answers, whole = table.answers_given, table.outline()
    async with a_mortal_table(tmp_path / "killed", luck) as table:
        await table.play(answers, DEATHS)
        outline, lost, twice = table.outline(), table.lost_or_doubled(), table.asked_twice()
        print(table.report())

    assert table.deaths.total() >= DEATHS
    assert (lost, twice) == ([], [])
    assert outline == whole
