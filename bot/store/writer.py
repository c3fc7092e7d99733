"""One writer with grouped commits: units of work that wait at the same moment share one transaction and one fsync.

The group is written with one statement per kind of row. If a row is refused, the group is written again unit by unit,
each in its own savepoint.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic
from typing import Any, NamedTuple, Protocol, TypeVar

from bot.store.errors import Clash, StoreUnavailable, Unstorable

T = TypeVar("T")

OFTEN_ENOUGH = 3
"""The number of attempts for a group while the database reports a conflict that may pass."""


class Statement(NamedTuple):
    """An SQL statement and its place in a transaction (``rank``).

    ``clash``: the error to raise if a constraint refuses it. ``guard``: each row must change exactly one database row.
    """

    rank: int
    sql: str
    clash: type[Clash] | None = None
    guard: bool = False


Values = Sequence[Any] | Mapping[str, Any]
Line = tuple[Statement, Values]
Batch = Sequence[tuple[Statement, Sequence[Values]]]


class Connection(Protocol):
    """The common interface of SQLite's and PostgreSQL's connections."""

    def execute(self, query: Any, /) -> Any:
        """Run one statement."""

    def commit(self) -> None:
        """Commit the transaction."""

    def rollback(self) -> None:
        """Roll back the transaction."""

    def close(self) -> None:
        """Close the connection."""


class Engine(Protocol):
    """The part of writing that differs between databases.

    ``constraint``: the error for a key that is taken. ``unstorable``: the error for a value that does not fit. Both
    refuse one row and its unit; any other error concerns all units. ``passing``: errors that a retry can solve.
    """

    constraint: type[Exception]
    unstorable: tuple[type[Exception], ...]
    passing: tuple[type[Exception], ...]

    def connect(self) -> Connection:
        """Open a connection for writing."""

    def is_lost(self, connection: Any, /) -> bool:
        """Whether this connection can never write again."""

    def begin(self, connection: Any, /) -> None:
        """Begin a writing transaction."""

    def run(self, connection: Any, batch: Batch, /) -> None:
        """Run the statements in order; raises ``Overtaken`` if a guarded row changed nothing."""

    def unavailable(self, error: Exception) -> StoreUnavailable:
        """Convert an error of the database to ``StoreUnavailable``."""


class _Job(NamedTuple):
    about: str
    lines: Sequence[Line]
    done: asyncio.Future[None]


class Writer:
    """The only user of the writing connection, which lives in its own thread."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._refusals: tuple[type[Exception], ...] = (engine.constraint, *engine.unstorable, Clash, Unstorable)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._connection: Connection
        self._waiting: list[_Job] = []
        self._running: asyncio.Task[None] | None = None
        self.commits = 0
        self.on_commit: Callable[[float], object] = abs
        """Hears, in the thread, the seconds that each commit took."""

    async def open(self) -> None:
        """Open the connection in the writer's thread."""
        await self._do(self._connect)

    async def write(self, lines: Sequence[Line], about: str = "") -> None:
        """Write the lines durably, all or none; raises the ``Clash`` of the refused line.

        ``about``: the table to which they belong. Processes that write the same tables lock them in the order of this
        name.
        """
        job = _Job(about, lines, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        if not self._running or self._running.done():
            self._running = asyncio.create_task(self._drain())
        await job.done

    async def close(self) -> None:
        """Wait until pending writes are done, and close the connection."""
        if self._running:
            await self._running
        await self._do(self._connection.close)
        self._thread.shutdown(wait=False)

    async def _do(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def _drain(self) -> None:
        while self._waiting:
            group, self._waiting = sorted(self._waiting, key=lambda job: job.about), []
            try:
                outcomes = await self._do(partial(self._outcomes, group))
            except Exception as error:  # the thread has ended: the store was closed
                outcomes = [self._engine.unavailable(error) for _ in group]
            for job, outcome in zip(group, outcomes, strict=True):
                _finish_future(job.done, outcome)

    # In the thread -----------------------------------------------------------------------------------------

    def _connect(self) -> None:
        self._connection = self._engine.connect()

    def _outcomes(self, group: Sequence[_Job]) -> list[Exception | None]:
        began = monotonic()
        try:
            outcomes = self._again_and_again(group)
            self.commits += 1
            self.on_commit(monotonic() - began)
        except Exception as error:  # whatever it is: nobody waits for ever, and nothing half written stays
            self._roll_back()
            return [self._engine.unavailable(error) for _ in group]
        return outcomes

    def _again_and_again(self, group: Sequence[_Job]) -> list[Exception | None]:
        for _ in range(OFTEN_ENOUGH - 1):
            try:
                return self._write(group)
            except self._engine.passing:
                self._roll_back()
        return self._write(group)

    def _write(self, group: Sequence[_Job]) -> list[Exception | None]:
        if self._engine.is_lost(self._connection):
            self._connect()
        if self._at_once(group):
            return [None] * len(group)
        self._engine.begin(self._connection)
        outcomes = [self._alone(job) for job in group]
        self._connection.commit()
        return outcomes

    def _at_once(self, group: Sequence[_Job]) -> bool:
        rows: dict[Statement, list[Values]] = {}
        for job in group:
            for statement, row in job.lines:
                rows.setdefault(statement, []).append(row)
        try:
            self._engine.run(self._connection, sorted(rows.items(), key=_statement_rank))
        except self._refusals:
            self._connection.rollback()
            return False
        self._connection.commit()
        return True

    def _alone(self, job: _Job) -> Exception | None:
        self._connection.execute("SAVEPOINT unit")
        refusal: Exception | None = None
        try:
            for statement, row in sorted(job.lines, key=_statement_rank):
                self._run_alone(statement, row)
        except self._refusals as error:
            refusal = error
            self._connection.execute("ROLLBACK TO SAVEPOINT unit")
        self._connection.execute("RELEASE SAVEPOINT unit")
        return refusal

    def _run_alone(self, statement: Statement, row: Values) -> None:
        try:
            self._engine.run(self._connection, [(statement, [row])])
        except self._engine.unstorable as error:
            raise Unstorable(str(error)) from error
        except self._engine.constraint as error:
            if statement.clash is None:
                raise
            raise statement.clash(str(error)) from error

    def _roll_back(self) -> None:
        try:
            self._connection.rollback()
        except Exception:
            # A full disk may have rolled back by itself, a connection may be closed; what matters was reported already.
            return


def _statement_rank(line: tuple[Statement, Any]) -> int:
    return line[0].rank


def _finish_future(done: asyncio.Future[None], outcome: Exception | None) -> None:
    if done.done():
        return
    if outcome is None:
        done.set_result(None)
    else:
        done.set_exception(outcome)
