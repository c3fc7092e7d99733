"""A game that was begun with a group's own tables, where the program does not find them any more."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.games.own_tables import load_own
from bot.run import doctor
from bot.run.inspecting import lost_games, open_copy
from bot.run.playing import _with_tables_of_last_time
from bot.run.start import games
from bot.session.sessions import Sessions
from bot.settings import Settings
from tests.bot.a_channel import a_channel
from tests.bot.store.a_server import IN_A_FILE
from tests.bot.test_cli import labirynt
from tests.bot.test_own_tables import EXAMPLE

pytestmark = [IN_A_FILE, pytest.mark.usefixtures("nothing_stays")]
POLISH = {"LC_ALL": "pl_PL.UTF-8", "LABIRYNT_TABLES": ""}


@pytest.fixture
async def data(tmp_path: Path) -> Path:
    """A game of Jaskinia with the cards of the worked example."""
    async with a_channel(tmp_path, load_own("jaskinia", EXAMPLE)) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        await channel.press("Ala", "⭐")
        return channel.settings.data


async def test_the_terminal_names_the_row(data: Path) -> None:
    """``replay`` without a traceback, ``doctor``, and the start; with the folder nothing is wrong."""
    settings = Settings(_env_file=None, data=data)
    async with open_copy(settings.sqlite_file) as store:
        sessions = Sessions(store, games(settings), lambda: 0.0)
        await sessions.open()
        (entry,) = sessions.live()
        (said,) = await lost_games(sessions)
    replayed = await asyncio.to_thread(labirynt, f"replay {entry.id} --data {data}", **POLISH)
    checked, whole = [
        await asyncio.to_thread(lambda known=known: list(doctor.stored_games(known)))
        for known in (settings, settings.model_copy(update={"tables": EXAMPLE}))
    ]

    assert "LABIRYNT_TABLES" in said
    assert (replayed.exit_code, replayed.stdout) == (1, "")
    assert replayed.stderr.startswith("Ta gra toczy się na własnych tabelach grupy, których tu teraz nie ma: brakuje „")
    assert [finding.ok for finding in checked] == [False]
    assert whole == []


def test_the_playground_remembers_the_folder(tmp_path: Path) -> None:
    """The next start uses it again, unless it is told that there is none."""
    noted, none = tmp_path / "tables.txt", Settings(_env_file=None)
    own = none.model_copy(update={"tables": EXAMPLE})

    assert _with_tables_of_last_time(none, noted).tables is None
    assert _with_tables_of_last_time(own, noted).tables == EXAMPLE
    assert _with_tables_of_last_time(none, noted).tables == EXAMPLE
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LABIRYNT_TABLES", "")
        assert _with_tables_of_last_time(none, noted).tables is None
    assert _with_tables_of_last_time(none, noted).tables is None
