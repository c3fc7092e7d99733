"""Notices a pooler in transaction mode between the program and a PostgreSQL server.

Such a pooler hands each transaction to any server process, so session locks, settings and prepared statements get lost.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Any

import psycopg

from bot.store.errors import BehindPooler

TURNS = "ABBABAAB"
"""The connection of each transaction. A pooler that takes its idle processes in turn changes one within ``BB``."""


def must_keep_sessions(connect: Callable[..., psycopg.Connection[Any]]) -> None:
    """Open two connections; raises ``BehindPooler`` if not each has a server process of its own."""
    how: dict[str, Any] = {"autocommit": True, "prepare_threshold": None}
    with closing(connect(**how)) as first, closing(connect(**how)) as second:
        if not keep_sessions(lambda: _server_process(first), lambda: _server_process(second)):
            raise BehindPooler


def keep_sessions(first: Callable[[], int], second: Callable[[], int]) -> bool:
    """Whether each of two connections keeps its own server process.

    A call runs one transaction on that connection and returns the number of the server process that did it.
    """
    seen: dict[str, set[int]] = {"A": set(), "B": set()}
    for turn in TURNS:
        seen[turn].add(first() if turn == "A" else second())
    return len(seen["A"]) == len(seen["B"]) == 1 and seen["A"] != seen["B"]


def _server_process(connection: psycopg.Connection[Any]) -> int:
    found = connection.execute("SELECT pg_backend_pid()").fetchone()
    return int(found[0]) if found else 0
