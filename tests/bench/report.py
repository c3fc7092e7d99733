"""How a figure is printed: what it is, what was measured, what was promised."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple


class Figure(NamedTuple):
    """One line of the table. ``least`` or ``most`` is the promise, if there is one; ``detail`` says from what."""

    name: str
    value: float | None
    unit: str
    detail: str
    least: float | None = None
    most: float | None = None

    @property
    def verdict(self) -> str:
        """Whether the promise is kept."""
        if self.value is None:
            return "skipped"
        if self.least is None and self.most is None:
            return "-"
        kept = (self.least is None or self.value >= self.least) and (self.most is None or self.value <= self.most)
        return "ok" if kept else "MISS"

    @property
    def target(self) -> str:
        """The promise in words."""
        if self.least is not None:
            return f"≥ {self.least:g}"
        return f"≤ {self.most:g}" if self.most is not None else ""


def show(figures: list[Figure]) -> None:
    """Print the table."""
    for figure in figures:
        value = "n/a" if figure.value is None else f"{figure.value:.2f} {figure.unit}".strip()
        print(f"{figure.verdict:8}{value:>14}  {figure.target:8}{figure.name}\n{'':32}{figure.detail}", flush=True)


def at(times: list[float], share: float) -> float:
    """The time that this share of all times does not pass: 0.5 for the median, 0.99."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def best(work: Callable[[], object], rounds: int = 7) -> float:
    """Seconds of the fastest of some rounds."""
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


class Spent:
    """Seconds on the clock, and of the processor in all threads."""

    wall = 0.0
    cpu = 0.0


@contextmanager
def spent() -> Iterator[Spent]:
    """Measure what happens inside."""
    result = Spent()
    wall, cpu = time.perf_counter(), time.process_time()
    yield result
    result.wall, result.cpu = time.perf_counter() - wall, time.process_time() - cpu
