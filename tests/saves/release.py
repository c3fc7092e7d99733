"""Keeps a release's whole database: ``python -m tests.saves.release 1.0.0``.

In ``databases/1.0.0/`` is what a playground of that release leaves when it is closed: three channels, in each a table
of three in the middle of a question (of a fight, in Labirynt Śmierci), as the bot of that release asked it. ``data`` is
the bot's folder, ``world`` that of the stand-in for Discord, without its pictures; both files are packed. The games are
the saved ones of that release's rules (``tests.saves.make``, to be run before). What is there stays for good.

``python -m tests.saves.release 1.0.0 --program COMMIT`` keeps the program of a release, ``release-1.0.0.tar.xz``, for
tests that run it beside today's: the code of this commit with one game, without the playground.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import lzma
import sqlite3
import subprocess
import sys
import tarfile
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
PROGRAM_PARTS = ("bot", "rules", "images", "tests/__init__.py", "tests/bot/__init__.py")
PROGRAM_PARTS += ("tests/bot/store/__init__.py", "tests/bot/store/some_units.py")
LEFT_OUT = ("bot/playground", "*/jaskinia*", "*/labirynt_czarnoksieznika*")
"""Patterns of git for what the tests of a released program do not use."""


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


def keep_database(release: str) -> None:
    """Write the database of this release; it must not be there yet."""
    to = RELEASES / release
    _refuse_if_kept(to)
    with TemporaryDirectory() as scratch:
        asyncio.run(keep(Path(scratch)))
        for name in DATABASES:
            packed = gzip.compress((Path(scratch) / name).read_bytes(), mtime=0)
            (file := to / f"{name}.gz").parent.mkdir(parents=True, exist_ok=True)
            print(file.name, file.write_bytes(packed), "bytes")


def keep_program(release: str, commit: str) -> None:
    """Write the program of this release from git's history; it must not be there yet."""
    file = _program_file(release)
    _refuse_if_kept(file)
    parts = (*PROGRAM_PARTS, *(f":(exclude){pattern}" for pattern in LEFT_OUT))
    command = ("git", "-C", str(FOLDER.parents[1]), "archive", "--format=tar", commit, *parts)
    archive = subprocess.run(command, check=True, capture_output=True).stdout
    print(file.name, file.write_bytes(lzma.compress(archive, preset=9 | lzma.PRESET_EXTREME)), "bytes")


def unpack_program(release: str, folder: Path) -> Path:
    """Write the program of a release to a folder and return the folder."""
    with tarfile.open(_program_file(release)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def _program_file(release: str) -> Path:
    return FOLDER / f"release-{release}.tar.xz"


def _refuse_if_kept(path: Path) -> None:
    if path.exists():
        sys.exit(f"{path} is there: what is kept of a release stays as it is")


def main() -> None:
    """Keep the database of a release, or its program."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("release", help="the number of its version")
    parser.add_argument("--program", metavar="COMMIT", help="keep the program of this commit, not the database")
    chosen = parser.parse_args()
    if chosen.program:
        keep_program(chosen.release, chosen.program)
    else:
        keep_database(chosen.release)


if __name__ == "__main__":
    main()
