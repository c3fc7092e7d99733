"""One writer, grouped commits: units of work that wait at the same moment share one transaction and one fsync.

The whole group is tried at once, one statement for each kind of row: every statement is a hop to the database's
thread and back. Only when a row is refused is the group written again unit by unit, each in a savepoint of its own.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import aiosqlite

from bot.store.errors import Clash, Overtaken, Reason, StoreUnavailable

_REASONS: dict[int, Reason] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}


OF_A_ROW = (sqlite3.IntegrityError, Clash, OverflowError, UnicodeError)
"""What refuses one row, and so its unit; anything else is the database's trouble, and so everybody's."""


class Statement(NamedTuple):
    """SQL of one kind, and where it stands in a transaction (``rank``).

    ``clash``: what a constraint's refusal means. ``guard``: each row must change exactly one row of the database.
    """

    rank: int
    sql: str
    clash: type[Clash] | None = None
    guard: bool = False


Values = Sequence[Any] | Mapping[str, Any]
Line = tuple[Statement, Values]


class _Job(NamedTuple):
    lines: Sequence[Line]
    done: asyncio.Future[None]


def unavailable(error: Exception) -> StoreUnavailable:
    """The database's complaint as a reason."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return StoreUnavailable(_REASONS.get(code, "unreachable"), str(error))


class Writer:
    """The only one who writes through this connection."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._waiting: list[_Job] = []
        self._running: asyncio.Task[None] | None = None
        self.commits = 0
        """How often something has been stored."""

    async def write(self, lines: Sequence[Line]) -> None:
        """Write the lines durably, all or none; raises the ``Clash`` of the refused line."""
        job = _Job(lines, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._drain())
        await job.done

    async def finish(self) -> None:
        """Wait until nothing is being written."""
        if self._running is not None:
            await self._running

    async def _drain(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting, []
            try:
                outcomes = await self._write(group)
                self.commits += 1
            except Exception as error:  # whatever it is: nobody waits for ever, and nothing half written stays
                await self._roll_back()
                outcomes = [unavailable(error) for _ in group]
            for job, outcome in zip(group, outcomes, strict=True):
                _tell(job.done, outcome)

    async def _write(self, group: Sequence[_Job]) -> list[Exception | None]:
        if await self._at_once(group):
            return [None] * len(group)
        return await self._one_by_one(group)

    async def _at_once(self, group: Sequence[_Job]) -> bool:
        rows: dict[Statement, list[Values]] = {}
        for job in group:
            for statement, row in job.lines:
                rows.setdefault(statement, []).append(row)
        try:
            for statement in sorted(rows):
                await self._run(statement, rows[statement])
        except OF_A_ROW:
            await self._connection.rollback()
            return False
        await self._connection.commit()
        return True

    async def _one_by_one(self, group: Sequence[_Job]) -> list[Exception | None]:
        await self._connection.execute("BEGIN IMMEDIATE")
        outcomes = [await self._alone(job) for job in group]
        await self._connection.commit()
        return outcomes

    async def _alone(self, job: _Job) -> Exception | None:
        await self._connection.execute("SAVEPOINT unit")
        refusal: Exception | None = None
        try:
            for statement, row in sorted(job.lines, key=_rank):
                await self._run_alone(statement, row)
        except OF_A_ROW as error:
            refusal = error
            await self._connection.execute("ROLLBACK TO unit")
        await self._connection.execute("RELEASE unit")
        return refusal

    async def _run_alone(self, statement: Statement, row: Values) -> None:
        try:
            await self._run(statement, [row])
        except sqlite3.IntegrityError as error:
            if statement.clash is None:
                raise
            raise statement.clash(str(error)) from error

    async def _run(self, statement: Statement, rows: list[Values]) -> None:
        cursor = await self._connection.executemany(statement.sql, rows)
        if statement.guard and cursor.rowcount != len(rows):
            raise Overtaken

    async def _roll_back(self) -> None:
        try:
            await self._connection.rollback()
        except (sqlite3.Error, ValueError):
            # A full disk may have rolled back by itself, a connection may be closed; what matters was reported already.
            return


def _rank(line: Line) -> int:
    return line[0].rank


def _tell(done: asyncio.Future[None], outcome: Exception | None) -> None:
    if done.done():
        return
    if outcome is None:
        done.set_result(None)
    else:
        done.set_exception(outcome)
