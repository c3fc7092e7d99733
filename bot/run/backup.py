"""``labirynt backup`` and ``restore``: the database into a file while the bot runs, and back while it does not."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import SecretStr

from bot.rights import barred
from bot.run.data_folder import FolderUnusable, occupy_folder
from bot.run.terminal import kindly
from bot.settings import Settings
from bot.store import NewerDatabase, StoreUnavailable
from bot.store.backups import BadBackup, back_up, put_back
from bot.store.keeping import with_journal
from bot.words.narrator import Narrator, Said
from rules.kernel.errors import Refused


def backup(to: Path, data: Path | None, narrator: Narrator) -> str:
    """Back the database of this data folder up into a new file; says what is in it. Exit code 2 if it cannot."""
    with plainly(narrator):
        file = database_in(data)
        if not file.is_file():
            raise Refused("no_database", file=Said(file))
        if to.exists():
            raise Refused("backup_exists", file=Said(to))
        with blaming(file, to):
            made = back_up(file, to)
    figures = {"games": Said(f"{made.games:,}"), "size": Said(f"{made.size:,}"), "digest": Said(made.digest)}
    return narrator.say("backup.done", source=Said(file), file=Said(to), **figures)


def restore(backup: Path, data: Path | None, narrator: Narrator) -> str:
    """Put a backup in the place of the database of this data folder; says where the old one is kept.

    Exit code 2 while a bot holds the folder, and if the file is no whole database of this program.
    """
    with plainly(narrator):
        file = database_in(data)
        with blaming(backup, file), occupy_folder(file.parent):
            kept = put_back(backup, file)
    done = narrator.say("restore.done", backup=Said(backup), file=Said(file))
    return f"{done}\n{narrator.say('restore.kept', file=Said(kept))}" if kept else done


def database_in(data: Path | None) -> Path:
    """The database of this data folder, else of the one that is set."""
    return file_of(settings_of(data))


def settings_of(data: Path | None) -> Settings:
    """The settings for a file in this data folder, wherever the games are else; raises ``WrongSetting``."""
    return Settings.read() if data is None else Settings.read(data=data, database=SecretStr(""))


def file_of(settings: Settings) -> Path:
    """The file in which the games are kept; raises ``Refused`` where a server keeps them."""
    if settings.database.get_secret_value():
        raise Refused("kept_by_server")
    return settings.database_file


@contextmanager
def plainly(narrator: Narrator) -> Iterator[None]:
    """One sentence for whatever the settings, the folder or the database is to blame for."""
    also = (FolderUnusable, NewerDatabase, StoreUnavailable, BadBackup, ValueError)
    with kindly(*also, narrator=narrator):
        yield


@contextmanager
def blaming(*files: Path) -> Iterator[None]:
    """Name these files, and not what they are called while they are made, where the disk or one of them fails."""
    try:
        yield
    except (sqlite3.Error, OSError) as trouble:
        why = barred([one for file in files for one in with_journal(file)])
        why = why or (trouble.strerror if isinstance(trouble, OSError) else None) or str(trouble)
        raise Refused("backup_failed", files=Said(", ".join(map(str, files))), why=Said(why)) from trouble
