"""The bot's life: it serves the shards that it holds, takes over what others leave, and hands over what it leaves.

A file has one process, which holds everything. On a server several may run, and a shard goes to another one as soon
as its process is killed, hangs, or is told to leave.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from typing import Any

import structlog

from bot.discord.client import Labirynt
from bot.metrics import Metrics
from bot.run import notify
from bot.run.sharing_out import HANGS, can_hand_over, moves
from bot.store import StoreUnavailable
from bot.store.shards import Locks, LocksLost, Outlook
from bot.table.share import Share

ROUND = 1.0
"""Seconds between two looks at who holds what."""
SOON = 0.1
"""Seconds between two tries to take a shard that is being handed over."""
INHERITS_FOR = 20.0
"""Seconds after which an heir gives up waiting."""
LEAVES_WITHIN = 60.0
"""Seconds after which a process leaves though nobody has inherited."""
HOLDS_FOR = HANGS - 1
"""Seconds since the last look for which nobody can have been cut off; a process may have hung without knowing it."""
PASSING = ("unreachable", "locked")
"""Why tables may not be read now, and yet soon."""

_log = structlog.get_logger(__name__)


Make = Callable[[Share], AbstractAsyncContextManager[Labirynt]]


class Keeper:
    """Serves shards until it is told to stop; what breaks in one of them ends the whole process."""

    def __init__(self, locks: Locks, count: int, make: Make, token: str, metrics: Metrics) -> None:
        self._locks = locks
        self.count = count
        self._make = make
        self._token = token
        self.metrics = metrics
        self._lives: dict[int, asyncio.Task[None]] = {}
        self._leave: dict[int, asyncio.Event] = {}
        self._hung: set[int] = set()
        self._looked = -HOLDS_FOR
        self._lost = False
        self.serving: dict[int, Labirynt] = {}
        """The shards that are served now, each by a client of its own."""

    async def live(self, stop: asyncio.Event) -> None:
        """Serve until then; raises what ended one of the clients."""
        try:
            while not stop.is_set():
                await self._round(leaving=False)
                await self._pause(stop)
            await self._hand_over_all()
        finally:
            await self._end_all()
            await self._locks.close()

    def holds(self) -> bool:
        """Whether what was taken is surely still held."""
        return time.monotonic() - self._looked < HOLDS_FOR

    def part(self) -> float:
        """How much of the bot is served here, at least one shard: so much of Discord's patience is this process's."""
        return max(1, len(self.serving)) / self.count

    async def _pause(self, stop: asyncio.Event) -> None:
        """Until the next round, or until something ends."""
        stopping = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait({stopping, *self._lives.values()}, timeout=ROUND, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopping.cancel()

    async def _round(self, *, leaving: bool) -> Outlook | None:
        """Look once, and do what is to be done; None: the locks are lost, and so is everything that they held."""
        try:
            self._bury()
            now = time.monotonic()
            outlook = await self._locks.look(leaving=leaving)
            self._looked = now
            self._tell_of_locks(None)
            await self._do(outlook, leaving)
        except LocksLost as lost:
            self._tell_of_locks(lost)
            await self._drop_all()
            return None
        return outlook

    def _tell_of_locks(self, lost: LocksLost | None) -> None:
        """Once when they are lost, and once when the server is heard again; not at every look in between."""
        if lost and not self._lost:
            _log.error("shards.lost", shards=sorted(self._lives), why=str(lost))
        elif self._lost and not lost:
            _log.info("shards.back")
        self._lost = lost is not None

    async def _do(self, outlook: Outlook, leaving: bool) -> None:
        coming = self._lives.keys() - self.serving.keys()
        found = moves(outlook, self.serving.keys(), coming, leaving=leaving)
        for shard in found.hand_over:
            self._leave[shard].set()
        for shard in found.take:
            if await self._locks.take(shard):
                self._count_take_over(outlook.shards[shard].holder)
                self._begin(shard, self._serve(shard, inherits=False))
        for row in found.inherit:
            if await self._locks.ask(row.shard, row.heir):
                self._begin(row.shard, self._serve(row.shard, inherits=True))
        for backend in found.cut_off:
            _log.warning("shards.cut_off", backend=backend)
            self._hung.add(backend)
            await self._locks.end(backend)

    def _count_take_over(self, holder: int) -> None:
        if holder:  # else nobody held it
            self.metrics.take_overs.labels("hung" if holder in self._hung else "killed").inc()

    def _begin(self, shard: int, life: Coroutine[Any, Any, None]) -> None:
        self._leave[shard] = asyncio.Event()
        self._lives[shard] = asyncio.create_task(life, name=f"shard {shard}")

    def _bury(self) -> None:
        """Those who have ended; raises why, if it was a fault. What could not be read for a moment is taken again."""
        for shard in [shard for shard, life in self._lives.items() if life.done()]:
            try:
                self._lives.pop(shard).result()
            except StoreUnavailable as away:
                if away.reason not in PASSING:
                    raise
                _log.warning("shard.unopened", shard=shard, why=str(away))

    async def _hand_over_all(self) -> None:
        """Leave each shard to an heir, where there is one; whoever is alone leaves at once."""
        notify.notify(notify.STOPPING)
        loop = asyncio.get_running_loop()
        until = loop.time() + LEAVES_WITHIN
        while self._lives and loop.time() < until:
            outlook = await self._round(leaving=True)
            if outlook is None or not can_hand_over(outlook):
                return
            await asyncio.sleep(SOON)

    async def _end_all(self) -> None:
        for leave in self._leave.values():
            leave.set()
        if self._lives:
            _, late = await asyncio.wait(self._lives.values(), timeout=INHERITS_FOR)
            for life in late:
                life.cancel()
        await asyncio.gather(*self._lives.values(), return_exceptions=True)

    async def _drop_all(self) -> None:
        """Act for nobody from this moment on: others may."""
        for client in self.serving.values():
            client.gate.cut()
        for life in self._lives.values():
            life.cancel()
        await asyncio.gather(*self._lives.values(), return_exceptions=True)
        self._lives.clear()

    # One shard ---------------------------------------------------------------------------------------------

    async def _serve(self, shard: int, *, inherits: bool) -> None:
        """One shard, from taking it to leaving it; ``inherits``: another process still holds it."""
        async with self._make(Share(shard, self.count)) as client:
            lives: list[asyncio.Task[None]] = []
            try:
                if not inherits:
                    await client.begin()  # first, as logins are few: none is spent while the tables cannot be read
                life = asyncio.create_task(client.start(self._token))
                lives.append(life)
                if inherits:
                    if not await self._inherit(shard, client, life):
                        return
                    await client.begin()
                self.serving[shard] = client
                _log.info("shard.served", shard=shard, inherited=inherits)
                await _first(life, self._leave[shard].wait())
                if life.done():
                    life.result()
            finally:
                await self._let_go(shard, client)
                await client.close()
                await asyncio.gather(*lives, return_exceptions=True)

    async def _inherit(self, shard: int, client: Labirynt, life: asyncio.Task[None]) -> bool:
        """Hear Discord first, so that nothing is missed, then have the holder leave; False: it does not."""
        self.metrics.take_overs.labels("left").inc()
        await _first(life, client.wait_until_ready())
        if life.done():
            life.result()
        await self._locks.say_ready(shard)
        for _ in range(round(INHERITS_FOR / SOON)):
            if await self._locks.take(shard):
                return True
            await asyncio.sleep(SOON)
        await self._locks.renounce(shard)
        return False

    async def _let_go(self, shard: int, client: Labirynt) -> None:
        """The lock goes when nothing is under way any more, and before the line, so that an heir need not wait."""
        try:
            await client.hand_over()
        finally:  # even where there is no time left
            self.serving.pop(shard, None)
            with contextlib.suppress(LocksLost):  # the next look tells of it
                await self._locks.give_up(shard)


async def _first(life: asyncio.Task[None], other: Coroutine[Any, Any, Any]) -> None:
    """Until the client's life is over, or the other has come about."""
    waiting = asyncio.create_task(other)
    try:
        await asyncio.wait({life, waiting}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()
