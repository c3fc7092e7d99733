"""A table of Labirynt Śmierci for rough handling: dice that are known, a disk that can fail, hands that forge."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

from bot.discord.client import Labirynt
from bot.playground import Message, Outcome
from bot.playground.discord_rules import COMPONENT, MODAL_SUBMIT
from bot.playground.wire import BUTTON
from bot.session.sessions import Sessions
from bot.store.sqlite import SqliteStore
from rules.games import load
from tests.bot.a_channel import HERE, Channel, a_channel, offers_to_ask

SEED = bytes([9]) * 32
"""The first step to the north lays a segment that lies one way only; a bribe is offered within sixty answers."""
RULES = load("labirynt-smierci")
WELL = ("PRAGMA query_only = OFF", "PRAGMA max_page_count = 1000000")
READ_ONLY = ("PRAGMA query_only = ON",)
FULL = ("PRAGMA max_page_count = 1", "CREATE TABLE ballast AS SELECT zeroblob(1000000)")


class Disk(sqlite3.Connection):
    """A disk that can be made to fail and to recover: ``trouble`` comes before each statement with ``where`` in it."""

    trouble: Sequence[str] = WELL
    where = ""

    def executemany(self, sql: str, rows: Any, /) -> sqlite3.Cursor:
        """Have the trouble, then go on."""
        for trouble in Disk.trouble if Disk.where in sql else WELL:
            self.execute(trouble)
        return super().executemany(sql, rows)


class RoughTable(Channel):
    """A channel whose bot has patience for a fifth of a second with its database."""

    file: Path

    @contextlib.asynccontextmanager
    async def bot_up(self, in_a_hurry: bool = False) -> AsyncIterator[Labirynt]:
        """One life of the bot, on the disk that can fail; in a hurry: from the moment when presses can reach it."""
        self.settings.data.mkdir(exist_ok=True)
        self.file = self.settings.sqlite_file
        store = SqliteStore(self.file, patience=0.2, factory=Disk)
        await store.open()
        try:
            sessions = Sessions(store, {RULES.name: RULES}, time.time, lambda: SEED)
            await sessions.open()
            connector = self.playground.connector()
            async with Labirynt(self.settings, sessions, {RULES.name: RULES}, connector) as client:
                life = asyncio.create_task(client.start(self.playground.token))
                await self.playground.ready()
                if not in_a_hurry:
                    await client.wait_until_ready()
                with self.playground.guest(client):
                    yield client
                await client.close()
                await asyncio.gather(life, return_exceptions=True)
        finally:
            Disk.trouble, Disk.where = WELL, ""
            await store.close()

    async def set_out(self, *people: str, channel: str = HERE) -> None:
        """A game of these people, its party at the gate."""
        await self.hands.slash(people[0], channel, "game new", {"options": "heroes=2 apprentices=2"})
        for one in people[1:]:
            await self.hands.slash(one, channel, "game join")
        await self.hands.slash(people[0], channel, "game start", {"quick": True})
        await self.hands.until(lambda: self._asks(people[0], channel))
        await self.hands.settled()

    def _asks(self, who: str, channel: str) -> bool:
        return any(":usual:" in one.custom_id for one in self.hands.messages(channel, who)[-1].buttons)

    async def forge(self, who: str, channel: str, custom_id: str, **data: Any) -> Outcome:
        """A press that no honest client would send."""
        pressed = {"component_type": BUTTON, "custom_id": custom_id, "id": 1, **data}
        return await self._sent(COMPONENT, who, channel, pressed)

    async def forge_form(self, who: str, custom_id: str, *components: Any) -> Outcome:
        """A form that no honest client would send."""
        return await self._sent(MODAL_SUBMIT, who, HERE, {"custom_id": custom_id, "components": list(components)})

    async def _sent(self, kind: int, who: str, channel: str, data: dict[str, Any]) -> Outcome:
        place = self.playground.world.channel(channel)
        outcome = await self.hands._do(kind, who, place, data)
        await self.hands.settled()
        return outcome

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What the store's file holds."""
        with contextlib.closing(sqlite3.connect(self.file)) as file:
            return file.execute(query).fetchall()

    def write(self, change: str, *values: Any) -> None:
        """Damage the store's file."""
        with contextlib.closing(sqlite3.connect(self.file)) as file, file:
            file.execute(change, values)

    def log(self) -> list[tuple[Any, ...]]:
        """Every answer and every change of the table."""
        return [
            *self.rows("SELECT epoch, stage, step, part, seat, value FROM answers ORDER BY 1, 2, 3, 4"),
            *self.rows("SELECT id, epoch, stage, step, revision, phase FROM games"),
        ]

    def prompt_id(self, verb: str = "usual") -> str:
        """The custom id of a control of the open question."""
        return next(button.custom_id for button in self.newest().buttons if f":{verb}:" in button.custom_id)

    def newest(self) -> Message:
        """The newest message that Ala sees, but for what brisk pace says in private."""
        return next(one for one in self.hands.newest_first(HERE, "Ala") if not offers_to_ask(one))

    async def as_usual_until(self, label: str, most: int = 60) -> None:
        """Ala answers as usual until a button of this label is offered."""
        for _ in range(most):
            newest = self.newest()
            if any(label in button.label for button in newest.buttons):
                return
            await self.hands.press("Ala", newest, self.prompt_id())
            await self.hands.until(self.is_asked)
            await self.hands.settled()
        raise AssertionError(f"{label!r} was never offered")


@contextlib.asynccontextmanager
async def a_rough_channel(folder: Path, **settings: Any) -> AsyncIterator[RoughTable]:
    """A playground without the bot."""
    async with a_channel(folder, RULES, kind=RoughTable, **settings) as table:
        yield table


@contextlib.asynccontextmanager
async def a_rough_table(folder: Path, *people: str) -> AsyncIterator[RoughTable]:
    """A game that has begun: Ala's, unless others are named."""
    async with a_rough_channel(folder) as table, table.bot_up():
        await table.set_out(*(people or ("Ala",)))
        yield table
