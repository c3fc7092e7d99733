"""A look at a database from outside: what state it is in. Not a byte of it changes, and no file is made beside it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec

from bot.store.errors import NewerDatabase
from bot.store.schema import SCHEMA, copies_before, must_fit, shipped_migrations, steps


class Inspected(msgspec.Struct, frozen=True):
    """The database's version and the newest known here; ``fault``: the first thing that is broken in it, or ''.

    ``foreign``: it is whole, but some other program's.
    """

    version: int
    newest: int
    fault: str = ""
    foreign: bool = False


def inspect_database(file: Path) -> Inspected:
    """The state of a database; raises ``NewerDatabase``, ``HalfMigrated``, and ``sqlite3.Error`` for a broken one."""
    with closing(sqlite3.connect(to_be_read(file), uri=True)) as connection:
        version, known = connection.execute("PRAGMA user_version").fetchone()[0], steps(shipped_migrations())
        if version > max(known):
            raise NewerDatabase(version, max(known), copies_before(file, max(known)))
        if fault := _fault(connection):
            return Inspected(version, max(known), fault)
        if not version:
            return Inspected(version, max(known), foreign=True)
        schema = [row[0] for row in connection.execute(SCHEMA)]
        must_fit(schema, {number: sql for number, sql in known.items() if number > version})
        return Inspected(version, max(known))


def copy_database(file: Path, to: Path) -> None:
    """Copy a database as it is at this moment, also while a bot writes it; raises ``sqlite3.Error``."""
    with closing(sqlite3.connect(to_be_read(file), uri=True)) as source, closing(sqlite3.connect(to)) as copy:
        source.backup(copy)


def to_be_read(file: Path) -> str:
    """Where no journal lies, nobody has the file open and no journal is to be made for looking at it."""
    journal = file.with_name(f"{file.name}-wal")
    return f"{file.absolute().as_uri()}?{'mode=ro' if journal.exists() else 'immutable=1'}"


def _fault(connection: sqlite3.Connection) -> str:
    """What SQLite finds first when it goes through every page."""
    found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    return "" if found == "ok" else found.replace("\n", " ")
