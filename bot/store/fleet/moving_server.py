"""A PostgreSQL server as one side of a move. Games that a bot has stored there are never overwritten."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from time import monotonic
from typing import Any

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from bot.store.errors import NewerDatabase
from bot.store.fleet import postgres
from bot.store.fleet.moving import STRIDE, Immovable, Row, Table, tables
from bot.store.fleet.postgres import unavailable

OURS = "labirynt move"
WITHOUT_HASTE = ("SET statement_timeout = 0", "SET idle_in_transaction_session_timeout = 0")
BOTS = (
    "SELECT application_name, count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND pid <> pg_backend_pid() AND application_name LIKE 'labirynt%' GROUP BY 1 ORDER BY 1"
)
"""The query for other connections of the bot, by stores and by shard locks, whose names share one beginning."""
NUMBERED = (
    "SELECT table_name, column_name FROM information_schema.columns"
    " WHERE is_identity = 'YES' AND table_schema = current_schema() ORDER BY 1"
)
HANGING_UP = 2.0
"""The server may list a closed connection for this number of seconds."""
UNFIT = (psycopg.DataError, psycopg.IntegrityError, errors.ProgramLimitExceeded)
"""The errors for a row that the server can never store."""


class ServerSide:
    """The ``Side`` of a PostgreSQL server."""

    def __init__(self, where: str, connection: psycopg.Connection[Any]) -> None:
        self.where = where
        self._connection = connection

    def count(self, table: Table) -> int:
        """Return the number of rows in a table."""
        return int(self._value(f'SELECT count(*) FROM "{table.name}"'))

    def rows(self, table: Table) -> Iterator[Row]:
        """Yield all rows of a table in the order of the key."""
        with self._connection.cursor("rows") as cursor:
            cursor.itersize = STRIDE
            yield from cursor.execute(table.read.encode())

    def take(self, table: Table, rows: Iterable[Row]) -> None:
        """Insert these rows; raises ``Immovable``."""
        copying = f'COPY "{table.name}" ({table.columns}) FROM STDIN'.encode()
        try:
            with self._connection.cursor() as cursor, cursor.copy(copying) as copy:
                for row in rows:
                    # PostgreSQL takes no NUL in a text, and would not say whose it is.
                    for place, value in enumerate(row):
                        if isinstance(value, str) and "\0" in value:
                            raise Immovable(
                                "nul",
                                table=table.name,
                                column=table.column(place),
                                game=table.of(row).replace("\0", "?"),
                            )
                    copy.write_row(row)
        except UNFIT as error:
            raise Immovable(
                "unfit",
                where=self.where,
                table=table.name,
                why="; ".join(filter(None, (error.diag.message_primary, error.diag.message_detail))) or str(error),
            ) from error

    def commit(self) -> None:
        """Make everything durable. New ids begin after the greatest stored id."""
        for table, column in self._connection.execute(NUMBERED).fetchall():
            greatest = self._value(f'SELECT coalesce(max("{column}"), 0) FROM "{table}"')
            if greatest > 0:
                self._connection.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", (table, column, greatest))
        self._connection.commit()

    def _value(self, query: str) -> Any:
        found = self._connection.execute(query.encode()).fetchone()
        return found[0] if found else None


@contextmanager
def at_server(address: str, *, receiving: bool) -> Iterator[ServerSide]:
    """Open the tables at this address and lock them against writers; ``receiving``: create missing tables.

    Raises ``Immovable`` if a bot is connected or the tables are older, ``NewerDatabase``, and ``StoreUnavailable``.
    """
    where = spoken_address(address)
    try:
        with closing(psycopg.connect(address, **{**postgres.LINE, "application_name": OURS})) as connection:
            for habit in (*postgres.HABITS, *WITHOUT_HASTE):
                connection.execute(habit.encode())
            connection.commit()
            postgres.keep_others_waiting(connection)
            _require_no_bots(connection, where)
            _must_be_newest(connection, where, receiving)
            listed = ", ".join(f'"{table.name}"' for table in tables())
            connection.execute(f"LOCK TABLE {listed} IN EXCLUSIVE MODE".encode())
            yield ServerSide(where, connection)
    except psycopg.Error as error:
        raise unavailable(error) from error


def spoken_address(address: str) -> str:
    """Return the address without its password; raises ``ValueError`` without repeating an invalid address."""
    try:
        parts = conninfo_to_dict(address)
    except psycopg.Error:
        raise ValueError("not an address of a PostgreSQL server") from None
    user, port = (f"{parts['user']}@" if "user" in parts else ""), (f":{parts['port']}" if "port" in parts else "")
    return f"postgresql://{user}{parts.get('host', '')}{port}/{parts.get('dbname', '')}"


def _require_no_bots(connection: psycopg.Connection[Any], where: str) -> None:
    """Raise ``Immovable`` if a bot is connected; the server needs a moment to notice a closed connection."""
    patient_until = monotonic() + HANGING_UP
    while found := _connected_bots(connection):
        if monotonic() > patient_until:
            raise Immovable("in_use", where=where, bots=", ".join(f"{name} × {times}" for name, times in found))
        time.sleep(0.1)


def _connected_bots(connection: psycopg.Connection[Any]) -> list[Row]:
    connection.execute("SELECT pg_stat_clear_snapshot()")  # else a transaction sees the same ones to its end
    return connection.execute(BOTS).fetchall()


def _must_be_newest(connection: psycopg.Connection[Any], where: str, receiving: bool) -> None:
    version, newest = postgres.version_in(connection).version, postgres.newest_version()
    if version > newest:
        raise NewerDatabase(version, newest)
    if receiving and not version:
        postgres.migrate(connection, postgres.postgres_migrations())
    elif version < newest:
        raise Immovable("older", where=where, found=str(version), known=str(newest))
