"""What systemd is told: that the bot is there, that it lives, how it is, and that it is about to go.

A line on a datagram socket is the whole protocol (``sd_notify(3)``), so no library is needed for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import time
from collections.abc import Callable

READY, STOPPING, ALIVE = "READY=1", "STOPPING=1", "WATCHDOG=1"
SOCKET, WATCHDOG = "NOTIFY_SOCKET", "WATCHDOG_USEC"
"""Set by systemd: where it listens, and after how many microseconds of silence it takes the bot for dead."""
USUALLY = 20.0
"""Seconds between two words where nobody waits for them."""


def notify(*lines: str) -> None:
    """Tell systemd; nothing happens where it did not start this program."""
    address = os.environ.get(SOCKET, "")
    if not address:
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.sendto("\n".join(lines).encode(), address.replace("@", "\0", 1) if address[0] == "@" else address)


def interval() -> float:
    """Seconds between two signs of life: a third of what systemd waits for."""
    patience = os.environ.get(WATCHDOG, "")
    return int(patience) / 3_000_000 if patience.isdecimal() and int(patience) else USUALLY


def rest(seconds: float) -> None:
    """Sleep, and give signs of life meanwhile."""
    ends = time.monotonic() + seconds
    while (left := ends - time.monotonic()) > 0:
        notify(ALIVE)
        time.sleep(min(left, interval()))


async def keep_telling(status: Callable[[], str]) -> None:
    """Give signs of life as long as the event loop turns, and say how the bot is."""
    while True:
        notify(ALIVE, f"STATUS={status()}")
        await asyncio.sleep(interval())
