"""What a machine needs for the bot: resident memory with no table, with a thousand asleep, with all of them in play."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.session.sessions import Sessions
from tests.bench.a_slow_disk import a_bot, a_table, usual
from tests.bench.games import the_game
from tests.bench.report import Figure
from tests.short_form import sized

TABLES = sized(1000, 5)
ANSWERS = sized(40, 4)
MANY = 1_000_000
COPIED = ("seats", "seeds", "snapshots", "answers", "outbox")

_PROGRAM = """
import asyncio, sys
from pathlib import Path
from bot.discord.client import Labirynt
from bot.run.start import bot, leave_alone_what_stays
from bot.settings import Settings
from bot.session.sessions import Sessions
from tests.bench.a_slow_disk import usual

def resident():
    return int(next(line for line in open("/proc/self/status") if line.startswith("VmRSS")).split()[1])

async def main():
    settings = Settings(_env_file=None, data=Path(sys.argv[1]), log_level="error", token="made.up.token")
    async with bot(settings) as client:
        leave_alone_what_stays()
        found = [resident()]
        for entry in client.service.sessions.live():
            await usual(client.service.sessions, entry.id)
        found.append(resident())
        print(*found)

asyncio.run(main())
"""


async def figures() -> list[Figure]:
    """Megabytes of one process, without the stand-in and without Discord's own state of guilds."""
    if sys.platform != "linux":
        return [Figure("resident memory", None, "MB", "only Linux tells it")]
    with TemporaryDirectory() as name:
        empty, full = Path(name) / "empty", Path(name) / "full"
        empty.mkdir()
        full.mkdir()
        await _fill(full / "labirynt.sqlite3")
        without, _ = await asyncio.to_thread(_resident, empty)
        asleep, awake = await asyncio.to_thread(_resident, full)
    detail = f"{TABLES} tables of {the_game().name}, {ANSWERS} answers each"
    return [
        Figure("the bot without a table", without / 1024, "MB", "games, words and Discord's library loaded"),
        Figure("1,000 tables more, asleep", (asleep - without) / 1024 * 1000 / TABLES, "MB", detail),
        Figure(
            "1,000 tables more, each played on since the start", (awake - without) / 1024 * 1000 / TABLES, "MB", detail
        ),
    ]


async def _fill(file: Path) -> None:
    """One table as the bot stored it, and copies of it in other channels."""
    async with a_bot(file, sqlite3.Connection) as sessions:
        channel = 0
        while not await _played(sessions, channel):  # some games are over before
            channel += 1
    with sqlite3.connect(file) as database:
        database.row_factory = sqlite3.Row
        (game,) = database.execute("SELECT * FROM games WHERE phase = 'playing'")
        rows = {of: list(database.execute(f"SELECT * FROM {of} WHERE game = ?", (game["id"],))) for of in COPIED}
        for nth in range(1, TABLES):
            _insert(database, "games", {**dict(game), "id": f"t{nth:07}", "channel_id": MANY + nth})
            for table, found in rows.items():
                for row in found:
                    _insert(database, table, {**dict(row), "game": f"t{nth:07}"})


async def _played(sessions: Sessions, channel: int) -> bool:
    """Whether a game lasted so many answers."""
    game_id = await a_table(sessions, channel, the_game().name)
    for _ in range(ANSWERS):
        if not await usual(sessions, game_id):
            return False
    return True


def _insert(database: sqlite3.Connection, table: str, row: dict[str, object]) -> None:
    if table == "outbox":
        del row["id"]
    names = ", ".join(row)
    database.execute(f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(row))})", list(row.values()))


def _resident(data: Path) -> tuple[int, int]:
    """Kilobytes after the start, and after each table was played on once."""
    done = subprocess.run([sys.executable, "-c", _PROGRAM, str(data)], check=True, capture_output=True, text=True)
    begun, played = done.stdout.splitlines()[-1].split()
    return int(begun), int(played)
