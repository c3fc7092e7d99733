"""``labirynt backup``, ``restore``, ``prune`` and ``move``: commands about the database."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from bot.acts.housekeeping import make_room_at
from bot.discord import logs
from bot.games.own_tables import load_all_own
from bot.rights import barred
from bot.run.data_folder import FolderUnusable, occupy_folder
from bot.run.terminal import in_words, kindly
from bot.session.sessions import Sessions
from bot.settings import Settings, WrongSetting, must_be_address
from bot.store import NewerDatabase, StoreUnavailable
from bot.store.backups import NAME, BadBackup, back_up, inspect_database, keep_newest, put_back, shrink, with_journal
from bot.store.fleet.moving import Bar, Immovable, Moved, move
from bot.store.opening import NO_DRIVER, NoDriver, has_driver
from bot.store.retention import Room, Thrift
from bot.store.sqlite import SqliteStore
from bot.words.narrator import Narrator, Said
from rules.kernel.errors import Refused

if TYPE_CHECKING:
    from rules.kernel.lookups import Facts


def backup(to: Path | None, data: Path | None, narrator: Narrator, keep: int | None) -> str:
    """Write a backup of the data folder's database and print its contents; exit code 2 on failure.

    Into a new file, or into a folder, of whose backups only the newest ``keep`` stay (None: all).
    """
    with plainly(narrator):
        file, to = database_in(data), backup_place(to, data)
        if not file.is_file():
            raise Refused("no_database", file=Said(file))
        if to.is_dir():
            to /= time.strftime(NAME, time.gmtime())
        elif keep:
            raise Refused("backup_no_folder", file=Said(to))
        if to.exists():
            raise Refused("backup_exists", file=Said(to))
        with blaming(file, to):
            made = back_up(file, to)
            gone = keep_newest(to, keep) if keep else []
    facts = {"source": Said(file), "file": Said(to), "digest": Said(made.digest)}
    said = narrator.say("backup.done", **facts, games=made.games, size=made.size)
    return f"{said}\n{narrator.say('backup.kept', number=len(gone))}" if gone else said


def backup_place(typed: Path | None, data: Path | None) -> Path:
    """Return where backups go: as typed, else the configured folder; raises ``Refused("backup_nowhere")``."""
    place = typed or Settings.in_folder(data).backups
    if not place:
        raise Refused("backup_nowhere")
    return place


def restore(backup: Path, data: Path | None, narrator: Narrator) -> str:
    """Replace the database of the data folder by a backup, and print where the old one is kept.

    Exit code 2 while a bot uses the folder, and for a file that is no intact database of this program.
    """
    with plainly(narrator):
        file = database_in(data)
        with blaming(backup, file), occupy_folder(file.parent):
            kept = put_back(backup, file)
    done = narrator.say("restore.done", backup=Said(backup), file=Said(file))
    return f"{done}\n{narrator.say('restore.kept', file=Said(kept))}" if kept else done


def database_in(data: Path | None) -> Path:
    """Return the database of this data folder, else the configured one."""
    return file_of(Settings.in_folder(data))


def file_of(settings: Settings) -> Path:
    """Return the file that holds the games; raises ``Refused`` if a server holds them."""
    if settings.database.get_secret_value():
        raise Refused("kept_by_server")
    return settings.sqlite_file


@contextmanager
def plainly(narrator: Narrator) -> Iterator[None]:
    """Print one sentence for errors of settings, folder or database, and exit."""
    also = (FolderUnusable, NewerDatabase, StoreUnavailable, BadBackup, ValueError)
    with kindly(*also, narrator=narrator):
        yield


@contextmanager
def blaming(*files: Path) -> Iterator[None]:
    """Name these files in errors instead of their temporary names."""
    try:
        yield
    except (sqlite3.Error, OSError) as trouble:
        why = barred([path for file in files for path in with_journal(file)])
        why = why or (trouble.strerror if isinstance(trouble, OSError) else None) or str(trouble)
        raise Refused("backup_failed", files=Said(", ".join(map(str, files))), why=Said(why)) from trouble


MANY = 1000


def prune(data: Path | None, narrator: Narrator, *, dry: bool) -> tuple[list[Facts], str]:
    """Prune, and return what goes, by table, with a sentence; exit code 2 on failure. ``dry``: change nothing."""
    with plainly(narrator):
        settings = Settings.in_folder(data)
        if settings.database.get_secret_value():
            raise Refused("prune_at_server")
        file = settings.sqlite_file
        if not file.is_file():
            raise Refused("no_database", file=Said(file))
        with blaming(file):
            found = inspect_database(file)
            if found.version != found.newest:
                raise Refused("prune_older", file=Said(file), found=found.version, known=found.newest)
            before = file.stat().st_size
            with _hold_folder_if_free(file.parent) as alone:
                room = asyncio.run(_make_room_in_store(file, settings, dry=dry))
                after = shrink(file) if alone and not dry else None
    facts: dict[str, Any] = {"rows": room.rows.total(), "size": room.bytes.total()}
    rows = [{"table": name, "rows": room.rows[name], "bytes": room.bytes[name]} for name in room.rows]
    if dry:
        return rows, narrator.say("prune.would", **facts)
    if after is None:
        return rows, narrator.say("prune.beside", **facts)
    return rows, narrator.say("prune.done", **facts, before=before, after=after)


@contextmanager
def _hold_folder_if_free(folder: Path) -> Iterator[bool]:
    """Lock the folder if no bot uses it, so that none starts meanwhile; return whether it was free."""
    with ExitStack() as held:
        try:
            held.enter_context(occupy_folder(folder))
        except FolderUnusable:
            yield False
        else:
            yield True


async def _make_room_in_store(file: Path, settings: Settings, *, dry: bool) -> Room:
    store, whole, seen = SqliteStore(file), Room(), ""
    await store.open()
    try:
        sessions = Sessions(store, load_all_own(settings.tables), time.time)
        thrift = Thrift(settings.undo_stages, settings.keep_days)
        while found := await store.pruning.tables_after(seen, MANY):
            for game_id in found:
                whole.add(await _make_room_at_table(sessions, game_id, thrift, dry=dry))
            seen = found[-1]
    finally:
        await store.close()
    return whole


async def _make_room_at_table(sessions: Sessions, game_id: str, thrift: Thrift, *, dry: bool) -> Room:
    room = Room()
    while (gained := await make_room_at(sessions, game_id, thrift, dry=dry)).rows:
        room.add(gained)
        if dry:
            break
    return room


AS_SET = "LABIRYNT_DATABASE"
"""Typed instead of an address: the one that is set, so that no password stands on the line."""
SHOWN = 16
"""Letters of a digest that a person compares."""


def move_games(
    to: str | None, out_of: str | None, data: Path | None, narrator: Narrator, bar: Bar
) -> tuple[list[Moved], str]:
    """Move all games ``to`` a server or ``out_of`` one; return what was moved and what to do next, in words.

    Exit code 2, with nothing changed, if a bot uses either side, if they do not fit, or if the move fails.
    """
    if (to is None) == (out_of is None):
        raise typer.BadParameter("either --to ADDRESS or --from ADDRESS.")
    with _explain_errors(narrator):
        settings = Settings.read(data=data) if data else Settings.read()
        logs.set_up(settings.model_copy(update={"log_level": "error"}))  # what is printed may be JSON
        address = _server_address(to or out_of or "", settings, "--to" if to is not None else "--from")
        way = _move_to_server if to is not None else _move_from_server
        return way(address, settings.sqlite_file, narrator, bar)


def _move_to_server(address: str, file: Path, narrator: Narrator, bar: Bar) -> tuple[list[Moved], str]:
    from bot.store.backups import keep_beside
    from bot.store.fleet.moving import out_of
    from bot.store.fleet.moving_server import at_server, spoken_address

    if not file.is_file():
        raise Refused("move_nothing", file=Said(file))
    with occupy_folder(file.parent):
        with out_of(file) as source, at_server(address, receiving=True) as receiver:
            moved = move(source, receiver, bar)
        try:
            kept = keep_beside(file, "moved")
        except OSError as trouble:
            facts = {"server": Said(spoken_address(address)), "file": Said(file), "why": Said(trouble)}
            raise Refused("move_not_away", **facts) from trouble
    return moved, narrator.say(
        "move.to", **_moved_figures(moved), server=Said(spoken_address(address)), kept=Said(kept)
    )


def _move_from_server(address: str, file: Path, narrator: Narrator, bar: Bar) -> tuple[list[Moved], str]:
    from bot.store.fleet.moving import into
    from bot.store.fleet.moving_server import at_server, spoken_address

    with occupy_folder(file.parent), at_server(address, receiving=False) as source, into(file) as receiver:
        moved = move(source, receiver, bar)
    return moved, narrator.say(
        "move.from", **_moved_figures(moved), server=Said(spoken_address(address)), file=Said(file)
    )


def _moved_figures(moved: list[Moved]) -> dict[str, int]:
    games = next(moved_table.rows for moved_table in moved if moved_table.table == "games")
    return {"games": games, "rows": sum(moved_table.rows for moved_table in moved)}


def _server_address(typed: str, settings: Settings, option: str) -> str:
    """Return the typed address, or the configured one; a wrong one is not repeated, as it may hold a password."""
    address = settings.database.get_secret_value() if typed == AS_SET else typed
    if not has_driver():
        raise NoDriver("unreachable", NO_DRIVER)
    from bot.store.fleet.moving_server import spoken_address

    try:
        must_be_address(address)
        spoken_address(address)
    except ValueError as wrong:
        raise typer.BadParameter(in_words(wrong), param_hint=option) from None
    return address


@contextmanager
def _explain_errors(narrator: Narrator) -> Iterator[None]:
    """Print one sentence for any error and exit."""
    with kindly(FolderUnusable, NewerDatabase, NoDriver, WrongSetting, narrator=narrator):
        try:
            yield
        except Immovable as why:
            raise Refused(f"move_{why.reason}", **{name: Said(fact) for name, fact in why.facts.items()}) from why
        except NoDriver:
            raise
        except (StoreUnavailable, OSError) as trouble:
            raise Refused("move_broke", why=Said(trouble)) from trouble
