"""Whether anything can be written now: asked of the disk itself, and beside the games."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from bot.store import StoreUnavailable
from bot.store.sqlite import SqliteStore
from tests.bot.store.some_units import an_opening
from tests.bot.store.test_sqlite import a_store

ON_A_SMALL_DISK = """
import asyncio, sys
from pathlib import Path
from bot.store import StoreUnavailable
from bot.store.sqlite import SqliteStore

async def main(folder):
    store = SqliteStore(folder / "db")
    await store.open()
    for ballast in (0, 2_000_000, 0):
        try:
            (folder / "ballast").write_bytes(bytes(ballast))
        except OSError:
            pass
        try:
            await store.try_to_write()
            print("written")
        except StoreUnavailable as trouble:
            print(trouble.reason)
        except Exception:
            print("broken")
    await store.close()

asyncio.run(main(Path(sys.argv[1])))
"""


def test_a_full_disk_is_noticed_before_anybody_plays(tmp_path: Path) -> None:
    """A file system of its own, of one megabyte: well, full of somebody else's file, and well again."""
    mount = 'mount -t tmpfs -o size=1m none "$1" && exec "$2" -c "$3" "$1"'
    line = ["unshare", "--map-root-user", "--mount", "sh", "-c", mount, "sh", str(tmp_path)]
    if shutil.which("unshare") is None or subprocess.run([*line, "true", ""], capture_output=True).returncode:
        pytest.skip("this machine lets nobody mount a file system")
    done = subprocess.run([*line, sys.executable, ON_A_SMALL_DISK], capture_output=True, text=True, timeout=60)

    assert (done.stdout.splitlines()[-3:], done.stderr) == (["written", "full", "written"], "")


async def test_a_disk_that_takes_everything_is_asked_and_nothing_changes(tmp_path: Path) -> None:
    """Something is really written; nobody who reads the tables sees a difference."""
    async with a_store(tmp_path / "db") as store:
        await store.commit(an_opening("one", 1))
        before, written = await store.load("one"), (tmp_path / "db-wal").stat().st_size
        await store.try_to_write()

        assert (tmp_path / "db-wal").stat().st_size > written
        assert await store.load("one") == before


async def test_a_lock_that_stays_is_named_and_keeps_no_player_waiting(tmp_path: Path) -> None:
    """Another program holds the file: the probe gives up by itself, and does not stand in the writer's way."""
    async with a_store(tmp_path / "db") as store:
        other = sqlite3.connect(tmp_path / "db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="locked"):
            await store.try_to_write()
        other.execute("ROLLBACK")
        other.close()

        await store.try_to_write()
        await store.commit(an_opening("one", 1))


class ReadOnly(sqlite3.Connection):
    """A connection to a file that may only be read."""

    allowed = True

    def execute(self, sql: str, *values: object) -> sqlite3.Cursor:
        """Read, or fail."""
        super().execute(f"PRAGMA query_only = {'OFF' if ReadOnly.allowed else 'ON'}")
        return super().execute(sql, *values)


async def test_a_file_that_may_only_be_read_is_named(tmp_path: Path) -> None:
    """Reading goes on, which is why nobody would notice."""
    async with a_store(tmp_path / "db", factory=ReadOnly) as store:
        ReadOnly.allowed = False
        with pytest.raises(StoreUnavailable, match="read_only"):
            await store.try_to_write()
        ReadOnly.allowed = True
        await store.try_to_write()


async def test_a_file_that_is_gone_is_named(tmp_path: Path) -> None:
    """Somebody deleted it: what is written now would be lost; nobody makes a new one by asking."""
    async with a_store(tmp_path / "db") as store:
        (tmp_path / "db").unlink()
        with pytest.raises(StoreUnavailable, match="unreachable"):
            await store.try_to_write()

        assert not (tmp_path / "db").exists()


async def test_a_closed_store_takes_nothing(tmp_path: Path) -> None:
    """Before it is opened, and after it was closed."""
    with pytest.raises(StoreUnavailable, match="unreachable"):
        await SqliteStore(tmp_path / "db").try_to_write()
