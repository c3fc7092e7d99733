"""``labirynt run`` in real processes: nothing outlives its supervisor, a folder has one bot, nobody is cut off."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.discord.prompts.ids import read
from bot.playground import Playground
from bot.run import playing
from bot.settings import Settings
from tests.bot.a_channel import HERE
from tests.bot.a_running_bot import LONG, a_discord, gone, running

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")


async def up(discord: Playground) -> None:
    """Wait until the bot hears Discord and its commands are known."""
    await discord.ready(LONG)
    await discord.hands.until(lambda: any(discord.world.commands.values()), timeout=LONG)


async def down(discord: Playground) -> None:
    """Wait until no bot hears Discord."""
    await discord.hands.until(lambda: not discord.connected, timeout=LONG)


@pytest.fixture
def in_a_terminal() -> Iterator[None]:
    """Whoever starts the tests by nohup ignores a closed terminal, and so would the bot."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.usefixtures("in_a_terminal")
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGHUP])
async def test_the_worker_ends_with_its_supervisor(tmp_path: Path, ending: signal.Signals) -> None:
    """However the supervisor ends, killed or as its terminal was closed: nobody is left who hears Discord."""
    async with a_discord(tmp_path / "world") as discord, running(tmp_path / "data", SOCKET=discord.socket) as bot:
        await up(discord)
        (worker,) = bot.children()
        bot.say(ending)
        code, said = await bot.ended()
        await gone(worker)
        await down(discord)

    assert code == (-signal.SIGKILL if ending is signal.SIGKILL else 0)
    assert "Traceback" not in said


async def test_one_folder_has_one_bot(tmp_path: Path) -> None:
    """The second is refused with one sentence; a worker that fell is started again all the same, and the files are
    for nobody else to read."""
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    (data / "labirynt.sqlite3").touch(mode=0o644)
    async with a_discord(tmp_path / "world") as discord, running(data, SOCKET=discord.socket) as bot:
        await up(discord)
        modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in [data, *data.iterdir()]}
        async with running(data, alone=True, SOCKET=discord.socket) as second:
            refused = await second.ended()
        (worker,) = bot.children()
        os.kill(worker, signal.SIGKILL)
        await down(discord)
        await up(discord)
        assert bot.children() != [worker]

    assert refused == (2, f"Another bot uses the folder {data}; stop it first, or choose another LABIRYNT_DATA.\n")
    assert modes.pop("data") == 0o700
    assert {"labirynt.sqlite3", "labirynt.sqlite3-wal", "commands.sha256"} <= set(modes)
    assert set(modes.values()) == {0o600}


async def test_whoever_presses_while_the_bot_is_told_to_stop_sees_no_failure(tmp_path: Path) -> None:
    """What has arrived is answered and told; the bot says nothing of a fault, and ends well."""
    async with a_discord(tmp_path / "world") as discord, running(tmp_path / "data", SOCKET=discord.socket) as bot:
        await up(discord)
        await discord.hands.slash("Ala", HERE, "game new")
        await discord.hands.press_label("Ala", HERE, "Szybki start")
        await discord.hands.until(lambda: next(discord.hands.newest_first(HERE, "Ala")).buttons, timeout=LONG)
        asked = next(discord.hands.newest_first(HERE, "Ala"))
        control = asked.buttons[0].custom_id
        discord.faults.latency = 0.3
        pressing = asyncio.create_task(discord.hands.press("Ala", asked, control))
        await discord.hands.until(lambda: discord.core.activity.in_flight, timeout=LONG)
        bot.say(signal.SIGTERM)
        outcome = await pressing
        code, said = await bot.ended()
        newest = next(discord.hands.newest_first(HERE, "Ala"))

    assert outcome.kind in ("update", "nothing"), outcome.text  # the latter: where something was still being told
    assert (code, said) == (0, "")
    assert newest.buttons
    assert read(newest.buttons[0].custom_id).address != read(control).address  # the next question is asked


async def test_an_unreachable_discord_is_one_line_of_json(tmp_path: Path) -> None:
    """No traceback; whoever reads the log by machine can."""
    async with running(tmp_path, alone=True, SOCKET="/nowhere", LOG_FORMAT="json") as worker:
        code, said = await worker.ended()

    (line,) = [json.loads(one) for one in said.splitlines()]
    assert (code, line["event"], line["level"]) == (1, "discord.unreachable", "error")


async def test_a_discord_that_wants_shards_is_told_of_once(tmp_path: Path) -> None:
    """Starting again would not help: a sentence, and the code by which the supervisor gives up, too."""
    data = tmp_path / "data"
    async with a_discord(tmp_path / "world") as discord, running(data, alone=True, SOCKET=discord.socket) as worker:
        await up(discord)
        await discord.core.gateway.cut(4011)
        code, said = await worker.ended()

    assert code == 2
    (line,) = said.splitlines()
    assert "4011" in line


def test_a_playground_never_touches_the_servers_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays on the machine of a bot plays in a folder: that bot's tables would be put away as strays."""
    seen: list[Settings] = []

    async def played(settings: Settings, *_: object) -> None:
        seen.append(settings)

    monkeypatch.setenv("LABIRYNT_DATABASE", "postgresql://labirynt@nowhere/games")
    monkeypatch.setenv("LABIRYNT_SHARDS", "4")
    monkeypatch.setattr(playing, "_play", played)
    playing.play(data=tmp_path / "playground", open_page=False)

    assert [(one.database.get_secret_value(), one.shards, one.data) for one in seen] == [
        ("", 1, tmp_path / "playground")
    ]
