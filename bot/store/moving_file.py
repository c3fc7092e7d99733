"""The file as one end of a move: read and put away under another name, or made for what comes from a server."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.store.inspection import inspect_database
from bot.store.keeping import with_journal
from bot.store.moving import Immovable, Row, Table
from bot.store.sqlite import PATIENCE, SqliteEngine, SqliteStore, unavailable


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
    with _at(file) as side:
        yield side


@contextmanager
def into(file: Path) -> Iterator[FileSide]:
    """A file that takes rows in, made if there is none; one that was made goes again where nothing came of it."""
    there = file.exists() and file.stat().st_size > 0
    try:
        if not there:
            asyncio.run(_make(file))
        with _at(file) as side:
            yield side
    except BaseException:
        if not there:
            for one in with_journal(file):
                one.unlink(missing_ok=True)
        raise


@contextmanager
def _at(file: Path) -> Iterator[FileSide]:
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


async def _make(file: Path) -> None:
    store = SqliteStore(file)
    await store.open()
    await store.close()
