"""Two commits measured in one run: the figures side by side, and an alarm where today's costs much more."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.report import Figure, dearer

HOUSE = Path(__file__).parent.parent
THEN = [
    {"name": "a press", "value": 2.0},
    {"name": "presses a second", "value": 100.0},
    {"name": "posts", "value": 1.0},
]


@pytest.mark.parametrize(
    ("press", "rate", "alarms"), [(2.5, 80.0, []), (2.7, 80.0, ["a press"]), (2.0, 70.0, ["presses a second"])]
)
def test_what_costs_much_more_is_an_alarm(press: float, rate: float, alarms: list[str]) -> None:
    """By more than 30 %, and only figures with a promise."""
    now = [
        Figure("a press", press, "cal", "", most=3),
        Figure("presses a second", rate, "/s", "", least=50),
        Figure("posts", 9.0, "", ""),
        Figure("new", 1.0, "", "", most=2),
    ]

    assert [line.partition(":")[0] for line in dearer(now, THEN, "HEAD")] == alarms


@pytest.mark.skipif(not (HOUSE / ".git").exists(), reason="there are no other commits")
def test_another_commit_is_measured_in_the_same_run() -> None:
    """By the same interpreter, in a copy of its files."""
    command = [sys.executable, "-m", "tests.bench", "replays", "--short", "--beside", "HEAD"]
    ran = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=False)

    assert "in HEAD" in ran.stdout, ran.stderr
    assert "1 cal = " in ran.stdout
