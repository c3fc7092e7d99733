"""Builders for the tests of moves: the command as typed, what lies at both ends, and a file to be moved."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
from typer.testing import CliRunner, Result

from bot.run.cli import app
from bot.store import Store
from bot.store.fleet.moving import out_of, tables
from bot.store.fleet.moving_server import at_server
from bot.store.sqlite import SqliteStore
from tests.bot.store.some_units import a_move, a_record, an_opening


def labirynt(*line: str | Path, lang: str = "en_GB.UTF-8", **set_to: str) -> Result:
    """The command as typed."""
    return CliRunner().invoke(app, [str(word) for word in line], env={"LC_ALL": lang, **set_to})


def moved(*line: str | Path) -> list[dict[str, Any]]:
    """What was moved, table by table."""
    done = labirynt("move", *line, "--json")
    assert done.exit_code == 0, done.output
    return list(json.loads(done.stdout))


def refused(*line: str | Path, **more: str) -> str:
    """Why nothing was moved, in one sentence."""
    done = labirynt("move", *line, **more)
    assert done.exit_code == 2, done.output
    assert not isinstance(done.exception, Exception) or isinstance(done.exception, SystemExit)
    return done.output


def rows_of(place: Path | str) -> dict[str, list[Any]]:
    """All that is kept in a file or at an address."""
    with out_of(place) if isinstance(place, Path) else at_server(place, receiving=True) as side:
        return {table.name: list(side.rows(table)) for table in tables()}


def nothing_in(address: str) -> bool:
    """Whether a server holds not even tables."""
    with psycopg.connect(address) as connection:
        found = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()").fetchone()
    return found == (0,)


async def keep(store: Store, name: str = "one") -> None:
    """A table with a story."""
    await store.open()
    await store.commit(an_opening(name, 1))
    await store.commit(a_move(a_record(name), interaction=2**62))
    await store.close()


def write(file: Path, change: str, *values: Any) -> None:
    """Meddle with a file."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(change, values)


def a_data_folder(folder: Path) -> Path:
    """The database of a new data folder with one table."""
    folder.mkdir()
    asyncio.run(keep(SqliteStore(folder / "labirynt.sqlite3")))
    return folder / "labirynt.sqlite3"
