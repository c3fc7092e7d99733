"""A group's own file goes first; one that cannot be used is refused with file and key."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.games import all_games
from tests.of_each_game import of_each_game
from tests.rules.contract.slips import Slip, Slips, edited, refused

SLIPS: dict[str, Slips] = {game: one.SLIPS for game, one in of_each_game("tests.rules.{}.slips").items()}


def test_each_game_has_slips() -> None:
    """The contract is held against all games that there are."""
    assert list(SLIPS) == list(all_games())


@pytest.mark.parametrize("slips", SLIPS.values(), ids=SLIPS)
def test_a_groups_own_file_goes_first(tmp_path: Path, slips: Slips) -> None:
    """A group that owns the box enters its own sheet; the other files stay, and the digest tells."""
    edited(slips.folder, tmp_path, *slips.changed)
    shipped, own = slips.load(), slips.load(tmp_path)

    assert slips.read(own) == slips.value != slips.read(shipped)
    assert getattr(own, slips.kept) == getattr(shipped, slips.kept)
    assert own.digest != shipped.digest
    assert slips.load().digest == shipped.digest


@pytest.mark.parametrize(("slips", "slip"), [(slips, slip) for slips in SLIPS.values() for slip in slips.broken])
def test_a_file_that_cannot_be_used(tmp_path: Path, slips: Slips, slip: Slip) -> None:
    """File, key and what was expected there."""
    refused(slips.load, slips.folder, tmp_path, slip)
