"""A bot that can be killed: a nursery that has read modules, tables and words, and each life of the bot as its child.

``python -m tests.bot.a_mortal_bot SOCKET DATA SEED [busy]``: every line of standard input begins a life, a process of
its own on the same files. The nursery says its process id, and "dead" when it is over, however that came about.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

from bot.discord import logs
from bot.playground.core import TOKEN
from bot.run.start import bot, games
from bot.settings import Settings
from bot.words.catalogues import LOCALES, catalogue
from rules.kernel.game import Rules
from tests.bot.a_busy_bot import make_busy


def main(socket: str, data: str, seed: str, busy: str = "") -> None:
    """The nursery, until standard input is closed."""
    chosen: dict[str, Any] = {"socket": Path(socket), "data": Path(data), "guild_ready_timeout": 0.02}
    settings = Settings(_env_file=None, log_level="warning", **chosen)
    rules = games(settings)
    warmed()
    while sys.stdin.buffer.readline():
        child = os.fork()
        if not child:
            os.close(0)
            asyncio.run(_live(settings, rules, bytes.fromhex(seed), bool(busy)))
            os._exit(0)
        print(child, flush=True)
        os.waitpid(child, 0)
        print("dead", flush=True)


def warmed() -> None:
    """Read the catalogues before anybody lives, as each life would read them anew."""
    for locale in LOCALES:
        catalogue(locale)


async def _live(settings: Settings, rules: dict[str, Rules[Any]], seed: bytes, busy: bool) -> None:
    logs.set_up(settings)
    async with bot(settings, rules, seeds=lambda: seed) as client:
        if busy:
            make_busy(client)
        await client.start(TOKEN)


if __name__ == "__main__":
    main(*sys.argv[1:])
