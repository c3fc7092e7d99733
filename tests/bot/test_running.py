"""``labirynt run`` in real processes: nothing outlives its supervisor, a folder has one bot, nobody is cut off."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import re
import signal
import stat
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from bot.discord.prompts.components import read
from bot.playground import Playground
from bot.playground.seen import Message
from bot.run import playing
from bot.run.data_folder import FolderUnusable, occupy_folder
from bot.settings import Settings
from tests.bot.a_channel import HERE
from tests.bot.a_running_bot import LONG, a_discord, gone, running
from tests.bot.test_health import ask, free_port
from tests.sampled import first_of

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")


async def up(discord: Playground) -> None:
    """Wait until the bot hears Discord and its commands are known."""
    await discord.ready(LONG)
    await discord.hands.until(lambda: any(discord.world.commands.values()), timeout=LONG)


async def down(discord: Playground) -> None:
    """Wait until no bot hears Discord."""
    await discord.hands.until(lambda: not discord.connected, timeout=LONG)


def newest_question(discord: Playground) -> Message | None:
    """Return the newest message if it has the controls of a question; the lobby's controls stay until the first one."""
    message = next(discord.hands.newest_first(HERE, "Ala"))
    controls = [read(button.custom_id) for button in message.buttons]
    return message if any(control and control.verb == "usual" for control in controls) else None


@pytest.fixture
def in_a_terminal() -> Iterator[None]:
    """Whoever starts the tests by nohup ignores a closed terminal, and so would the bot."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


async def test_a_package_of_this_name_in_the_current_folder_is_not_run(tmp_path: Path) -> None:
    """Every Discord bot's folder has one."""
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "__init__.py").write_text("raise SystemExit('SOMEBODY ELSE')")
    command = Path(sys.executable).with_name("labirynt"), "run"
    data, here = tmp_path / "data", tmp_path
    async with a_discord(tmp_path / "world") as discord, running(data, here, command, SOCKET=discord.socket) as bot:
        await up(discord)
        bot.say(signal.SIGTERM)
        code, said = await bot.ended()

    assert (code, "SOMEBODY ELSE" in said) == (0, False)


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
        asked = await discord.hands.until(lambda: newest_question(discord), timeout=LONG)
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


async def test_an_unreachable_discord_is_tried_again_by_the_same_process(tmp_path: Path) -> None:
    """One line of JSON for each try, no traceback; meanwhile it lives, and is not ready."""
    port = free_port()
    async with running(tmp_path, alone=True, SOCKET="/nowhere", LOG_FORMAT="json", HEALTH_PORT=str(port)) as worker:
        assert worker.process.stderr is not None
        tries: list[dict[str, Any]] = []
        while len(tries) < 2:
            line = json.loads(await asyncio.wait_for(worker.process.stderr.readline(), LONG))
            tries += [line] if line["event"] == "discord.unreachable" else []
        lives, ready = await ask(port, "/livez"), await ask(port, "/readyz")
        worker.say(signal.SIGTERM)
        code, _ = await worker.ended()

    assert [(line["level"], line["again_in"]) for line in tries] == [("error", 2.0), ("error", 4.0)]
    assert lives[0] == 200
    assert (ready[0], json.loads(ready[1])["reason"]) == (503, "discord")
    assert code == 0


async def test_the_folder_is_held_while_no_worker_is(tmp_path: Path) -> None:
    """Discord is out of reach and the supervisor waits: whoever moved the games away now would have them begin anew."""
    async with running(tmp_path, SOCKET="/nowhere") as bot:
        assert bot.process.stderr is not None
        while "discord.unreachable" not in (await asyncio.wait_for(bot.process.stderr.readline(), LONG)).decode():
            pass
        with pytest.raises(FolderUnusable, match="Another bot uses"), occupy_folder(tmp_path):
            pass
        bot.say(signal.SIGTERM)
        await bot.ended()
    with occupy_folder(tmp_path):
        pass


@pytest.mark.parametrize(
    ("token", "form"),
    first_of(
        [
            ("", "json"),
            ("put-it-here", "console"),
            ("MTAwMDAw.short.one", "json"),
            ("", "console"),
            ("put-it-here", "json"),
            ("MTAwMDAw.short.one", "console"),
        ],
        3,
    ),
)
async def test_without_a_token_nothing_is_tried_again(tmp_path: Path, token: str, form: str) -> None:
    """The code by which systemd leaves it alone; what is wrong stands in the log, and the token does not."""
    async with running(tmp_path / "data", TOKEN=token, LOG_FORMAT=form) as bot:
        code, said = await bot.ended()

    assert code == 2
    assert "LABIRYNT_TOKEN" in said
    assert not token or token not in said
    assert form == "console" or json.loads(said)["event"] == "gave.up"


async def test_a_server_that_is_away_is_tried_again(tmp_path: Path) -> None:
    """It may be on its way: an error, and not the bot's last word."""
    where = f"postgresql://ala:sezam@/games?host={tmp_path}"
    async with running(tmp_path, alone=True, DATABASE=where, LOG_FORMAT="json") as worker:
        code, said = await worker.ended()

    (line,) = [json.loads(one) for one in said.splitlines()]
    assert (code, line["event"], line["level"], line["reason"]) == (1, "store.unreachable", "error", "unreachable")
    assert "sezam" not in said


async def test_a_damaged_file_ends_the_start_with_its_name(tmp_path: Path) -> None:
    """No second try would cure it."""
    (tmp_path / "labirynt.sqlite3").write_bytes(b"Dear Ala, " * 500)
    async with running(tmp_path, alone=True) as worker:
        code, said = await worker.ended()

    assert code == 2
    assert f"The games in {tmp_path / 'labirynt.sqlite3'} cannot be used: damaged" in said


async def test_the_log_has_a_beginning_and_an_end(tmp_path: Path) -> None:
    """Which version, where its games are, and how long it lived; before it what is set that is no setting."""
    settings = {"LOG_FORMAT": "json", "LOG_LEVEL": "info", "KEEPDAYS": 3}
    async with (
        a_discord(tmp_path / "world") as discord,
        running(tmp_path / "data", SOCKET=discord.socket, **settings) as bot,
    ):
        await up(discord)
        bot.say(signal.SIGTERM)
        code, said = await bot.ended()
    told = [json.loads(line) for line in said.splitlines()]
    (began,) = [line for line in told if line["event"] == "bot.began"]
    (ended,) = [line for line in told if line["event"] == "bot.ended"]
    (unknown,) = [line for line in told if line["event"] == "setting.unknown"]

    assert code == 0
    assert "LABIRYNT_KEEP_DAYS" in unknown["why"]
    assert began["games"] == str(tmp_path / "data" / "labirynt.sqlite3")
    assert began["version"] == version("labirynt")
    assert ended["seconds"] > 0
    assert not re.search(r"\b[0-9a-f]{32}\b", said)  # by that a session at the gateway could be taken up


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
    monkeypatch.setattr(playing, "_run_playground", played)
    playing.play(data=tmp_path / "playground", open_page=False)

    assert [(one.database.get_secret_value(), one.shards, one.data) for one in seen] == [
        ("", 1, tmp_path / "playground")
    ]


def test_a_full_disk_is_one_sentence_in_the_playground(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No traceback where the page's world cannot be made."""

    class Full:
        def __init__(self, *_: object, **__: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(playing, "Playground", Full)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        with pytest.raises(SystemExit) as ended:
            playing.play(data=tmp_path, port=0, open_page=False)
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)

    assert ended.value.code == 1
    assert capsys.readouterr().err == f"The folder {tmp_path} cannot be used: No space left on device.\n"
