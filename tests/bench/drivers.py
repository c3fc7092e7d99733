"""A grouped commit by the writer's own thread, beside the same by aiosqlite, which crosses threads each time."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import aiosqlite

from tests.bench.report import Figure, spent
from tests.short_form import sized

TABLES = 8
"""Kinds of rows that a press writes."""
ROUNDS = 600


async def figures() -> list[Figure]:
    """For one press at a time, and for twenty that share a commit."""
    return [await _beside(1), await _beside(20)]


async def _beside(rows: int) -> Figure:
    rounds = sized(ROUNDS, 5)
    with TemporaryDirectory() as folder:
        ours, theirs = (
            await _in_one_hop(Path(folder) / "a", rows, rounds),
            await _by_hops(Path(folder) / "b", rows, rounds),
        )
    detail = f"{theirs / rounds * 1000:.2f} against {ours / rounds * 1000:.2f} ms of processor time, without a sync"
    return Figure(f"a commit of {rows} through aiosqlite", theirs / ours, "x", detail)


def _statements(rows: int) -> Iterator[tuple[str, list[tuple[str, float]]]]:
    for nth in range(TABLES):
        yield f"INSERT INTO t{nth} (a, b) VALUES (?, ?)", [("x" * 80, 1.5)] * rows


def _opened(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, check_same_thread=False)
    connection.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
    connection.executescript("".join(f"CREATE TABLE t{nth} (a TEXT, b REAL);" for nth in range(TABLES)))
    return connection


async def _in_one_hop(file: Path, rows: int, rounds: int) -> float:
    loop, connection = asyncio.get_running_loop(), _opened(file)

    def commit() -> None:
        for sql, values in _statements(rows):
            connection.executemany(sql, values)
        connection.commit()

    with ThreadPoolExecutor(1) as thread, spent() as cost:
        for _ in range(rounds):
            await loop.run_in_executor(thread, commit)
    connection.close()
    return cost.cpu


async def _by_hops(file: Path, rows: int, rounds: int) -> float:
    _opened(file).close()
    async with aiosqlite.connect(file) as connection:
        await connection.execute("PRAGMA synchronous = OFF")
        with spent() as cost:
            for _ in range(rounds):
                for sql, values in _statements(rows):
                    await connection.executemany(sql, values)
                await connection.commit()
    return cost.cpu
