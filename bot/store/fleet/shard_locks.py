"""Shard ownership among several processes of one bot, by advisory locks on a separate connection.

A killed process frees its locks at once. The helper tables are unlogged, as heartbeats, standbys and identify slots may
be lost in a crash.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import psycopg

from bot.store.errors import NewerDatabase
from bot.store.fleet.postgres import LINE, MIGRATING, OWNERS_NAME, SLEEPS, newest_version, version_in
from bot.store.shards import LocksLost, OtherShards, Outlook, Peer, ShardRow

T = TypeVar("T")

TABLES = """
CREATE UNLOGGED TABLE IF NOT EXISTS keepers (
    backend BIGINT PRIMARY KEY, beat TIMESTAMPTZ NOT NULL, leaving BOOLEAN NOT NULL DEFAULT false,
    count BIGINT NOT NULL, version BIGINT
);
ALTER TABLE keepers ADD COLUMN IF NOT EXISTS version BIGINT;
CREATE UNLOGGED TABLE IF NOT EXISTS shards (
    shard BIGINT PRIMARY KEY, holder BIGINT NOT NULL DEFAULT 0, heir BIGINT NOT NULL DEFAULT 0,
    ready BOOLEAN NOT NULL DEFAULT false
);
CREATE UNLOGGED TABLE IF NOT EXISTS identify_slots (slot BIGINT PRIMARY KEY, next_at TIMESTAMPTZ NOT NULL);
"""
HABITS = ("SET statement_timeout = '5s'", f"SET idle_in_transaction_session_timeout = '{SLEEPS:g}s'")
BEAT = (
    "INSERT INTO keepers (backend, beat, leaving, count, version)"
    " VALUES (pg_backend_pid(), clock_timestamp(), %s, %s, %s) ON CONFLICT (backend)"
    " DO UPDATE SET beat = excluded.beat, leaving = excluded.leaving, version = excluded.version"
)
KEEPERS = (
    "SELECT k.backend, k.leaving, extract(epoch FROM clock_timestamp() - k.beat)::float8 FROM keepers k"
    " JOIN pg_stat_activity a ON a.pid = k.backend AND a.application_name = %s AND a.datname = current_database()"
    " ORDER BY k.backend"
)
GONE = (
    "DELETE FROM keepers WHERE backend NOT IN (SELECT pid FROM pg_stat_activity"
    " WHERE application_name = %s AND datname = current_database())"
)
NOT_OURS = "SELECT count FROM keepers WHERE count <> %s LIMIT 1"
UNKNOWN = (  # the server counts its connections anew when it starts, and some day comes to a number that it gave before
    "UPDATE shards SET holder = 0 WHERE holder = pg_backend_pid()",
    "UPDATE shards SET heir = 0, ready = false WHERE heir = pg_backend_pid()",
)
LOCK = "SELECT pg_try_advisory_lock(hashtext(current_schema()), %s)"
UNLOCK = "SELECT pg_advisory_unlock(hashtext(current_schema()), %s)"
TAKEN = "UPDATE shards SET holder = pg_backend_pid(), heir = 0, ready = false WHERE shard = %s"
LEFT = "UPDATE shards SET holder = 0 WHERE shard = %s AND holder = pg_backend_pid()"
ASK = "UPDATE shards SET heir = pg_backend_pid(), ready = false WHERE shard = %s AND heir = %s"
READY = "UPDATE shards SET ready = true WHERE shard = %s AND heir = pg_backend_pid()"
RENOUNCE = "UPDATE shards SET heir = 0, ready = false WHERE shard = %s AND heir = pg_backend_pid()"
SLOT = (
    "INSERT INTO identify_slots AS s (slot, next_at) VALUES (%(slot)s, clock_timestamp() + %(between)s::interval)"
    " ON CONFLICT (slot) DO UPDATE SET next_at = greatest(s.next_at, clock_timestamp()) + %(between)s::interval"
    " RETURNING extract(epoch FROM next_at - %(between)s::interval - clock_timestamp())::float8"
)


class PostgresLocks:
    """Shard locks in the database at ``url``; every method raises ``LocksLost``.

    Only ``look`` connects. It reports each lost connection once with ``LocksLost``, even if another method already did.
    """

    def __init__(self, url: str, count: int) -> None:
        self._url = url
        self._count = count
        self._known = newest_version()
        self._connection: psycopg.Connection[Any] | None = None
        self._untold = ""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="locks")

    async def look(self, *, leaving: bool = False) -> Outlook:
        """Send a heartbeat and return the outlook, connecting first if necessary.

        Raises also ``OtherShards``, and ``NewerDatabase`` if a newer program has changed the tables meanwhile.
        """
        return await self._do(lambda connection: self._look(connection, leaving), self._present)

    async def take(self, shard: int) -> bool:
        """Lock a shard; return False if another process holds it."""
        return await self._do(lambda connection: _take_lock(connection, shard))

    async def give_up(self, shard: int) -> None:
        """Release a shard."""
        await self._do(lambda connection: (connection.execute(LEFT, (shard,)), connection.execute(UNLOCK, (shard,))))

    async def ask(self, shard: int, heir: int) -> bool:
        """Become the standby of a shard in place of ``heir`` (0: nobody); return False if another was faster."""
        return await self._do(lambda connection: bool(connection.execute(ASK, (shard, heir)).rowcount))

    async def say_ready(self, shard: int) -> None:
        """Tell the owner of a shard that its standby is connected to Discord."""
        await self._do(lambda connection: connection.execute(READY, (shard,)))

    async def renounce(self, shard: int) -> None:
        """Stop being the standby of this shard."""
        await self._do(lambda connection: connection.execute(RENOUNCE, (shard,)))

    async def end(self, backend: int) -> None:
        """Close the connection of a process without heartbeats, so that it loses its locks."""
        await self._do(lambda connection: connection.execute("SELECT pg_terminate_backend(%s)", (backend,)))

    async def slot(self, slot: int, between: float) -> float:
        """Reserve an identify in this slot, ``between`` seconds after the last one; return the seconds until then."""
        values = {"slot": slot, "between": f"{between} seconds"}

        def taken(connection: Any) -> float:
            return float(connection.execute(SLOT, values).fetchone()[0])

        return await self._do(taken)

    async def close(self) -> None:
        """Release all locks and disconnect."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._hang_up)
        self._thread.shutdown(wait=False)

    async def _do(self, work: Callable[[psycopg.Connection[Any]], T], line: Callable[[], Any] | None = None) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._done, work, line or self._held)

    def _done(self, work: Callable[[Any], T], line: Callable[[], Any]) -> T:
        try:
            return work(line())
        except psycopg.Error as error:
            self._hang_up()
            why = str(error).strip().split("\n")[0]
            self._untold = why if line == self._held else ""
            raise LocksLost(why) from error

    def _held(self) -> psycopg.Connection[Any]:
        if not self._connection:
            raise LocksLost("no connection")
        return self._connection

    def _present(self) -> psycopg.Connection[Any]:
        """Return the connection that holds the locks, or open a new one without locks."""
        untold, self._untold = self._untold, ""
        if untold:
            raise LocksLost(untold)
        if not self._connection:
            self._connection = psycopg.connect(self._url, autocommit=True, **{**LINE, "application_name": OWNERS_NAME})
            try:
                self._introduce(self._connection)
            except (OtherShards, NewerDatabase):
                self._hang_up()
                raise
        return self._connection

    def _introduce(self, connection: psycopg.Connection[Any]) -> None:
        """Register this process; raises ``OtherShards`` and ``NewerDatabase``."""
        for habit in HABITS:
            connection.execute(habit.encode())
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
            if (found := version_in(connection)).oldest > self._known:
                raise NewerDatabase(found.version, self._known)
            connection.execute(TABLES.encode())
            shards = "INSERT INTO shards (shard) SELECT generate_series(0, %s) ON CONFLICT DO NOTHING"
            connection.execute(shards, (self._count - 1,))
            connection.execute(GONE, (OWNERS_NAME,))
            if other := connection.execute(NOT_OURS, (self._count,)).fetchone():
                raise OtherShards(self._count, other[0])
            connection.execute(BEAT, (False, self._count, self._known))
            for number in UNKNOWN:
                connection.execute(number)

    def _look(self, connection: psycopg.Connection[Any], leaving: bool) -> Outlook:
        connection.execute(BEAT, (leaving, self._count, self._known))
        connection.execute(GONE, (OWNERS_NAME,))
        peers = [Peer(*row) for row in connection.execute(KEEPERS, (OWNERS_NAME,))]
        rows = connection.execute(
            "SELECT shard, holder, heir, ready FROM shards WHERE shard < %s ORDER BY shard", (self._count,)
        )
        return Outlook(connection.info.backend_pid, peers, [ShardRow(*row) for row in rows])

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection:
            connection.close()


def _take_lock(connection: psycopg.Connection[Any], shard: int) -> bool:
    found = connection.execute(LOCK, (shard,)).fetchone()
    if found is None or not found[0]:
        return False
    connection.execute(TAKEN, (shard,))
    return True
