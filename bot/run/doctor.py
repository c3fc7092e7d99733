"""``labirynt doctor``: checks settings, token, folder, database, tables, catalogues and typefaces without changing
them.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from msgspec import Struct

from bot.discord import logs
from bot.games.own_tables import Missing, astray, faults_of, lacking, load_all_own
from bot.rights import barred
from bot.run.data_folder import nearest
from bot.run.fault_words import describe_fault
from bot.run.terminal import NO_SUCH_TOKEN, in_words, printable, voice
from bot.session.sessions import Sessions
from bot.settings import Settings, WrongSetting, unknown_settings
from bot.store import NewerDatabase, StoreUnavailable
from bot.store.backups import Inspected, inspect_database, with_journal
from bot.store.opening import NO_DRIVER, has_driver
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator, Said
from rules.games import all_games, load
from rules.kernel.errors import BadTable
from rules.kernel.rulebook import Rulebook

PUT_AWAY = ("moved", "replaced")
"""What became of a file that is kept under another name."""
JOURNALS = ("-wal", "-shm")
CLOCK_SECONDS = 60.0
"""A clock that is behind by more is wrong."""


class Finding(Struct, frozen=True):
    """The result of one check."""

    ok: bool
    words: str


SOME_BYTES = 1 << 20
"""A megabyte: what a bot writes in a hundred answers."""
Check = Callable[[Settings], Iterator[Finding]]


def examine(data: Path | None = None) -> list[Finding]:
    """Check everything that the bot needs; ``data``: another data folder than the configured one."""
    try:
        settings = Settings.in_folder(data)
    except WrongSetting as wrong:
        return [Finding(False, in_words(wrong))]
    logs.set_up(settings.model_copy(update={"log_level": "error"}))
    unknown = [Finding(False, f"Settings: {setting}.") for setting in unknown_settings()]
    checked = [found for check in CHECKS for found in check(settings)]
    return [Finding(True, _say("settings")), *unknown, *checked]


def _say(key: str, **facts: Any) -> str:
    return str(voice().say(f"doctor.{key}", **{name: Said(fact) for name, fact in facts.items()}))


def token(settings: Settings) -> Iterator[Finding]:
    """Check the shape of the token; only Discord can tell whether it is valid."""
    value = settings.token.get_secret_value()
    where = f" in {settings.token_file.absolute()}" if settings.token_file else ""
    if not value:
        yield Finding(False, _say("token.none"))
    elif logs.is_token(value):
        yield Finding(True, _say("token.good", where=where))
    else:
        yield Finding(False, f"{NO_SUCH_TOKEN}; it stands{where}." if where else f"{NO_SUCH_TOKEN}.")


def secrets(settings: Settings) -> Iterator[Finding]:
    """Check that nobody else on this machine may read the files of secrets; containers see to their own."""
    for file in filter(None, (settings.token_file, settings.database_file)):
        if file.stat().st_mode & stat.S_IROTH and not file.absolute().is_relative_to("/run"):
            yield Finding(False, _say("secret.open", file=file.absolute()))


def folder(settings: Settings) -> Iterator[Finding]:
    """Check that the data folder is writable or can be made."""
    where, there = settings.data.absolute(), nearest(settings.data)
    if not there.is_dir():
        yield Finding(False, _say("folder.none", folder=where, other=there))
    elif not_ours := barred([there]):
        yield Finding(False, f"The data folder {where} cannot be {'used' if there == where else 'made'}: {not_ours}.")
    elif trouble := _write_failure(there):
        yield Finding(False, _say("folder.full", folder=where, why=trouble))
    elif there != where:
        yield Finding(True, _say("folder.new", folder=where))
    else:
        yield Finding(True, _say("folder.good", folder=where))


def _write_failure(folder: Path) -> str:
    """Return why some bytes cannot be written there, as on a full disk, or '' if they can; they are removed again."""
    try:
        with TemporaryFile(dir=folder) as buffered_random:
            buffered_random.write(bytes(SOME_BYTES))
            buffered_random.flush()
            os.fsync(buffered_random.fileno())
    except OSError as trouble:
        return trouble.strerror or str(trouble)
    return ""


def database(settings: Settings) -> Iterator[Finding]:
    """Check that the database is intact and of this program's version, or does not exist yet; it is only read."""
    if address := settings.database.get_secret_value():
        yield _check_server(address)
        return
    file = settings.sqlite_file.absolute()
    try:
        yield from _check_database(file)
    except (StoreUnavailable, NewerDatabase, OSError) as failure:
        yield Finding(False, f"The database {file} cannot be used: {failure}.")
    except sqlite3.Error as failure:
        yield Finding(False, _say("database.damaged", file=file, why=failure))


