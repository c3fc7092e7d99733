"""The odds of fights that are shown in Labirynt Śmierci beside what the real rule does: ``make soak``."""

from __future__ import annotations

from math import sqrt
from statistics import fmean

import pytest

from rules.labirynt_smierci.combat.odds import LONG
from tests.short_form import sized
from tests.soak.fights import GRID, OPEN, compare

pytestmark = pytest.mark.soak

FIGHTS = sized(2000, 30)
FAULT = 0.03
"""What the simulator may be wrong by, beside three standard errors of both."""


def test_the_grid_of_fights_is_told_as_it_is() -> None:
    """On the mean of all match-ups: 2 points of the fights lost, 0.05 of the fallen, half a point of strength."""
    rows = [compare(name, sized(150, 30)) for name in GRID]

    assert abs(fmean(row.told.wiped - row.real.wiped for row in rows)) <= 0.02
    assert abs(fmean(row.told.fallen - row.real.fallen for row in rows)) <= 0.05
    assert abs(fmean(row.told.loss - row.real.loss for row in rows)) <= 0.5


def test_there_are_thirty_open_fights() -> None:
    """So that the next test proves something."""
    assert len(OPEN) == 30


@pytest.mark.parametrize("name", OPEN)
def test_the_chance_to_win_is_told_as_it_is(name: str) -> None:
    """Whole parties lost, told and real."""
    row = compare(name, FIGHTS)
    mean = (row.told.wiped + row.real.wiped) / 2
    error = sqrt(mean * (1 - mean) * (1 / FIGHTS + 1 / LONG))

    assert abs(row.told.wiped - row.real.wiped) <= FAULT + 3 * error
