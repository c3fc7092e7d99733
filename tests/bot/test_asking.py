"""What a ruling tells anew."""

from __future__ import annotations

import pytest

from bot.session.asking import newly_told
from rules.kernel.events import Told
from tests.bot.toy_game import Dug, Rested

DUG, RESTED = Told(Dug("s1", 5)), Told(Rested("s1"))


@pytest.mark.parametrize(
    ("before", "after", "news"),
    [
        ([DUG], [DUG, DUG], [DUG]),
        ([DUG, DUG], [DUG, DUG], []),
        ([DUG, RESTED], [RESTED, DUG, RESTED], [RESTED]),
        ([DUG, RESTED], [RESTED], []),
    ],
)
def test_a_fact_that_is_told_once_more_is_news(before: list[Told], after: list[Told], news: list[Told]) -> None:
    """Equal facts count one by one: whoever rests twice is told of twice."""
    assert newly_told(before, after) == news
