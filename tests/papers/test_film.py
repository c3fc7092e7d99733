"""The film of the README can be made of the program as it is."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.bot.a_page import CELLAR, PIWNICA, Guild
from tests.papers.film import PRESSES, SCREEN, SIZE, STEPS, write_film, write_screen

ROOT = Path(__file__).parents[2]
FILMS = {"en": ROOT / "docs/play.gif", "pl": ROOT / "docs/pl/play.gif"}
MOST = 1.5 * 2**20


@pytest.mark.browser
@pytest.mark.parametrize("guild", [CELLAR, PIWNICA], ids=["en", "pl"])
async def test_the_film_can_be_made(tmp_path: Path, browser: Any, guild: Guild) -> None:
    """From an empty channel to a stage that was played; ``LABIRYNT_FILM=write`` keeps it for the README."""
    file = FILMS[guild.locale] if os.environ.get("LABIRYNT_FILM") == "write" else tmp_path / "play.gif"

    await write_film(file, tmp_path / "bot", browser, guild)

    assert_is_a_film(file)


@pytest.mark.browser
@pytest.mark.parametrize("game", STEPS)
@pytest.mark.parametrize("guild", [CELLAR, PIWNICA], ids=["en", "pl"])
async def test_a_screen_of_each_game_can_be_made(tmp_path: Path, browser: Any, guild: Guild, game: str) -> None:
    """As a telephone shows it; ``LABIRYNT_FILM=write`` keeps it for the README."""
    kept = FILMS[guild.locale].with_name(f"{game}.png")
    file = kept if os.environ.get("LABIRYNT_FILM") == "write" else tmp_path / kept.name

    await write_screen(file, tmp_path / "bot", browser, guild, game)

    for picture in (file, kept):
        with Image.open(picture) as shown:
            assert shown.size == (SCREEN["width"], SCREEN["height"])


@pytest.mark.parametrize("file", FILMS.values(), ids=FILMS)
def test_the_film_that_is_shown_is_one(file: Path) -> None:
    """And small enough for a telephone's line."""
    assert_is_a_film(file)
    assert file.stat().st_size < MOST


def assert_is_a_film(file: Path) -> None:
    """Two pictures for each press, and the last one; some may be alike and shown as one."""
    with Image.open(file) as film:
        assert film.size == (SIZE["width"], SIZE["height"])
        assert film.n_frames > PRESSES  # type: ignore[attr-defined]  # a GIF has it
