"""Writes a saved game of the present version of each game's rules: ``python -m tests.saves.make``.

One file for each released version stays here for good: old games must go on. ``test_saves.py`` replays those of the
present version, and plays on from every state of the older ones.
Before a release the file of its version may be written anew (``--again``); afterwards a change that breaks the replay
needs a new version, and a new schema with a migration where the state has changed its shape.
"""

from __future__ import annotations

import sys
from base64 import b64decode, b64encode
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.games import all_games, load
from rules.kernel.answers import Answer
from rules.kernel.game import Rules
from tests.soak.journeys import play, sensible

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


def result_of(rules: Rules[Any], state: Any) -> dict[str, Any]:
    """How a game stands, in a form that outlives the shape of its state."""
    return {"over": rules.over(state), "figures": dict(rules.figures(state))}


def saved(rules: Rules[Any]) -> Saved:
    """A game of the autopilot for three, as it is to be kept."""
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
        result=result_of(rules, state),
        told=dict(sorted(told.items())),
    )


def file_of(rules: Rules[Any]) -> Path:
    """Return where the saved game of the present version lies."""
    return FOLDER / f"{rules.name}-{rules.version}.json"


def says_the_same(rules: Rules[Any], kept: Saved, made: Saved) -> bool:
    """Whether a kept game is the one that was made now; states are compared by what they name, not by bytes."""
    return _without_states(kept) == _without_states(made) and all(
        rules.matches(rules.decode(b64decode(now.state), made.schema), b64decode(then.state), kept.schema)
        for then, now in zip(kept.stages, made.stages, strict=True)
        if then.state
    )


def _without_states(game: Saved) -> Saved:
    return replace(game, stages=[replace(stage, state=bool(stage.state) * "kept") for stage in game.stages])


def write(rules: Rules[Any]) -> Path:
    """Write the saved game of the present version, unless the kept one says the same; return its file."""
    file, made = file_of(rules), saved(rules)
    if not (file.exists() and says_the_same(rules, msgspec.json.decode(file.read_bytes(), type=Saved), made)):
        file.write_bytes(msgspec.json.encode(made) + b"\n")
    return file


def main(again: bool) -> None:
    """Write the files of the present versions that are not there yet; ``again``: all of them that have changed."""
    for rules in map(load, all_games()):
        file = file_of(rules)
        if again or not file.exists():
            print(f"{file.name}: {write(rules).stat().st_size} bytes")
        else:
            print(f"{file.name} is there: a released version's game stays as it is (--again before the release)")


if __name__ == "__main__":
    main("--again" in sys.argv)
