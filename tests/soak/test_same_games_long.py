"""The same games as ever, as in ``tests/rules/test_same_games.py``, for as many stages as most of them have."""

from __future__ import annotations

import pytest

from tests.rules.same_games import GAMES, KINDS, LONG, digests, written
from tests.short_form import sized

pytestmark = pytest.mark.soak

PLAYED = slice(sized(None, 1))
"""Of the games of a kind."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_the_same_long_games_as_ever(game: str, kind: str) -> None:
    """And nobody is shown an action without a deed there, either.

    Whoever changes rules on purpose writes them anew (``python -m tests.rules.same_games``), and says so.
    """
    assert digests(LONG, game, kind, PLAYED) == written(LONG, game, kind)[PLAYED]
