"""The odds of fights that are shown in Labirynt Śmierci beside what the real rule does: ``make soak``."""

from __future__ import annotations

from statistics import fmean

import pytest

from tests.short_form import sized
from tests.soak.fights import GRID, compare

pytestmark = pytest.mark.soak

FIGHTS, PAPERS = sized(150, 30), sized(2000, 400)


def test_the_grid_of_fights_is_told_as_it_is() -> None:
    """On the mean of all match-ups: 2 points of the fights lost, 0.05 of the fallen, half a point of strength."""
    rows = [compare(name, FIGHTS, PAPERS) for name in GRID]

    assert abs(fmean(row.told.wiped - row.real.wiped for row in rows)) <= 0.02
    assert abs(fmean(row.told.fallen - row.real.fallen for row in rows)) <= 0.05
    assert abs(fmean(row.told.loss - row.real.loss for row in rows)) <= 0.5
