"""The same games as ever: every log row, told event, snapshot and state of seeded games is what it was.

``tests/soak`` plays the same games for longer.
"""

from __future__ import annotations

import pytest

from rules.games import load
from tests.rules.same_games import EACH, GAMES, KINDS, LONG, SHORT, digests, games_of, written
from tests.soak.journeys import Game, play

SOME = slice(None, None, EACH - 1)
"""Every second game, so that of the ``EACH`` with one number of people there are others than with the next.

``tests/soak`` plays all.
"""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_the_same_games_as_ever(game: str, kind: str) -> None:
    """Games with each number of people, with and without switches; no action is shown that has no deed.

    Whoever changes rules on purpose writes them anew (``python -m tests.rules.same_games``), and says so.
    """
    assert digests(SHORT, game, kind, SOME) == written(SHORT, game, kind)[SOME]


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
