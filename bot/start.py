"""How the bot is started: in the playground, or in Discord under a supervisor."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
import webbrowser
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NoReturn

import discord
import structlog
from pydantic import ValidationError

from bot import health, logs
from bot.client import Labirynt
from bot.history import fresh_seed
from bot.sessions import Seeds, Sessions
from bot.settings import Settings
from bot.store import NewerDatabase, StoreUnavailable
from bot.store.sqlite import SqliteStore
from rules.games import GAMES, load
from rules.kernel.errors import BadTable
from rules.kernel.game import Rules

WORKER = "LABIRYNT_WORKER"
"""Set in the environment of the supervisor's worker."""
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 300.0
STEADY = 600.0
"""Seconds after which a worker counts as having run well, so that the next pause is short again."""
HOPELESS = 2
"""A worker's exit code when starting again would not help."""

_log = structlog.get_logger(__name__)


def play(port: int = 8765, data: Path | None = None, open_page: bool = True) -> None:
    """The playground and the bot in one process, until Ctrl-C; exit code 1 when they cannot start."""
    from bot.playground import CannotStart  # a bot in Discord does without a Discord of its own

    settings = _settings(log_level="warning")
    folder = data or settings.data / "playground"
    _make_room(folder)
    try:
        asyncio.run(_play(settings.model_copy(update={"data": folder, "sync": "always"}), port, open_page))
    except KeyboardInterrupt:
        print("\nThe torches go out. Everything is kept; come back whenever you like.")
    except (CannotStart, BadTable, StoreUnavailable, NewerDatabase, health.PortTaken) as trouble:
        _give_up(str(trouble))


def run() -> None:
    """The Discord bot; what falls is started again, at growing intervals."""
    settings = _settings()
    if not settings.token.get_secret_value():
        _give_up(NO_TOKEN)
    if os.environ.get(WORKER):
        _work(settings)
    else:
        _supervise(settings)


NO_TOKEN = """\
There is no token. Copy .env.example to .env and fill in LABIRYNT_TOKEN
(from https://discord.com/developers/applications → your application → Bot).
To try the bot without an account: labirynt play"""


def _settings(**fixed: Any) -> Settings:
    """The settings; a wrong one ends the program with its name and what was expected."""
    try:
        return Settings(**fixed)
    except ValidationError as trouble:
        wrong = trouble.errors()[0]
        _give_up(f"LABIRYNT_{'_'.join(map(str, wrong['loc'])).upper()}: {wrong['msg']}", HOPELESS)


def _make_room(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        _give_up(f"The folder {folder} cannot be used: {trouble.strerror or trouble}.", HOPELESS)


def _give_up(sentence: str, code: int = 1) -> NoReturn:
    print(sentence, file=sys.stderr)
    raise SystemExit(code)


# The playground --------------------------------------------------------------------------------------------


async def _play(settings: Settings, port: int, open_page: bool) -> None:
    from bot.playground import Playground, point_discord_at

    logs.set_up(settings)
    playground = Playground(settings.data / "world", port=port)
    await playground.start()
    try:
        if playground.socket is None:
            point_discord_at(playground.api_address)
        async with bot(settings, connector=playground.connector()) as client:
            _welcome(playground.address, open_page)
            await client.start(playground.token)
    finally:
        await playground.stop()


def _welcome(address: str, open_page: bool) -> None:
    print(f"The playground is open: {address}\nType /game new (/gra nowa) in a channel. Ctrl-C closes it.", flush=True)
    if open_page and _has_desktop():
        webbrowser.open(address)


def _has_desktop() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


# The bot ---------------------------------------------------------------------------------------------------


def games(settings: Settings) -> dict[str, Rules[Any]]:
    """Every game with the tables in force; raises ``BadTable``."""
    return {name: load(name, settings.tables) for name in GAMES}


@asynccontextmanager
async def bot(
    settings: Settings,
    rules: Mapping[str, Rules[Any]] | None = None,
    connector: Any = None,
    seeds: Seeds = fresh_seed,
    clock: Callable[[], float] = time.time,
) -> AsyncIterator[Labirynt]:
    """The client with its store open, to be started."""
    settings.data.mkdir(parents=True, exist_ok=True)
    known = rules or games(settings)
    store = SqliteStore(settings.database)
    await store.open()
    try:
        sessions = Sessions(store, known, clock, seeds)
        await sessions.open()
        async with (
            Labirynt(settings, sessions, known, connector) as client,
            health.served(client, sessions, settings.health_port),
        ):
            yield client
    finally:
        await store.close()


# In Discord ------------------------------------------------------------------------------------------------


def _work(settings: Settings) -> None:
    """The worker: one life of the bot."""
    _make_room(settings.data)
    try:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_live(settings))
    except discord.LoginFailure:
        _give_up("Discord does not accept the token; make a new one and put it into LABIRYNT_TOKEN.", HOPELESS)
    except (BadTable, NewerDatabase, health.PortTaken) as trouble:
        _give_up(str(trouble), HOPELESS)
    except StoreUnavailable as trouble:
        _give_up(str(trouble), 1 if trouble.reason == "locked" else HOPELESS)


async def _live(settings: Settings) -> None:
    logs.set_up(settings)
    stop = asyncio.Event()
    with contextlib.suppress(NotImplementedError):  # Windows has no such signal for the loop
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    async with bot(settings) as client:
        living = asyncio.create_task(client.start(settings.token.get_secret_value()))
        stopping = asyncio.create_task(stop.wait())
        done, _ = await asyncio.wait({living, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if living in done:
            living.result()


def _supervise(settings: Settings) -> None:
    """discord.py dies of some faults of the line (a first connection that fails, for one); nothing is lost by that."""
    logs.set_up(settings)
    signal.signal(signal.SIGTERM, _stop)
    pause = FIRST_PAUSE
    while True:
        began = time.monotonic()
        code = _one_worker()
        if code in (0, HOPELESS):
            raise SystemExit(code)
        pause = FIRST_PAUSE if time.monotonic() - began > STEADY else pause
        _log.warning("worker.fell", code=code, again_in=pause)
        time.sleep(pause)
        pause = min(pause * 2, LONGEST_PAUSE)


def _stop(*_: Any) -> NoReturn:
    """The supervisor was told to stop, whatever it was doing."""
    raise SystemExit(0)


def _one_worker() -> int:
    """One life of a worker; it ends with the supervisor."""
    worker = subprocess.Popen([sys.executable, "-m", "bot", "run"], env={**os.environ, WORKER: "1"})
    try:
        return worker.wait()
    except KeyboardInterrupt:
        return 0
    finally:
        worker.terminate()
        worker.wait()
