"""``labirynt prune``: make room in the database at once, or say how much there would be."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.acts.housekeeping import make_room_at
from bot.games.own_tables import load_all_own
from bot.run.backup import blaming, plainly, settings_of
from bot.run.data_folder import FolderUnusable, occupy_folder
from bot.session.sessions import Sessions
from bot.settings import Settings
from bot.store.backups import shrink
from bot.store.inspection import inspect_database
from bot.store.pruning import Room, Thrift
from bot.store.sqlite import SqliteStore
from bot.words.narrator import Narrator, Said
from rules.kernel.errors import Refused

if TYPE_CHECKING:
    from rules.kernel.lookups import Facts

MANY = 1000


def prune(data: Path | None, narrator: Narrator, *, dry: bool) -> tuple[list[Facts], str]:
    """What goes, by table, and a sentence; exit code 2 where it cannot be done. ``dry``: nothing is changed."""
    with plainly(narrator):
        settings = settings_of(data)
        if settings.database.get_secret_value():
            raise Refused("prune_at_server")
        file = settings.database_file
        if not file.is_file():
            raise Refused("no_database", file=Said(file))
        with blaming(file):
            _must_be_of_today(file)
            before = file.stat().st_size
            with _alone(file.parent) as alone:
                room = asyncio.run(_make_room(file, settings, dry=dry))
                after = shrink(file) if alone and not dry else None
    facts: dict[str, Any] = {"rows": _number(room.rows.total()), "size": _number(room.bytes.total())}
    rows: list[Facts] = [{"table": name, "rows": room.rows[name], "bytes": room.bytes[name]} for name in room.rows]
    if dry:
        return rows, narrator.say("prune.would", **facts)
    if after is None:
        return rows, narrator.say("prune.beside", **facts)
    return rows, narrator.say("prune.done", **facts, before=_number(before), after=_number(after))


def _number(value: int) -> Said:
    return Said(f"{value:,}")


def _must_be_of_today(file: Path) -> None:
    found = inspect_database(file)
    if found.version != found.newest:
        raise Refused("prune_older", file=Said(file), found=found.version, known=found.newest)


@contextmanager
def _alone(folder: Path) -> Iterator[bool]:
    """Whether no bot runs there; then none starts meanwhile."""
    with ExitStack() as held:
        try:
            held.enter_context(occupy_folder(folder))
        except FolderUnusable:
            yield False
        else:
            yield True


async def _make_room(file: Path, settings: Settings, *, dry: bool) -> Room:
    store, whole, seen = SqliteStore(file), Room(), ""
    await store.open()
    try:
        sessions = Sessions(store, load_all_own(settings.tables), time.time)
        thrift = Thrift(settings.undo_stages, settings.keep_days)
        while found := await store.pruning.tables_after(seen, MANY):
            for game_id in found:
                whole.add(await _room_at(sessions, game_id, thrift, dry=dry))
            seen = found[-1]
    finally:
        await store.close()
    return whole


async def _room_at(sessions: Sessions, game_id: str, thrift: Thrift, *, dry: bool) -> Room:
    room = Room()
    while (gained := await make_room_at(sessions, game_id, thrift, dry=dry)).rows:
        room.add(gained)
        if dry:
            break
    return room
