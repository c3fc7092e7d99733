"""What systemd hears of a bot that it has started."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.playground.core import TOKEN
from bot.run import supervisor


class Systemd:
    """The socket on which it listens."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line

    def heard(self) -> list[str]:
        """Everything that was said until now."""
        found: list[str] = []
        while True:
            try:
                found += self._line.recv(4096).decode().splitlines()
            except BlockingIOError:
                return found

    def wait_for(self, word: str, patience: float = 60.0) -> list[str]:
        """Everything that is said until this word, with it."""
        found, ends = list[str](), time.monotonic() + patience
        while word not in found:
            assert time.monotonic() < ends, found
            found += self.heard()
            time.sleep(0.02)
        return found


@contextmanager
def a_systemd(address: str) -> Iterator[Systemd]:
    """It listens at this address; one with @ stands in no folder."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(address.replace("@", "\0", 1))
        line.setblocking(False)
        yield Systemd(line)


@pytest.mark.parametrize("address", ["{folder}/notify", "@labirynt-{pid}"])
def test_what_is_said_arrives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """Through a file, and through a name that is none."""
    where = address.format(folder=tmp_path, pid=os.getpid())
    with a_systemd(where) as systemd:
        monkeypatch.setenv(supervisor.SOCKET, where)
        supervisor.notify(supervisor.READY, "STATUS=two tables")

        assert systemd.heard() == ["READY=1", "STATUS=two tables"]


@pytest.mark.parametrize("address", ["", "/nowhere/at/all", "@nobody-listens"])
def test_where_nobody_listens_nothing_happens(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """Not under systemd, or no more."""
    monkeypatch.setenv(supervisor.SOCKET, address)
    supervisor.notify(supervisor.ALIVE)


@pytest.mark.parametrize(("microseconds", "seconds"), [("60000000", 20.0), ("3000000", 1.0), ("", 20.0), ("x", 20.0)])
def test_signs_of_life_come_three_times_as_often_as_needed(
    monkeypatch: pytest.MonkeyPatch, microseconds: str, seconds: float
) -> None:
    """One may be late without being taken for dead."""
    monkeypatch.setenv(supervisor.WATCHDOG, microseconds)

    assert supervisor.interval() == seconds


def test_a_supervisor_that_waits_is_alive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would be ended in the pause before the next try."""
    with a_systemd(f"{tmp_path}/notify") as systemd:
        monkeypatch.setenv(supervisor.SOCKET, f"{tmp_path}/notify")
        monkeypatch.setenv(supervisor.WATCHDOG, "30000")
        supervisor.rest(0.1)

        assert systemd.heard().count("WATCHDOG=1") >= 3


async def test_a_loop_that_turns_says_how_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With each sign of life; a loop that hangs says nothing."""
    with a_systemd(f"{tmp_path}/notify") as systemd:
        monkeypatch.setenv(supervisor.SOCKET, f"{tmp_path}/notify")
        monkeypatch.setenv(supervisor.WATCHDOG, "30000")
        telling = asyncio.create_task(supervisor.keep_telling(lambda: "well"))
        await asyncio.to_thread(systemd.wait_for, "STATUS=well")
        systemd.heard()
        time.sleep(0.1)  # noqa: ASYNC251  # the loop hangs
        silent = systemd.heard()
        await asyncio.to_thread(systemd.wait_for, "WATCHDOG=1")
        telling.cancel()

        assert silent == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no systemd")
def test_a_bot_is_ready_alive_and_says_when_it_goes(tmp_path: Path) -> None:
    """The worker speaks through its supervisor's socket, though Discord is out of reach: that is no failed start."""
    with a_systemd(f"{tmp_path}/notify") as systemd:
        surroundings = {
            **os.environ,
            "NOTIFY_SOCKET": f"{tmp_path}/notify",
            "WATCHDOG_USEC": "900000",
            "LABIRYNT_TOKEN": TOKEN,
            "LABIRYNT_DATA": str(tmp_path / "data"),
            "LABIRYNT_SOCKET": str(tmp_path / "no-discord"),
        }
        bot = subprocess.Popen([sys.executable, "-m", "bot.run", "run"], env=surroundings, stderr=subprocess.DEVNULL)
        try:
            systemd.wait_for("READY=1")
            systemd.wait_for("STATUS=Discord is out of reach; 0 live tables")
            systemd.heard()
            systemd.wait_for("WATCHDOG=1")  # the worker's, or its supervisor's between two tries
        finally:
            bot.send_signal(signal.SIGTERM)
            bot.wait(20)
    assert bot.returncode == 0
