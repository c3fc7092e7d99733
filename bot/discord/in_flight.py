"""Tracks whether this process serves its guilds, and the work it must finish before it exits."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import suppress
from typing import Any, TypeVar

import aiohttp

from rules.kernel.errors import Refused


class Outlived(aiohttp.ClientError):
    """Raised when another process may own the guilds by now, so that this one must not send anything."""


OUTLIVED = "outlived"
"""The outcome of an interaction whose shard went to another process before it was answered in full."""


def always() -> bool:
    """Return True: a process that shares no shard always owns it."""
    return True


class ShardLock:
    """Makes events wait until the process owns its shard, and rejects them once it no longer does.

    ``holds``: whether the process surely still owns its shard; a process that hung does not know for how long.
    """

    def __init__(self, *, is_open: bool = True, holds: Callable[[], bool] = always) -> None:
        self._decided = asyncio.Event()
        self._shut = self._cut = False
        self._holds = holds
        if is_open:
            self._decided.set()

    def open(self) -> None:
        """Admit waiting and new events."""
        self._decided.set()

    def shut(self) -> None:
        """Reject all further events, for good."""
        self._shut = True
        self._decided.set()

    @property
    def is_cut(self) -> bool:
        """Whether all outgoing requests are rejected, because another process may own the shard."""
        return self._cut

    def cut(self) -> None:
        """Reject all further events and outgoing requests."""
        self.shut()
        self._cut = True

    def fence(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Make each request of this session raise ``Outlived`` once the shard may be lost."""

        async def begun(*_: Any) -> None:
            if self._cut or not self._holds():
                raise Outlived

        trace.on_request_start.append(begun)
        return trace

    async def admits(self) -> bool:
        """Whether this process handles an event; waits until that is known."""
        await self._decided.wait()
        return not self._shut and self._holds()


T = TypeVar("T")


class InFlight:
    """Counts the work in flight; one piece of work may be part of another."""

    def __init__(self) -> None:
        self._works = 0
        self._none = asyncio.Event()
        self._tracked: set[asyncio.Task[Any]] = set()
        self._beside: set[asyncio.Task[Any]] = set()
        self._answering: set[asyncio.Task[Any]] = set()
        self._leaving = False

    @property
    def is_busy(self) -> bool:
        """Whether anything is in flight."""
        return self._works > 0

    async def idle(self) -> None:
        """Wait until nothing is in flight."""
        while self._works:
            await self._none.wait()

    @contextlib.contextmanager
    def track(self) -> Iterator[None]:
        """Count the work in this context as in flight."""
        task = asyncio.current_task()
        outermost = task is not None and task not in self._tracked
        if task and outermost:
            self._tracked.add(task)
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)
            if task and outermost:
                self._tracked.discard(task)

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run the work as a background task, in flight until it ends."""
        self._count(1)
        task = asyncio.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._ended)
        return task

    def drop(self) -> None:
        """Cancel all background tasks, because another process takes over."""
        for task in self._beside:
            task.cancel()

    async def end(self, patience: float) -> None:
        """Wait at most ``patience`` seconds until nothing is in flight, then cancel the rest.

        For a shard that was handed over: each request raises ``Outlived`` by then, but one may still wait for its
        reply, or for a rate limit, and must not come upon a closed session.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self.idle()
        late = (self._tracked | self._beside) - {asyncio.current_task()}
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=patience)

    async def rest(self, seconds: float) -> None:
        """Sleep for some seconds, during which this work does not count as in flight."""
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
        """Mark the current task as answering an interaction."""
        task = asyncio.current_task()
        assert task
        self._answering.add(task)
        try:
            with self.track():
                yield
        finally:
            self._answering.discard(task)

    async def admit(self, work: Awaitable[None]) -> None:
        """Run the work of an interaction; raises ``Refused("leaving")`` while the bot shuts down."""
        if not self._leaving:
            await work
            return
        if asyncio.iscoroutine(work):
            work.close()
        raise Refused("leaving")

    async def leave(self, patience: float) -> None:
        """Refuse new interactions, and wait at most ``patience`` seconds for those being answered,
        refusals included.
        """
        self._leaving = True
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while answering := self._answering - {asyncio.current_task()}:
                    await asyncio.wait(answering)
