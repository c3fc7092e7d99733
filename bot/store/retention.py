"""Packs old data so that it takes less space, without losing anything that can still be asked for.

Snapshots older than the usual undo are compressed, and all snapshots of an ended game. A game that ended long ago
becomes an archive of its chronicle and proof, without undone stages and without user ids.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from typing import Any

from msgspec import Struct, field
from msgspec.structs import astuple, replace

from bot.store import rows, sql
from bot.store.errors import Overtaken
from bot.store.rows import GONE, ArchivedGame, base_of, bind, pack, unbind
from bot.store.units import Page, Unposted
from bot.store.writer import Line
from rules.kernel.advance import Snapshot

AT_ONCE = 32
"""The number of snapshots packed in one transaction, which blocks a player's press for some milliseconds."""
ALL = 1 << 30
DAY = 24 * 3600.0

Fetch = Callable[..., Awaitable[list[Any]]]
Write = Callable[[list[Line]], Awaitable[None]]
InForce = Callable[[str], Awaitable[Collection[int]]]
"""Returns the ids of a game's stories that have not been undone."""


class Thrift(Struct, frozen=True):
    """The limits of packing: the newest stages of a running game and the days after a game's end that stay unpacked."""

    stages: int = 20
    days: float = 90.0


class Room(Struct):
    """The space gained per table: the number of packed or deleted rows, and bytes."""

    rows: Counter[str] = field(default_factory=Counter)
    bytes: Counter[str] = field(default_factory=Counter)

    def gain(self, table: str, rows: int, size: int) -> None:
        """Add these rows and bytes to a table's numbers."""
        if rows or size:
            self.rows[table] += rows
            self.bytes[table] += size

    def add(self, other: Room) -> None:
        """Add the numbers of ``other``."""
        self.rows.update(other.rows)
        self.bytes.update(other.bytes)


class _Age(Struct, frozen=True):
    phase: str
    epoch: int
    stage: int
    revision: int
    stirred_at: float
    in_annals: bool
    owes: bool


