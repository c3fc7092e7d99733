"""The store in a PostgreSQL server, for a bot of several processes or one whose machine may be lost.

One connection writes from its own thread, a few read. It needs the extra ``labirynt[postgres]``.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache, partial
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg_pool import ConnectionPool, PoolTimeout
from structlog import get_logger

from bot.store.errors import HalfMigrated, NewerDatabase, OlderProcesses, Overtaken, Reason, StoreUnavailable
from bot.store.fleet.pooler import must_keep_sessions
from bot.store.schema import is_contracting, shipped_migrations, steps
from bot.store.sql_store import SqlStore
from bot.store.writer import Batch, Values, Writer

READERS = 3
"""The number of connections that read at the same time."""
PATIENCE = 5.0
"""The timeout in seconds for a connection or for a row locked by another process."""
LONGEST = 15.0
"""The timeout of a query in seconds."""
SLEEPS = 10.0
"""The server closes a connection that idles this number of seconds in a transaction, because it blocks others."""
MIGRATING = 0x4C414259
"""The number of the advisory lock that is held during a migration."""
OWNERS_NAME = "labirynt keeper"
"""The application name of the connections that hold shard locks."""
WAITS_FOR = 30
"""The number of seconds that a contracting migration waits for older processes to end."""
LINE: dict[str, Any] = {
    "connect_timeout": int(PATIENCE),
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # milliseconds: a machine that is gone says nothing
    "application_name": "labirynt",
}
NO_ADDRESS = "not an address of a PostgreSQL server"
HABITS = (
    f"SET lock_timeout = '{PATIENCE:g}s'",
    f"SET statement_timeout = '{LONGEST:g}s'",
    f"SET idle_in_transaction_session_timeout = '{SLEEPS:g}s'",
    # What is acknowledged must outlast a power cut; who has set more than that keeps it.
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
)
_REASONS: tuple[tuple[type[psycopg.Error], Reason], ...] = (
    (errors.DiskFull, "full"),
    (errors.ReadOnlySqlTransaction, "read_only"),
    (errors.LockNotAvailable, "locked"),
    (errors.QueryCanceled, "locked"),
    (errors.DeadlockDetected, "locked"),
    (errors.DataCorrupted, "damaged"),
    (errors.IndexCorrupted, "damaged"),
    (errors.UndefinedColumn, "outdated"),
    (errors.UndefinedTable, "outdated"),
)

_log = get_logger(__name__)


class LineLost(Exception):
    """The connection broke before anything was committed through it."""


def unavailable(error: Exception) -> StoreUnavailable:
    """Convert an error of PostgreSQL to ``StoreUnavailable``."""
    reason: Reason = next((reason for kind, reason in _REASONS if isinstance(error, kind)), "unreachable")
    if isinstance(error, psycopg.ProgrammingError) and error.sqlstate is None:
        return StoreUnavailable(reason, NO_ADDRESS)  # the driver would repeat the piece at fault, a password maybe
    return StoreUnavailable(reason, str(error).strip().split("\n")[0])


def postgres_migrations() -> Traversable:
    """Return the folder of PostgreSQL migrations that comes with the program."""
    return shipped_migrations() / "postgres"


@lru_cache(maxsize=1024)
def spoken(sql: str) -> Any:
    """Convert SQLite's placeholders (``?`` and ``:name``) to those of psycopg."""
    return re.sub(r"(?<!:):(\w+)", r"%(\1)s", sql.replace("%", "%%").replace("?", "%s"))


class PostgresEngine:
    """The ``Engine`` that writes to PostgreSQL."""

    constraint: type[Exception] = psycopg.IntegrityError
    unstorable: tuple[type[Exception], ...] = (psycopg.DataError, UnicodeError)
    passing: tuple[type[Exception], ...] = (errors.DeadlockDetected, errors.SerializationFailure, LineLost)

    def __init__(self, url: str) -> None:
        self._url = url

    def connect(self) -> psycopg.Connection[Any]:
        """Open a connection for writing."""
        connection = psycopg.connect(self._url, **LINE)
        _apply_session_settings(connection)
        return connection

    def is_lost(self, connection: psycopg.Connection[Any]) -> bool:
        """Whether the connection is closed."""
        return connection.closed

    def begin(self, _: psycopg.Connection[Any]) -> None:
        """Do nothing: psycopg begins every transaction by itself."""

    def run(self, connection: psycopg.Connection[Any], batch: Batch) -> None:
        """Run the statements in order in one round trip; raises ``Overtaken`` if a guarded row changed nothing."""
        guarded: list[tuple[psycopg.Cursor[Any], int]] = []
        try:
            with connection.pipeline():
                for statement, values in batch:
                    cursor = connection.cursor()
                    cursor.executemany(spoken(statement.sql), values)
                    if statement.guard:
                        guarded.append((cursor, len(values)))
        except psycopg.OperationalError as error:
            if connection.closed:
                raise LineLost(str(error)) from error
            raise
        if any(cursor.rowcount != expected for cursor, expected in guarded):
            raise Overtaken

    def unavailable(self, error: Exception) -> StoreUnavailable:
        """Convert an error of PostgreSQL to ``StoreUnavailable``."""
        return unavailable(error)


