"""Whether anything can be written now: asked of the disk itself, and beside the games."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.store import StoreUnavailable
from bot.store.sqlite import SqliteStore
from tests.bot.store.some_units import an_opening
from tests.bot.store.test_sqlite import Failing, a_store

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


def on_a_small_disk(folder: Path, program: str, size: str = "1m") -> subprocess.CompletedProcess[str]:
    """Run this program with a file system of its own, of this size, in the folder."""
    mount = f'mount -t tmpfs -o size={size} none "$1" && exec "$2" -c "$3" "$1"'
    line = ["unshare", "--map-root-user", "--mount", "sh", "-c", mount, "sh", str(folder)]
    if shutil.which("unshare") is None or subprocess.run([*line, "true", ""], capture_output=True).returncode:
        pytest.skip("this machine lets nobody mount a file system")
    return subprocess.run([*line, sys.executable, program], capture_output=True, text=True, timeout=60)


def test_a_full_disk_is_noticed_before_anybody_plays(tmp_path: Path) -> None:
    """A file system of its own, of one megabyte: well, full of somebody else's file, and well again."""
    done = on_a_small_disk(tmp_path, ON_A_SMALL_DISK)
    said = [line for line in done.stdout.splitlines() if line in ("written", "full", "broken")]

    assert (said, done.stderr) == (["written", "full", "written"], "")
    assert "store.refuses" in done.stdout


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


def tear(file: Path) -> None:
    """Write something else over the first page of the tables' list; what opening reads stays whole."""
    with closing(sqlite3.connect(file)) as connection:
        ((page,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'games'")
        ((size,),) = connection.execute("PRAGMA page_size")
    with file.open("r+b") as torn:
        torn.seek((page - 1) * size)
        torn.write(b"\xa5" * size)


async def test_damage_that_was_met_stays_known(tmp_path: Path) -> None:
    """The first page can be written all the same, and says nothing of the others."""
    async with a_store(tmp_path / "db") as store:
        await store.commit(an_opening("one", 1))
    tear(tmp_path / "db")
    async with a_store(tmp_path / "db") as store:
        with capture_logs() as told:
            for _ in range(3):
                with pytest.raises(StoreUnavailable, match="damaged"):
                    await store.load("one")
        with pytest.raises(StoreUnavailable, match="damaged"):
            await store.try_to_write()

    assert [(line["event"], line["log_level"], line["reason"]) for line in told] == [
        ("store.refuses", "error", "damaged")
    ]


async def test_what_a_store_refuses_is_told_once_until_it_is_over(tmp_path: Path) -> None:
    """Not at every press: an error when it begins, a line when it ends, and anew the next time."""
    async with a_store(tmp_path / "db", factory=Failing) as store:
        with capture_logs() as told:
            for _ in range(2):
                Failing.trouble = "PRAGMA query_only = ON"
                for nth in range(2):
                    with pytest.raises(StoreUnavailable, match="read_only"):
                        await store.commit(an_opening(f"no {nth}", 1))
                Failing.trouble = "PRAGMA query_only = OFF"
                await store.put_guild(1, {})

    assert [line["event"] for line in told] == ["store.refuses", "store.takes_again"] * 2
