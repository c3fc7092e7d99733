"""How the bot is started: in the playground, or in Discord under a supervisor."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import sys
import time
import webbrowser
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import aiohttp
import discord
import structlog
from pydantic import ValidationError

from bot.discord import logs
from bot.discord.client import Labirynt
from bot.games import face_of
from bot.games.own_tables import load_own
from bot.run import health, supervisor
from bot.run.data_folder import FolderUnusable, occupy_folder
from bot.run.reloading import Reloading
from bot.run.supervisor import HOPELESS
from bot.session.history import fresh_seed
from bot.session.sessions import Seeds, Sessions
from bot.settings import Settings
from bot.store import NewerDatabase, StoreUnavailable
from bot.store.sqlite import SqliteStore
from rules.games import all_games
from rules.kernel.errors import BadTable
from rules.kernel.game import Rules

BAD_TOKEN, WANTS_SHARDS = 4004, 4011
"""Close codes of Discord's gateway."""
LINE_BROKE = (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, ConnectionError, TimeoutError)
"""What it looks like when Discord cannot be reached: another try may help."""
CANNOT_START = (BadTable, NewerDatabase, FolderUnusable, health.PortTaken)
"""What no second try would cure; each says to a person what is wrong."""
YOUNG = 5_000
"""New objects after which the collector looks through them; a press makes some thousands that go by themselves."""

_log = structlog.get_logger(__name__)


def play(port: int = 8765, data: Path | None = None, open_page: bool = True, table: bool = False) -> None:
    """The playground and the bot in one process, until Ctrl-C; exit code 1 when they cannot start.

    ``table``: its page begins with a game for people who sit together.
    """
    from bot.playground import CannotStart

    settings = _settings(log_level="warning")
    folder = data or settings.data / "playground"
    try:
        with occupy_folder(folder):
            asyncio.run(_play(settings.model_copy(update={"data": folder, "sync": "always"}), port, open_page, table))
    except KeyboardInterrupt:
        print("\nThe torches go out. Everything is kept; come back whenever you like.")
    except (CannotStart, StoreUnavailable, *CANNOT_START) as trouble:
        _give_up(str(trouble))


def run() -> None:
    """The Discord bot; what falls is started again, at growing intervals."""
    settings = _settings()
    if not settings.token.get_secret_value():
        _give_up(NO_TOKEN)
    if supervisor.is_worker():
        _work(settings)
    else:
        logs.set_up(settings)
        supervisor.supervise()


NO_TOKEN = """\
There is no token. Copy .env.example to .env and fill in LABIRYNT_TOKEN
(from https://discord.com/developers/applications → your application → Bot).
To try the bot without an account: labirynt play"""


NO_ENTRY = "Discord does not accept the token; make a new one and put it into LABIRYNT_TOKEN."
TOO_MANY = (
    "The bot is in more servers than Discord lets one process serve (2,500; close code 4011, sharding required): "
    "it has to leave some."
)


def _settings(**fixed: Any) -> Settings:
    """The settings; a wrong one ends the program with its name and what was expected."""
    try:
        return Settings(**fixed)
    except ValidationError as trouble:
        wrong = trouble.errors()[0]
        _give_up(f"LABIRYNT_{'_'.join(map(str, wrong['loc'])).upper()}: {wrong['msg']}", HOPELESS)


def _give_up(sentence: str, code: int = 1, settings: Settings | None = None) -> NoReturn:
    if settings and settings.log_format == "json":
        _log.critical("gave.up", why=sentence)
    else:
        print(sentence, file=sys.stderr)
    raise SystemExit(code)


# The playground --------------------------------------------------------------------------------------------


REAL_TABLE = "?command=game+new&table=true&players="
"""What the page's address asks for: a table of names, which have only to be filled in."""


