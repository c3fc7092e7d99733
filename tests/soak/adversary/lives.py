"""The bot's lives: as a process that can be killed, or in this process, where it can only be asked to go."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Protocol

from bot.discord.client import Labirynt
from bot.run.start import bot, games
from tests.bot.a_mortal_table import Nursery
from tests.discord_limits.strict_playground import StrictPlayground
from tests.soak.adversary.a_bot import Ahead, hastened, sealed, settings_of

PROVOKED = ("prompt.unseen", "commands.unsynced")
"""What the log calls an error though it is Discord's."""


class Lives(Protocol):
    """One bot after the other on the same files."""

    killed: bool
    deaths: int

    async def bear(self) -> None:
        """Begin a life; it need not be connected yet."""

    async def end(self) -> None:
        """End it, by force where that can be done."""

    def faults(self) -> list[str]:
        """The bot's own faults since this was last asked."""


class Killed:
    """Each life a process, ended by SIGKILL."""

    killed = True

    def __init__(self, nursery: Nursery, log: Path) -> None:
        self._nursery = nursery
        self._log = log.open()
        self.deaths = 0

    async def bear(self) -> None:
        """Begin a life."""
        await self._nursery.bear()

    async def end(self) -> None:
        """As a power failure does."""
        await self._nursery.kill()
        self.deaths += 1

    def faults(self) -> list[str]:
        """Lines of the log that tell of one."""
        return [line.strip() for line in self._log if _is_fault(line)]


class Asked:
    """Each life in this process."""

    killed = False

    def __init__(self, playground: StrictPlayground, data: Path, seed: str) -> None:
        self._playground = playground
        self._settings = settings_of(None, data)
        self._rules = games(self._settings)
        self._seed = seed
        self._stack = contextlib.AsyncExitStack()
        self._client: Labirynt | None = None
        self._known = 0.0
        self.deaths = 0

    async def bear(self) -> None:
        """Begin a life."""
        seed, clock = f"{self._seed} {self.deaths}", Ahead(self._settings.data / "ahead")
        made = bot(self._settings, self._rules, self._playground.connector(), seeds=sealed(seed), clock=clock)
        self._client = hastened(await self._stack.enter_async_context(made), seed)
        self._stack.enter_context(self._playground.guest(self._client))
        self._known = 0.0
        self._life = asyncio.create_task(self._client.start(self._playground.token))

    async def end(self) -> None:
        """Politely."""
        if self._client is not None:
            await self._client.close()
            await asyncio.gather(self._life, return_exceptions=True)
            await self._stack.aclose()
            self._client = None
            self.deaths += 1

    def faults(self) -> list[str]:
        """How many were counted."""
        if self._client is None:
            return []
        counted: float = self._client.metrics.faults._value.get()
        new, self._known = counted - self._known, counted
        return [f"{new:g} faults in the log"] if new else []


def _is_fault(line: str) -> bool:
    try:
        told: Any = json.loads(line)
    except ValueError:
        return bool(line.strip())
    return told.get("level") in ("error", "critical") and told.get("event") not in PROVOKED


@contextlib.asynccontextmanager
async def killed(playground: StrictPlayground, data: Path, seed: str) -> AsyncIterator[Killed]:
    """A nursery of processes; what they log goes to a file beside the data."""
    program = (sys.executable, "-m", "tests.soak.adversary.a_bot", str(playground.socket), str(data), seed)
    pipe, log = asyncio.subprocess.PIPE, data / "log"
    with log.open("w") as told:
        nursery = Nursery(await asyncio.create_subprocess_exec(*program, stdin=pipe, stdout=pipe, stderr=told))
        try:
            yield Killed(nursery, log)
        finally:
            await nursery.close()


@contextlib.asynccontextmanager
async def asked(playground: StrictPlayground, data: Path, seed: str) -> AsyncIterator[Asked]:
    """Lives in this process."""
    lives = Asked(playground, data, seed)
    try:
        yield lives
    finally:
        await lives.end()
