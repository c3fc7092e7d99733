"""A bot in a process of its own, at a stand-in that runs in this one: what is measured is the bot alone."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

from bot.discord import logs
from bot.playground import Playground
from bot.playground.core import TOKEN
from bot.run.start import bot, leave_alone_what_stays
from bot.settings import Settings
from rules.games import load

LONG = 60.0
"""Seconds after which a bot that was to come up has not."""


class BotApart:
    """The running process."""

    def __init__(self, pid: int) -> None:
        self._clock = ~pid << 3 | 2  # how Linux names the processor clock of another process (see clock_getcpuclockid)

    @property
    def spent(self) -> float:
        """Seconds of processor time of all its threads until now."""
        return time.clock_gettime(self._clock)


@contextlib.asynccontextmanager
async def a_bot_apart(playground: Playground, data: Path, seed: int, game: str) -> AsyncIterator[BotApart]:
    """One life of the bot in a process of its own, with this game; dice fall by this seed."""
    chosen = {"DATA": data, "SOCKET": playground.socket, "GUILD_READY_TIMEOUT": 0.05, "LOG_LEVEL": "error"}
    environment = {**os.environ, **{f"LABIRYNT_{name}": str(value) for name, value in chosen.items()}}
    program = (sys.executable, "-m", "tests.bench.a_bot_apart", str(seed), game)
    process = await asyncio.create_subprocess_exec(*program, env=environment)
    try:
        await playground.ready(LONG)
        yield BotApart(process.pid)
    finally:
        process.terminate()
        await process.wait()


async def _live(seed: int, game: str) -> None:
    settings = Settings(_env_file=None)
    logs.set_up(settings)
    secrets = (number.to_bytes(32, "big") for number in itertools.count(seed))
    async with bot(settings, {game: load(game)}, seeds=lambda: next(secrets)) as client:
        leave_alone_what_stays()
        client.service.limits.clock = itertools.count(step=3600.0).__next__  # nobody here floods
        await client.start(TOKEN)


if __name__ == "__main__":
    asyncio.run(_live(int(sys.argv[1]), sys.argv[2]))
