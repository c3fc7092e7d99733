"""A game is named in its own folders and nowhere else, so that another one needs no line outside its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.games import all_games

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "bot" / "playground"
"""A world with channels that are called after games."""


def shared_files() -> Iterator[Path]:
    """The project's own settings, and every source file that is no single game's."""
    folders = {name.replace("-", "_") for name in all_games()}
    yield ROOT / "pyproject.toml"
    for top in ("bot", "images", "rules"):
        for path in sorted((ROOT / top).rglob("*.py")):
            if EXAMPLES not in path.parents and not folders & {part.name for part in path.parents}:
                yield path


@pytest.mark.parametrize("game", all_games())
def test_no_shared_line_names_a_game(game: str) -> None:
    """Neither as the game's id nor as its package."""
    names = (game, game.replace("-", "_"))
    found = [path for path in shared_files() if any(name in path.read_text("utf-8") for name in names)]

    assert [str(path.relative_to(ROOT)) for path in found] == []
