"""A bot for the adversary: its own idea of time, a clock that looks around often, and a nursery of lives to kill.

``python -m tests.soak.adversary.a_bot SOCKET DATA SEED``: as `tests.bot.a_mortal_bot`, with these two differences.
"""

from __future__ import annotations

import asyncio
import itertools
import mmap
import os
import struct
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from bot.discord import logs
from bot.discord.client import Labirynt
from bot.discord.clockwork import Clockwork
from bot.playground.core import TOKEN
from bot.run.start import bot, games
from bot.settings import Settings
from rules.kernel.game import Rules
from tests.bot.a_busy_bot import make_busy
from tests.bot.a_mortal_bot import warmed

ROUND, PAUSES = 0.25, (0.1, 0.4)
"""Seconds between two rounds of the clock, and before a delivery is tried again; in life both are longer."""
SOONER = 10.0
"""How much faster Discord's limits are here."""


class Ahead:
    """The time as the bot believes it; a file tells every process by how many seconds it is ahead."""

    def __init__(self, file: Path) -> None:
        if not file.exists():
            file.write_bytes(bytes(8))
        with file.open("r+b") as opened:
            self._kept = mmap.mmap(opened.fileno(), 8)

    def __call__(self) -> float:
        return time.time() + self.seconds

    @property
    def seconds(self) -> float:
        """How far ahead."""
        return float(struct.unpack_from("d", self._kept)[0])

    @seconds.setter
    def seconds(self, ahead: float) -> None:
        struct.pack_into("d", self._kept, 0, ahead)


def settings_of(socket: Path | None, data: Path) -> Settings:
    """How the bot is set up."""
    chosen: dict[str, Any] = {"socket": socket, "data": data, "guild_ready_timeout": 0.05, "_env_file": None}
    return Settings(log_level="warning", log_format="json", **chosen)


def sealed(seed: str) -> Callable[[], bytes]:
    """The secrets for dice that one life deals out."""
    numbers = itertools.count()
    return lambda: sha256(f"{seed} {next(numbers)}".encode()).digest()


def hastened(client: Labirynt, seed: str) -> Labirynt:
    """The same bot, which looks more often for what it owes; in every other life much is asked of it elsewhere."""
    if Random(seed).random() < 0.5:
        make_busy(client)
    client.load.clock = lambda: time.monotonic() * SOONER
    client.posting.pauses = PAUSES
    client.clockwork = Clockwork(client.service.sessions, client.posting, client.metrics, every=ROUND)
    return client


def main(socket: str, data: str, seed: str) -> None:
    """The nursery, until standard input is closed."""
    settings = settings_of(Path(socket), Path(data))
    rules = games(settings)
    warmed()
    for life in itertools.count():
        if not sys.stdin.buffer.readline():
            return
        child = os.fork()
        if not child:
            os.close(0)
            asyncio.run(_live(settings, rules, f"{seed} {life}"))
            os._exit(0)
        print(child, flush=True)
        os.waitpid(child, 0)
        print("dead", flush=True)


async def _live(settings: Settings, rules: dict[str, Rules[Any]], seed: str) -> None:
    logs.set_up(settings)
    ahead = Ahead(settings.data / "ahead")
    async with bot(settings, rules, seeds=sealed(seed), clock=ahead) as client:
        await hastened(client, seed).start(TOKEN)


if __name__ == "__main__":
    main(*sys.argv[1:])
