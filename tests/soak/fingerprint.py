"""Prints what comes of some games, played and replayed: the same in every process, whatever the order of hashes.

``python -m tests.soak.fingerprint jaskinia 3 4``: the first three games of the autopilot, the first four at random.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from hashlib import blake2b

import msgspec

from rules.kernel.advance import advance
from rules.kernel.chance import Sealed
from rules.kernel.saving import plain_number
from tests.rules.contract.witnesses import WITNESSES
from tests.soak.journeys import Game, play

BUDGET = 60


def fingerprint(game: Game, stages: int = BUDGET) -> str:
    """Return a digest of every snapshot, log, event and state of a game's first stages, and of their replay."""
    digest = blake2b(digest_size=16)
    for stage, _ in play(game, stages):
        position = advance(game.rules, stage.snapshot, stage.log, Sealed(game.seed, stage.snapshot.chain))
        digest.update(msgspec.json.encode(stage, enc_hook=plain_number))
        digest.update(msgspec.json.encode(position.told, enc_hook=plain_number))
        digest.update(game.rules.encode(position.state))
    return digest.hexdigest()


@cache
def fingerprints(of: str, careful: int, careless: int) -> list[str]:
    """Those of this many games of the autopilot and at random."""
    witness = WITNESSES[of]
    return [fingerprint(game) for game in [*map(witness.sensible, range(careful)), *map(witness.wild, range(careless))]]


def elsewhere(hash_seed: str, of: str, careful: int, careless: int) -> list[str]:
    """The same in another process, with this order of hashes."""
    command = [sys.executable, "-m", "tests.soak.fingerprint", of, str(careful), str(careless)]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.run(command, env=environment, capture_output=True, check=True).stdout.decode().split()


if __name__ == "__main__":
    print(*fingerprints(sys.argv[1], *map(int, sys.argv[2:4])))
