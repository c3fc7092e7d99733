"""A PostgreSQL server of the tests' own, on a socket in a folder of its own; each test has a schema there."""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.store import Store
from bot.store.fleet.postgres import PostgresStore, spoken
from bot.store.sqlite import SqliteStore

_FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
_PATH = os.pathsep.join([*map(str, _FOLDERS), os.environ.get("PATH", "")])
INITDB, PG_CTL = shutil.which("initdb", path=_PATH), shutil.which("pg_ctl", path=_PATH)
OWNER = "postgres" if hasattr(os, "geteuid") and os.geteuid() == 0 else None
"""The server refuses to run as root."""
HASTE = "-c fsync=off -c full_page_writes=off"


class Server:
    """One server; it can be stopped, killed and started again."""

    def __init__(self, folder: Path, options: str = HASTE, preload: str = "") -> None:
        self.folder = folder
        self._preload = {"LD_PRELOAD": preload} if preload else {}
        self._options = f"-c listen_addresses='' -k {folder} -c max_connections=200 {options}"
        self._do(INITDB, "-D", str(folder / "data"), "-U", "labirynt", "-A", "trust", "-E", "UTF8")

    def _do(self, *command: str | None) -> None:
        with tempfile.TemporaryFile("w+") as said:  # no pipe: the server would keep it open for ever
            line, kept = [one for one in command if one], {**os.environ, **self._preload}
            code = subprocess.run(line, stdout=said, stderr=said, user=OWNER, cwd="/", env=kept).returncode
            said.seek(0)
            assert code == 0, said.read()

    def start(self) -> None:
        """Start, and wait until it takes connections."""
        data, log = str(self.folder / "data"), str(self.folder / "log")
        self._do(PG_CTL, "-D", data, "-l", log, "-w", "-o", self._options, "start")

    def stop(self, how: str = "immediate") -> None:
        """Stop: ``fast`` in order, ``immediate`` as if the power had gone."""
        self._do(PG_CTL, "-D", str(self.folder / "data"), "-m", how, "-w", "stop")

    def address(self, name: str | Path = "public") -> str:
        """The address of a schema of this name, which is there from now on."""
        return address_in(self.folder, name)


def address_in(folder: Path, name: str | Path) -> str:
    """The address of a schema of this name in the server of this folder."""
    schema = "t" + sha256(str(name).encode()).hexdigest()[:20]
    base = f"postgresql://labirynt@/postgres?host={folder}"
    with psycopg.connect(base) as connection:
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}".encode())
    return f"{base}&options=-csearch_path%3D{schema}"


def everywhere() -> bool:
    """Whether the tests of the bot are to keep their games in a server (``make postgres``)."""
    return os.environ.get("LABIRYNT_TESTS_IN") == "postgres"


IN_A_FILE = pytest.mark.skipif(everywhere(), reason="about the file itself")
SERVER = "LABIRYNT_TESTS_SERVER"
"""Where the server is, for processes that a test starts."""
_shared = contextlib.ExitStack()


@cache
def the_server() -> Server:
    """One server for everything that is tested in this process, as starting one takes a second."""
    atexit.register(_shared.close)
    return _shared.enter_context(a_server())


def kept_at(file: Path) -> str:
    """The address where the games of this file are kept instead; empty: in the file."""
    if not everywhere():
        return ""
    if SERVER not in os.environ:
        os.environ[SERVER] = str(the_server().folder)
    return address_in(Path(os.environ[SERVER]), file.absolute())


def run_sql(file: Path | str, query: str, *values: Any, **named: Any) -> list[tuple[Any, ...]]:
    """Look at what a test keeps in this file or at this address, or meddle with it.

    ``query``: with placeholders as SQLite has them.
    """
    if address := kept_at(file) if isinstance(file, Path) else file:
        with psycopg.connect(address) as connection:
            cursor = connection.execute(spoken(query), named or values)
            return cursor.fetchall() if cursor.description else []
    with contextlib.closing(sqlite3.connect(file, timeout=20)) as connection, connection:
        return connection.execute(query, named or values).fetchall()


def store_for(file: Path, **kind: Any) -> Store:
    """The store for what a test keeps in a file; ``kind``: what only a file can be."""
    address = kept_at(file)
    if address and kind:
        pytest.skip("a disk is made to fail")
    return PostgresStore(address) if address else SqliteStore(file, **kind)


@contextlib.contextmanager
def a_server(options: str = HASTE, preload: str = "") -> Iterator[Server]:
    """A server that has started."""
    folder = Path(tempfile.mkdtemp(prefix="pg"))  # short: a socket's path has at most 107 characters
    if OWNER:
        shutil.chown(folder, OWNER)
    try:
        server = Server(folder, options, preload)
        server.start()
        yield server
        with contextlib.suppress(AssertionError):
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
