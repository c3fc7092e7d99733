"""Work beside the event loop: each kind has threads of its own, so that none keeps another waiting.

What one person asks for is done one after the other, so that nobody waits for all of it.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

P = ParamSpec("P")
T = TypeVar("T")

behalf: contextvars.ContextVar[int] = contextvars.ContextVar("behalf", default=0)
"""The user for whom something is looked up or drawn; 0: for a whole table."""


class Beside:
    """A few threads for one kind of work; ``threads``: how many."""

    def __init__(self, kind: str, threads: int) -> None:
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=kind)
        self._mine: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._begun = 0

    @property
    def is_busy(self) -> bool:
        """Whether new work would have to wait."""
        return self._begun >= self._threads

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do it in a thread; of one person's works one at a time."""
        async with self._one_at_a_time(behalf.get()):
            self._begun += 1
            try:
                call = partial(contextvars.copy_context().run, _run_work, partial(work, *args, **kwargs))
                return await asyncio.get_running_loop().run_in_executor(self._pool, call)
            finally:
                self._begun -= 1

    @asynccontextmanager
    async def _one_at_a_time(self, user_id: int) -> AsyncIterator[None]:
        if not user_id:
            yield
            return
        async with self._mine.setdefault(user_id, asyncio.Lock()):
            yield


def _run_work(work: Callable[[], T]) -> T:
    """Do the work; a stray StopIteration, which no future takes, would keep whoever waits for it waiting for ever."""
    try:
        return work()
    except StopIteration as stray:
        raise RuntimeError("the work ran out of something") from stray


RULES = Beside("rules", 2)
"""The open stage of a table, where its log is long."""
PAST = Beside("past", 1)
"""Stages that are over, for whoever looks back."""
WHOLE = Beside("whole", 1)
"""Whole games: copies, proofs, chronicles."""
DRAWING = Beside("drawing", 2)
"""Pictures."""

FEW = 20
"""Rows of a log that are read again at once: some milliseconds in any game."""


async def run_replay(rows: int, run: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run rules on a log of so many rows: a short one here and now, as that is quicker than to hand it over."""
    if rows <= FEW:
        return run(*args, **kwargs)
    return await RULES.do(run, *args, **kwargs)