class PostgresStore(SqlStore):
    """A ``Store`` in the database at ``url`` (``postgresql://user@host/name``)."""

    _trouble = psycopg.Error
    _unavailable = staticmethod(unavailable)

    def __init__(self, url: str, *, readers: int = READERS, migrations: Traversable | None = None) -> None:
        super().__init__()
        self._url = url
        self._readers = readers
        self._migrations = migrations or postgres_migrations()
        self._known = max(steps(self._migrations))
        self._pool: ConnectionPool[psycopg.Connection[Any]] | None = None
        self._threads: ThreadPoolExecutor

    async def _open(self) -> None:
        await asyncio.to_thread(require_sessions, self._url)
        await asyncio.to_thread(bring_up_to_date, self._url, self._migrations)
        self._note_version(await asyncio.to_thread(version_of, self._url))
        self._threads = ThreadPoolExecutor(self._readers, thread_name_prefix="reader")
        self._pool = ConnectionPool(
            self._url,
            kwargs={"autocommit": True, **LINE},
            configure=_apply_session_settings,
            min_size=1,
            max_size=self._readers,
            timeout=PATIENCE,
            open=False,
        )
        await asyncio.to_thread(self._pool.open, wait=True, timeout=PATIENCE)
        writer = Writer(PostgresEngine(self._url))
        await writer.open()
        self._writer = writer

    async def close(self) -> None:
        """Finish pending writes and disconnect."""
        if self._writer:
            await self._writer.close()
        if self._pool is not None:
            await asyncio.to_thread(self._pool.close)
            self._threads.shutdown(wait=False)
        self._pool = self._writer = None

    async def size(self) -> int:
        """Return the size of the database in bytes, including indexes; raises ``StoreUnavailable``."""
        ((size,),) = await self._fetched("SELECT pg_database_size(current_database())", ())
        return int(size)

    async def _try_to_write(self) -> None:
        """Update a row without changing it, on a reading connection; raises ``StoreUnavailable`` if refused."""
        query = f"UPDATE schema_version SET version = version RETURNING {_VERSIONS}"
        for row in await self._fetched(query, ()):
            self._note_version(TablesVersion(*row))

    def _note_version(self, found: TablesVersion) -> None:
        if found.oldest > self._known:
            raise StoreUnavailable("outdated", str(NewerDatabase(found.version, self._known)))
        if found.version > max(self._known, self.newer_version):
            _log.info("database.newer", version=found.version, known=self._known)
            self._newer[0] = found.version

    async def scrub(self) -> bool:
        """Return True: no deleted row remains. The server's journal and backups are its administrator's task."""
        return True

    async def _fetched(self, query: str, values: Values) -> list[Any]:
        if self._pool is None:
            raise StoreUnavailable("unreachable", "closed")
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, self._fetch, self._pool, spoken(query), values)
        except psycopg.Error as error:
            raise unavailable(error) from error

    @staticmethod
    def _fetch(pool: ConnectionPool[psycopg.Connection[Any]], query: Any, values: Values) -> list[Any]:
        try:
            with pool.connection() as connection:
                return connection.execute(query, values).fetchall()
        except (PoolTimeout, errors.QueryCanceled):
            raise
        except psycopg.OperationalError:
            pool.check()  # the server may have been away: whoever asks again gets a line that is up
            with pool.connection() as connection:
                return connection.execute(query, values).fetchall()


def _apply_session_settings(connection: psycopg.Connection[Any]) -> None:
    for habit in HABITS:
        connection.execute(habit)
    if not connection.autocommit:
        connection.commit()


# The tables ------------------------------------------------------------------------------------------------


class TablesVersion(NamedTuple):
    """The version of a server's tables, and the oldest version that a program must know to use them; 0: no tables."""

    version: int
    oldest: int


_VERSIONS = "version, coalesce((to_jsonb(schema_version) ->> 'oldest')::bigint, version)"
"""The columns of ``TablesVersion``; release 1.0.0 makes its table without the second."""
_OLDER_OWNERS = (
    "SELECT k.backend, coalesce(host(a.client_addr), 'the server itself'), k.version"
    " FROM (SELECT backend, coalesce((to_jsonb(keepers) ->> 'version')::bigint, %s) AS version FROM keepers) k"
    " JOIN pg_stat_activity a ON a.pid = k.backend AND a.application_name = %s AND a.datname = current_database()"
    " WHERE k.version < %s ORDER BY 1"
)
_FIRST_RELEASE = 6
"""The version that release 1.0.0 knows; its processes do not name it in ``keepers``."""


