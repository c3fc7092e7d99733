"""Thread pools beside the event loop, one for each kind of work, so that no kind delays another.

The jobs of one person run one after the other, so that they do not block other people.
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
"""The user for whom a job runs; 0: for a whole table."""


class Beside:
    """A thread pool for one kind of work, with this number of ``threads``."""

    def __init__(self, kind: str, threads: int) -> None:
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=kind)
        self._mine: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._begun = 0

    @property
    def is_busy(self) -> bool:
        """Whether a new job would have to wait."""
        return self._begun >= self._threads

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run the work in a thread; the jobs of one person run one at a time."""
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
    """Run the work; a future cannot hold StopIteration, so it becomes a RuntimeError."""
    try:
        return work()
    except StopIteration as stray:
        raise RuntimeError("the work ran out of something") from stray


RULES = Beside("rules", 2)
"""Replays of a table's open stage with a long log."""
PAST = Beside("past", 1)
"""Replays of earlier stages."""
WHOLE = Beside("whole", 1)
"""Work on whole games: copies, proofs, chronicles."""
DRAWING = Beside("drawing", 2)
READING = Beside("reading", 1)
"""Typed words that are compared with very many names."""

FEW = 20
"""Logs of at most this number of rows are replayed on the event loop, in some milliseconds."""


async def run_replay(rows: int, run: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run the rules on a log of ``rows`` rows: a short one on the event loop, as it is faster, else in a thread."""
    if rows <= FEW:
        return run(*args, **kwargs)
    return await RULES.do(run, *args, **kwargs)
