"""The supervisor: restarts the bot when it ends, and reports its state to systemd."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import monotonic
from typing import Any, NoReturn

from structlog import get_logger

READY, STOPPING, ALIVE = "READY=1", "STOPPING=1", "WATCHDOG=1"
SOCKET, WATCHDOG = "NOTIFY_SOCKET", "WATCHDOG_USEC"
"""Set by systemd: where it listens, and after how many microseconds of silence it takes the bot for dead."""
USUALLY = 20.0
"""Seconds between two words where nobody waits for them."""


def notify(*lines: str) -> None:
    """Send a state to systemd; without systemd nothing happens."""
    address = os.environ.get(SOCKET, "")
    if not address:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.sendto("\n".join(lines).encode(), address.replace("@", "\0", 1) if address[0] == "@" else address)


def interval() -> float:
    """Return the seconds between two keep-alive messages: a third of systemd's timeout."""
    patience = os.environ.get(WATCHDOG, "")
    return int(patience) / 3_000_000 if patience.isdecimal() and int(patience) else USUALLY


def rest(seconds: float) -> None:
    """Sleep while sending keep-alive messages."""
    ends = monotonic() + seconds
    while (left := ends - monotonic()) > 0:
        notify(ALIVE)
        time.sleep(min(left, interval()))


async def keep_telling(status: Callable[[], str]) -> None:
    """Send keep-alive messages as long as the event loop runs, with the bot's state."""
    while True:
        notify(ALIVE, f"STATUS={status()}")
        await asyncio.sleep(interval())


WORKER = "LABIRYNT_WORKER"
"""Set in the environment of the supervisor's worker."""
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 300.0
STEADY = 600.0
"""Seconds after which a worker counts as having run well, so that the next pause is short again."""
HOPELESS = 2
"""A worker's exit code when starting again would not help."""
LAST_CALL = 8.0
"""Seconds that a worker has to end once it was told to."""

_log = get_logger(__name__)


# The supervisor --------------------------------------------------------------------------------------------


def supervise(last_call: float = LAST_CALL) -> NoReturn:
    """Run workers one after the other until one ends well or a restart cannot help.

    ``last_call``: seconds that a worker has to end once it was told to.
    """
    for ending in _end_signals():
        signal.signal(ending, _exit_cleanly)
    pause = FIRST_PAUSE
    while True:
        began = monotonic()
        code = _run_worker_once(last_call)
        if code in (0, HOPELESS):
            raise SystemExit(code)
        pause = FIRST_PAUSE if monotonic() - began > STEADY else pause
        _log.warning("worker.fell", code=code, again_in=pause)
        rest(pause)
        pause = min(pause * 2, LONGEST_PAUSE)


def _end_signals() -> Iterator[signal.Signals]:
    """Return the signals that end a process; under nohup a closed terminal is none."""
    yield signal.SIGTERM
    hangup: signal.Signals | None = getattr(signal, "SIGHUP", None)  # Windows has none
    if hangup is not None and signal.getsignal(hangup) is not signal.SIG_IGN:
        yield hangup


def _exit_cleanly(*_: Any) -> NoReturn:
    """Exit because the supervisor was told to stop."""
    raise SystemExit(0)


def _run_worker_once(last_call: float) -> int:
    """Run one worker; its standard input is a pipe that closes when this process ends."""
    program = [sys.executable, "-P", "-m", "bot.run", "run"]  # not a package of this name in the current folder
    worker = subprocess.Popen(program, env={**os.environ, WORKER: "1"}, stdin=subprocess.PIPE)
    try:
        return worker.wait()
    except KeyboardInterrupt:
        return 0
    finally:
        _end_worker(worker, last_call)


def _end_worker(worker: subprocess.Popen[bytes], last_call: float) -> None:
    worker.terminate()
    try:
        worker.wait(last_call)
    except subprocess.TimeoutExpired:
        worker.kill()
        worker.wait()


# The worker ------------------------------------------------------------------------------------------------


def is_worker() -> bool:
    """Return whether a supervisor started this process."""
    return bool(os.environ.get(WORKER))


supervisor_ended = threading.Event()
"""Set in a worker whose supervisor is no more: it waits for nobody then, and is gone within ``LAST_CALL`` seconds."""


def end_with_the_supervisor() -> None:
    """Tell this process to end when its supervisor has ended, and kill it some seconds later."""
    threading.Thread(target=_end_when_supervisor_ends, daemon=True, name="supervisor").start()


def _end_when_supervisor_ends() -> None:
    with suppress(OSError):
        while os.read(0, 1):  # nobody ever says anything there; it ends with the supervisor
            pass
    supervisor_ended.set()
    signal.raise_signal(signal.SIGTERM)
    time.sleep(LAST_CALL)
    os._exit(1)


def when_told_to_end(stop: asyncio.Event) -> None:
    """Set the event when this process is told to end, so that work in progress can be finished."""
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError):  # Windows has no such signals for the loop
        for ending in (*_end_signals(), signal.SIGINT):
            loop.add_signal_handler(ending, stop.set)
