"""Moves all games between the SQLite file and a PostgreSQL server in one transaction, verified before the commit.

It needs no PostgreSQL driver; ``moving_server`` is the server's side.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from graphlib import TopologicalSorter
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

import msgspec
from msgspec import Struct

from bot.store.backups import inspect_database, with_journal
from bot.store.schema import shipped_migrations, steps
from bot.store.sqlite import PATIENCE, SqliteEngine, SqliteStore, unavailable

STRIDE = 500
"""The progress is reported after this number of rows."""

Row = tuple[Any, ...]
Reason = Literal["not_empty", "in_use", "older", "damaged", "foreign", "nul", "unfit", "differs"]
Bar = Callable[[int], AbstractContextManager[Callable[[int], None]]]
"""A progress bar: it takes the total number of rows and yields a function that takes the number done."""


class Immovable(Exception):
    """The move is refused and neither side has changed; the error holds one word as the reason, and its details."""

    def __init__(self, reason: Reason, **facts: str) -> None:
        super().__init__(f"{reason} {facts}")
        self.reason: Reason = reason
        self.facts = facts


class Table(NamedTuple):
    """A database table: its columns, its sort key, and the position of the column that names the owner of a row."""

    name: str
    columns: str
    key: str
    owner: int

    @property
    def read(self) -> str:
        """The query for all rows in the order of the key, which is the same in both engines."""
        return f'SELECT {self.columns} FROM "{self.name}" ORDER BY {self.key}'

    def of(self, row: Row) -> str:
        """Return the game to which a row belongs, otherwise the person or the guild."""
        return str(row[self.owner])

    def column(self, place: int) -> str:
        """Return the name of the column at this position."""
        return self.columns.split(", ")[place].strip('"')


class Moved(Struct, frozen=True):
    """The result for one table: the number of moved rows and the SHA-256 of all of them in hexadecimal."""

    table: str
    rows: int
    digest: str


class Side(Protocol):
    """One side of a move: a database with an open transaction, to which nobody else writes."""

    where: str

    def count(self, table: Table) -> int:
        """Return the number of rows in a table."""

    def rows(self, table: Table) -> Iterator[Row]:
        """Yield all rows of a table in the order of the key."""

    def take(self, table: Table, rows: Iterable[Row]) -> None:
        """Insert these rows; raises ``Immovable``."""

    def commit(self) -> None:
        """Make everything durable."""


def tables() -> list[Table]:
    """Return all tables of the newest version, each after the tables that it refers to."""
    with closing(sqlite3.connect(":memory:")) as model:
        for sql in steps(shipped_migrations()).values():
            model.executescript(sql)
        names = [row[0] for row in model.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        refers = {
            name: {row[3]: row[2] for row in model.execute(f"PRAGMA foreign_key_list({name})")}
            for name in names
            if not name.startswith("sqlite_")
        }
        order = TopologicalSorter({name: set(refers[name].values()) for name in refers}).static_order()
        return [_table(model, name, refers[name]) for name in order]


def _table(model: sqlite3.Connection, name: str, refers: dict[str, str]) -> Table:
    found = model.execute(f"PRAGMA table_info({name})").fetchall()
    columns = [row[1] for row in found]
    key = [row[1] for row in sorted(found, key=lambda row: row[5]) if row[5]]
    return Table(name, _quoted_names(columns), _quoted_names(key), columns.index(next(iter(refers))) if refers else 0)


def _quoted_names(names: list[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def move(source: Side, receiver: Side, bar: Bar) -> list[Moved]:
    """Move everything, and commit once both sides hold the same rows; raises ``Immovable``."""
    known = tables()
    if any(receiver.count(table) for table in known):
        raise Immovable("not_empty", where=receiver.where)
    with bar(2 * sum(source.count(table) for table in known)) as show:
        meter = _Meter(show)
        sent = [_send_rows(table, source, receiver, meter) for table in known]
        for table, there in zip(known, sent, strict=True):
            if _count_rows(table, receiver.rows(table), meter) != there:
                raise Immovable("differs", where=receiver.where, table=table.name)
    receiver.commit()
    return sent


class _Meter:
    """Reports the number of rows done from time to time."""

    def __init__(self, show: Callable[[int], None]) -> None:
        self._show = show
        self._done = 0

    def one_more(self) -> None:
        self._done += 1
        if not self._done % STRIDE:
            self._show(self._done)


class _Tally:
    """Counts and hashes the rows that pass through it."""

    def __init__(self, table: Table, meter: _Meter) -> None:
        self._table = table
        self._meter = meter
        self._rows = 0
        self._sum = sha256()

    def through(self, rows: Iterable[Row]) -> Iterator[Row]:
        for row in rows:
            self._rows += 1
            # SQLite has no negative zero.
            self._sum.update(
                msgspec.msgpack.encode([value + 0.0 if isinstance(value, float) else value for value in row])
            )
            self._meter.one_more()
            yield row

    def moved(self) -> Moved:
        return Moved(self._table.name, self._rows, self._sum.hexdigest())


def _send_rows(table: Table, source: Side, receiver: Side, meter: _Meter) -> Moved:
    tally = _Tally(table, meter)
    receiver.take(table, tally.through(source.rows(table)))
    return tally.moved()


def _count_rows(table: Table, rows: Iterable[Row], meter: _Meter) -> Moved:
    tally = _Tally(table, meter)
    for _ in tally.through(rows):
        pass
    return tally.moved()


class FileSide:
    """The ``Side`` of a database file."""

    def __init__(self, file: Path, connection: sqlite3.Connection) -> None:
        self.where = str(file)
        self._connection = connection
        self._reader = connection.cursor()

    def count(self, table: Table) -> int:
        """Return the number of rows in a table."""
        return int(self._connection.execute(f'SELECT count(*) FROM "{table.name}"').fetchone()[0])

    def rows(self, table: Table) -> Iterator[Row]:
        """Return all rows of a table in the order of the key."""
        return self._reader.execute(table.read)

    def take(self, table: Table, rows: Iterable[Row]) -> None:
        """Insert these rows; raises ``Immovable``."""
        gaps = ", ".join("?" * len(table.columns.split(", ")))
        try:
            self._connection.executemany(f'INSERT INTO "{table.name}" ({table.columns}) VALUES ({gaps})', rows)
        except sqlite3.IntegrityError as error:
            raise Immovable("unfit", where=self.where, table=table.name, why=str(error)) from error

    def commit(self) -> None:
        """Make everything durable. SQLite sets the next ids by itself."""
        self._connection.commit()

    def let_go(self) -> None:
        """Roll back and close the reader, so that the file can be closed even in the middle of reading."""
        self._reader.close()
        self._connection.rollback()


@contextmanager
def out_of(file: Path) -> Iterator[FileSide]:
    """Open a sound file of the newest version to read.

    Raises ``Immovable``, ``NewerDatabase``, ``StoreUnavailable``.
    """
    with _open_file_side(file) as side:
        yield side


@contextmanager
def into(file: Path) -> Iterator[FileSide]:
    """Open a file to receive rows; a missing file is created, and deleted again if the move fails."""
    there = file.exists() and file.stat().st_size > 0
    try:
        if not there:
            asyncio.run(_make_database(file))
        with _open_file_side(file) as side:
            yield side
    except BaseException:
        if not there:
            for path in with_journal(file):
                path.unlink(missing_ok=True)
        raise


@contextmanager
def _open_file_side(file: Path) -> Iterator[FileSide]:
    try:
        _must_be_whole(file)
        with closing(SqliteEngine(file, PATIENCE, sqlite3.Connection).connect()) as connection:
            connection.execute("BEGIN IMMEDIATE")
            side = FileSide(file, connection)
            try:
                yield side
            finally:
                side.let_go()
    except sqlite3.Error as error:
        raise unavailable(error) from error


def _must_be_whole(file: Path) -> None:
    found = inspect_database(file)
    if found.fault:
        raise Immovable("damaged", where=str(file), why=found.fault)
    if found.foreign:
        raise Immovable("foreign", where=str(file))
    if found.version < found.newest:
        raise Immovable("older", where=str(file), found=str(found.version), known=str(found.newest))


async def _make_database(file: Path) -> None:
    store = SqliteStore(file)
    await store.open()
    await store.close()
