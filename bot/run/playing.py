"""``labirynt play``: the playground and the bot in one process.

The page is served before the bot is imported, which takes most of the start; presses made meanwhile wait for the bot.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import SecretStr

from bot.playground import CannotStart, Playground, point_discord_at
from bot.run.data_folder import FolderUnusable, occupy_folder, unusable_folder
from bot.run.terminal import TABLES, echo, give_up, read_settings, voice

if TYPE_CHECKING:
    from bot.session.sessions import Sessions
    from bot.settings import Settings

REAL_TABLE = "?command=game+new&table=true&players="
"""What the page's address asks for: a table of names, which have only to be filled in."""

BOT = ("discord", "bot.words.narrator", "bot.discord.commands", "bot.run.start")
"""What takes long to import, each part on top of those before it."""
BREATH = 0.02
"""Seconds for whoever has opened the page meanwhile."""


class _BotCannotStart(Exception):
    """The bot cannot start; the page does not know the reason."""


def play(port: int = 8765, data: Path | None = None, open_page: bool = True, table: bool = False) -> None:
    """Run the playground and the bot in one process until Ctrl-C or SIGTERM; exit code 1 if they cannot start.

    ``table``: the page begins with a game for people in one room.
    """
    settings = read_settings(log_level="warning")
    folder = data or settings.data / "playground"
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell has its background ignore Ctrl-C
    # Without a handler, process 1 of a container ignores SIGTERM.
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        with occupy_folder(folder):
            settings = _with_tables_of_last_time(settings, folder / "tables.txt")
            asyncio.run(_run_playground(_playground_settings(settings, folder), port, open_page, table))
    except KeyboardInterrupt:
        print("\nThe torches go out. Everything is kept; come back whenever you like.")
    except (CannotStart, FolderUnusable, _BotCannotStart) as trouble:
        give_up(str(trouble))
    except OSError as trouble:  # such as a full disk
        give_up(str(unusable_folder(folder, trouble)))


def _with_tables_of_last_time(settings: Settings, noted: Path) -> Settings:
    """Return the settings with the folder of own tables that was used last, unless they say which, or that none is."""
    if settings.tables:
        noted.write_text(str(settings.tables.absolute()), "utf-8")
    elif TABLES in os.environ:
        noted.unlink(missing_ok=True)
    elif noted.is_file():
        return settings.model_copy(update={"tables": Path(noted.read_text("utf-8"))})
    return settings


def _playground_settings(settings: Settings, folder: Path) -> Settings:
    """Return the settings of the playground, which keeps its games in a folder of its own."""
    return settings.model_copy(update={"data": folder, "database": SecretStr(""), "shards": 1, "sync": "always"})


async def _run_playground(settings: Settings, port: int, open_page: bool, table: bool) -> None:
    playground = Playground(settings.data / "world", port=port)
    await playground.start()
    try:
        _print_welcome(f"{playground.address.rstrip('/')}/{REAL_TABLE if table else ''}", open_page)
        # Yield between parts, so that the page is served.
        for part in BOT:
            import_module(part)
            await asyncio.sleep(BREATH)
        await _serve_bot(settings, playground)
    finally:
        await playground.stop()


async def _serve_bot(settings: Settings, playground: Playground) -> None:
    from bot.discord import logs
    from bot.run.inspecting import lost_games
    from bot.run.start import CANNOT_START, bot, leave_alone_what_stays
    from bot.store import StoreUnavailable

    logs.set_up(settings)
    if not playground.socket:
        point_discord_at(playground.api_address)
    try:
        async with bot(settings, connector=playground.connector()) as client:
            leave_alone_what_stays()
            for sentence in await lost_games(client.service.sessions):
                print(sentence, flush=True)
            async with _watch_own_tables(settings.tables, client.service.sessions, playground.core.feed.publish):
                await client.start(playground.token)
    except (StoreUnavailable, *CANNOT_START) as trouble:
        raise _BotCannotStart(str(trouble)) from trouble


@asynccontextmanager
async def _watch_own_tables(
    folder: Path | None, sessions: Sessions, publish: Callable[[str, dict[str, str]], None]
) -> AsyncIterator[None]:
    """Reload own tables when they are edited; terminal and page are told, each in its language."""
    if folder is None:
        yield
        return
    from bot.run.start import Reloading

    def say(words: dict[str, str]) -> None:
        echo(words[voice().locale])
        publish("tables", words)

    looking = asyncio.create_task(Reloading(folder, sessions, say).keep_looking())
    try:
        yield
    finally:
        looking.cancel()


def _print_welcome(address: str, open_page: bool) -> None:
    print(f"The playground is open: {address}\nType /game new (/gra nowa) in a channel. Ctrl-C closes it.", flush=True)
    if open_page and _has_desktop():
        webbrowser.open(address)


def _has_desktop() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
