"""Queries that are asked regularly use an index: they take no longer when a hundred thousand games are stored."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from bot.store import rows
from bot.store.schema import shipped_migrations, steps
from tests.bot.store.a_server import Server
from tests.bot.store.test_postgres import a_store

OF_A_PERSON = ("games_of_leader", "games_of_gm", "seats_of_user", "seats_of_stand_in")
PLANS = {
    "UNFINISHED": ("games_unfinished", "outbox_unposted"),
    "AHEAD": ("games_by_time", "seats_reminded", "seats_overdue", "seats_called"),
    "OUTBOX_ALL": ("outbox_unposted",),
    "OLD_LOBBIES": ("games_unfinished",),
    "TABLES_OF": OF_A_PERSON,
    "ALL_TABLES_OF": OF_A_PERSON,
}
"""The indexes that each query must use."""
MANY = (
    "INSERT INTO games (id, game, channel_id, guild_id, locale, phase, options, leader_id, commitment, created_at,"
    " epoch, stage, step, told, revision, stirred_at, due_at) SELECT 'g' || n, 'toy', n, n, 'pl',"
    " CASE WHEN n % 500 = 0 THEN 'playing' WHEN n % 501 = 0 THEN 'lobby' ELSE 'ended' END,"
    " '{}', n / 3, '', n, 1, 1, 1, 0, 1, n, CASE WHEN n % 500 = 0 THEN n END FROM generate_series(1, 20000) n;"
    "INSERT INTO seats (game, seat, place, user_id, name, autopilot) SELECT id, s, 1, channel_id / 7, s, 0"
    " FROM games, (VALUES ('s1'), ('s2')) AS seat (s);"
    "INSERT INTO outbox (game, epoch, stage, step, told, at, posted) SELECT id, 1, 1, 1, '', 1, 1 FROM games;"
    "INSERT INTO prompts SELECT id, 1, 1, 1, 'prompt', 1 FROM games WHERE phase <> 'ended';"
    "ANALYZE"
)
SAMPLE = {"shard": 0, "count": 1, "ahead": 1e9, "user": 50, "archived": 0, "now": 5, "before": 5, "most": 20}


@pytest.fixture(scope="module")
def file() -> Iterator[sqlite3.Connection]:
    """An empty database, as SQLite plans without statistics."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for sql in steps(shipped_migrations()).values():
            connection.executescript(sql)
        yield connection


@pytest.mark.parametrize("query", PLANS)
def test_a_file_is_asked_by_index(file: sqlite3.Connection, query: str) -> None:
    """Each index is named, and no table that grows with the games is read from end to end."""
    sql = getattr(rows, query)
    plan = [row[3] for row in file.execute(f"EXPLAIN QUERY PLAN {sql}", _values(sql))]

    assert {index for index in PLANS[query] if not any(index in step for step in plan)} == set()
    assert [step for step in plan if re.match(r"SCAN (games|g|seats|outbox|o)\b(?! USING)", step)] == []


@pytest.mark.postgres
async def test_a_server_is_asked_by_index(server: Server, tmp_path: Path) -> None:
    """The same for a server with many games, for one value and for a plan that fits any value."""
    async with a_store(address := server.address(tmp_path)):
        pass
    with psycopg.connect(address, autocommit=True, prepare_threshold=None) as connection:
        connection.execute(MANY)
        for query, indexes in PLANS.items():
            for mode in ("custom", "generic"):
                connection.execute(f"SET plan_cache_mode = force_{mode}_plan")
                plan = _plan_of(connection, getattr(rows, query))

                assert {index for index in indexes if index not in plan} == set(), (query, mode, plan)
                assert re.findall(r"Seq Scan on (?:games|seats|outbox)\b", plan) == [], (query, mode, plan)


def _plan_of(connection: psycopg.Connection[tuple[str]], sql: str) -> str:
    values = _values(sql)
    for number, name in enumerate(values, 1):
        sql = re.sub(rf"(?<!:):{name}\b", f"${number}", sql)
    connection.execute(f"PREPARE question AS {sql}".encode())
    given = f"({', '.join(map(str, values.values()))})" if values else ""
    plan = "\n".join(row[0] for row in connection.execute(f"EXPLAIN EXECUTE question{given}".encode()))
    connection.execute("DEALLOCATE question")
    return plan


def _values(sql: str) -> dict[str, float]:
    return {name: SAMPLE[name] for name in re.findall(r"(?<!:):(\w+)", sql)}
