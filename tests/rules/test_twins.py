"""Being asked names no card: games that differ only in a hidden hand look the same to all others until it is played.

``tests/soak`` plays thousands of them.
"""

from __future__ import annotations

import pytest

from rules.games import all_games, load
from tests.soak.twin_games import TWINS, Twins

pytestmark = pytest.mark.long

each = pytest.mark.parametrize("twins", TWINS.values(), ids=TWINS)
GAMES, STAGES = range(2, 5), 40
"""Of three to five people in the one, two to four in the other."""


def test_each_game_of_rivals_has_twins() -> None:
    """No game hides something that is not compared."""
    assert list(TWINS) == [game for game in all_games() if load(game).rivals]


@each
def test_whoever_wants_to_be_asked_is_asked_whatever_they_hold(twins: Twins) -> None:
    """In every window, and it looks the same to all others."""
    asked, wrong = twins.compared_all(GAMES, twins.ask, STAGES)

    assert wrong == []
    assert min(asked[why] for why in twins.windows) > 0, asked


@each
def test_as_usual_nobody_is_asked_for_what_they_hide(twins: Twins) -> None:
    """The bot plays it or does not; until it is played nothing shows what there was to play."""
    asked, wrong = twins.compared_all(GAMES, twins.usual, STAGES)

    assert wrong == []
    assert [why for why in twins.windows if asked[why]] == []
