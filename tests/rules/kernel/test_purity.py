"""Nothing but snapshot, answers and seed decides what happens: not the process, and no order of hashes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from rules.kernel.advance import advance
from rules.kernel.chance import Sealed
from tests.rules.kernel.purity import a_long_day, outcome
from tests.rules.kernel.toy import SEED, Hills, start


@pytest.mark.parametrize("hash_seed", ["0", "1", "2"])
def test_the_same_day_in_every_process(hash_seed: str) -> None:
    """Another process with another order of hashes finds the same state, events and answers."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}

    elsewhere = subprocess.run(
        [sys.executable, "-m", "tests.rules.kernel.purity"], env=environment, capture_output=True, check=True
    )

    assert elsewhere.stdout.strip() == outcome()


def test_the_same_snapshot_and_answers_give_equal_positions() -> None:
    """Played twice in one process, with nothing shared between them that could change."""
    snapshot = start(a_long_day)

    first = advance(Hills(a_long_day), snapshot, (), Sealed(SEED))
    second = advance(Hills(a_long_day), snapshot, (), Sealed(SEED))

    assert first == second
    assert first.state is not second.state
