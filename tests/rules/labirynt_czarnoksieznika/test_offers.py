"""Whatever may be done knows what it does: no question lists an action without its deed."""

from __future__ import annotations

import pytest

from rules.games import load
from tests.rules.same_games import KINDS, games_of, watched
from tests.sampled import first_of
from tests.soak.journeys import play

STAGES = 200
ASKED = {"turn.move", "turn.end", "encounter.attack", "pack", "arrange"}


@pytest.mark.parametrize("which", first_of((slice(0, None, 4), slice(None)), 1))
def test_every_action_is_an_offer(which: slice) -> None:
    """In seeded games of each kind, in every question that lists actions."""
    rules, asked = load("labirynt-czarnoksieznika"), set[str]()
    for game in (game for kind in KINDS for game in games_of(rules, kind)[which]):
        for _ in play(watched(game, asked), STAGES):
            continue

    assert asked == ASKED
