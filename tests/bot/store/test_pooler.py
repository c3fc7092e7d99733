"""A pooler in transaction mode is refused, however it hands out its server processes; anything else is let through."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import psycopg
import pytest
from pydantic import SecretStr

from bot.run.doctor import database
from bot.settings import Settings
from bot.store import StoreUnavailable
from bot.store.errors import BehindPooler
from bot.store.fleet.pooler import keep_sessions
from bot.store.fleet.postgres import PostgresStore, require_sessions
from tests.bot.store.a_server import OWNER, Server
from tests.bot.store.test_postgres import a_store

PGBOUNCER = shutil.which("pgbouncer", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin"]))


class Pool:
    """Server processes that take turns: the one returned last comes next, the first one does, or any."""

    def __init__(self, size: int, choice: str) -> None:
        self._idle = deque(range(100, 100 + size))
        self._choice = choice
        self._luck = Random(1)

    def run(self) -> int:
        """Run one transaction and return the number of the server process."""
        if self._choice == "random":
            self._idle.rotate(self._luck.randrange(len(self._idle)))
        process = self._idle.pop()
        (self._idle.append if self._choice == "last" else self._idle.appendleft)(process)
        return process


@pytest.mark.parametrize("choice", ["last", "first", "random"])
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 8, 20])
def test_processes_that_are_shared_are_noticed(size: int, choice: str) -> None:
    """PgBouncer takes the process that was returned last, or with ``server_round_robin`` the first one."""
    pool = Pool(size, choice)

    assert not keep_sessions(pool.run, pool.run)


def test_processes_of_their_own_are_let_through() -> None:
    """So it is without a pooler, and with one in session mode."""
    assert keep_sessions(lambda: 7, lambda: 8)


@pytest.mark.parametrize(("first", "second"), [([7, 7, 9, 7], [8] * 4), ([7] * 4, [8, 8, 8, 9]), ([7] * 4, [7] * 4)])
def test_one_change_is_enough(first: list[int], second: list[int]) -> None:
    """A process that changes once, or that both have."""
    assert not keep_sessions(iter(first).__next__, iter(second).__next__)


@pytest.mark.postgres
async def test_a_server_itself_is_let_through(server: Server, tmp_path: Path) -> None:
    """The store opens and the doctor is content."""
    async with a_store(address := server.address(tmp_path)):
        (finding,) = database(Settings(_env_file=None, database=SecretStr(address)))

    assert finding.ok
    require_sessions(address)


@pytest.mark.postgres
async def test_whoever_starts_behind_a_pooler_is_told(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store is not opened, nothing is changed, and the doctor says the same sentence."""
    address, pool = server.address(tmp_path), Pool(2, "last")
    monkeypatch.setattr("bot.store.fleet.pooler._server_process", lambda _: pool.run())
    with pytest.raises(BehindPooler, match="transaction mode") as refused:
        await PostgresStore(address).open()
    (finding,) = database(Settings(_env_file=None, database=SecretStr(address)))

    assert refused.value.reason == "pooler"
    assert (finding.ok, str(refused.value) in finding.words) == (False, True)
    with psycopg.connect(address) as connection:
        assert connection.execute("SELECT to_regclass('games')").fetchone() == (None,)


@contextmanager
def a_pgbouncer(server: Server, mode: str) -> Iterator[str]:
    """PgBouncer before this server, in this mode; yields its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = server.folder / "pgbouncer.ini"  # the server's account cannot read a test's own folder
    settings.write_text(
        f"[databases]\npostgres = host={server.folder} user=labirynt\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
        f"listen_port = {port}\nunix_socket_dir =\nauth_type = any\npool_mode = {mode}\n",
        "utf-8",
    )
    assert PGBOUNCER is not None
    process = subprocess.Popen([PGBOUNCER, "-q", str(settings)], user=OWNER, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        _wait_until_open(port, process.poll)
        yield f"postgresql://labirynt@127.0.0.1:{port}/postgres"
    finally:
        process.kill()
        process.communicate()


def _wait_until_open(port: int, ended: Callable[[], int | None]) -> None:
    while ended() is None:
        with socket.socket() as line:
            if line.connect_ex(("127.0.0.1", port)) == 0:
                return
    raise AssertionError("PgBouncer has ended")


@pytest.mark.postgres
@pytest.mark.skipif(PGBOUNCER is None, reason="PgBouncer is not installed")
@pytest.mark.parametrize("mode", ["transaction", "transaction\nserver_round_robin = 1", "statement", "session"])
def test_pgbouncer(server: Server, mode: str) -> None:
    """The program itself, in each of its modes."""
    with a_pgbouncer(server, mode) as address:
        if mode == "session":
            require_sessions(address)
        else:
            with pytest.raises(StoreUnavailable, match="pool_mode"):
                require_sessions(address)
