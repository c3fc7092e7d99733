"""An adversary plays against the bot: everything that can go wrong, mixed, on all three games.

``make soak ARGS="-k adversary -rP"`` does everything once, and prints figures; ``SOAK_MINUTES=10`` is
the full run, with Discord's own rate limits; ``SOAK_SEED`` names another run, or repeats one.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.discord_limits.strict_playground import Limits
from tests.soak.adversary.adversary import SOONER, an_adversary

pytestmark = pytest.mark.soak
MINUTES = float(os.environ.get("SOAK_MINUTES", "1"))
SEED = os.environ.get("SOAK_SEED", "1")
FULL = 5
"""From so many minutes on Discord's limits are real; a shorter run has the same ones, ten times as fast."""


@pytest.mark.parametrize("kills", [True, False], ids=["killed", "asked"])
async def test_an_adversary_finds_nothing(tmp_path: Path, kills: bool) -> None:
    """Killed as a process, and asked to go in this one: after each mischief all is as it must be."""
    if kills and not hasattr(os, "fork"):
        pytest.skip("the nursery forks")
    limits = Limits() if MINUTES >= FULL else SOONER
    async with an_adversary(tmp_path, SEED, kills=kills, limits=limits) as adversary:
        await adversary.run(MINUTES * 60)
        print(adversary.report())
