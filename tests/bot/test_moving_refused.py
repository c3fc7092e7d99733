"""``labirynt move`` refused or broken off: nothing has changed on either side, and one sentence says why."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.run.data_folder import KEEPERS_LOCK, LOCK, occupy_folder
from bot.store.fleet.moving import STRIDE, move, out_of
from bot.store.fleet.moving_server import at_server
from bot.store.fleet.postgres import PostgresStore
from bot.store.sqlite import SqliteStore
from tests.bot.a_move import a_data_folder, keep, moved, nothing_in, refused, rows_of, write
from tests.bot.store.a_server import Server, a_server

pytestmark = pytest.mark.postgres


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The database of a data folder with one table."""
    return a_data_folder(tmp_path / "data")


@pytest.fixture
def address(server: Server, tmp_path: Path) -> str:
    """An address where nothing is yet."""
    return server.address(tmp_path)


# What is refused -------------------------------------------------------------------------------------------


@contextmanager
def unchanged(file: Path) -> Iterator[None]:
    """Nothing of the file is otherwise afterwards, and nothing new lies beside it."""
    locks = {LOCK, KEEPERS_LOCK}
    before = {one.name for one in file.parent.iterdir()} | locks, rows_of(file)
    yield
    assert ({one.name for one in file.parent.iterdir()} | locks, rows_of(file)) == before


def test_where_something_is_nothing_more_is_put(file: Path, address: str, tmp_path: Path) -> None:
    """Neither in a server nor in a file."""
    shutil.copy(file, tmp_path / "copy")
    moved("--to", address, "--data", file.parent)
    shutil.copy(tmp_path / "copy", file)
    before = rows_of(address)

    with unchanged(file):
        assert "holds rows already" in refused("--to", address, "--data", file.parent)
        assert "holds rows already" in refused("--from", address, "--data", file.parent)
    assert rows_of(address) == before


def test_tables_without_rows_are_empty(file: Path, address: str) -> None:
    """A bot may have been started there once."""

    async def once() -> None:
        store = PostgresStore(address)
        await store.open()
        await store.close()

    asyncio.run(once())
    assert sum(one["rows"] for one in moved("--to", address, "--data", file.parent)) > 0


async def test_a_bot_that_runs_is_not_robbed(address: str, tmp_path: Path) -> None:
    """By its lock on the folder, or by its lines to the server; a keeper of shards has such a line, too."""
    data = tmp_path / "data"
    data.mkdir()
    await keep(SqliteStore(data / "labirynt.sqlite3"))
    with occupy_folder(data):
        assert "Another bot uses" in await asyncio.to_thread(refused, "--to", address, "--data", data)
    store = PostgresStore(address)
    await store.open()
    said = await asyncio.to_thread(refused, "--to", address, "--data", data)
    await store.close()
    with psycopg.connect(address, application_name="labirynt shard 3"):
        back = await asyncio.to_thread(refused, "--from", address, "--data", tmp_path / "back")

    assert "A bot uses postgresql://labirynt@" in said
    assert "labirynt shard 3 × 1" in back
    assert (data / "labirynt.sqlite3").exists()
    assert not (tmp_path / "back" / "labirynt.sqlite3").exists()


async def test_a_bot_that_starts_meanwhile_waits(address: str, tmp_path: Path) -> None:
    """It finds everything when it has its turn."""
    (tmp_path / "data").mkdir()
    file = tmp_path / "data" / "labirynt.sqlite3"
    await keep(SqliteStore(file))
    store = PostgresStore(address)
    with out_of(file) as source, at_server(address, receiving=True) as receiver:
        starting = asyncio.create_task(store.open())
        await asyncio.sleep(0)
        move(source, receiver, lambda total: a_silent_bar())
    await starting

    assert [entry.id for entry in await store.index()] == ["one"]
    await store.close()


@contextmanager
def a_silent_bar() -> Iterator[Any]:
    """A bar that nobody sees."""
    yield lambda done: None


