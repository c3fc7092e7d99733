"""Chooses the store: a PostgreSQL server if its address is given, otherwise a file."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from bot.store import Store
from bot.store.errors import StoreUnavailable
from bot.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from bot.store.fleet.shard_locks import PostgresLocks

NO_DRIVER = (
    "a PostgreSQL server needs psycopg 3, which is not installed: python tasks.py ready --no-dev --extra postgres,"
    ' or of a wheel: pip install "labirynt-VERSION-py3-none-any.whl[postgres]"'
)


class NoDriver(StoreUnavailable):
    """The driver for PostgreSQL is not installed."""


def has_driver() -> bool:
    """Return whether the driver for PostgreSQL is installed."""
    return find_spec("psycopg_pool") is not None


def store_at(address: str, file: Path, *, read_only: bool = False) -> Store:
    """Return the store at a server's address (``postgresql://…``), or in ``file`` if the address is empty.

    ``read_only``: the server refuses every change.

    Raises ``NoDriver`` if the server's driver is not installed.
    """
    if not address:
        return SqliteStore(file)
    if not has_driver():
        raise NoDriver("unreachable", NO_DRIVER)
    from bot.store.fleet.postgres import PostgresStore, to_be_read

    return PostgresStore(to_be_read(address) if read_only else address)


def locks_at(address: str, count: int) -> PostgresLocks:
    """Return the locks of ``count`` shards for the processes of one bot at this server; the driver is required."""
    from bot.store.fleet.shard_locks import PostgresLocks

    return PostgresLocks(address, count)
