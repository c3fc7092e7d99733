"""Moving all games between the SQLite file and a PostgreSQL server: one transaction, counted and compared before
it counts. Needs no PostgreSQL driver; the server's side is ``moving_server``.
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

from bot.store.backups import inspect_database, with_journal
from bot.store.schema import shipped_migrations, steps
from bot.store.sqlite import PATIENCE, SqliteEngine, SqliteStore, unavailable

STRIDE = 500
"""Rows after which it is said how far it has come."""

Row = tuple[Any, ...]
Reason = Literal["not_empty", "in_use", "older", "damaged", "foreign", "nul", "unfit", "differs"]
Bar = Callable[[int], AbstractContextManager[Callable[[int], None]]]
"""Shows how many of so many rows are done."""


class Immovable(Exception):
    """Why nothing has been moved, and nothing has changed on either side: one word, and what belongs to it."""

    def __init__(self, reason: Reason, **facts: str) -> None:
        super().__init__(f"{reason} {facts}")
        self.reason: Reason = reason
        self.facts = facts


class Table(NamedTuple):
    """A table, in SQL: its columns, what its rows are ordered by, and whose row one is (the place of that column)."""

    name: str
    columns: str
    key: str
    owner: int

    @property
    def read(self) -> str:
        """All rows in the order of the key, which is the same in both engines."""
        return f'SELECT {self.columns} FROM "{self.name}" ORDER BY {self.key}'

    def of(self, row: Row) -> str:
        """The game to which a row belongs; else the person or the guild."""
        return str(row[self.owner])

    def column(self, place: int) -> str:
        """The name of a column."""
        return self.columns.split(", ")[place].strip('"')


class Moved(msgspec.Struct, frozen=True):
    """What was moved of a table: how many rows, and the SHA-256 of all of them in hexadecimal."""

    table: str
    rows: int
    digest: str


class Side(Protocol):
    """An end of the way: a database in which a transaction is open, and which nobody else writes meanwhile."""

    where: str

    def count(self, table: Table) -> int:
        """How many rows it has."""

    def rows(self, table: Table) -> Iterator[Row]:
        """All of them, in the order of the key."""

    def take(self, table: Table, rows: Iterable[Row]) -> None:
        """Take these in; raises ``Immovable``."""

    def commit(self) -> None:
        """Make everything durable."""


def tables() -> list[Table]:
    """All tables of the newest version, each behind those that it refers to."""
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
    """Move everything, and make it durable once both sides hold the same; raises ``Immovable``."""
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
    """How many rows are done, said now and then."""

    def __init__(self, show: Callable[[int], None]) -> None:
        self._show = show
        self._done = 0

    def one_more(self) -> None:
        self._done += 1
        if not self._done % STRIDE:
            self._show(self._done)


class _Tally:
    """Counts and sums up the rows that go through it."""

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
    """A database in a file: a ``Side``."""

    def __init__(self, file: Path, connection: sqlite3.Connection) -> None:
        self.where = str(file)
        self._connection = connection
        self._reader = connection.cursor()

    def count(self, table: Table) -> int:
        """How many rows it has."""
        return int(self._connection.execute(f'SELECT count(*) FROM "{table.name}"').fetchone()[0])

    def rows(self, table: Table) -> Iterator[Row]:
        """All of them, in the order of the key."""
        return self._reader.execute(table.read)

    def take(self, table: Table, rows: Iterable[Row]) -> None:
        """Take these in; raises ``Immovable``."""
        gaps = ", ".join("?" * len(table.columns.split(", ")))
        try:
            self._connection.executemany(f'INSERT INTO "{table.name}" ({table.columns}) VALUES ({gaps})', rows)
        except sqlite3.IntegrityError as error:
            raise Immovable("unfit", where=self.where, table=table.name, why=str(error)) from error

    def commit(self) -> None:
        """Make everything durable; where the next id begins follows by itself."""
        self._connection.commit()

    def let_go(self) -> None:
        """Leave what is not committed as it was, also in the middle of reading, which would keep the file occupied."""
        self._reader.close()
        self._connection.rollback()


@contextmanager
def out_of(file: Path) -> Iterator[FileSide]:
    """A whole file of the newest version, to be read; raises ``Immovable``, ``NewerDatabase``, ``StoreUnavailable``."""
    with _open_file_side(file) as side:
        yield side


@contextmanager
def into(file: Path) -> Iterator[FileSide]:
    """A file that takes rows in, made if there is none; one that was made goes again where nothing came of it."""
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
