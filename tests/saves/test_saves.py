"""Games that older versions left behind: each is read and can be played on, today's are replayed to their end."""

from __future__ import annotations

from base64 import b64decode
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.games import all_games, load
from rules.kernel.advance import Position, Snapshot, advance, cut, play_on
from rules.kernel.chance import Sealed
from rules.kernel.errors import Diverged
from rules.kernel.game import Rules
from tests.saves.make import FOLDER, Saved, result_of

FILES = sorted(FOLDER.glob("*.json"))
NOW = [FOLDER / f"{name}-{load(name).version}.json" for name in all_games()]
OLD = [file for file in FILES if file not in NOW]
AGAIN = "the rules changed under this version: raise it and migrate, or before its release write the file --again"


def a_saved_game(file: Path) -> tuple[Rules[Any], Saved]:
    """The rules of today, and a game of long ago."""
    saved = msgspec.json.decode(file.read_bytes(), type=Saved)
    return load(saved.game), saved


def snapshot_of(saved: Saved, stage: int) -> Snapshot:
    """The snapshot of a stage whose state was kept."""
    kept = saved.stages[stage]
    state = b64decode(kept.state)
    return Snapshot(
        saved.game, stage, saved.schema, saved.version, saved.tables, bytes.fromhex(kept.chain), state
    )  # fmt: skip


def replayed(rules: Rules[Any], saved: Saved, first: int) -> tuple[Position[Any], Counter[str]]:
    """Replay from a kept snapshot to the end; every later link and kept state must be met on the way."""
    snapshot, told = snapshot_of(saved, first), Counter[str]()
    for stage in saved.stages[first:]:
        assert snapshot.chain.hex() == stage.chain, f"stage {stage.stage}: {AGAIN}"
        if stage.state and saved.schema == rules.schema:
            state = rules.decode(snapshot.state, snapshot.schema)
            assert rules.matches(state, b64decode(stage.state), saved.schema), f"stage {stage.stage}: {AGAIN}"
        chance = Sealed(bytes.fromhex(saved.seed), snapshot.chain)
        position = advance(rules, snapshot, stage.answers, chance)
        assert (position.waiting, position.given) == (None, []), f"stage {stage.stage}: {AGAIN}"
        told.update(type(one.event).__name__ for one in position.told)
        snapshot = cut(rules, position.state, stage.stage + 1, chance.chain)
    return position, told


@pytest.mark.parametrize("file", NOW, ids=lambda file: file.stem)
def test_a_game_of_todays_version_is_replayed_to_its_end(file: Path) -> None:
    """The same dice, the same dead, the same treasure, as often told as then."""
    rules, saved = a_saved_game(file)

    position, told = replayed(rules, saved, 0)

    assert result_of(rules, position.state) == saved.result
    assert told == saved.told


@pytest.mark.parametrize("file", NOW, ids=lambda file: file.stem)
def test_every_kept_snapshot_leads_to_the_same_end(file: Path) -> None:
    """A table that slept for a year wakes up in the middle of its game."""
    rules, saved = a_saved_game(file)
    kept = [stage.stage for stage in saved.stages if stage.state]

    for first in kept:
        assert result_of(rules, replayed(rules, saved, first)[0].state) == saved.result
    assert len(kept) >= 3


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_kept_snapshot_can_be_played_on(file: Path) -> None:
    """The rules ask somebody something, and nothing else is needed: of whatever version and schema it is."""
    rules, saved = a_saved_game(file)

    for kept in [stage.stage for stage in saved.stages if stage.state]:
        legs = play_on(rules, snapshot_of(saved, kept), (), bytes.fromhex(saved.seed))

        assert legs[-1].position.waiting is not None


@pytest.mark.parametrize("file", OLD, ids=lambda file: file.stem)
def test_a_log_of_an_older_version_runs_or_is_known_not_to(file: Path) -> None:
    """From each kept snapshot: the stage ends as it did, or the first answer that does not fit is named [Diverged]."""
    rules, saved = a_saved_game(file)
    ran = 0

    for stage in (stage for stage in saved.stages if stage.state):
        snapshot = snapshot_of(saved, stage.stage)
        chance = Sealed(bytes.fromhex(saved.seed), snapshot.chain)
        try:
            position = advance(rules, snapshot, stage.answers, chance)
        except Diverged:
            continue
        ran += position.waiting is None and chance.chain.hex() == saved.stages[stage.stage + 1].chain

    assert ran >= 3


@pytest.mark.parametrize("name", all_games())
def test_every_game_has_a_saved_one_of_its_version(name: str) -> None:
    """Whoever raises a version leaves a game of it here."""
    rules = load(name)

    assert f"{name}-{rules.version}" in [file.stem for file in FILES]