def test_a_newer_version_is_left_alone(file: Path, address: str) -> None:
    """On either side, and so is an older one."""
    with at_server(address, receiving=True) as side:
        side._connection.commit()
    for version, said in ((9999, "version 9999"), (1, "start the bot there once")):
        with psycopg.connect(address) as connection:
            connection.execute("UPDATE schema_version SET version = %s", (version,))
        with unchanged(file):
            assert said in refused("--to", address, "--data", file.parent)
            assert said in refused("--from", address, "--data", file.parent)
    for version in (9999, 1):
        write(file, f"PRAGMA user_version = {version}")
        refused("--to", address, "--data", file.parent)
    assert file.exists()


def test_a_damaged_file_stays(file: Path, address: str) -> None:
    """What cannot be read whole is not half moved."""
    data = bytearray(file.read_bytes())
    data[4096:] = bytes(len(data) - 4096)
    file.write_bytes(data)

    refused("--to", address, "--data", file.parent)

    assert file.read_bytes() == data
    assert nothing_in(address)
    assert "no database" in refused("--to", address, "--data", file.parent / "nowhere")
    assert not (file.parent / "nowhere").exists()


def test_a_sign_that_no_server_keeps_is_named_with_its_game(file: Path, address: str) -> None:
    """And nothing is left half done."""
    write(file, "INSERT INTO notes (game, at, user_id, text) VALUES ('one', 1.0, 10, ?)", "a\0b")

    with unchanged(file):
        said = refused("--to", address, "--data", file.parent)

    assert "A text of one holds" in said
    assert "table notes, column text" in said
    assert nothing_in(address)


def test_a_row_that_no_server_takes_is_named_with_its_table(file: Path, address: str) -> None:
    """SQLite takes text for a number where nobody looks."""
    write(file, "UPDATE games SET archived = 'no'")

    with unchanged(file):
        assert "a row of the table games" in refused("--to", address, "--data", file.parent)
    assert nothing_in(address)


def test_what_comes_out_otherwise_is_not_kept(file: Path, address: str) -> None:
    """A trigger, an encoding, a disk: whatever it was, the digests tell."""
    with at_server(address, receiving=True) as side:
        side._connection.execute(
            "CREATE FUNCTION other() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN NEW.name := NEW.name || '!'; RETURN NEW; END $$"
        )
        side._connection.execute("CREATE TRIGGER other BEFORE INSERT ON seats FOR EACH ROW EXECUTE FUNCTION other()")
        side._connection.commit()

    with unchanged(file):
        assert "gives the table seats back otherwise" in refused("--to", address, "--data", file.parent)
    assert not any(rows_of(address).values())


@pytest.mark.parametrize("there", [True, False])
def test_a_server_that_breaks_in_the_middle_changes_nothing(
    tmp_path: Path, there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows are on their way when the power goes; the next try succeeds."""
    (tmp_path / "data").mkdir()
    file = tmp_path / "data" / "labirynt.sqlite3"
    asyncio.run(keep(SqliteStore(file)))
    with closing(sqlite3.connect(file)) as connection, connection:
        lines = ((f"{n}", "x" * 400) for n in range(6 * STRIDE))
        connection.executemany("INSERT INTO guilds VALUES (?, ?)", lines)
    with a_server() as own:
        address, way = own.address(tmp_path), ("--to", "data") if there else ("--from", "back")
        if not there:
            moved("--to", address, "--data", file.parent)
        monkeypatch.setattr("bot.run.terminal.progress_bar", lambda total: _breaking(own))
        said = refused(way[0], address, "--data", tmp_path / way[1])
        monkeypatch.undo()
        own.start()

        assert "It broke off" in said
        assert file.exists() is there
        assert not (tmp_path / "back" / "labirynt.sqlite3").exists()
        assert nothing_in(address) is there
        assert sum(one["rows"] for one in moved(way[0], address, "--data", tmp_path / way[1])) > 6 * STRIDE


@contextmanager
def _breaking(server: Server) -> Iterator[Any]:
    broken: list[int] = []

    def show(done: int) -> None:
        if done >= 2 * STRIDE and not broken:
            broken.append(done)
            server.stop()

    yield show
