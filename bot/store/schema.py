"""Migrates a SQLite database: numbered SQL files run in order at start, after a copy of the file is made."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import aiosqlite
from structlog import get_logger

from bot.store.errors import HalfMigrated, NewerDatabase

log = get_logger(__name__)


def shipped_migrations() -> Traversable:
    """Return the folder of migrations that comes with the program."""
    return files("bot.store.migrations")


def steps(folder: Traversable) -> dict[int, str]:
    """Return the SQL of each version, from files named ``0001_what.sql``."""
    found = (file for file in folder.iterdir() if file.name.endswith(".sql"))
    return {int(file.name.split("_")[0]): file.read_text("utf-8") for file in sorted(found, key=lambda file: file.name)}


def is_contracting(sql: str) -> bool:
    """Whether a migration breaks running programs that do not know it: its first line does not say ``-- expand``."""
    return not sql.startswith("-- expand")


async def version_of(connection: aiosqlite.Connection) -> int:
    """Return the database's version; 0 for an empty one."""
    rows = list(await connection.execute_fetchall("PRAGMA user_version"))
    return int(rows[0][0])


async def must_be_known(connection: aiosqlite.Connection, folder: Traversable) -> None:
    """Raise ``NewerDatabase`` if a newer program has made the file; call it before any change."""
    version, newest = await version_of(connection), max(steps(folder))
    if version > newest:
        (_, _, file), *_ = await connection.execute_fetchall("PRAGMA database_list")
        raise NewerDatabase(version, newest, copies_before(Path(file), newest))


def copies_before(file: Path, known: int) -> list[Path]:
    """Return the copies that migrations left beside a database and that version ``known`` can open, newest first."""
    found = sorted(file.absolute().parent.glob(f"{file.name}.before-[0-9][0-9][0-9][0-9]"), reverse=True)
    return [path for path in found if _version_in(path) in range(1, known + 1)]


def _version_in(copy: Path) -> int:
    try:
        with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?immutable=1", uri=True)) as connection:
            return int(connection.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return 0


async def bring_up_to_date(connection: aiosqlite.Connection, file: Path, folder: Traversable) -> None:
    """Run the missing migrations, each whole or not at all."""
    known = steps(folder)
    version, newest = await version_of(connection), max(known)
    if 0 < version < newest:
        await _rehearse_migration(connection, version, known)
        await _copy_database(connection, file.with_name(f"{file.name}.before-{newest:04}"))
    for number in range(version + 1, newest + 1):
        if await _apply_migration(connection, number, known[number]) and version:
            log.info("database.migrated", version=number)
    if not version:
        log.info("database.made", version=newest)


SCHEMA = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid"


def must_fit(schema: Iterable[str], missing: Mapping[int, str]) -> None:
    """Try the missing migrations on such tables in memory; raises ``HalfMigrated`` if one does not fit."""
    with closing(sqlite3.connect(":memory:")) as rehearsal:
        for statement in schema:
            rehearsal.execute(statement)
        for number, sql in missing.items():
            try:
                rehearsal.executescript(sql)
            except sqlite3.Error as error:
                raise HalfMigrated(number, str(error)) from error


async def _rehearse_migration(connection: aiosqlite.Connection, version: int, known: Mapping[int, str]) -> None:
    """Try the missing migrations before the copy overwrites an older one, which may be the last good copy."""
    schema = [row[0] for row in await connection.execute_fetchall(SCHEMA)]
    try:
        must_fit(schema, {number: sql for number, sql in known.items() if number > version})
    except HalfMigrated:
        if await version_of(connection) == version:  # else another process was first, and has done it
            raise


async def _apply_migration(connection: aiosqlite.Connection, number: int, sql: str) -> bool:
    """Run a migration; return False if another process has just done so."""
    try:
        await connection.executescript(f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version = {number};\nCOMMIT;")
    except sqlite3.Error:
        await connection.rollback()
        # Another process may have started at the same moment and done this very step.
        if await version_of(connection) < number:
            raise
        return False
    return True


async def _copy_database(connection: aiosqlite.Connection, target: Path) -> None:
    copy = sqlite3.connect(target, check_same_thread=False)
    try:
        await connection.backup(copy)
    finally:
        copy.close()
    log.info("database.copied", file=target.name)
