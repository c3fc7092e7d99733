"""The same games as ever: every log row, told event, snapshot and state of seeded games is what it was."""

from __future__ import annotations

import pytest

from rules.games import load
from tests.rules.same_games import GAMES, KINDS, digests, games_of, watched, written
from tests.soak.journeys import Game, play


@pytest.mark.parametrize("game", GAMES)
def test_the_same_games_as_ever(game: str) -> None:
    """Whoever changes rules on purpose writes them anew (``python -m tests.rules.same_games``), and says so."""
    assert digests(game) == written()[game]


@pytest.mark.parametrize("game", GAMES)
def test_they_go_far_enough_to_notice(game: str) -> None:
    """Of each kind of game one at least gets through the first twenty stages."""
    rules = load(game)

    assert [kind for kind in KINDS if not any(map(lasts, games_of(rules, kind)))] == []


def lasts(game: Game) -> bool:
    """Whether it has twenty stages."""
    return sum(1 for _ in play(game, 20)) >= 20


@pytest.mark.parametrize("game", GAMES)
def test_whatever_may_be_done_knows_what_it_does(game: str) -> None:
    """In all these games nobody is ever shown an action without a deed, so that none can be taken for another."""
    rules = load(game)
    for one in games_of(rules, "mixed"):
        for _ in play(watched(one, set()), 60):
            continue
