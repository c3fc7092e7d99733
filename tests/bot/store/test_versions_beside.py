"""Programs of two versions on one server: what a migration waits for, and what the older program notices."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import psycopg
import pytest
from structlog.testing import capture_logs

from bot.metrics import Metrics
from bot.run.doctor import database
from bot.run.health import serve_health
from bot.settings import Settings
from bot.store import NewerDatabase, StoreUnavailable
from bot.store.fleet import postgres
from bot.store.fleet.postgres import PostgresStore, newest_version, postgres_migrations, version_of
from bot.store.fleet.shard_locks import PostgresLocks
from bot.store.schema import steps
from tests.bot.store.a_server import Server
from tests.bot.store.some_units import a_move, a_record, an_opening
from tests.bot.store.test_postgres import a_store
from tests.bot.test_health import ask, free_port
from tests.saves.release import unpack_program

pytestmark = pytest.mark.postgres

NEXT = newest_version() + 1
EXPAND = "-- expand: a column with a default.\nALTER TABLE games ADD COLUMN mood TEXT NOT NULL DEFAULT '';"
CONTRACT = "-- contract: a column has another name.\nALTER TABLE seats RENAME COLUMN called_at TO called_back_at;"
OLDER_PROGRAM = """
import asyncio, sys
import structlog
from bot.store.postgres import PostgresStore
from tests.bot.store.some_units import a_move, a_record, an_opening

async def main(address):
    store = PostgresStore(address)
    await store.open()
    print("open", flush=True)
    sys.stdin.readline()
    print(len((await store.load("ours")).answers))
    await store.commit(a_move(a_record("ours"), interaction=71))
    await store.commit(an_opening("theirs", 2))
    print(len((await store.load("ours")).answers), len(await store.index()), await store.unfinished(), flush=True)
    await store.close()

structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
asyncio.run(main(sys.argv[1]))
"""


def with_next(folder: Path, sql: str, number: int = NEXT) -> Path:
    """Write the shipped migrations and this next one to a folder."""
    folder.mkdir()
    for version, shipped in (steps(postgres_migrations()) | {number: sql}).items():
        (folder / f"{version:04}_step.sql").write_text(shipped, "utf-8")
    return folder


@asynccontextmanager
async def an_owner(address: str) -> AsyncIterator[PostgresLocks]:
    """A process of today's program that takes part in sharing the shards."""
    locks = PostgresLocks(address, 1)
    await locks.look()
    try:
        yield locks
    finally:
        await locks.close()


@pytest.fixture
def sleeps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses of a waiting migration, which take no time."""
    slept: list[float] = []
    monkeypatch.setattr(postgres.time, "sleep", slept.append)
    return slept


@pytest.mark.parametrize("number", steps(postgres_migrations()))
def test_every_migration_says_whether_older_programs_can_go_on(number: int) -> None:
    """Its first line says expand or contract, and why."""
    first = steps(postgres_migrations())[number].split("\n")[0]
    assert first.startswith(("-- expand: ", "-- contract: "))


async def test_a_running_program_goes_on_after_an_addition(server: Server, tmp_path: Path) -> None:
    """The next program adds a column: the older one writes on, names the newer version, and can be started again."""
    address = server.address(tmp_path)
    async with a_store(address) as store, an_owner(address):
        await store.commit(an_opening("t", 1))
        await store.try_to_write()
        assert store.newer_version == 0
        async with a_store(address, migrations=with_next(tmp_path / "next", EXPAND)):
            pass
        with capture_logs() as logged:
            await store.try_to_write()
            await store.try_to_write()

        assert store.newer_version == NEXT
        assert [line["event"] for line in logged] == ["database.newer"]
        await store.commit(a_move(a_record("t")))
        assert version_of(address) == (NEXT, 6)
    async with a_store(address) as again:
        assert await again.revision("t") == 2


async def test_a_running_program_notices_that_its_tables_are_gone(server: Server, tmp_path: Path) -> None:
    """The probe says that the program is outdated, and so does a query that no longer fits."""
    address = server.address(tmp_path)
    async with a_store(address) as store:
        await store.commit(an_opening("t", 1))
        async with a_store(address, migrations=with_next(tmp_path / "next", CONTRACT)):
            pass
        for _ in range(2):
            with pytest.raises(
                StoreUnavailable, match=rf"outdated: .* version {NEXT}, this program knows .* {NEXT - 1}"
            ):
                await store.try_to_write()
        with pytest.raises(StoreUnavailable, match="outdated"):
            await store.seats("t")
    locks = PostgresLocks(address, 1)
    with pytest.raises(NewerDatabase):
        await locks.look()
    await locks.close()
    with pytest.raises(NewerDatabase):
        await PostgresStore(address).open()


async def test_a_contracting_migration_waits_for_older_processes(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names them once, and runs when the last one has ended; a process without a version counts as 1.0.0."""
    address = server.address(tmp_path)
    async with a_store(address), an_owner(address) as owner:
        me = (await owner.look()).me
        slept = []

        def end_at_the_third(seconds: float) -> None:
            slept.append(seconds)
            if len(slept) == 3:
                _end_and_wait(address, me)

        monkeypatch.setattr(postgres.time, "sleep", end_at_the_third)
        with capture_logs() as logged:
            await PostgresStore(address, migrations=with_next(tmp_path / "next", CONTRACT)).open()

    waits = [line for line in logged if line["event"] == "database.waits"]
    assert [(line["update"], line["older"]) for line in waits] == [
        (NEXT, [f"connection {me} from the server itself, which knows versions up to {NEXT - 1}"])
    ]
    assert len(slept) >= 3
    assert version_of(address) == (NEXT, NEXT)


