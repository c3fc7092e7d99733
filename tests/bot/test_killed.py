"""The bot's process is killed at random moments of a game of three: nothing is lost, and nothing happens twice."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from rules.games import all_games
from tests.bot.a_mortal_table import FLAGSHIP, SEED, a_mortal_table, undisturbed

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the nursery forks")

SEEDS: Mapping[str, bytes] = {"jaskinia": bytes([1]) * 32}
"""Dice that bring about early what is to be disturbed, too."""
HAPPENED: Mapping[str, Sequence[bytes]] = {"jaskinia": (b"SeekerAttacked", b"CardDrawn")}


@pytest.mark.parametrize(
    ("game", "busy"), [*((game, False) for game in all_games()), ("labirynt-czarnoksieznika", True)]
)
async def test_a_game_survives_many_deaths(tmp_path: Path, game: str, busy: bool) -> None:
    """Killed before presses, after them, while telling and while starting: the game ends up as if nothing had been.

    ``busy``: what is posted after a press is a follow-up, of which Discord knows no nonce.
    The full measure, two hundred deaths in one game, is in ``tests/soak``.
    """
    answers, most = (12, 12) if game == FLAGSHIP else (10, 5)
    seed = SEEDS.get(game, SEED)
    async with a_mortal_table(tmp_path / "killed", 5 if busy else 1, game, seed, busy) as table:
        await table.play(answers, most)
        outline, lost, twice = table.outline(), table.lost_or_doubled(), table.asked_twice()
        print(table.report())
        deaths = table.deaths.total()
        followed = any(call.route.endswith("/{webhook_token}") for call in table.playground.requests)

    whole = await undisturbed(tmp_path / "whole", answers, game, seed)

    assert deaths >= most
    assert followed or not busy
    assert (lost, twice) == ([], [])
    assert outline.log == whole.log
    assert outline.snapshots == whole.snapshots
    assert outline.told == whole.told
    assert outline.lines == whole.lines
    assert all(any(event in told for told in whole.told) for event in HAPPENED.get(game, ()))