def _check_server(address: str) -> Finding:
    if not has_driver():
        return Finding(False, f"LABIRYNT_DATABASE: {NO_DRIVER}.")
    from bot.store.fleet.postgres import newest_version, require_sessions, version_of

    try:
        require_sessions(address)
        (version, oldest), newest = version_of(address), newest_version()
    except StoreUnavailable as failure:
        return Finding(False, f"The server of LABIRYNT_DATABASE cannot be used: {failure}.")
    if oldest > newest:
        return Finding(False, f"The server of LABIRYNT_DATABASE cannot be used: {NewerDatabase(version, newest)}.")
    if version > newest:
        return Finding(
            True,
            f"A newer program has added to the server's tables (version {version}); this program knows versions up to "
            f"{newest} and can use them.",
        )
    if version < newest:
        return Finding(True, f"The next start brings the server's tables from version {version} to {newest}.")
    return Finding(True, "The server of LABIRYNT_DATABASE is there, and its tables are up to date.")


def _check_database(file: Path) -> Iterator[Finding]:
    if not_ours := barred(with_journal(file)):
        yield Finding(False, f"The database {not_ours}.")
        return
    if not file.exists():
        yield _finding_for_missing_file(file)
        return
    if not file.stat().st_size:
        yield Finding(False, _say("database.empty", file=file))
        return
    found = inspect_database(file)
    if found.fault:
        yield Finding(False, _say("database.damaged", file=file, why=found.fault))
    else:
        yield Finding(not found.foreign, _database_state(file, found))


def _finding_for_missing_file(file: Path) -> Finding:
    """Report that the first start makes the file, unless the games were moved elsewhere."""
    kept = sorted(path.name for why in PUT_AWAY for path in file.parent.glob(f"{file.name}.{why}-*"))
    kept = [name for name in kept if not name.endswith(JOURNALS)]
    if not kept:
        return Finding(True, _say("database.new", file=file))
    return Finding(
        False,
        f"There is no database {file}, but {', '.join(kept)} beside it: the games were put away. The next start would "
        f"begin with an empty file. After labirynt move set LABIRYNT_DATABASE, or give the newest its name back.",
    )


def _database_state(file: Path, found: Inspected) -> str:
    if found.foreign:
        return _say("database.foreign", file=file)
    if found.version < found.newest:
        return _say("database.old", file=file, old=found.version, new=found.newest)
    return _say("database.good", file=file)


def clock(settings: Settings) -> Iterator[Finding]:
    """Check that the clock is not behind the newest entry of the database; Discord's replies show
    whether it is right.
    """
    now, file = time.time(), settings.sqlite_file
    says = f"{datetime.fromtimestamp(now, UTC):%Y-%m-%d %H:%M}"
    files = [] if barred(with_journal(file)) else with_journal(file)
    written = [path.stat().st_mtime for path in files if path.exists()]
    if written and max(written) - now > CLOCK_SECONDS:
        last = datetime.fromtimestamp(max(written), UTC)
        yield Finding(False, _say("clock.behind", now=says, last=f"{last:%Y-%m-%d %H:%M}"))
    else:
        yield Finding(True, _say("clock.good", now=says))


def tables(settings: Settings) -> Iterator[Finding]:
    """Check the tables in force, the shipped ones or a group's own."""
    if settings.tables and not settings.tables.is_dir():
        yield Finding(False, _say("tables.none", folder=settings.tables))
        return
    for name in all_games():
        try:
            playing = load(name, settings.tables)
        except BadTable as bad:
            yield from _own_table_findings(faults_of(bad))
        else:
            yield Finding(True, _say("tables.good", game=name))
            if settings.tables and isinstance(playing, Rulebook):
                yield from _own_table_findings(lacking(name, playing.tables, settings.tables))
    if settings.tables:
        yield from _own_table_findings(astray(settings.tables))


def stored_games(settings: Settings) -> Iterator[Finding]:
    """Check that the tables have the rows of the running games; other checks tell of database and tables."""
    from bot.run.inspecting import REFUSALS  # which loads what a server needs

    with suppress(BadTable, OSError, *REFUSALS):
        if settings.sqlite_file.is_file() and not settings.database:
            yield from (Finding(False, said) for said in asyncio.run(_lost_games(settings)))


async def _lost_games(settings: Settings) -> list[str]:
    from bot.run.inspecting import lost_games, open_copy

    games = load_all_own(settings.tables)
    async with open_copy(settings.sqlite_file) as store:
        sessions = Sessions(store, games, time.time)
        await sessions.open()
        return await lost_games(sessions)


def _own_table_findings(found: Iterable[Missing]) -> Iterator[Finding]:
    said = (printable(describe_fault(voice(), missing)) for missing in found)
    return (Finding(False, f"LABIRYNT_TABLES: {words}{'' if words.endswith('?') else '.'}") for words in said)


def catalogues(settings: Settings) -> Iterator[Finding]:
    """Check that every language has its words."""
    for locale in LOCALES:
        ready = Narrator(locale).has_words("refused.stale")
        yield Finding(ready, _say("words.good" if ready else "words.none", locale=locale))


def typefaces(settings: Settings) -> Iterator[Finding]:
    """Check the typefaces of the pictures, Polish letters included."""
    import images

    fonts = [*Path(images.__file__).parent.glob("fonts/**/*.[ot]tf")]
    yield Finding(bool(fonts), _say("fonts.good" if fonts else "fonts.none", number=len(fonts)))


CHECKS = (token, secrets, folder, database, clock, tables, stored_games, catalogues, typefaces)
