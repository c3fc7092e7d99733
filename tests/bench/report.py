"""How a figure is printed: what it is, what was measured, what was promised."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple


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


DEARER = 1.3
"""How much worse than in the commit beside a figure is an alarm."""


def dearer(now: Sequence[Figure], then: Sequence[Mapping[str, Any]], commit: str) -> list[str]:
    """Print the figures of both commits side by side, and return those with a promise that have become much worse."""
    before = {str(row["name"]): row["value"] for row in then}
    alarms = []
    for figure in now:
        old, value = before.get(figure.name), figure.value
        if not old or not value:
            continue
        ratio = value / old
        line = f"{figure.name}: {value:.2f} {figure.unit} now, {old:.2f} in {commit}: {ratio:.0%}"
        is_dear = 1 / ratio > DEARER if figure.least is not None else figure.most is not None and ratio > DEARER
        alarms += [line] * is_dear
        print(f"{'ALARM' if is_dear else '':8}{line}", flush=True)
    return alarms


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


def cal() -> float:
    """Milliseconds of the machine's unit of work, best of thirty: processor times in it compare between machines."""
    times = []
    for _ in range(30):
        begin, total = time.process_time(), 0
        for number in range(100_000):
            total += number * number % 7
        times.append(time.process_time() - begin)
    return min(times) * 1000


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
