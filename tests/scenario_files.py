"""The scenario files of each game. They are parsed when a test first needs them, not while pytest collects tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rules.kernel.scenario import Scenario, read
from rules.kernel.tables import package_of

FOLDER = Path(__file__).parent / "scenarios"


def files_of(game: str) -> list[Path]:
    """Return the files of a game; they lie in the folder of its package."""
    return sorted((FOLDER / package_of(game)).glob("*.toml"))


@cache
def scenarios_in(file: Path) -> list[Scenario]:
    """Return the scenarios of a file in their order; raises ``BadTable``."""
    return read(file)


@cache
def scenarios_of(game: str) -> list[Scenario]:
    """Return all scenarios of a game; raises ``BadTable``."""
    return [scenario for file in files_of(game) for scenario in scenarios_in(file)]
