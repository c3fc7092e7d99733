"""A PostgreSQL server as one side of a move; what a bot has left there stays, whatever happens."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
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
"""Every connection of the bot's has a name that begins so, be it a store's or a keeper's of shards."""
NUMBERED = (
    "SELECT table_name, column_name FROM information_schema.columns"
    " WHERE is_identity = 'YES' AND table_schema = current_schema() ORDER BY 1"
)
HANGING_UP = 2.0
"""Seconds that a line which is no longer held may still be listed."""
UNFIT = (psycopg.DataError, psycopg.IntegrityError, errors.ProgramLimitExceeded)
"""What a server says about a row that it will never take."""


class ServerSide:
    """The tables in a server: a ``Side``."""

    def __init__(self, where: str, connection: psycopg.Connection[Any]) -> None:
        self.where = where
        self._connection = connection

    def count(self, table: Table) -> int:
        """How many rows it has."""
        return int(self._value(f'SELECT count(*) FROM "{table.name}"'))

    def rows(self, table: Table) -> Iterator[Row]:
        """All of them, in the order of the key."""
        with self._connection.cursor("rows") as cursor:
            cursor.itersize = STRIDE
            yield from cursor.execute(table.read.encode())

    def take(self, table: Table, rows: Iterable[Row]) -> None:
        """Take these in; raises ``Immovable``."""
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
            raise Immovable("unfit", where=self.where, table=table.name, why=_first_lines(error)) from error

    def commit(self) -> None:
        """Make everything durable; new ids begin behind the greatest."""
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
    """The tables there, which nobody else writes until the end; without them they are made for what is ``receiving``.

    Raises ``Immovable`` where a bot is or the tables are older, ``NewerDatabase``, and ``StoreUnavailable``.
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
    """The address without its password; raises ``ValueError``, which does not repeat it, where it is none."""
    try:
        parts = conninfo_to_dict(address)
    except psycopg.Error:
        raise ValueError("not an address of a PostgreSQL server") from None
    user, port = (f"{parts['user']}@" if "user" in parts else ""), (f":{parts['port']}" if "port" in parts else "")
    return f"postgresql://{user}{parts.get('host', '')}{port}/{parts.get('dbname', '')}"


def _require_no_bots(connection: psycopg.Connection[Any], where: str) -> None:
    """The server takes a moment to notice that a bot has hung up."""
    patient_until = time.monotonic() + HANGING_UP
    while found := _connected_bots(connection):
        if time.monotonic() > patient_until:
            raise Immovable("in_use", where=where, bots=", ".join(f"{name} × {times}" for name, times in found))
        time.sleep(0.1)


def _connected_bots(connection: psycopg.Connection[Any]) -> list[Row]:
    connection.execute("SELECT pg_stat_clear_snapshot()")  # else a transaction sees the same ones to its end
    return connection.execute(BOTS).fetchall()


def _must_be_newest(connection: psycopg.Connection[Any], where: str, receiving: bool) -> None:
    version, newest = postgres.version_in(connection), postgres.newest_version()
    if version > newest:
        raise NewerDatabase(version, newest)
    if receiving and not version:
        postgres.migrate(connection, postgres.postgres_migrations())
    elif version < newest:
        raise Immovable("older", where=where, found=str(version), known=str(newest))


def _first_lines(error: psycopg.Error) -> str:
    return "; ".join(filter(None, (error.diag.message_primary, error.diag.message_detail))) or str(error)
