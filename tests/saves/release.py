"""Keeps a release's whole database: ``python -m tests.saves.release 1.0.0``.

In ``databases/1.0.0/`` is what a playground of that release leaves when it is closed: three channels, in each a table
of three in the middle of a question (of a fight, in Labirynt Śmierci), as the bot of that release asked it. ``data`` is
the bot's folder, ``world`` that of the stand-in for Discord, without its pictures; both files are packed. The games are
the saved ones of that release's rules (``tests.saves.make``, to be run before). What is there stays for good.
"""

from __future__ import annotations

import asyncio
import gzip
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rules.games import all_games, load
from rules.kernel.game import Rules
from tests.bot.a_channel import Channel, a_channel
from tests.bot.an_old_database import a_table_in, amid, kept, put_into
from tests.saves.make import FOLDER

RELEASES = FOLDER / "databases"
DATABASES = ("data/labirynt.sqlite3", "world/playground.sqlite3")
CHANNELS = {"labirynt-smierci": "labirynt-śmierci", "labirynt-czarnoksieznika": "lochy", "jaskinia": "jaskinia"}


class Channels(Channel):
    """The channels of all games."""

    def __init__(self, *place: Any) -> None:
        super().__init__(*place)
        self.games = {name: load(name) for name in all_games()}

    def are_asked(self) -> bool:
        """Whether something can be pressed in each."""
        return all(any(one.buttons for one in self.hands.messages(place, "Ala")) for place in CHANNELS.values())


@asynccontextmanager
async def channels_of_all_games(folder: Path, **settings: Any) -> AsyncIterator[Channels]:
    """A playground in this folder without the bot, which knows all games."""
    rules: Rules[Any] = load(next(iter(CHANNELS)))
    async with a_channel(folder, rules, kind=Channels, sync="never", **settings) as channels:
        yield channels


async def keep(folder: Path) -> None:
    """Have the bot of today ask its tables, and leave behind what it leaves."""
    async with channels_of_all_games(folder) as channels:
        saves = [kept(FOLDER / f"{name}-{rules.version}.json") for name, rules in channels.games.items()]
        units = [a_table_in(channels.playground, one, amid(one), CHANNELS[one.game]) for one in saves]
        await put_into(channels.settings.sqlite_file, *units)
        async with channels.bot_up():
            await channels.hands.until(channels.are_asked)
            await channels.hands.settled()
    for name in DATABASES:
        with closing(sqlite3.connect(folder / name)) as database:
            database.execute("PRAGMA journal_mode = DELETE")
            database.execute("VACUUM")


def unpack(release: str, folder: Path) -> None:
    """Lay what a release left into a folder, as it was."""
    for name in DATABASES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(gzip.decompress((RELEASES / release / f"{name}.gz").read_bytes()))


def main(release: str) -> None:
    """Write the files of this release, unless they are there."""
    to = RELEASES / release
    if to.exists():
        sys.exit(f"{to} is there: a release's database stays as it is")
    with TemporaryDirectory() as scratch:
        asyncio.run(keep(Path(scratch)))
        for name in DATABASES:
            packed = gzip.compress((Path(scratch) / name).read_bytes(), mtime=0)
            (file := to / f"{name}.gz").parent.mkdir(parents=True, exist_ok=True)
            print(file.name, file.write_bytes(packed), "bytes")


if __name__ == "__main__":
    main(sys.argv[1])
