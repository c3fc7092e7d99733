"""How long somebody waits after ``labirynt play``: for the page, and for the bot's first answer on it."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.bench.report import Figure
from tests.short_form import sized

STARTS = sized(7, 1)
LONGEST = 2.0
"""Seconds from the start to a page that can be seen."""

LONG = 60.0
"""Seconds after which the bot does not come any more."""


async def figures() -> list[Figure]:
    """The quickest of some starts, each in a folder of its own; elsewhere on the machine others are at work, too."""
    times = await asyncio.to_thread(lambda: [_start() for _ in range(STARTS)])
    of = f"the quickest of {STARTS} starts in new folders"
    return [
        Figure("a page that answers", min(page for page, _ in times), "s", of, most=LONGEST),
        Figure("the bot's first answer", min(answer for _, answer in times), "s", f"{of}; /game new"),
    ]


def _start() -> tuple[float, float]:
    """Seconds until the page came, and until the bot answered on it."""
    began = time.perf_counter()
    with TemporaryDirectory() as folder, _playing(folder) as address:
        urlopen(address, timeout=LONG).close()
        page = time.perf_counter() - began
        _ask(address)
        return page, time.perf_counter() - began


@contextmanager
def _playing(folder: str) -> Iterator[str]:
    """The program as it is started, and its page's address."""
    command = [sys.executable, "-m", "bot.run", "play", "--no-open", "--port", "0", "--data", folder]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.kill()


def _ask(address: str) -> None:
    """Open a table; before the bot's commands are there, the page refuses."""
    with urlopen(f"{address}api/world", timeout=LONG) as answer:
        world: Any = json.load(answer)
    channel = next(one["id"] for one in world["channels"] if one["type"] == 0)
    body = json.dumps({"user": world["me"], "channel": channel, "command": "game new", "options": {}}).encode()
    late = time.monotonic() + LONG
    while time.monotonic() < late:
        try:
            urlopen(Request(f"{address}api/slash", body, {"Content-Type": "application/json"}), timeout=LONG).close()
            return
        except HTTPError as refused:
            refused.close()
            time.sleep(0.02)
    raise TimeoutError