def _end_and_wait(address: str, backend: int) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s, 10000)", (backend,))


@pytest.mark.parametrize("release", [False, True])
async def test_a_contracting_migration_is_refused_in_the_end(
    server: Server, tmp_path: Path, sleeps: list[float], release: bool
) -> None:
    """An older process that stays is named, and nothing is changed."""
    address = server.address(tmp_path)
    async with a_store(address), an_owner(address) as owner:
        if release:
            with psycopg.connect(address) as connection:
                connection.execute("UPDATE keepers SET version = NULL")
        knows = 6 if release else NEXT - 1
        with pytest.raises(
            StoreUnavailable, match=f"update {NEXT:04} .*which knows versions up to {knows}$"
        ) as refused:
            await PostgresStore(address, migrations=with_next(tmp_path / "next", CONTRACT)).open()

        assert refused.value.reason == "locked"
        assert len(sleeps) == postgres.WAITS_FOR
        assert version_of(address) == (NEXT - 1, 6)
        await owner.look()


async def test_the_tables_of_owners_from_the_release_get_a_version(server: Server, tmp_path: Path) -> None:
    """The table as 1.0.0 made it, with a process of 1.0.0 in it, takes a process of today."""
    address = server.address(tmp_path)
    with psycopg.connect(address) as connection:
        connection.execute(
            "CREATE UNLOGGED TABLE keepers (backend BIGINT PRIMARY KEY, beat TIMESTAMPTZ NOT NULL,"
            " leaving BOOLEAN NOT NULL DEFAULT false, count BIGINT NOT NULL)"
        )
    async with an_owner(address) as owner:
        with psycopg.connect(address) as connection:
            assert connection.execute("SELECT version FROM keepers").fetchall() == [(newest_version(),)]
        assert await owner.take(0)


async def test_the_store_of_the_release_beside_todays(server: Server, tmp_path: Path) -> None:
    """The program of 1.0.0 goes on reading and writing after today's program has migrated its tables."""
    address, release = server.address(tmp_path), unpack_program("1.0.0", tmp_path / "release")
    pipe, environment = asyncio.subprocess.PIPE, {**os.environ, "PYTHONPATH": str(release)}
    command = (sys.executable, "-c", OLDER_PROGRAM, address)
    older = await asyncio.create_subprocess_exec(*command, env=environment, cwd=release, stdin=pipe, stdout=pipe)
    assert older.stdout is not None
    assert await older.stdout.readline() == b"open\n"
    assert version_of(address).version == 6
    async with a_store(address) as store:
        await store.commit(an_opening("ours", 1))
        said, _ = await older.communicate(b"go on\n")
        before, after, _ = said.decode().split("\n")

        assert (before, after[:4], older.returncode) == ("0", "1 2 ", 0)
        assert {entry.id for entry in await store.index()} == {"ours", "theirs"}
        assert await store.revision("ours") == 2


async def test_who_looks_after_the_bot_reads_of_it(server: Server, tmp_path: Path) -> None:
    """An addition is named and all is well; after a contraction the page and the doctor say that something is wrong."""
    address, port = server.address(tmp_path), free_port()
    settings = Settings(_env_file=None, database=address, health_port=port)
    async with a_store(address) as store, serve_health(list, store, Metrics(), settings):
        for nth, sql in enumerate((EXPAND, CONTRACT)):
            async with a_store(address, migrations=with_next(tmp_path / str(nth), sql, NEXT + nth)):
                pass
            status, page = await ask(port, "/health")
            (finding,) = database(settings)
            if sql == EXPAND:
                assert (status, json.loads(page)["newer_database"], finding.ok) == (200, NEXT, True)
                assert f"version {NEXT}" in finding.words
            else:
                assert (status, json.loads(page)["reason"], finding.ok) == (503, "outdated", False)
