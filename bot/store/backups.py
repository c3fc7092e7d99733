"""Backups of the SQLite file: take one while a bot writes, restore one, and inspect one without changing it."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import mkstemp

from msgspec import Struct

from bot.rights import give
from bot.store.errors import NewerDatabase
from bot.store.schema import SCHEMA, copies_before, must_fit, shipped_migrations, steps
from bot.table.votes import MARKS

KIND_OF_FILE = 0x4C414259
"""SQLite's application id, which identifies the kind of file: LABY."""
HEADER, KIND_AT = b"SQLite format 3\0", 68
"""The beginning of a file, and where its header has its application id (sqlite.org/fileformat.html)."""
NAME = "labirynt-%Y%m%dT%H%M%SZ.sqlite3"
"""The name of a backup in a folder (UTC), and what all such names match."""
NAMES = f"labirynt-{'[0-9]' * 8}T{'[0-9]' * 6}Z.sqlite3"

BESIDE = ("", "-wal", "-shm")
"""The suffixes of a database's files; the journal holds answers that are in no other file."""


def keep_beside(file: Path, why: str) -> Path:
    """Rename a closed database in its folder, adding the reason and the time (UTC); return the new path."""
    when = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    names = (file.with_name(f"{file.name}.{why}-{when}{more}") for more in ("", *(f"-{n}" for n in range(2, 100))))
    kept = next(name for name in names if not name.exists())
    for path, there in zip(with_journal(file), with_journal(kept), strict=True):
        if path.exists():
            path.rename(there)
    return kept


def with_journal(file: Path) -> list[Path]:
    """Return the paths of a database and its journal files, which need not exist."""
    return [file.with_name(f"{file.name}{beside}") for beside in BESIDE]


class Inspected(Struct, frozen=True):
    """The version of a database and the newest version known here.

    ``fault``: the first damage found, or ''. ``foreign``: the database is sound but belongs to another program.
    """

    version: int
    newest: int
    fault: str = ""
    foreign: bool = False


def inspect_database(file: Path) -> Inspected:
    """Return the state of a database; raises ``NewerDatabase``, ``HalfMigrated`` or ``sqlite3.Error`` (unreadable)."""
    with closing(sqlite3.connect(to_be_read(file), uri=True)) as connection:
        version, known = connection.execute("PRAGMA user_version").fetchone()[0], steps(shipped_migrations())
        if version > max(known):
            raise NewerDatabase(version, max(known), copies_before(file, max(known)))
        found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        if fault := ("" if found == "ok" else found.replace("\n", " ")):
            return Inspected(version, max(known), fault)
        if not version:
            return Inspected(version, max(known), foreign=True)
        schema = [row[0] for row in connection.execute(SCHEMA)]
        must_fit(schema, {number: sql for number, sql in known.items() if number > version})
        return Inspected(version, max(known))


def copy_database(file: Path, to: Path) -> None:
    """Copy a database in its present state, even while a bot writes it; raises ``sqlite3.Error``."""
    with closing(sqlite3.connect(to_be_read(file), uri=True)) as source, closing(sqlite3.connect(to)) as copy:
        source.backup(copy)


def to_be_read(file: Path) -> str:
    """Return the URI to open a database for reading; one without a journal is not in use and opened immutable."""
    journal = file.with_name(f"{file.name}-wal")
    return f"{file.absolute().as_uri()}?{'mode=ro' if journal.exists() else 'immutable=1'}"


class BadBackup(Exception):
    """The file to be restored is not a sound database of this program; the text tells the user why."""


class BackedUp(Struct, frozen=True):
    """A finished backup: its number of games, its size in bytes and its SHA-256 in hexadecimal."""

    games: int
    size: int
    digest: str


def back_up(file: Path, to: Path) -> BackedUp:
    """Write the present state of the database into a new file, even while a bot writes it.

    Raises ``FileExistsError``, ``OSError``, ``sqlite3.Error``, and the errors of ``inspect_database``.
    """
    if to.exists():
        raise FileExistsError(to)
    with _temporary_file_for(to) as making:
        with closing(sqlite3.connect(to_be_read(file), uri=True)) as source:
            source.execute("VACUUM INTO ?", (str(making),))
        with closing(sqlite3.connect(making)) as marked:
            marked.execute(f"PRAGMA application_id = {KIND_OF_FILE}")
        must_be_whole(making, file)
        with closing(sqlite3.connect(to_be_read(making), uri=True)) as made:
            games = made.execute("SELECT count(*) FROM games").fetchone()[0]
    return BackedUp(games, to.stat().st_size, digest_of(to))


def own_backups(folder: Path) -> list[Path]:
    """Return the backups in a folder, oldest first: files that are called so and say that they are the bot's."""
    return [path for path in sorted(folder.glob(NAMES)) if not path.is_symlink() and path.is_file() and _is_ours(path)]


