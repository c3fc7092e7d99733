"""Writes the saved game of the rules' present version: ``python -m tests.saves.make``.

One file for each released version stays here for good and is replayed by ``test_saves.py``: old games must go on.
Before a release the file of its version may be written anew (``--again``); afterwards a change that breaks the replay
needs a new version, and a new schema with a migration where the state has changed its shape.
"""

from __future__ import annotations

import sys
from base64 import b64encode
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from rules.kernel.answers import Answer
from rules.labirynt_smierci.view import View
from tests.soak.journeys import labyrinth, play, sensible

FOLDER = Path(__file__).parent
GAME = 22
SEATS = 3
STAGES = 80
STATE_EVERY = 8


class SavedStage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stage: the chain's link with which it began, its answers, and for some stages the state before it (base64)."""

    stage: int
    chain: str
    answers: list[Answer]
    state: str = ""


class Saved(msgspec.Struct, frozen=True):
    """A whole game as a version of the rules left it, and what came of it."""

    game: str
    version: int
    schema: int
    tables: str
    seed: str
    stages: list[SavedStage]
    result: dict[str, Any]
    told: dict[str, int]


def result_of(view: View) -> dict[str, Any]:
    """How a game stands, in a form that outlives the shape of its state."""
    maps = (view.here, *view.levels) if view.here else view.levels
    return {
        "outcome": view.outcome,
        "stage": view.stage,
        "gold": view.party.gold,
        "adventure": view.party.adventure,
        "strength": {one.id: one.strength for one in view.party.characters},
        "segments": {str(one.level): len(one.segments) for one in maps if one},
        "monsters": sum(segment.monsters for one in maps if one for segment in one.segments),
    }


def saved() -> Saved:
    """A game of the autopilot for three, as it is to be kept."""
    rules = labyrinth()
    game = sensible(rules, GAME, SEATS)
    stages: list[SavedStage] = []
    told: Counter[str] = Counter()
    state = None
    for stage, state in play(game, STAGES):  # noqa: B007  # the last state is the result
        number = stage.snapshot.stage
        bytes_ = b64encode(stage.snapshot.state).decode() if number % STATE_EVERY == 0 else ""
        stages.append(SavedStage(number, stage.snapshot.chain.hex(), stage.log, bytes_))
        told.update(type(one.event).__name__ for one in stage.told)
    return Saved(
        game=rules.name,
        version=rules.version,
        schema=rules.schema,
        tables=rules.digest,
        seed=game.seed.hex(),
        stages=stages,
        result=result_of(rules.view(state, None)),
        told=dict(sorted(told.items())),
    )


def main(again: bool) -> None:
    """Write the file of the present version."""
    rules = labyrinth()
    file = FOLDER / f"{rules.name}-{rules.version}.json"
    if file.exists() and not again:
        sys.exit(f"{file.name} exists: a released version's game stays as it is (--again before the release)")
    file.write_bytes(msgspec.json.encode(saved()) + b"\n")
    print(f"{file.name}: {file.stat().st_size} bytes")


if __name__ == "__main__":
    main("--again" in sys.argv)
