"""Whatever may be done knows what it does: no question lists an action without its deed."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.games import load
from rules.kernel.answers import Value
from rules.kernel.offers import Offer
from rules.kernel.requests import NextAction, Request, Seat
from tests.rules.same_games import KINDS, games_of
from tests.soak.journeys import Game, play

STAGES = 40
ASKED = {"turn.move", "turn.end", "encounter.attack", "pack", "arrange"}


def test_every_action_is_an_offer() -> None:
    """In seeded games of each kind, in every question that lists actions."""
    rules, asked = load("labirynt-czarnoksieznika"), set[str]()
    for game in (game for kind in KINDS for game in games_of(rules, kind)):
        for _ in play(watched(game, asked), STAGES):
            continue

    assert asked == ASKED


def watched(game: Game, asked: set[str]) -> Game:
    """The same game, in which every action that somebody is asked about is looked at; ``asked``: in what questions."""

    def player(state: Any, request: Request[Any], seat: Seat) -> Value:
        if isinstance(request, NextAction):
            asked.add(request.why)
            assert [action for action in request.actions if not isinstance(action, Offer)] == []
        return game.player(state, request, seat)

    return msgspec.structs.replace(game, player=player)
