"""The store in one SQLite file, with WAL, full sync, one writing and one reading connection."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import aiosqlite

from bot.rights import barred
from bot.store.backups import KIND_OF_FILE, with_journal
from bot.store.errors import Overtaken, Reason, StoreUnavailable
from bot.store.schema import bring_up_to_date, must_be_known, shipped_migrations
from bot.store.sql_store import SqlStore
from bot.store.units import Unit
from bot.store.writer import Batch, Values, Writer

PATIENCE = 5.0
"""The timeout in seconds for another process that is writing."""
PROBES_PATIENCE = 1.0
"""The same timeout in seconds for checks on which no player waits."""
TO_WRITE = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",  # what is deleted is gone from the file, too
)

_REASONS: dict[int, Reason] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}


def unavailable(error: Exception) -> StoreUnavailable:
    """Convert an error of SQLite to ``StoreUnavailable``."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return StoreUnavailable(_REASONS.get(code, "unreachable"), str(error))


class SqliteEngine:
    """The ``Engine`` that writes to SQLite."""

    constraint: type[Exception] = sqlite3.IntegrityError
    unstorable: tuple[type[Exception], ...] = (OverflowError, UnicodeError)
    passing: tuple[type[Exception], ...] = ()

    def __init__(self, file: Path, patience: float, factory: type[sqlite3.Connection]) -> None:
        self._file = file
        self._patience = patience
        self._factory = factory

    def connect(self) -> sqlite3.Connection:
        """Open a connection for writing; IMMEDIATE transactions take the write lock at their beginning."""
        ways: Any = {"timeout": self._patience, "isolation_level": "IMMEDIATE", "factory": self._factory}
        connection: sqlite3.Connection = sqlite3.connect(self._file, **ways)
        for pragma in TO_WRITE:
            connection.execute(pragma)
        return connection

    def is_lost(self, _: sqlite3.Connection) -> bool:
        """Return False: a connection to a file is never lost."""
        return False

    def begin(self, connection: sqlite3.Connection) -> None:
        """Begin a writing transaction."""
        connection.execute("BEGIN IMMEDIATE")

    def run(self, connection: sqlite3.Connection, batch: Batch) -> None:
        """Run the statements in order; raises ``Overtaken`` if a guarded row changed nothing."""
        for statement, values in batch:
            cursor = connection.executemany(statement.sql, values)
            if statement.guard and cursor.rowcount != len(values):
                raise Overtaken

    def unavailable(self, error: Exception) -> StoreUnavailable:
        """Convert an error of SQLite to ``StoreUnavailable``."""
        return unavailable(error)


class SqliteStore(SqlStore):
    """A ``Store`` in a file. ``factory`` makes the connections; measurements and tests of failing disks replace it."""

    _trouble = sqlite3.Error
    _unavailable = staticmethod(unavailable)

    def __init__(
        self,
        file: Path,
        *,
        patience: float = PATIENCE,
        factory: type[sqlite3.Connection] = sqlite3.Connection,
        migrations: Traversable | None = None,
    ) -> None:
        super().__init__()
        self._file = file
        self._patience = patience
        self._factory = factory
        self._migrations = migrations or shipped_migrations()
        self._reader: aiosqlite.Connection | None = None
        self._scrubbed = False  # a bot that died may not have come to it

    async def _open(self) -> None:
        if not self._file.parent.is_dir():
            raise StoreUnavailable("unreachable", f"no folder {self._file.parent.name}")
        if not_ours := barred(with_journal(self._file)):
            raise StoreUnavailable("read_only", not_ours)
        self._reader = await aiosqlite.connect(self._file, timeout=self._patience, factory=self._factory)
        await must_be_known(self._reader, self._migrations)
        for pragma in TO_WRITE:
            await self._reader.execute(pragma)
        await bring_up_to_date(self._reader, self._file, self._migrations)
        writer = Writer(SqliteEngine(self._file, self._patience, self._factory))
        await writer.open()
        self._writer = writer
        await self.scrub()

    async def close(self) -> None:
        """Finish pending writes and close the file."""
        if self._writer:
            await self._writer.close()
        if self._reader:
            await self._reader.close()
        self._reader = self._writer = None

    async def size(self) -> int:
        """Return the size of the file and its journal in bytes."""
        return sum(path.stat().st_size for path in with_journal(self._file) if path.exists())

    async def _try_to_write(self) -> None:
        """Rewrite a page of the file unchanged, beside the writer; raises ``StoreUnavailable`` if refused."""
        stored = self._must_be_open().commits
        try:
            await asyncio.to_thread(self._write_what_is_there)
        except sqlite3.Error as error:
            trouble = unavailable(error)
            if trouble.reason != "locked" or stored == self._must_be_open().commits:
                raise trouble from error  # else it was the writer's own lock, and what it wrote has arrived

    def _write_what_is_there(self) -> None:
        # Only what is committed goes to the disk, so that a full one is seen; a rolled back try would stay in memory.
        with self._beside(PROBES_PATIENCE) as connection:
            connection.execute(f"PRAGMA application_id = {KIND_OF_FILE}")

    @contextmanager
    def _beside(self, patience: float) -> Iterator[sqlite3.Connection]:
        """Open a short-lived connection in the caller's thread; it does not create a missing file."""
        where = f"{self._file.absolute().as_uri()}?mode=rw"
        connection = sqlite3.connect(where, uri=True, timeout=patience, factory=self._factory, isolation_level=None)
        try:
            yield connection
        finally:
            connection.close()

    async def forget(self, user_id: int, units: Iterable[Unit] = (), rivals: Collection[str] = ()) -> None:
        """Forget as every store does, and clear the journal later."""
        await super().forget(user_id, units, rivals)
        self._scrubbed = False

    async def scrub(self) -> bool:
        """Remove deleted rows from the journal without waiting for readers; return False if one prevents it."""
        if not self._scrubbed:
            self._scrubbed = await asyncio.to_thread(self._empty_the_journal)
        return self._scrubbed

    def _empty_the_journal(self) -> bool:
        try:
            with self._beside(patience=0.05) as connection:
                busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error:
            return False
        return not busy

    async def _fetched(self, query: str, values: Values) -> list[Any]:
        if not self._reader:
            raise StoreUnavailable("unreachable", "closed")
        try:
            return list(await self._reader.execute_fetchall(query, values))
        except (sqlite3.Error, ValueError) as error:  # ValueError: the connection was closed meanwhile
            raise unavailable(error) from error