def _is_ours(file: Path) -> bool:
    with file.open("rb") as opened:
        header = opened.read(KIND_AT + 4)
    return header.startswith(HEADER) and header[KIND_AT:] == KIND_OF_FILE.to_bytes(4, "big")


def keep_newest(newest: Path, number: int) -> list[Path]:
    """Delete all backups in this one's folder but it and the ``number`` - 1 before it; return those deleted."""
    others = [path for path in own_backups(newest.parent) if path.name != newest.name]
    gone = others[: max(0, len(others) - number + 1)]
    for path in gone:
        path.unlink()
    return gone


def put_back(backup: Path, file: Path) -> Path | None:
    """Replace the database, which must not be in use, by a backup; return the new path of the old one, if any.

    Raises ``BadBackup``, ``OSError``, ``sqlite3.Error`` and the errors of ``inspect_database``; then no file is moved.
    """
    must_be_whole(backup, backup)
    kept: Path | None = None
    with _temporary_file_for(file) as making:
        copy_database(backup, making)
        _begin_epochs(making, time.time())
        must_be_whole(making, backup)
        give(making, file if file.exists() else file.absolute().parent)
        if any(path.exists() for path in with_journal(file)):
            kept = keep_beside(file, "replaced")
    return kept


ANEW = ("snapshots", "answers")
"""The tables whose rows of the open stage are copied into the new epoch."""


def _begin_epochs(file: Path, now: float) -> None:
    """Begin a new epoch at every table, so that each table asks its question anew.

    Messages posted after the backup may carry buttons with the same addresses, which must not answer other questions.
    """
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("DELETE FROM prompts")
        if not _column_names(connection, "epochs"):  # the first version had none
            return
        for table in ANEW:
            names = _column_names(connection, table)
            values = ", ".join("g.epoch + 1" if name == "epoch" else f"t.{name}" for name in names)
            connection.execute(
                f"INSERT INTO {table} ({', '.join(names)}) SELECT {values} FROM {table} t JOIN games g"
                " ON g.id = t.game AND g.epoch = t.epoch AND g.stage = t.stage WHERE g.phase = 'playing'"
            )
        connection.execute(
            "INSERT INTO epochs (game, epoch, why, parent, stage, step, tip_stage, tip_step, at, user_id)"
            " SELECT id, epoch + 1, 'restored', epoch, stage, step, stage, step, ?, 0"
            " FROM games WHERE phase = 'playing'",
            (now,),
        )
        playing = "game IN (SELECT id FROM games WHERE phase = 'playing')"
        connection.execute(f"DELETE FROM drafts WHERE {playing}")
        connection.execute(f"DELETE FROM votes WHERE {playing} AND matter NOT IN {MARKS}")
        connection.execute("UPDATE games SET epoch = epoch + 1, revision = revision + 1 WHERE phase = 'playing'")


def _column_names(connection: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def shrink(file: Path) -> int:
    """Return free space of a database to the disk while nobody else has it open; return its new size in bytes.

    Raises ``sqlite3.Error``, for example if the disk has no room for a temporary second copy.
    """
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("VACUUM")
    return file.stat().st_size


def digest_of(file: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal."""
    with file.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


@contextmanager
def _temporary_file_for(file: Path) -> Iterator[Path]:
    """Yield a private temporary file that is renamed to ``file`` once it is complete and flushed to disk."""
    descriptor, name = mkstemp(dir=file.absolute().parent, prefix=f"{file.name}.", suffix=".part")
    os.close(descriptor)
    making = Path(name)
    try:
        yield making
        _sync_to_disk(making)
        making.rename(file)
    finally:
        for path in with_journal(making):
            path.unlink(missing_ok=True)
    _sync_to_disk(file.absolute().parent)


def _sync_to_disk(place: Path) -> None:
    if os.name == "nt" and place.is_dir():
        return  # Windows opens no folder
    descriptor = os.open(place, os.O_RDONLY if place.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


SPOILT = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def must_be_whole(file: Path, named: Path) -> None:
    """Raise ``BadBackup`` if the file is no sound database; ``named`` is the path shown in the message."""
    if not file.stat().st_size:
        raise BadBackup(f"{named} is empty")
    try:
        found = inspect_database(file)
    except sqlite3.DatabaseError as failure:
        if failure.sqlite_errorcode not in SPOILT:  # such as missing rights, which the caller explains
            raise
        raise BadBackup(f"{named} is damaged, cut short or no database: {failure}") from failure
    if found.fault:
        raise BadBackup(f"{named} is damaged or cut short: {found.fault}")
    if found.foreign:
        raise BadBackup(f"{named} is a database, but is not the bot's")