class Pruning:
    """Packs a database step by step, and reads archived games."""

    def __init__(self, fetch: Fetch, shared: Fetch, write: Write) -> None:
        self._fetch = fetch
        self._shared = shared
        self._write = write
        self._read: tuple[str, ArchivedGame | None] = ("", None)

    # Making room -----------------------------------------------------------------------------------------------

    async def tables_after(self, game_id: str, most: int) -> list[str]:
        """Return the next ``most`` tables in the order of their ids."""
        return [row[0] for row in await self._shared(rows.TABLES_AFTER, after=game_id, most=most)]

    async def prune(self, game_id: str, now: float, thrift: Thrift, in_force: InForce, *, dry: bool = False) -> Room:
        """Do one step of packing at a table and return the gained space; an empty result means that all is done.

        ``dry``: change nothing and return what would be gained.
        """
        found = await self._fetch(rows.AGE, game_id)
        if not found:
            return Room()
        age = _Age(*found[0])
        before = ALL if age.phase == "ended" else age.stage - thrift.stages
        room = await self._pack(game_id, before, ALL if dry else AT_ONCE, dry=dry)
        is_old = age.phase == "ended" and age.stirred_at <= now - thrift.days * DAY
        if is_old and not (age.in_annals or age.owes) and (dry or not room.rows):
            annals = await self._bind(game_id, age, await in_force(game_id), dry=dry)
            return annals if dry or annals.rows else room
        return room

    async def _pack(self, game_id: str, before: int, most: int, *, dry: bool) -> Room:
        room, lines = Room(), list[Line]()
        for epoch, stage, first in await self._fetch(rows.PACKABLE, game_id, before, most):
            base = base_of(stage, first)
            state = await self._state(game_id, epoch, stage)
            packed = await asyncio.to_thread(
                pack, state, await self._state(game_id, epoch, base) if base < stage else b""
            )
            lines.append((sql.PACKED, (packed, base, game_id, epoch, stage)))
            room.gain("snapshots", 1, len(state) - len(packed))
        if not dry:
            await self._write(lines)
        return room

    async def _state(self, game_id: str, epoch: int, stage: int) -> bytes:
        (row,) = await self._fetch(rows.SNAPSHOT, game_id, epoch, stage)
        return rows.snapshot(row).state

    async def _bind(self, game_id: str, age: _Age, in_force: Collection[int], *, dry: bool) -> Room:
        """Archive an ended game, and delete the rows that are in the archive or needed no more."""
        stories = [row for row in await self._fetch(rows.CHRONICLE, game_id) if row[0] in in_force]
        stages = {stage: page for stage in range(age.stage) if (page := await self._page(game_id, age.epoch, stage))}
        proof = {stage: await self._proof(game_id, age.epoch, stage) for stage in stages}
        archived = ArchivedGame(stages, [(row[0], *row[4:11]) for row in stories], proof)
        data = await asyncio.to_thread(bind, archived)
        room = await self._weigh(game_id, age)
        room.gain("annals", 1, -len(data))
        if not dry:
            here = (game_id, age.epoch, age.stage)
            lines: list[Line] = [(sql.AGED, (game_id, age.revision)), (sql.ANNALS, (game_id, data))]
            lines += [(statement, here) for statement in sql.IN_ANNALS]
            lines += [(statement, (game_id,)) for statement in (sql.UNNAMED, *sql.OVER)]
            try:
                await self._write(lines)
            except Overtaken:
                return Room()
        return room

    async def _page(self, game_id: str, epoch: int, stage: int) -> tuple[Any, Any] | None:
        """Return a stage's snapshot and its answers as rows, without the users who answered."""
        ((line,),) = await self._fetch(rows.EPOCH_OF, game_id, epoch, stage)
        found = await self._fetch(rows.SNAPSHOT, game_id, line, stage) if line is not None else []
        if not found:
            return None
        answers = await self._fetch(rows.PAGE, game_id, line, stage)
        nameless = [(*row[:6], GONE if row[6] else 0, row[7]) for row in answers]
        return astuple(rows.snapshot(found[0])), nameless

    async def _proof(self, game_id: str, epoch: int, stage: int) -> list[bytes]:
        ((line,),) = await self._fetch(rows.EPOCH_OF, game_id, epoch, stage)
        return [row[0] for row in await self._fetch(rows.PROOF, game_id, line, stage)]

    async def _weigh(self, game_id: str, age: _Age) -> Room:
        room = Room()
        for table, query in rows.WEIGHTS.items():
            here = (game_id, age.epoch, age.stage)[: query.count("?")]
            ((number, weight),) = await self._fetch(query, *here)
            room.gain(table, number, weight or 0)
        return room

    # Reading what was bound ------------------------------------------------------------------------------------

    async def page(self, game_id: str, stage: int) -> Page | None:
        """Return a stage of an archived game; None if the game is not archived or lacks the stage."""
        annals = await self._annals(game_id)
        if not annals or stage not in annals.stages:
            return None
        snapshot, answers = annals.stages[stage]
        log = rows.in_order(rows.logged(stage, row) for row in answers)
        return Page(Snapshot(*snapshot), log, annals.proof.get(stage, ()))

    async def with_proof(self, game_id: str, proof: dict[int, list[bytes]]) -> list[Line]:
        """Return the SQL line that adds the lines of these stages to an archive; none if there is no archive."""
        annals = await self._annals(game_id)
        if not annals:
            return []
        self._read = ("", None)
        proven = replace(annals, proof={**annals.proof, **proof})
        return [(sql.ANNALS_PROVEN, (await asyncio.to_thread(bind, proven), game_id))]

    async def stories(self, game_id: str) -> list[Unposted]:
        """Return the stories of an archived game, oldest first; empty if it is not archived."""
        annals = await self._annals(game_id)
        about = (await self._fetch(rows.ABOUT, game_id))[0] if annals else ()
        return [rows.unposted((row[0], *about, *row[1:], "")) for row in annals.stories] if annals else []

    async def _annals(self, game_id: str) -> ArchivedGame | None:
        """Return a game's archive. The last one read is cached, because readers ask for all its stages in turn."""
        known, annals = self._read
        if known != game_id:
            found = await self._fetch(rows.ANNALS, game_id)
            annals = await asyncio.to_thread(unbind, found[0][0]) if found else None
            if annals:
                self._read = (game_id, annals)
        return annals
