"""Prints what comes of some games, played and replayed: the same in every process, whatever the order of hashes.

``python -m tests.soak.fingerprint 3 4``: the first three games of the autopilot, the first four at random; with
``sorcerer`` behind it those of Labirynt Czarnoksiężnika.
"""

from __future__ import annotations

import sys
from hashlib import blake2b

import msgspec

from rules.kernel.advance import advance
from rules.kernel.chance import Sealed
from rules.kernel.saving import plain_number
from tests.soak import sorcerer
from tests.soak.journeys import Game, labyrinth, play, sensible, wild

BUDGET = 60


def fingerprint(game: Game) -> str:
    """A digest of every snapshot, log, event and state of a game, and of its replay."""
    digest = blake2b(digest_size=16)
    for stage, _ in play(game, BUDGET):
        position = advance(game.rules, stage.snapshot, stage.log, Sealed(game.seed, stage.snapshot.chain))
        digest.update(msgspec.json.encode(stage, enc_hook=plain_number))
        digest.update(msgspec.json.encode(position.told, enc_hook=plain_number))
        digest.update(game.rules.encode(position.state))
    return digest.hexdigest()


def fingerprints(careful: int, careless: int) -> list[str]:
    """Those of this many games of the autopilot and at random."""
    rules = labyrinth()
    games = [sensible(rules, n) for n in range(careful)] + [wild(rules, n) for n in range(careless)]
    return [fingerprint(game) for game in games]


def sorcerers_fingerprints(careful: int, careless: int) -> list[str]:
    """The same of Labirynt Czarnoksiężnika."""
    games = [sorcerer.sensible(n) for n in range(careful)] + [sorcerer.wild(n) for n in range(careless)]
    return [fingerprint(game) for game in games]


if __name__ == "__main__":
    of = sorcerers_fingerprints if sys.argv[3:] == ["sorcerer"] else fingerprints
    print(*of(*map(int, sys.argv[1:3])))