async def _play(settings: Settings, port: int, open_page: bool, table: bool) -> None:
    from bot.playground import Playground, point_discord_at

    logs.set_up(settings)
    playground = Playground(settings.data / "world", port=port)
    await playground.start()
    try:
        if playground.socket is None:
            point_discord_at(playground.api_address)
        async with bot(settings, connector=playground.connector()) as client:
            leave_alone_what_stays()
            _welcome(f"{playground.address.rstrip('/')}/{REAL_TABLE if table else ''}", open_page)
            async with _following_tables(settings.tables, client.service.sessions):
                await client.start(playground.token)
    finally:
        await playground.stop()


@asynccontextmanager
async def _following_tables(folder: Path | None, sessions: Sessions) -> AsyncIterator[None]:
    """Whoever edits their own tables need not start the playground anew."""
    if folder is None:
        yield
        return
    looking = asyncio.create_task(Reloading(folder, sessions, partial(print, flush=True)).keep_looking())
    try:
        yield
    finally:
        looking.cancel()


def _welcome(address: str, open_page: bool) -> None:
    print(f"The playground is open: {address}\nType /game new (/gra nowa) in a channel. Ctrl-C closes it.", flush=True)
    if open_page and _has_desktop():
        webbrowser.open(address)


def _has_desktop() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


# The bot ---------------------------------------------------------------------------------------------------


def games(settings: Settings) -> dict[str, Rules[Any]]:
    """Every game with the tables in force; raises ``BadTable``."""
    return {name: load_own(name, settings.tables) for name in all_games()}


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
    for game in known:
        face_of(game)  # imported now, and not while somebody waits
    store = SqliteStore(settings.database)
    await store.open()
    try:
        sessions = Sessions(store, known, clock, seeds)
        await sessions.open()
        async with (
            Labirynt(settings, sessions, sessions.games, connector) as client,
            health.serve_health(client, sessions, settings.health_port),
        ):
            yield client
    finally:
        await store.close()


def leave_alone_what_stays() -> None:
    """Have the garbage collector look no more at what was loaded for good; it took longer than many presses.

    For a process that is one bot: whatever is garbage by now would stay, too.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)


# In Discord ------------------------------------------------------------------------------------------------


def _work(settings: Settings) -> None:
    """The worker: one life of the bot, and why it ended in one line of the log."""
    supervisor.end_with_the_supervisor()
    logs.set_up(settings)
    try:
        with contextlib.suppress(KeyboardInterrupt), occupy_folder(settings.data, supervisor.LAST_CALL + 2):
            asyncio.run(_live(settings))
    except (discord.LoginFailure, discord.ConnectionClosed) as closed:
        _shown_the_door(settings, closed)
    except LINE_BROKE as trouble:
        _log.error("discord.unreachable", raised=type(trouble).__name__, why=str(trouble))
        raise SystemExit(1) from None
    except StoreUnavailable as trouble:
        _give_up(str(trouble), 1 if trouble.reason == "locked" else HOPELESS, settings)
    except CANNOT_START as trouble:
        _give_up(str(trouble), HOPELESS, settings)
    except Exception:
        _log.exception("worker.broke")
        raise SystemExit(1) from None


def _shown_the_door(settings: Settings, closed: discord.LoginFailure | discord.ConnectionClosed) -> NoReturn:
    """Discord ended the conversation; https://discord.com/developers/docs/topics/opcodes-and-status-codes says why."""
    if isinstance(closed, discord.LoginFailure) or closed.code == BAD_TOKEN:
        _give_up(
            "Discord does not accept the token; make a new one and put it into LABIRYNT_TOKEN.", HOPELESS, settings
        )
    if closed.code == WANTS_SHARDS:
        _give_up(TOO_MANY, HOPELESS, settings)
    _log.error("discord.closed", code=closed.code, why=closed.reason)
    raise SystemExit(1)


async def _live(settings: Settings) -> None:
    stop = asyncio.Event()
    supervisor.when_told_to_end(stop)
    async with bot(settings) as client:
        leave_alone_what_stays()
        living = asyncio.create_task(client.start(settings.token.get_secret_value()))
        stopping = asyncio.create_task(stop.wait())
        done, _ = await asyncio.wait({living, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if living in done:
            living.result()
        await client.close()
        await asyncio.gather(living, return_exceptions=True)
