"""What is wrong here, in plain words: settings, token, folders, database, tables, catalogues, typefaces."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from pydantic import ValidationError

from bot import logs
from bot.narrator import LOCALES, Narrator
from bot.settings import Settings
from bot.store import NewerDatabase, StoreUnavailable
from bot.store.sqlite import SqliteStore
from rules.games import GAMES, load
from rules.kernel.errors import BadTable

TOKEN = re.compile(logs.BOT_TOKEN, re.ASCII)


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at."""

    ok: bool
    words: str


Check = Callable[[Settings], Iterator[Finding]]


def examine() -> list[Finding]:
    """Look at everything that the bot needs."""
    try:
        settings = Settings()
    except ValidationError as wrong:
        return [Finding(False, f"Settings: {_first(wrong)}")]
    logs.set_up(settings.model_copy(update={"log_level": "error"}))
    return [Finding(True, "Settings can be read."), *(found for check in CHECKS for found in check(settings))]


def _first(wrong: ValidationError) -> str:
    error = wrong.errors()[0]
    return f"LABIRYNT_{'_'.join(map(str, error['loc'])).upper()}: {error['msg']}"


def token(settings: Settings) -> Iterator[Finding]:
    """A token of the right shape; whether Discord knows it is seen at the start."""
    value = settings.token.get_secret_value()
    if not value:
        yield Finding(False, "LABIRYNT_TOKEN is not set: the playground works, Discord does not.")
    elif TOKEN.fullmatch(value):
        yield Finding(True, "The token looks like a token.")
    else:
        yield Finding(False, "LABIRYNT_TOKEN does not look like a bot token (three parts with dots between them).")


def folder(settings: Settings) -> Iterator[Finding]:
    """A folder to write into."""
    where = settings.data.absolute()
    try:
        where.mkdir(parents=True, exist_ok=True)
    except OSError as failure:
        yield Finding(False, f"The data folder {where} cannot be made: {failure.strerror}.")
        return
    writable = os.access(where, os.W_OK)
    yield Finding(writable, f"The data folder {where} {'can' if writable else 'cannot'} be written to.")


def database(settings: Settings) -> Iterator[Finding]:
    """A database that opens, or can be made."""
    try:
        asyncio.run(_open_and_close(settings.database))
    except (StoreUnavailable, NewerDatabase, OSError) as failure:
        yield Finding(False, f"The database {settings.database} cannot be used: {failure}.")
    else:
        yield Finding(True, f"The database {settings.database} opens and is up to date.")


async def _open_and_close(file: Path) -> None:
    store = SqliteStore(file)
    await store.open()
    await store.close()


def tables(settings: Settings) -> Iterator[Finding]:
    """Tables without mistakes, the shipped ones or a group's own."""
    if settings.tables and not settings.tables.is_dir():
        yield Finding(False, f"LABIRYNT_TABLES: there is no folder {settings.tables}.")
        return
    for name in GAMES:
        try:
            load(name, settings.tables)
        except BadTable as bad:
            yield Finding(False, f"A table of {name} has a mistake: {bad}.")
        else:
            yield Finding(True, f"The tables of {name} are in order.")


def catalogues(settings: Settings) -> Iterator[Finding]:
    """Words in every language."""
    for locale in LOCALES:
        ready = Narrator(locale).knows("refused.stale")
        yield Finding(ready, f"The words for {locale} are {'there' if ready else 'missing'}.")


def typefaces(settings: Settings) -> Iterator[Finding]:
    """Typefaces for the pictures, with Polish letters."""
    import images

    fonts = [*Path(images.__file__).parent.glob("fonts/**/*.[ot]tf")]
    yield Finding(bool(fonts), f"{len(fonts)} typefaces for the pictures." if fonts else "The typefaces are missing.")


CHECKS: tuple[Check, ...] = (token, folder, database, tables, catalogues, typefaces)
