"""The interactions that are being answered: before the bot leaves they are finished, and no new ones are begun."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from typing import Any

from rules.kernel.errors import Refused


class InFlight:
    """Knows who is being answered, and whether anybody still will be."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        self._leaving = False

    @contextmanager
    def one(self) -> Iterator[None]:
        """The present task answers an interaction."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)

    async def admitted(self, work: Awaitable[None]) -> None:
        """Do the work of an interaction, or refuse it as the bot is about to leave."""
        if not self._leaving:
            await work
            return
        if asyncio.iscoroutine(work):
            work.close()
        raise Refused("leaving")

    async def leave(self, patience: float) -> None:
        """Admit nobody any more, and wait at most so many seconds for those who are being answered."""
        self._leaving = True
        if answering := self._tasks - {asyncio.current_task()}:
            await asyncio.wait(answering, timeout=patience)