def to_be_read(url: str) -> str:
    """Return the address with which the server refuses every change."""
    known = conninfo_to_dict(url).get("options") or ""
    return make_conninfo(url, options=f"{known} -c default_transaction_read_only=on".strip())


@contextmanager
def reading(url: str, query: str, values: Values) -> Iterator[Iterator[Any]]:
    """Stream the rows of a query in one read-only transaction; raises ``StoreUnavailable``."""
    try:
        with psycopg.connect(to_be_read(url), **LINE) as connection, connection.cursor("listed") as cursor:
            yield iter(cursor.execute(spoken(query), values))
    except psycopg.Error as error:
        raise unavailable(error) from error


def newest_version() -> int:
    """Return the newest version of the tables that this program knows."""
    return max(steps(postgres_migrations()))


def require_sessions(url: str) -> None:
    """Raise ``BehindPooler`` if a pooler at this address breaks sessions, or another ``StoreUnavailable``."""
    try:
        must_keep_sessions(partial(psycopg.connect, url, **LINE))
    except psycopg.Error as error:
        raise unavailable(error) from error


def version_of(url: str) -> TablesVersion:
    """Return the version of the tables at this address; raises ``StoreUnavailable``."""
    try:
        with psycopg.connect(url, **LINE) as connection:
            return version_in(connection)
    except psycopg.Error as error:
        raise unavailable(error) from error


def bring_up_to_date(url: str, folder: Traversable) -> None:
    """Run the missing migrations, all or none, once no live process needs the tables as they are.

    Tables to which a newer program has only added are left as they are. Raises ``NewerDatabase``, ``HalfMigrated`` and
    ``OlderProcesses``.
    """
    known = steps(folder)
    with psycopg.connect(url, **LINE) as connection:
        for second in range(WAITS_FOR):
            keep_others_waiting(connection)
            found = version_in(connection)
            if found.oldest <= max(known) < found.version:
                _log.warning("database.newer", version=found.version, known=max(known))
                return
            contracting = [number for number, sql in known.items() if number > found.version and is_contracting(sql)]
            needed = max(contracting, default=0)
            if not (older := _older_owners(connection, needed)):
                migrate(connection, folder)
                return
            if second == 0:
                _log.warning("database.waits", update=needed, older=older)
            connection.commit()
            time.sleep(1.0)
    raise OlderProcesses(needed, older)


def keep_others_waiting(connection: psycopg.Connection[Any]) -> None:
    """Block other starting bots and moves until the end of this transaction."""
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))


def migrate(connection: psycopg.Connection[Any], folder: Traversable) -> None:
    """Run the missing migrations within this transaction; raises ``NewerDatabase`` and ``HalfMigrated``."""
    known, before = steps(folder), version_in(connection)
    if before.version > max(known):
        raise NewerDatabase(before.version, max(known))
    found = before
    for number in (number for number in known if number > before.version):
        oldest = number if is_contracting(known[number]) else found.oldest
        found = TablesVersion(number, oldest)
        _apply_migration(connection, found, known[number])
        if before.version:
            _log.info("database.migrated", version=number)
    if not before.version:
        _log.info("database.made", version=found.version)


def version_in(connection: psycopg.Connection[Any]) -> TablesVersion:
    """Return the version of the tables in this connection's database."""
    there = connection.execute("SELECT to_regclass('schema_version')").fetchone()
    if there is None or there[0] is None:
        return TablesVersion(0, 0)
    found = connection.execute(f"SELECT {_VERSIONS} FROM schema_version".encode()).fetchone()
    return TablesVersion(*found) if found else TablesVersion(0, 0)


def _older_owners(connection: psycopg.Connection[Any], needed: int) -> list[str]:
    """Return the live processes that do not know version ``needed``, in words."""
    there = connection.execute("SELECT to_regclass('keepers')").fetchone()
    if there is None or there[0] is None:
        return []
    found = connection.execute(_OLDER_OWNERS, (_FIRST_RELEASE, OWNERS_NAME, needed)).fetchall()
    return [f"connection {pid} from {host}, which knows versions up to {version}" for pid, host, version in found]


def _apply_migration(connection: psycopg.Connection[Any], reached: TablesVersion, sql: str) -> None:
    try:
        connection.execute(sql.encode())
    except (errors.DuplicateColumn, errors.DuplicateTable, errors.UndefinedTable, errors.UndefinedColumn) as error:
        raise HalfMigrated(reached.version, str(error).split("\n")[0]) from error
    connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
    connection.execute("ALTER TABLE schema_version ADD COLUMN IF NOT EXISTS oldest BIGINT")
    connection.execute("DELETE FROM schema_version")
    connection.execute("INSERT INTO schema_version (version, oldest) VALUES (%s, %s)", reached)
