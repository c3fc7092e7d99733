"""An adversary plays against the bot: everything that can go wrong, mixed, on all three games.

``make soak ARGS="-k adversary -rP"`` does everything once, and prints figures; ``SOAK_MINUTES=10`` is
the full run, with Discord's own rate limits; ``SOAK_SEED`` names another run, or repeats one. In the short form there
are few mischiefs before every game is ended.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.discord_limits.strict_playground import Limits
from tests.short_form import sized
from tests.soak.adversary.adversary import SOONER, an_adversary
from tests.soak.adversary.mischiefs import MISCHIEFS

pytestmark = pytest.mark.soak
MINUTES = float(os.environ.get("SOAK_MINUTES", sized("1", "0")))
SEED = os.environ.get("SOAK_SEED", "1")
FEW = ("death while pressed", "interactions twice", "permission lost")
"""Mischiefs of the short form."""
FULL = 5
"""From so many minutes on Discord's limits are real; a shorter run has the same ones, ten times as fast."""


@pytest.mark.parametrize("kills", [True, False], ids=["killed", "asked"])
async def test_an_adversary_finds_nothing(tmp_path: Path, kills: bool) -> None:
    """Killed as a process, and asked to go in this one: after each mischief all is as it must be."""
    if kills and not hasattr(os, "fork"):
        pytest.skip("the nursery forks")
    limits = Limits() if MINUTES >= FULL else SOONER
    async with an_adversary(tmp_path, SEED, kills=kills, limits=limits) as adversary:
        await adversary.run(MINUTES * 60, sized(MISCHIEFS, [one for one in MISCHIEFS if one.name in FEW]))
        print(adversary.report())
