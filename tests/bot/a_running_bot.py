"""``labirynt run`` as whoever runs it starts it: real processes, beside a playground that stands in for Discord."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from bot.playground.core import TOKEN
from bot.run.supervisor import WORKER
from tests.discord_limits.strict_playground import StrictPlayground

LONG = 120.0
"""Seconds after which a process that was to end, or to come up, has not."""


class Running:
    """One ``labirynt run``: the process, and what it says."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @property
    def pid(self) -> int:
        """The process that was started."""
        return self.process.pid

    def children(self) -> list[int]:
        """Its own processes: of a supervisor the worker."""
        return [int(pid) for pid in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()]

    def say(self, what: signal.Signals) -> None:
        """Send a signal to this process alone."""
        self.process.send_signal(what)

    async def ended(self) -> tuple[int, str]:
        """The exit code, and all that was said."""
        assert self.process.stderr is not None
        said = await asyncio.wait_for(self.process.stderr.read(), LONG)
        return await asyncio.wait_for(self.process.wait(), LONG), said.decode()


@contextlib.asynccontextmanager
async def running(
    data: Path,
    program: Path | None = None,
    command: Sequence[str | Path] = (sys.executable, "-m", "bot.run", "run"),
    *,
    alone: bool = False,
    **settings: object,
) -> AsyncIterator[Running]:
    """The bot under its supervisor, or a worker ``alone``, as a supervisor would start it.

    ``program``: the folder in which it is started, so that a checkout's own code runs; None: this one.
    """
    chosen = {"TOKEN": TOKEN, "DATA": data, "GUILD_READY_TIMEOUT": 0.05, "LOG_LEVEL": "warning", **settings}
    environment = {**os.environ, **{f"LABIRYNT_{name}": str(value) for name, value in chosen.items()}}
    environment |= {WORKER: "1"} if alone else {}
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, env=environment, cwd=program, stdin=pipe, stderr=pipe)
    try:
        yield Running(process)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


@contextlib.asynccontextmanager
async def a_discord(folder: Path) -> AsyncIterator[StrictPlayground]:
    """A Discord of one's own."""
    playground = StrictPlayground(folder, port=0)
    await playground.start()
    try:
        yield playground
    finally:
        await playground.stop()


async def gone(pid: int) -> None:
    """Wait until there is no such process any more."""
    with contextlib.suppress(ProcessLookupError):
        ended, handle = asyncio.Event(), os.pidfd_open(pid)
        asyncio.get_running_loop().add_reader(handle, ended.set)
        try:
            await asyncio.wait_for(ended.wait(), LONG)
        finally:
            asyncio.get_running_loop().remove_reader(handle)
            os.close(handle)
