"""One writer, grouped commits: units of work that wait at the same moment share one transaction and one fsync.

The whole group is tried at once, one statement for each kind of row, in one visit to the database's own thread. Only
when a row is refused is the group written again unit by unit, each in a savepoint of its own.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, TypeVar

from bot.store.errors import Clash, Overtaken, Reason, StoreUnavailable

T = TypeVar("T")

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
    """The only one who writes through this connection, which lives in a thread of its own."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._connection: sqlite3.Connection
        self._waiting: list[_Job] = []
        self._running: asyncio.Task[None] | None = None
        self.commits = 0
        """How often something has been stored."""

    async def open(self, connect: Callable[[], sqlite3.Connection]) -> None:
        """Have the connection made, in the thread in which it will be used."""
        self._connection = await self._do(connect)

    async def write(self, lines: Sequence[Line]) -> None:
        """Write the lines durably, all or none; raises the ``Clash`` of the refused line."""
        job = _Job(lines, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._drain())
        await job.done

    async def close(self) -> None:
        """Wait until nothing is being written, and let go of the file."""
        if self._running is not None:
            await self._running
        await self._do(self._connection.close)
        self._thread.shutdown(wait=False)

    async def _do(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def _drain(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting, []
            for job, outcome in zip(group, await self._do(partial(self._outcomes, group)), strict=True):
                _tell(job.done, outcome)

    # In the thread -----------------------------------------------------------------------------------------

    def _outcomes(self, group: Sequence[_Job]) -> list[Exception | None]:
        try:
            outcomes = self._write(group)
            self.commits += 1
        except Exception as error:  # whatever it is: nobody waits for ever, and nothing half written stays
            self._roll_back()
            return [unavailable(error) for _ in group]
        return outcomes

    def _write(self, group: Sequence[_Job]) -> list[Exception | None]:
        if self._at_once(group):
            return [None] * len(group)
        return self._one_by_one(group)

    def _at_once(self, group: Sequence[_Job]) -> bool:
        rows: dict[Statement, list[Values]] = {}
        for job in group:
            for statement, row in job.lines:
                rows.setdefault(statement, []).append(row)
        try:
            for statement in sorted(rows):
                self._run(statement, rows[statement])
        except OF_A_ROW:
            self._connection.rollback()
            return False
        self._connection.commit()
        return True

    def _one_by_one(self, group: Sequence[_Job]) -> list[Exception | None]:
        self._connection.execute("BEGIN IMMEDIATE")
        outcomes = [self._alone(job) for job in group]
        self._connection.commit()
        return outcomes

    def _alone(self, job: _Job) -> Exception | None:
        self._connection.execute("SAVEPOINT unit")
        refusal: Exception | None = None
        try:
            for statement, row in sorted(job.lines, key=_rank):
                self._run_alone(statement, row)
        except OF_A_ROW as error:
            refusal = error
            self._connection.execute("ROLLBACK TO unit")
        self._connection.execute("RELEASE unit")
        return refusal

    def _run_alone(self, statement: Statement, row: Values) -> None:
        try:
            self._run(statement, [row])
        except sqlite3.IntegrityError as error:
            if statement.clash is None:
                raise
            raise statement.clash(str(error)) from error

    def _run(self, statement: Statement, rows: list[Values]) -> None:
        cursor = self._connection.executemany(statement.sql, rows)
        if statement.guard and cursor.rowcount != len(rows):
            raise Overtaken

    def _roll_back(self) -> None:
        try:
            self._connection.rollback()
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
