"""PostgreSQL alone: servers that go away, tables that are newer, two engines with the same columns."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.store import NewerDatabase, StoreUnavailable
from bot.store.fleet import postgres
from bot.store.fleet.postgres import HABITS, PostgresEngine, PostgresStore, postgres_migrations, unavailable, version_of
from bot.store.schema import shipped_migrations, steps
from tests.bot.store.a_server import Server, a_server
from tests.bot.store.some_units import a_move, a_record, an_opening

pytestmark = pytest.mark.postgres

COLUMNS = (
    "SELECT table_name, column_name, is_nullable = 'NO' FROM information_schema.columns"
    " WHERE table_schema = current_schema() AND table_name <> 'schema_version' ORDER BY 1, 2"
)
KEYS = "SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() AND tablename <> 'schema_version'"


@asynccontextmanager
async def a_store(address: str, **kind: Any) -> AsyncIterator[PostgresStore]:
    """An open store."""
    store = PostgresStore(address, **kind)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server that a test may stop."""
    with a_server() as running:
        yield running


def _by_sqlite() -> tuple[list[tuple[str, str, bool]], set[tuple[str, tuple[str, ...]]]]:
    with closing(sqlite3.connect(":memory:")) as file:
        for sql in steps(shipped_migrations()).values():
            file.executescript(sql)
        names = [row[0] for row in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        tables = sorted(name for name in names if not name.startswith("sqlite_"))
        columns, unique = [], set()
        for table in tables:
            rows = file.execute(f"PRAGMA table_info({table})").fetchall()
            columns += [(table, row[1], bool(row[3])) for row in rows]
            unique.add((table, tuple(row[1] for row in sorted(rows, key=lambda row: row[5]) if row[5])))
        return sorted(columns), unique


async def test_both_have_the_same_tables(server: Server, tmp_path: Path) -> None:
    """Column by column, with the same keys, at the same version."""
    async with a_store(address := server.address(tmp_path)):
        pass
    columns, keys = _by_sqlite()
    with psycopg.connect(address) as connection:
        assert connection.execute(COLUMNS).fetchall() == columns
        unique = [row[0] for row in connection.execute(KEYS) if row[0].startswith("CREATE UNIQUE")]

    of_tables = {(one.split(" ON ")[1].split()[0].split(".")[-1], _columns_of(one)) for one in unique if "_pkey" in one}
    assert of_tables == keys
    assert [one.split()[3] for one in unique if "_pkey" not in one] == ["one_live_table_per_channel"]
    assert max(steps(postgres_migrations())) == max(steps(shipped_migrations())) == version_of(address).version


def _columns_of(index: str) -> tuple[str, ...]:
    return tuple(index[index.rindex("(") + 1 : index.rindex(")")].split(", "))


async def test_a_newer_database_is_left_alone(server: Server, tmp_path: Path) -> None:
    """An old program names both versions and touches nothing."""
    async with a_store(address := server.address(tmp_path)):
        pass
    with psycopg.connect(address) as connection:
        connection.execute("UPDATE schema_version SET version = 9999, oldest = 9998")

    with pytest.raises(NewerDatabase, match=r"9999.*up to \d+"):
        await PostgresStore(address).open()


async def test_a_step_that_fails_changes_nothing(server: Server, tmp_path: Path) -> None:
    """Half a step is no step; one that is there already is called that."""
    address, newest = server.address(tmp_path), max(steps(postgres_migrations()))
    folder = tmp_path / "steps"
    folder.mkdir()
    for number, sql in steps(postgres_migrations()).items():
        (folder / f"{number:04}_shipped.sql").write_text(sql, "utf-8")
    async with a_store(address) as store:
        await store.commit(an_opening("one", 1))
    (folder / f"{newest + 1:04}_bad.sql").write_text("ALTER TABLE games ADD mood TEXT; SELECT nonesuch;", "utf-8")

    with pytest.raises(StoreUnavailable, match="has part of update"):
        await PostgresStore(address, migrations=folder).open()

    (folder / f"{newest + 1:04}_bad.sql").write_text("ALTER TABLE games ADD mood TEXT;", "utf-8")
    async with a_store(address, migrations=folder) as store:
        assert [entry.id for entry in await store.index()] == ["one"]


async def test_a_server_that_was_away_is_found_again(own_server: Server, tmp_path: Path) -> None:
    """It dies as in a power cut: refused meanwhile with the reason, and afterwards all goes on by itself."""
    async with a_store(own_server.address(tmp_path)) as store:
        await store.commit(an_opening("one", 1))
        own_server.stop()
        with pytest.raises(StoreUnavailable, match="unreachable"):
            await store.commit(a_move(a_record("one"), interaction=70))
        with pytest.raises(StoreUnavailable, match="unreachable"):
            await store.revision("one")
        own_server.start()

        assert await store.revision("one") == 1
        await store.commit(a_move(a_record("one"), interaction=70))
        assert await store.revision("one") == 2


async def test_a_look_up_that_takes_too_long_is_not_sent_again(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server gives it up once, and that was it."""
    monkeypatch.setattr("bot.store.fleet.postgres.HABITS", ("SET statement_timeout = '50ms'",))
    sent = []
    query = "SELECT count(*) FROM pg_sleep(30) -- ?"
    async with a_store(server.address(tmp_path)) as store:
        check = store._pool.check  # type: ignore[union-attr]  # it is open
        monkeypatch.setattr(store._pool, "check", lambda: (sent.append("again"), check()))
        with pytest.raises(StoreUnavailable, match="locked"):
            await store._fetched(query.replace("?", ""), ())

    assert sent == []


async def test_lines_that_are_cut_are_not_noticed(server: Server, tmp_path: Path) -> None:
    """Somebody ends all connections: what comes next is stored and read through new ones."""
    async with a_store(address := server.address(tmp_path)) as store:
        await store.commit(an_opening("one", 1))
        with psycopg.connect(address) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name = 'labirynt' AND pid <> pg_backend_pid()"
            )

        await store.commit(a_move(a_record("one"), interaction=70))
        assert await store.revision("one") == 2


async def test_a_row_that_somebody_holds_is_named(server: Server, tmp_path: Path, monkeypatch: Any) -> None:
    """Longer than we wait: refused, and the next try succeeds."""
    monkeypatch.setattr("bot.store.fleet.postgres.HABITS", ("SET lock_timeout = '50ms'",))
    async with a_store(address := server.address(tmp_path)) as store:
        await store.commit(an_opening("one", 1))
        with psycopg.connect(address) as other:
            other.execute("SELECT 1 FROM games FOR UPDATE")
            with pytest.raises(StoreUnavailable, match="locked"):
                await store.commit(a_move(a_record("one")))

        await store.commit(a_move(a_record("one")))


@pytest.mark.parametrize(
    ("trouble", "reason"),
    [
        (psycopg.errors.DiskFull("full"), "full"),
        (psycopg.errors.ReadOnlySqlTransaction("stand-by"), "read_only"),
        (psycopg.errors.DataCorrupted("page"), "damaged"),
        (psycopg.OperationalError("gone"), "unreachable"),
    ],
)
def test_a_servers_complaint_has_its_word(trouble: psycopg.Error, reason: str) -> None:
    """What cannot be brought about here is at least called by its name."""
    assert unavailable(trouble).reason == reason


async def test_a_stand_by_takes_nothing(server: Server, tmp_path: Path) -> None:
    """A server that may only be read is noticed by the probe, and by whoever answers."""
    address = server.address(tmp_path)
    async with a_store(address) as store:
        await store.commit(an_opening("one", 1))
    async with a_store(f"{address}%20-cdefault_transaction_read_only%3Don") as store:
        with pytest.raises(StoreUnavailable, match="read_only"):
            await store.try_to_write()
        with pytest.raises(StoreUnavailable, match="read_only"):
            await store.commit(a_move(a_record("one")))
        assert await store.revision("one") == 1


@pytest.mark.parametrize("address", ["postgresql://ala:sezam@/games?host={}", "postgresql://ala:sezam%zz@{}/games"])
async def test_nothing_of_a_password_is_said(tmp_path: Path, address: str) -> None:
    """A server that is not there is named without its key, and so is an address that is none."""
    with pytest.raises(StoreUnavailable) as refused:
        await asyncio.wait_for(PostgresStore(address.format(tmp_path)).open(), 30)

    assert refused.value.reason == "unreachable"
    assert "sezam" not in str(refused.value)


async def test_whoever_falls_asleep_in_a_change_holds_up_nobody_for_long(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that is stopped between a row and its commit; the server hangs up for it."""
    address = server.address(tmp_path)
    async with a_store(address) as store:
        await store.commit(an_opening("t", 1))
        monkeypatch.setattr(postgres, "HABITS", ("SET idle_in_transaction_session_timeout = '50ms'",))
        asleep = PostgresEngine(address).connect()
        asleep.execute("UPDATE games SET revision = revision + 1")
        async with asyncio.timeout(4):  # less than others wait for a row
            await store.commit(a_move(a_record("t", 1)))

        with pytest.raises(psycopg.Error):
            asleep.commit()
        asleep.close()
    assert any("idle_in_transaction" in habit for habit in HABITS)
