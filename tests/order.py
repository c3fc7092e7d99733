"""In which order the tests run: the longest first, dealt to the workers, so that no core waits for the others.

xdist (``--dist worksteal``) gives each worker an equal part of the list, and whoever is done takes from the end of
another's part. So each part begins with its share of the long tests. ``pytest --remember-durations`` writes down which
tests are long; a test that is not there counts as short.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

FILE = Path(__file__).with_name("durations.json")
LONG = 0.5
"""Seconds from which a test is written down."""


def remembered() -> Mapping[str, float]:
    """Return the seconds of the long tests by their ids."""
    return json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}


def remember(durations: Mapping[str, float]) -> None:
    """Write the long tests down; those that did not run keep their seconds."""
    known = {**remembered(), **durations}
    FILE.write_text(
        json.dumps({id: round(known[id], 1) for id in sorted(known) if known[id] >= LONG}, indent=0) + "\n", "utf-8"
    )


def dealt(items: Sequence[pytest.Item], workers: int, durations: Mapping[str, float]) -> list[pytest.Item]:
    """Return the items as one equal part for each worker, the long tests at the beginning of the parts.

    Tests with the same ``together`` marker stay side by side, since they share what takes long to make.
    """
    units: dict[str, list[pytest.Item]] = {}
    for item in items:
        marker = item.get_closest_marker("together")
        units.setdefault(f"together {marker.args[0]}" if marker else item.nodeid, []).append(item)
    seconds = {name: sum(durations.get(item.nodeid, 0.0) for item in unit) for name, unit in units.items()}
    long = sorted((name for name in units if seconds[name] >= LONG), key=lambda name: -seconds[name])
    parts: list[list[pytest.Item]] = [[] for _ in range(workers)]
    loads = [0.0] * workers
    for name in long:
        number = loads.index(min(loads))
        parts[number] += units.pop(name)
        loads[number] += seconds[name]
    short = [item for unit in units.values() for item in unit]
    for number, part in enumerate(parts):
        size = len(items) // workers + (number >= workers - len(items) % workers)
        room = max(0, size - len(part))
        part += short[:room]
        del short[:room]
    return [*(item for part in parts for item in part), *short]
