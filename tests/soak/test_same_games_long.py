"""The same games as ever, as in ``tests/rules/test_same_games.py``, for as many stages as most of them have."""

from __future__ import annotations

import pytest

from rules.games import load
from tests.rules.same_games import GAMES, KINDS, LONG, digests, games_of, watched, written
from tests.short_form import sized
from tests.soak.journeys import play

pytestmark = pytest.mark.soak

PLAYED = sized(None, 1)
"""Of the games of a kind; None: all."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_the_same_long_games_as_ever(game: str, kind: str) -> None:
    """Whoever changes rules on purpose writes them anew (``python -m tests.rules.same_games``), and says so."""
    assert digests(LONG, game, kind, PLAYED) == written(LONG, game, kind)[:PLAYED]


@pytest.mark.parametrize("game", GAMES)
def test_whatever_may_be_done_late_in_a_game_knows_what_it_does(game: str) -> None:
    """Nobody is shown an action without a deed there, either."""
    for seeded in games_of(load(game), "mixed")[:PLAYED]:
        for _ in play(watched(seeded, set()), LONG):
            continue
