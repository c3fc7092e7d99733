"""The database: units whole or not at all, grouped commits, migrations, and disks that fail."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

from bot.store import NewerDatabase, StoreUnavailable
from bot.store.schema import shipped_migrations, steps
from bot.store.sqlite import SqliteEngine, SqliteStore
from bot.store.units import Story
from bot.store.writer import Statement, Writer
from bot.table.records import Sitter
from tests.bot.store.some_units import HERE, a_move, a_record, an_opening


class Watched(sqlite3.Connection):
    """A connection that counts its commits."""

    commits = 0

    def commit(self) -> None:
        """Count, and commit."""
        Watched.commits += 1
        super().commit()


class Failing(sqlite3.Connection):
    """A disk that can be made to fail and to recover: ``trouble`` is run as SQL before each statement."""

    trouble = "PRAGMA query_only = OFF"

    def executemany(self, sql: str, rows: Any, /) -> sqlite3.Cursor:
        """Have the trouble, then go on."""
        self.execute(Failing.trouble)
        return super().executemany(sql, rows)


@asynccontextmanager
async def a_store(file: Path, **kind: Any) -> AsyncIterator[SqliteStore]:
    """An open store."""
    store = SqliteStore(file, **kind)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def test_units_that_wait_share_a_commit(tmp_path: Path) -> None:
    """Fifty actions at the same moment cost two commits: the first alone, the others together."""
    async with a_store(tmp_path / "db", factory=Watched) as store:
        Watched.commits = 0

        await asyncio.gather(*(store.commit(an_opening(f"t{n}", n)) for n in range(50)))

        assert Watched.commits <= 2
        assert len(await store.index()) == 50


async def test_units_that_wait_are_written_in_the_order_of_their_tables(tmp_path: Path) -> None:
    """Processes that write the same tables lock them in one order, so that none waits for another in a circle."""
    with contextlib.closing(sqlite3.connect(tmp_path / "db")) as file:
        file.execute("CREATE TABLE written (name TEXT)")
    insert = Statement(0, "INSERT INTO written VALUES (?)")
    writer = Writer(SqliteEngine(tmp_path / "db", 1.0, sqlite3.Connection))
    await writer.open()

    await asyncio.gather(*(writer.write([(insert, (name,))], name) for name in ("birch", "oak", "ash")))
    await writer.close()

    with contextlib.closing(sqlite3.connect(tmp_path / "db")) as file:
        assert file.execute("SELECT name FROM written ORDER BY rowid").fetchall() == [("ash",), ("birch",), ("oak",)]


async def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    """An old program names both versions and touches nothing."""
    with sqlite3.connect(tmp_path / "db") as file:
        file.execute("PRAGMA user_version = 9999")

    with pytest.raises(NewerDatabase, match=r"9999.*up to \d+"):
        await SqliteStore(tmp_path / "db").open()


SHIPPED = max(steps(shipped_migrations()))


def an_older_program(folder: Path, *later: str) -> Path:
    """A folder of migrations: the shipped ones, and later ones."""
    folder.mkdir()
    for number, step in steps(shipped_migrations()).items():
        (folder / f"{number:04}_shipped.sql").write_text(step, "utf-8")
    for number, step in enumerate(later, start=SHIPPED + 1):
        (folder / f"{number:04}_later.sql").write_text(step, "utf-8")
    return folder


async def test_a_migration_keeps_a_copy_of_the_file(tmp_path: Path) -> None:
    """The new column is there, and beside the file lies what it was before."""
    old, new = (
        an_older_program(tmp_path / "old"),
        an_older_program(tmp_path / "new", "ALTER TABLE games ADD mood TEXT;"),
    )
    async with a_store(tmp_path / "db", migrations=old) as store:
        await store.commit(an_opening("one", 1))

    async with a_store(tmp_path / "db", migrations=new) as store:
        assert [entry.id for entry in await store.index()] == ["one"]

    with sqlite3.connect(tmp_path / f"db.before-{SHIPPED + 1:04}") as copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (SHIPPED,)
        assert copy.execute("SELECT id FROM games").fetchall() == [("one",)]


async def test_who_sat_at_a_table_of_before_is_known_after_the_migration(tmp_path: Path) -> None:
    """Since the table was opened; in a lobby nobody has played yet."""
    first = tmp_path / "first"
    first.mkdir()
    (first / "0001_shipped.sql").write_text(steps(shipped_migrations())[1], "utf-8")
    async with a_store(tmp_path / "db", migrations=first):
        pass
    with sqlite3.connect(tmp_path / "db") as old:
        for name, phase in (("played", "playing"), ("opened", "lobby")):
            row = (name, "toy", len(name) + len(phase), 1, "pl", phase, "{}", 10, "", 5.0, 0, 0, 0, 0, 1, 5.0)
            old.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(row))})", row)
            old.execute("INSERT INTO seats VALUES (?, 's1', 0, 10, 'Ala', 0)", (name,))

    async with a_store(tmp_path / "db") as store:
        assert await store.sitters("played") == [Sitter("s1", 5.0, 10, "Ala")]
        assert await store.sitters("opened") == []


async def test_seeds_and_insiders_of_before_are_known_after_the_migration(tmp_path: Path) -> None:
    """The seed is the first of the game; who sits, stands in or masters has seen what is hidden."""
    older = tmp_path / "older"
    older.mkdir()
    for number in (1, 2):
        (older / f"{number:04}_shipped.sql").write_text(steps(shipped_migrations())[number], "utf-8")
    async with a_store(tmp_path / "db", migrations=older):
        pass
    with sqlite3.connect(tmp_path / "db") as old:
        row = ("one", "toy", 1, 1, "pl", "playing", "{}", 10, "", 5.0, 1, 0, 0, 0, 1, 5.0, 12, "{}", 0, 5.0, None)
        old.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(row))})", row)
        old.execute("INSERT INTO seats VALUES ('one', 's1', 0, 10, 'Ala', 0, 9.0, 11, 0, 0)")
        old.execute("INSERT INTO sitters VALUES ('one', 's1', 5.0, 13, 'Jan')")
        old.execute("INSERT INTO seeds VALUES ('one', x'0102')")

    async with a_store(tmp_path / "db") as store:
        saved = await store.load("one")
        insiders = {user: await store.insider("one", user) for user in (10, 11, 12, 13, 14)}

        assert saved is not None
        assert (saved.seed, saved.seal, await store.seeds("one")) == (b"\1\2", 0, [b"\1\2"])
        assert insiders == {10: {"s1"}, 11: {"s1"}, 12: {"gm"}, 13: {"s1"}, 14: frozenset()}


async def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    """Half a step is no step."""
    old = an_older_program(tmp_path / "old")
    bad = an_older_program(tmp_path / "bad", "ALTER TABLE games ADD mood TEXT; ALTER TABLE nonesuch ADD mood TEXT;")
    async with a_store(tmp_path / "db", migrations=old) as store:
        await store.commit(an_opening("one", 1))

    with pytest.raises(StoreUnavailable):
        await SqliteStore(tmp_path / "db", migrations=bad).open()

    async with a_store(tmp_path / "db", migrations=old) as store:
        assert (await store.load("one")) is not None


async def test_a_new_folder_is_one_line_of_the_log(tmp_path: Path) -> None:
    """Not one for each step that brings a file to the version of today."""
    with capture_logs() as lines:
        async with a_store(tmp_path / "games.sqlite3"):
            pass

    assert [line["event"] for line in lines] == ["database.made"]


async def test_a_half_migrated_database_is_called_that(tmp_path: Path) -> None:
    """A column of the update is there, its number is not: said in words, nothing changes, no copy is overwritten."""
    first = tmp_path / "first"
    first.mkdir()
    (first / "0001_shipped.sql").write_text(steps(shipped_migrations())[1], "utf-8")
    async with a_store(tmp_path / "db", migrations=first):
        pass
    with contextlib.closing(sqlite3.connect(tmp_path / "db", isolation_level=None)) as file:
        file.execute("ALTER TABLE games ADD COLUMN gm_id INTEGER NOT NULL DEFAULT 0")
    (tmp_path / f"db.before-{SHIPPED:04}").write_text("better days")
    before = (tmp_path / "db").read_bytes()
    with pytest.raises(StoreUnavailable) as refused:
        await SqliteStore(tmp_path / "db").open()

    assert refused.value.reason == "half_migrated"
    assert str(refused.value).startswith("the database has part of update 0002 already (duplicate column name: gm_id)")
    assert (tmp_path / "db").read_bytes() == before
    assert (tmp_path / f"db.before-{SHIPPED:04}").read_text() == "better days"


@pytest.mark.parametrize(
    ("trouble", "relief", "reason"),
    [
        ("PRAGMA query_only = ON", "PRAGMA query_only = OFF", "read_only"),
        ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000", "full"),
    ],
)
async def test_a_disk_that_fails_refuses_kindly_and_recovers(
    tmp_path: Path, trouble: str, relief: str, reason: str
) -> None:
    """A full or read-only disk: the action is refused with the reason, nothing changes, and later it works again."""
    async with a_store(tmp_path / "db", factory=Failing) as store:
        await store.commit(an_opening("one", 1))
        story = Story(HERE, bytes(90_000), None)
        big = msgspec.structs.replace(a_move(a_record("one"), interaction=70), stories=[story])

        Failing.trouble = trouble
        with pytest.raises(StoreUnavailable) as refused:
            await store.commit(big)
        Failing.trouble = relief

        assert refused.value.reason == reason
        assert (await store.revision("one"), await store.outbox(), await store.has_interaction(70)) == (1, [], False)
        await store.commit(big)
        assert await store.revision("one") == 2


async def test_a_locked_database_is_named(tmp_path: Path) -> None:
    """Another program holds the file for longer than we wait."""
    async with a_store(tmp_path / "db", patience=0.05) as store:
        other = sqlite3.connect(tmp_path / "db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")

        with pytest.raises(StoreUnavailable, match="locked"):
            await store.commit(an_opening("one", 1))

        other.execute("ROLLBACK")
        other.close()
        await store.commit(an_opening("one", 1))


async def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    """Somebody's letter is not opened as a database, and not overwritten."""
    (tmp_path / "db").write_text("Dear Ala, " * 500)

    with pytest.raises(StoreUnavailable, match="damaged"):
        await SqliteStore(tmp_path / "db").open()

    assert (tmp_path / "db").read_text().startswith("Dear Ala")


async def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    """No folder, no file: said in one exception."""
    with pytest.raises(StoreUnavailable, match="unreachable"):
        await SqliteStore(tmp_path / "nowhere" / "db").open()


def test_a_bot_with_a_file_loads_nothing_of_a_server() -> None:
    """The driver is an extra, and locks and moves of a fleet are of no use to whoever has one process."""
    code = (
        "import sys, bot.run.cli, bot.run.start, bot.run.playing, bot.run.doctor, bot.store.opening;"
        "print(*(name for name in sys.modules if name.startswith(('psycopg', 'bot.store.fleet'))))"
    )

    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert loaded.stdout.split() == []


def test_a_commit_waits_for_the_disk(tmp_path: Path) -> None:
    """What was acknowledged survives a power cut: the writer syncs at each commit."""
    engine = SqliteEngine(tmp_path / "labirynt.sqlite3", 1.0, sqlite3.Connection)
    connection = engine.connect()

    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    connection.close()
