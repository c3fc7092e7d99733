"""The same games as ever: every log row, told event, snapshot and state of seeded games is what it was."""

from __future__ import annotations

import pytest

from rules.games import load
from tests.rules.same_games import GAMES, KINDS, digests, games_of, written
from tests.soak.journeys import play


@pytest.mark.parametrize("game", GAMES)
def test_the_same_games_as_ever(game: str) -> None:
    """Whoever changes rules on purpose writes them anew (``python -m tests.rules.same_games``), and says so."""
    assert digests(game) == written()[game]


@pytest.mark.parametrize("game", GAMES)
def test_they_go_far_enough_to_notice(game: str) -> None:
    """Games with the autopilot in them last, or end; of those at random some get through the first stages."""
    rules = load(game)
    stages = {kind: [sum(1 for _ in play(one, 60)) for one in games_of(rules, kind)] for kind in KINDS}

    assert all(max(lasted) >= 20 for lasted in stages.values()), stages
