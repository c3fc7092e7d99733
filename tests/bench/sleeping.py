"""What tables cost that nobody plays on: memory, and time at start. And what a save costs."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import subprocess
import sys
import tracemalloc
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.session import lobby
from bot.store.sqlite import SqliteStore
from tests.bench.a_slow_disk import a_bot
from tests.bench.report import Figure, best
from tests.short_form import sized

STORED = sized(10_000, 100)
ROUNDS = sized(7, 1)

_START = """
import asyncio, sys, time
from pathlib import Path
from bot.session.sessions import Sessions
from bot.session import lobby
from bot.store.sqlite import SqliteStore

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    await store.open()
    sessions = Sessions(store, {}, time.time)
    await sessions.open()
    assert len(sessions.live()) == int(sys.argv[2])
    await store.close()

asyncio.run(main())
"""


async def figures() -> list[Figure]:
    """Start and memory with many stored tables."""
    with TemporaryDirectory() as name:
        file = Path(name) / "db"
        store = SqliteStore(file)
        await store.open()
        await _fill(store)
        await store.close()
        return [await asyncio.to_thread(_start, file), await _memory(file)]


async def _fill(store: SqliteStore) -> None:
    """Tables that wait for people, as the bot itself would store them."""
    writing = []
    for nth in range(STORED):
        wanted = lobby.Opening(
            game="toy", channel_id=nth + 1, guild_id=1, locale="pl", leader_id=10, leader_name="Ala", options={}
        )
        unit = lobby.opening_unit(lobby.new_record(5.0, wanted, (1, 6)), nth + 1)
        writing.append(store.commit(unit))
    await asyncio.gather(*writing)


def _start(file: Path) -> Figure:
    ours = best(lambda: _python(_START, str(file), str(STORED)), ROUNDS)
    discord = best(lambda: _python("import discord"), ROUNDS)
    empty = best(lambda: _python("pass"), ROUNDS)
    detail = f"{ours * 1000:.0f} ms against {discord * 1000:.0f} ms (a bare interpreter: {empty * 1000:.0f} ms)"
    return Figure(f"start with {STORED} tables against `import discord`", ours / discord, "x", detail, most=2)


def _python(code: str, *arguments: str) -> None:
    subprocess.run([sys.executable, "-c", code, *arguments], check=True)


async def _memory(file: Path) -> Figure:
    async with a_bot(file, sqlite3.Connection) as sessions:
        gc.collect()
        tracemalloc.start()
        await sessions.open()
        gc.collect()
        size, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return Figure("memory of a sleeping table", size / len(sessions.live()), "bytes", "tracemalloc", most=1024)
