"""The same games as ever: every log row, told event, snapshot and state of seeded games is what it was.

``tests/soak`` plays the same games for longer.
"""

from __future__ import annotations

import pytest

from rules.games import load
from tests.rules.same_games import GAMES, KINDS, LONG, SHORT, digests, games_of, watched, written
from tests.soak.journeys import Game, play


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_the_same_games_as_ever(game: str, kind: str) -> None:
    """Whoever changes rules on purpose writes them anew (``python -m tests.rules.same_games``), and says so."""
    assert digests(SHORT, game, kind) == written(SHORT, game, kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_the_long_games_are_written_down_beside_the_short_ones(game: str, kind: str) -> None:
    """A game that goes on after its first stages has another digest there; each game is written down twice."""
    short, long = written(SHORT, game, kind), written(LONG, game, kind)

    assert len(short) == len(long) == len(games_of(load(game), kind))
    assert short != long


@pytest.mark.parametrize("game", GAMES)
def test_they_go_far_enough_to_notice(game: str) -> None:
    """Of each kind of game one at least gets through the stages that are compared."""
    rules = load(game)

    assert [kind for kind in KINDS if not any(map(lasts, games_of(rules, kind)))] == []


def lasts(game: Game) -> bool:
    """Whether it has as many stages as are compared."""
    return sum(1 for _ in play(game, SHORT)) >= SHORT


@pytest.mark.parametrize("game", GAMES)
def test_whatever_may_be_done_knows_what_it_does(game: str) -> None:
    """In all these games nobody is ever shown an action without a deed, so that none can be taken for another."""
    for seeded in games_of(load(game), "mixed"):
        for _ in play(watched(seeded, set()), SHORT):
            continue
