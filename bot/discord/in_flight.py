"""Whether this process acts for its guilds, and what it has begun and not ended before it leaves."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import Any, TypeVar

import aiohttp

from rules.kernel.errors import Refused


class Outlived(aiohttp.ClientError):
    """The guilds may be another's by now, who knows better what is to be said there."""


def always() -> bool:
    """Of whoever shares with nobody."""
    return True


class ShardLock:
    """Every event waits here until the process may act; once it may no more, what comes is another's to answer.

    ``holds``: whether what it was given is surely still its own; a process that hung does not know how long it did.
    """

    def __init__(self, *, is_open: bool = True, holds: Callable[[], bool] = always) -> None:
        self._decided = asyncio.Event()
        self._shut = self._cut = False
        self._holds = holds
        if is_open:
            self._decided.set()

    def open(self) -> None:
        """Let in who waits, and whoever comes."""
        self._decided.set()

    def shut(self) -> None:
        """Let nobody in any more, for good."""
        self._shut = True
        self._decided.set()

    def cut(self) -> None:
        """Let nobody in, and nothing out any more."""
        self.shut()
        self._cut = True

    def fence(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Have every request of this session stop here where it may say what is outdated; raises ``Outlived``."""

        async def begun(*_: Any) -> None:
            if self._cut or not self._holds():
                raise Outlived

        trace.on_request_start.append(begun)
        return trace

    async def admits(self) -> bool:
        """Whether an event is this process's to deal with; waits until that is known."""
        await self._decided.wait()
        return not self._shut and self._holds()


T = TypeVar("T")


class InFlight:
    """Counts works; one of them can be part of another."""

    def __init__(self) -> None:
        self._works = 0
        self._none = asyncio.Event()
        self._beside: set[asyncio.Task[Any]] = set()
        self._answering: set[asyncio.Task[Any]] = set()
        self._leaving = False

    @property
    def is_busy(self) -> bool:
        """Whether anything is under way."""
        return self._works > 0

    async def idle(self) -> None:
        """Wait until nothing is under way."""
        while self._works:
            await self._none.wait()

    @contextlib.contextmanager
    def track(self) -> Iterator[None]:
        """What is done within is under way."""
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do it beside everything else; it is under way from now on."""
        self._count(1)
        task = asyncio.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._ended)
        return task

    def drop(self) -> None:
        """End what is done beside, though it be not done: another process does it."""
        for task in self._beside:
            task.cancel()

    async def rest(self, seconds: float) -> None:
        """Sleep in the midst of a work, which is not under way meanwhile."""
        if not seconds:
            return
        self._count(-1)
        try:
            await asyncio.sleep(seconds)
        finally:
            self._count(1)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._beside.discard(task)
        self._count(-1)

    def _count(self, more: int) -> None:
        self._works += more
        if self._works:
            self._none.clear()
        else:
            self._none.set()

    # Interactions ------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def answering(self) -> Iterator[None]:
        """The present task answers an interaction."""
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        try:
            with self.track():
                yield
        finally:
            self._answering.discard(task)

    async def admit(self, work: Awaitable[None]) -> None:
        """Do the work of an interaction, or refuse it as the bot is about to leave."""
        if not self._leaving:
            await work
            return
        if asyncio.iscoroutine(work):
            work.close()
        raise Refused("leaving")

    async def leave(self, patience: float) -> None:
        """Admit nobody any more, and wait at most so many seconds for those who are being answered.

        Those who come meanwhile are being answered, too: that the bot leaves is what they have to hear.
        """
        self._leaving = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while answering := self._answering - {asyncio.current_task()}:
                    await asyncio.wait(answering)
