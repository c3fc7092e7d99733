"""Each game's first questions fit a telephone: the short form of the bench ``screens``, with a hard floor."""

from __future__ import annotations

from statistics import median
from typing import Any

import pytest

from tests.bench.screens import LABEL, ONE_SCREEN, TABLES, played

pytestmark = pytest.mark.browser
STAGES = 3


@pytest.mark.parametrize("game", TABLES)
async def test_the_first_questions_fit_a_telephone(chromium: Any, game: str) -> None:
    """At least half of them are in sight with their newest result, and no layout's button is cut."""
    screens = await played(chromium, game, layouts=True, stages=STAGES)
    layouts = [screen for screen in screens if screen.form == "V2"]

    assert len(screens) > STAGES
    assert layouts
    assert median(screen.height for screen in layouts) <= ONE_SCREEN
    assert 2 * sum(screen.in_sight for screen in layouts) >= len(layouts)
    assert max(len(screen.label) for screen in layouts) <= LABEL["V2"]
