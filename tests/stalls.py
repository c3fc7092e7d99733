"""Measures how long one step keeps the event loop busy, in seconds of processor time without garbage collection."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple


class Step(NamedTuple):
    """One step of the loop: its processor time (seconds), what ran, and what was being tried."""

    seconds: float
    ran: str
    tried: str


class StallMeter:
    """Keeps the longest steps; ``tried`` is noted with each of them."""

    def __init__(self, kept: int = 20) -> None:
        self.tried = ""
        self.steps = 0
        self.longest: list[Step] = []
        self._kept = kept

    def note(self, seconds: float, handle: asyncio.Handle) -> None:
        """Count a step."""
        self.steps += 1
        if len(self.longest) < self._kept or seconds > self.longest[-1].seconds:
            step = Step(seconds, _describe(handle), self.tried)
            self.longest = sorted([*self.longest, step], reverse=True)[: self._kept]

    @contextmanager
    def measuring(self) -> Iterator[StallMeter]:
        """Measure every step of the running loop in this block."""
        run: Any = asyncio.Handle._run  # the one place through which every step goes

        collecting = [0.0]

        def count_collection(phase: str, _: dict[str, int]) -> None:
            collecting[0] += time.thread_time() * (-1 if phase == "start" else 1)

        def run_measured(handle: asyncio.Handle) -> None:
            collecting[0] = 0.0
            before = time.thread_time()
            run(handle)
            self.note(time.thread_time() - before - collecting[0], handle)

        gc.callbacks.append(count_collection)
        asyncio.Handle._run = run_measured  # type: ignore[method-assign]
        try:
            yield self
        finally:
            gc.callbacks.remove(count_collection)
            asyncio.Handle._run = run  # type: ignore[method-assign]


def _describe(handle: asyncio.Handle) -> str:
    callback = getattr(handle, "_callback", None)
    task = getattr(callback, "__self__", None)
    return task.get_coro().__qualname__ if isinstance(task, asyncio.Task) else repr(callback)[:80]
