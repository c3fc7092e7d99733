"""Lists all games, read-only and with one query; no rules run, so of a question it is known only who may answer it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any

from bot.store import rows
from bot.store.backups import to_be_read
from bot.store.errors import StoreUnavailable
from bot.store.opening import NO_DRIVER, has_driver
from bot.table.timekeeping import HOUR

PHASES = {"live": "lobby playing", "all": "lobby playing put_away ended broken"}
"""Words that stand for several phases."""
COLUMNS = ("id", "phase", "since", "last_answer", "channel", "guild", "version", "game")


def list_games(address: str, file: Path, phase: str, before: float, channel: int) -> Iterator[dict[str, Any]]:
    """Yield the games in this phase in which nothing has happened since ``before`` (seconds), the oldest first.

    ``channel``: only this one's; 0: all. Times are in seconds: ``since`` when the open question was asked or else the
    table changed last; ``until`` the deadline, without regard to quiet hours. ``waits_for``: the seats of people who
    have not answered yet, with their user ids. Raises ``StoreUnavailable`` and ``sqlite3.Error``.
    """
    values = {"phases": PHASES.get(phase, phase), "before": before, "channel": channel}
    with _rows_of(address, file, values) as found:
        for (*row, habits), seats in groupby(found, _row_of_game):
            game, known = dict(zip(COLUMNS, row, strict=True)), rows.habits(habits)
            plays, hours = game["phase"] == "playing", known.deadline_after
            game["until"] = game["since"] + hours * HOUR if plays and hours else None
            game["waits_for"] = {seat: user for *_, seat, user in seats if plays and (user or known.in_person)}
            yield game


def _row_of_game(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return row[:-2]


def _rows_of(address: str, file: Path, values: dict[str, Any]) -> AbstractContextManager[Iterator[Any]]:
    if not address:
        return _rows_of_file(file, values)
    if not has_driver():
        raise StoreUnavailable("unreachable", NO_DRIVER)
    from bot.store.fleet.postgres import reading

    return reading(address, rows.LISTED, values)


@contextmanager
def _rows_of_file(file: Path, values: dict[str, Any]) -> Iterator[Iterator[Any]]:
    with closing(sqlite3.connect(to_be_read(file), uri=True)) as connection:
        yield connection.execute(rows.LISTED, values)
