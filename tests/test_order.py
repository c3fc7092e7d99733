"""The order of the tests: nothing is lost or doubled, and the long ones begin the workers' parts."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import order


def an_item(name: str, together: str = "") -> Any:
    """A test as pytest collects it, with or without a ``together`` marker."""
    marker = SimpleNamespace(args=(together,)) if together else None
    return SimpleNamespace(nodeid=name, get_closest_marker=lambda _: marker)


def names(workers: int, durations: Mapping[str, float], count: int = 11) -> list[str]:
    """The order of so many tests; the last two stay together."""
    items = [an_item(f"t{n}", "" if n < count - 2 else "wheel") for n in range(count)]
    return [item.nodeid for item in order.dealt(items, workers, durations)]


def test_long_tests_begin_the_parts() -> None:
    """Each worker's part is as long as xdist makes it; the load of the long tests is even."""
    dealt = names(3, {"t4": 9.0, "t7": 5.0, "t1": 3.0, "t0": 1.0})

    assert [dealt[:3], dealt[3:7], dealt[7:]] == [
        ["t4", "t2", "t3"],
        ["t7", "t5", "t6", "t8"],
        ["t1", "t0", "t9", "t10"],
    ]


def test_tests_that_share_something_stay_together() -> None:
    """They count as one that is as long as all of them."""
    assert names(2, {"t9": 0.4, "t10": 0.4})[:2] == ["t9", "t10"]


@pytest.mark.parametrize("workers", range(1, 6))
def test_nothing_is_lost_or_doubled(workers: int) -> None:
    """However long the tests are, and however few there are."""
    luck = random.Random(workers)
    for count in range(2, 30):
        durations = {f"t{n}": luck.choice((0.0, 0.6, 7.0)) for n in range(count)}
        assert sorted(names(workers, durations, count)) == sorted(f"t{n}" for n in range(count))


def test_what_did_not_run_keeps_its_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Short tests are not written down, and those that became short are forgotten."""
    monkeypatch.setattr(order, "FILE", tmp_path / "durations.json")
    order.remember({"a": 3.04, "b": 0.1, "c": 0.7})
    order.remember({"b": 0.2, "c": 0.3})

    assert order.remembered() == {"a": 3.0}
