"""A disk with a slow sync, a bare program on it, and a bot on it."""

from __future__ import annotations

import itertools
import logging
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import structlog

from bot.session.sessions import Sessions
from bot.store.sqlite import SqliteStore
from bot.table.records import Press
from tests.bench.games import the_game
from tests.bench.report import Spent, spent
from tests.bot.toy_game import ToyRules
from tests.short_form import NONE

SYNC = 0.005
"""Seconds added to each commit: a disk that others use, too."""

_numbers = itertools.count(1)


class SlowDisk(sqlite3.Connection):
    """Commits as a busy disk does; counts commits and statements."""

    commits = 0
    statements = 0
    sync = SYNC

    def commit(self) -> None:
        """Commit, then wait for the disk."""
        if self.in_transaction:
            SlowDisk.commits += 1
            super().commit()
            time.sleep(SlowDisk.sync)

    def watch(self) -> None:
        """Count statements from now on."""
        self.set_trace_callback(self._count)

    def _count(self, _sql: str) -> None:
        SlowDisk.statements += 1


class Counted(SlowDisk):
    """A slow disk whose statements are counted from the beginning."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.watch()


def bare(folder: Path, times: int) -> Spent:
    """The least there is: one row and one commit, again and again, without any bot."""
    disk = sqlite3.connect(folder / "bare", factory=SlowDisk)
    disk.execute("PRAGMA journal_mode = WAL")
    disk.execute("PRAGMA synchronous = FULL")
    disk.execute("CREATE TABLE IF NOT EXISTS answers (id INTEGER PRIMARY KEY, value TEXT NOT NULL)")
    with spent() as cost:
        for _ in range(times):
            disk.execute("INSERT INTO answers (value) VALUES ('[\"dig-s1\"]')")
            disk.commit()
    disk.close()
    return cost


@asynccontextmanager
async def a_bot(file: Path, disk: type[sqlite3.Connection] = SlowDisk) -> AsyncIterator[Sessions]:
    """Sessions on this disk."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    store = SqliteStore(file, factory=disk)
    await store.open()
    game = the_game()
    sessions = Sessions(store, {"toy": ToyRules(), game.name: game}, time.time)
    await sessions.open()
    try:
        yield sessions
    finally:
        await store.close()


async def a_table(sessions: Sessions, channel: int, game: str = "toy", options: Mapping[str, str] = NONE) -> str:
    """A table of one who has got through the set-up; its id."""
    await sessions.new(
        game=game,
        channel_id=channel,
        guild_id=1,
        locale="pl",
        leader_id=10,
        leader_name="Ala",
        options=dict(options),
        interaction_id=next(_numbers),
    )
    started = await sessions.start(channel, 10, next(_numbers), quick=True)
    return started.standing.record.id


async def press(sessions: Sessions, game_id: str) -> None:
    """One press that rolls dice, from the session's door to disk."""
    await sessions.answer(Press(game_id, 10, next(_numbers), "dig-s1"))


async def usual(sessions: Sessions, game_id: str) -> bool:
    """One press of 'the usual'; False when the game is over."""
    accepted = await sessions.answer(Press(game_id, 10, next(_numbers), None, usual=True))
    return accepted.standing.waiting is not None


def shuffled(ids: list[str], count: int) -> list[str]:
    """This many tables in a random order that is the same each time."""
    return random.Random(7).choices(ids, k=count)
