"""All rows of one database into another that is empty: in one transaction, counted and compared before it counts."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing
from graphlib import TopologicalSorter
from hashlib import sha256
from typing import Any, Literal, NamedTuple, Protocol

import msgspec

from bot.store.schema import shipped_migrations, steps

STRIDE = 500
"""Rows after which it is said how far it has come."""

Row = tuple[Any, ...]
Reason = Literal["not_empty", "in_use", "older", "damaged", "foreign", "nul", "unfit", "differs"]
Bar = Callable[[int], AbstractContextManager[Callable[[int], None]]]
"""Shows how many of so many rows are done."""


class Immovable(Exception):
    """Why nothing has been moved, and nothing has changed on either side: one word, and what belongs to it."""

    def __init__(self, reason: Reason, **facts: str) -> None:
        super().__init__(f"{reason} {facts}")
        self.reason: Reason = reason
        self.facts = facts


class Table(NamedTuple):
    """A table, in SQL: its columns, what its rows are ordered by, and whose row one is (the place of that column)."""

    name: str
    columns: str
    key: str
    owner: int

    @property
    def read(self) -> str:
        """All rows in the order of the key, which is the same in both engines."""
        return f'SELECT {self.columns} FROM "{self.name}" ORDER BY {self.key}'

    def of(self, row: Row) -> str:
        """The game to which a row belongs; else the person or the guild."""
        return str(row[self.owner])

    def column(self, place: int) -> str:
        """The name of a column."""
        return self.columns.split(", ")[place].strip('"')


class Moved(msgspec.Struct, frozen=True):
    """What was moved of a table: how many rows, and the SHA-256 of all of them in hexadecimal."""

    table: str
    rows: int
    digest: str


class Side(Protocol):
    """An end of the way: a database in which a transaction is open, and which nobody else writes meanwhile."""

    where: str

    def count(self, table: Table) -> int:
        """How many rows it has."""

    def rows(self, table: Table) -> Iterator[Row]:
        """All of them, in the order of the key."""

    def take(self, table: Table, rows: Iterable[Row]) -> None:
        """Take these in; raises ``Immovable``."""

    def commit(self) -> None:
        """Make everything durable."""


def tables() -> list[Table]:
    """All tables of the newest version, each behind those that it refers to."""
    with closing(sqlite3.connect(":memory:")) as model:
        for sql in steps(shipped_migrations()).values():
            model.executescript(sql)
        names = [row[0] for row in model.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        refers = {name: _references(model, name) for name in names if not name.startswith("sqlite_")}
        order = TopologicalSorter({name: set(refers[name].values()) for name in refers}).static_order()
        return [_table(model, name, refers[name]) for name in order]


def _references(model: sqlite3.Connection, name: str) -> dict[str, str]:
    """Column → the table it refers to."""
    return {row[3]: row[2] for row in model.execute(f"PRAGMA foreign_key_list({name})")}


def _table(model: sqlite3.Connection, name: str, refers: dict[str, str]) -> Table:
    found = model.execute(f"PRAGMA table_info({name})").fetchall()
    columns = [row[1] for row in found]
    key = [row[1] for row in sorted(found, key=lambda row: row[5]) if row[5]]
    return Table(name, _listed(columns), _listed(key), columns.index(next(iter(refers))) if refers else 0)


def _listed(names: list[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def move(source: Side, receiver: Side, bar: Bar) -> list[Moved]:
    """Move everything, and make it durable once both sides hold the same; raises ``Immovable``."""
    known = tables()
    if any(receiver.count(table) for table in known):
        raise Immovable("not_empty", where=receiver.where)
    with bar(2 * sum(source.count(table) for table in known)) as show:
        meter = _Meter(show)
        sent = [_sent(table, source, receiver, meter) for table in known]
        for table, there in zip(known, sent, strict=True):
            if _drained(table, receiver.rows(table), meter) != there:
                raise Immovable("differs", where=receiver.where, table=table.name)
    receiver.commit()
    return sent


class _Meter:
    """How many rows are done, said now and then."""

    def __init__(self, show: Callable[[int], None]) -> None:
        self._show = show
        self._done = 0

    def one_more(self) -> None:
        self._done += 1
        if not self._done % STRIDE:
            self._show(self._done)


class _Tally:
    """Counts and sums up the rows that go through it."""

    def __init__(self, table: Table, meter: _Meter) -> None:
        self._table = table
        self._meter = meter
        self._rows = 0
        self._sum = sha256()

    def through(self, rows: Iterable[Row]) -> Iterator[Row]:
        for row in rows:
            self._rows += 1
            self._sum.update(msgspec.msgpack.encode([_alike(value) for value in row]))
            self._meter.one_more()
            yield row

    def moved(self) -> Moved:
        return Moved(self._table.name, self._rows, self._sum.hexdigest())


def _alike(value: Any) -> Any:
    """A value as both engines have it: SQLite knows no zero below zero."""
    return value + 0.0 if isinstance(value, float) else value


def _sent(table: Table, source: Side, receiver: Side, meter: _Meter) -> Moved:
    tally = _Tally(table, meter)
    receiver.take(table, tally.through(source.rows(table)))
    return tally.moved()


def _drained(table: Table, rows: Iterable[Row], meter: _Meter) -> Moved:
    tally = _Tally(table, meter)
    for _ in tally.through(rows):
        pass
    return tally.moved()
