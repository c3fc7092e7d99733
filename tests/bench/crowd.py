"""Five hundred tables live at once, and five thousand reminders due in one minute: how long a person waits for the bot.

Measured from the outside: from the moment the stand-in sends an interaction to the bot's acknowledgement, with stories,
pictures and prompts posted meanwhile as in play. The multiple is that of a bot with one table and nothing else to do.
"""

from __future__ import annotations

import asyncio
import logging
import random
import sqlite3
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import structlog

from bot.discord.client import Labirynt
from bot.playground import Refused
from bot.playground.world import World
from rules.games import load
from tests.bench.report import Figure, at
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_channel
from tests.short_form import ALONE, sized, typed

TABLES = sized(500, 10)
REMINDED = sized(5_000, 20)
RATE = 4
"""Presses per second over all tables: a thousand tables at three hundred and fifty answers a day each."""
PRESSES = sized(60, 12)
IDLE = sized(30, 16)
"""Presses at the only table; whenever its game is over, another begins. So it is in the short form."""
OPTIONS = sized({"heroes": "1", "apprentices": "2"}, ALONE)
COPIED = ("seats", "seeds", "snapshots", "answers")
OVERDUE = 1.0
"""A moment long ago (seconds since 1970)."""


async def figures() -> list[Figure]:
    """Latencies of the crowd and of the storm of reminders, each as a multiple of an idle bot's."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    with TemporaryDirectory() as name:
        async with a_channel(Path(name), load("labirynt-smierci")) as channel:
            idle = await _idle(channel)
            crowd = await _crowd(channel)
            storm, sent = await _storm(channel)
    return [
        _figure(f"acknowledgement at {RATE} presses/s over {TABLES:,} live tables", idle, crowd),
        _figure(f"the same while {REMINDED:,} reminders are due at once", idle, storm, f"; {sent:,} sent meanwhile"),
    ]


def _figure(name: str, idle: list[float], busy: list[float], more: str = "") -> Figure:
    p50, p99, least = at(busy, 0.5), at(busy, 0.99), at(idle, 0.5)
    detail = f"p50 {p50:.1f} ms, p99 {p99:.1f} ms against {least:.1f} and {at(idle, 0.99):.1f} ms idle{more}"
    return Figure(f"p99: {name}, in idle p50s", p99 / least, "x", detail)


async def _idle(channel: Channel) -> list[float]:
    """One table, one person; each press waits until all is said."""
    async with channel.bot_up():
        await channel.command("Ala", "quiet", hours="brak")  # else nobody is reminded at night
        await _begin(channel)
        times = []
        for _ in range(IDLE):
            times.append(await _press(channel, HERE))
            await channel.hands.settled()
            if not channel.is_playing():
                await _begin(channel)
    return times


async def _begin(channel: Channel) -> None:
    await channel.command("Ala", "game new", **typed(OPTIONS))
    await channel.press("Ala", "Szybki start")


async def _crowd(channel: Channel) -> list[float]:
    names = _copied(channel, TABLES)
    async with channel.bot_up() as client:
        await _all_said(channel, client)
        return await _presses(channel, names)


async def _storm(channel: Channel) -> tuple[list[float], int]:
    """All tables' reminders are due before the bot comes up; people press on."""
    names = _copied(channel, REMINDED)
    with sqlite3.connect(_database(channel)) as file:
        file.execute("UPDATE games SET asked_at = ?, due_at = ?", (OVERDUE, OVERDUE))
        file.execute("UPDATE seats SET reminded_at = 0")
        _have_prompts(file)
    async with channel.bot_up() as client:
        before = _reminders(client)
        times, sent = await _presses(channel, names[:TABLES]), int(_reminders(client) - before)
        if not sent:
            raise AssertionError("nobody was reminded")
        return times, sent


def _reminders(client: Labirynt) -> float:
    return client.metrics.registry.get_sample_value("labirynt_reminders_total") or 0.0


async def _presses(channel: Channel, names: list[str]) -> list[float]:
    luck = random.Random(4)
    presses = [asyncio.create_task(_later(channel, luck.choice(names), nth / RATE)) for nth in range(PRESSES)]
    return [one for one in await asyncio.gather(*presses) if one]


async def _later(channel: Channel, name: str, pause: float) -> float:
    await asyncio.sleep(pause)
    return await _press(channel, name)


async def _press(channel: Channel, name: str) -> float:
    """Milliseconds from a press to its acknowledgement; 0 where nothing is asked: somebody has just pressed there."""
    try:
        message, button = channel.hands.find_button(name, "Ala", AS_USUAL)
    except Refused:
        return 0.0
    begin = time.perf_counter()
    await channel.hands.press("Ala", message, button.custom_id)
    return (time.perf_counter() - begin) * 1000


async def _all_said(channel: Channel, client: Labirynt) -> None:
    while await client.service.sessions.store.unfinished():  # noqa: ASYNC110  # the store rings no bell
        await asyncio.sleep(0.2)
    await channel.hands.settled(timeout=120)


def _database(channel: Channel) -> Path:
    return channel.settings.sqlite_file


def _have_prompts(file: sqlite3.Connection) -> None:
    """Tables without a prompt get the number of one that is gone, so that only reminders have to be posted."""
    file.execute(
        "INSERT OR IGNORE INTO prompts SELECT id, epoch, stage, step, 'prompt', 1 FROM games WHERE phase = 'playing'"
    )


def _copied(channel: Channel, upto: int) -> list[str]:
    with sqlite3.connect(_database(channel)) as file:
        return copy_tables(channel.playground.world, file, upto)


def copy_tables(world: World, file: sqlite3.Connection, upto: int) -> list[str]:
    """So many tables where a game is played, those that are missing as copies of the first; their channels' names."""
    file.row_factory = sqlite3.Row
    games = list(file.execute("SELECT * FROM games WHERE phase = 'playing' ORDER BY created_at, id"))
    names = [str(world.channels[str(game["channel_id"])]["name"]) for game in games]
    (known,) = file.execute("SELECT count(*) FROM games").fetchone()
    for nth in range(known, known + upto - len(games)):
        made = world.add_channel(f"stół-{nth}")
        _copy(file, games[0], f"t{nth:07}", int(made["id"]))
        names.append(made["name"])
    return names


def _copy(file: sqlite3.Connection, game: sqlite3.Row, id: str, channel_id: int) -> None:
    _insert(file, "games", {**dict(game), "id": id, "channel_id": channel_id})
    for table in COPIED:
        for row in file.execute(f"SELECT * FROM {table} WHERE game = ?", (game["id"],)).fetchall():
            _insert(file, table, {**dict(row), "game": id})


def _insert(file: sqlite3.Connection, table: str, row: dict[str, object]) -> None:
    places = ", ".join("?" * len(row))
    file.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})", tuple(row.values()))
