"""Whatever may be done knows what it does: no question lists an action without its deed."""

from __future__ import annotations

from rules.games import load
from tests.rules.same_games import KINDS, games_of, watched
from tests.soak.journeys import play

STAGES = 200
ASKED = {"turn.move", "turn.end", "encounter.attack", "pack", "arrange"}


def test_every_action_is_an_offer() -> None:
    """In seeded games of each kind, in every question that lists actions."""
    rules, asked = load("labirynt-czarnoksieznika"), set[str]()
    for game in (game for kind in KINDS for game in games_of(rules, kind)):
        for _ in play(watched(game, asked), STAGES):
            continue

    assert asked == ASKED
