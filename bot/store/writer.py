"""One writer, grouped commits: units of work that wait at the same moment share one transaction and one fsync.

The whole group is tried at once, one statement for each kind of row, in one visit to the database's own thread. Only
when a row is refused is the group written again unit by unit, each in a savepoint of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar

from bot.store.errors import Clash, StoreUnavailable, Unstorable

T = TypeVar("T")

OFTEN_ENOUGH = 3
"""How often a group is tried while the database says that it stood in another's way and may try again."""


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
Batch = Sequence[tuple[Statement, Sequence[Values]]]


class Connection(Protocol):
    """What SQLite's connections and PostgreSQL's have in common."""

    def execute(self, query: Any, /) -> Any:
        """Run one statement."""

    def commit(self) -> None:
        """Make durable what the transaction has written."""

    def rollback(self) -> None:
        """Undo what the transaction has written."""

    def close(self) -> None:
        """Let go of the database."""


class Engine(Protocol):
    """How one kind of database differs from the others, where it is written.

    ``constraint``: what a taken key raises. ``unstorable``: what a value raises that no row can hold; both refuse one
    row, and so its unit, and anything else is the database's trouble, and so everybody's. ``passing``: trouble that is
    gone when the transaction is tried again.
    """

    constraint: type[Exception]
    unstorable: tuple[type[Exception], ...]
    passing: tuple[type[Exception], ...]

    def connect(self) -> Connection:
        """A connection that writes."""

    def is_lost(self, connection: Any, /) -> bool:
        """Whether nothing can ever be written through this connection again."""

    def begin(self, connection: Any, /) -> None:
        """Begin a transaction that is going to write."""

    def run(self, connection: Any, batch: Batch, /) -> None:
        """Run the statements in order; raises ``Overtaken`` where a guarded row has changed nothing."""

    def unavailable(self, error: Exception) -> StoreUnavailable:
        """The database's complaint as a reason."""


class _Job(NamedTuple):
    about: str
    lines: Sequence[Line]
    done: asyncio.Future[None]


class Writer:
    """The only one who writes through this connection, which lives in a thread of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._refusals: tuple[type[Exception], ...] = (engine.constraint, *engine.unstorable, Clash, Unstorable)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._connection: Connection
        self._waiting: list[_Job] = []
        self._running: asyncio.Task[None] | None = None
        self.commits = 0
        """How often something has been stored."""

    async def open(self) -> None:
        """Have the connection made, in the thread in which it will be used."""
        await self._do(self._connect)

    async def write(self, lines: Sequence[Line], about: str = "") -> None:
        """Write the lines durably, all or none; raises the ``Clash`` of the refused line.

        ``about``: the table they are about. Two processes that write the same tables lock them in the same order.
        """
        job = _Job(about, lines, asyncio.get_running_loop().create_future())
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
            group, self._waiting = sorted(self._waiting, key=_job_subject), []
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
        try:
            outcomes = self._again_and_again(group)
            self.commits += 1
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


def _job_subject(job: _Job) -> str:
    return job.about


def _finish_future(done: asyncio.Future[None], outcome: Exception | None) -> None:
    if done.done():
        return
    if outcome is None:
        done.set_result(None)
    else:
        done.set_exception(outcome)
