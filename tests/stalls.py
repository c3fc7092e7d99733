"""Measures what keeps the event loop from its work: its own steps, and other threads that hold the interpreter.

Both are given in seconds of processor time, the steps without garbage collection.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple


class Step(NamedTuple):
    """One step of the loop: its processor time (seconds), what ran, and what was being tried."""

    seconds: float
    ran: str
    tried: str


HEARTBEAT = 0.005
"""Seconds between the looks at other threads."""


class StallMeter:
    """Keeps the longest steps, and the longest times when another thread ``held`` the loop; ``tried`` is noted, too."""

    def __init__(self, kept: int = 20) -> None:
        self.tried = ""
        self.steps = 0
        self.longest: list[Step] = []
        self.held: list[Step] = []
        self._kept = kept

    def note(self, seconds: float, handle: asyncio.Handle) -> None:
        """Count a step."""
        self.steps += 1
        if len(self.longest) < self._kept or seconds > self.longest[-1].seconds:
            step = Step(seconds, _describe(handle), self.tried)
            self.longest = sorted([*self.longest, step], reverse=True)[: self._kept]

    def _note_held(self, seconds: float) -> None:
        self.held = sorted([*self.held, Step(seconds, "another thread", self.tried)], reverse=True)[: self._kept]

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
        heartbeat = _Heartbeat(self._note_held)
        try:
            yield self
        finally:
            heartbeat.stop()
            gc.callbacks.remove(count_collection)
            asyncio.Handle._run = run  # type: ignore[method-assign]


class _Heartbeat:
    """Notes how late it comes, as far as other threads used the processor meanwhile."""

    def __init__(self, note: Callable[[float], None]) -> None:
        self._note = note
        self._loop = asyncio.get_running_loop()
        self._others = _processor_time_of_others()
        self._schedule()

    def _schedule(self) -> None:
        self._due = self._loop.time() + HEARTBEAT
        self._coming = self._loop.call_later(HEARTBEAT, self._beat)

    def _beat(self) -> None:
        before, self._others = self._others, _processor_time_of_others()
        self._note(max(0.0, min(self._loop.time() - self._due, self._others - before)))
        self._schedule()

    def stop(self) -> None:
        """Note the time since the last beat, and end."""
        self._coming.cancel()
        self._beat()
        self._coming.cancel()


def _processor_time_of_others() -> float:
    return time.process_time() - time.thread_time()


def _describe(handle: asyncio.Handle) -> str:
    """Return what ran by its name alone: the ``repr`` of a callback may change what it shows."""
    callback = getattr(handle, "_callback", None)
    callback = getattr(callback, "func", callback)  # of a partial
    task = getattr(callback, "__self__", None)
    ran = task.get_coro() if isinstance(task, asyncio.Task) else callback
    return str(getattr(ran, "__qualname__", type(ran).__name__))
