"""Decides which shards this process serves: it takes free ones, gives up surplus ones, and hands over when it stops."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Coroutine
from contextlib import AbstractAsyncContextManager, suppress
from time import monotonic
from typing import Any, NamedTuple

import aiohttp
import discord
from discord import HTTPException
from structlog import get_logger

from bot.discord.client import Labirynt
from bot.metrics import Metrics
from bot.run import supervisor
from bot.store import StoreUnavailable
from bot.store.shards import Locks, LocksLost, Outlook, Peer, ShardRow
from bot.table.records import ServedGuilds

HANGS = 15.0
"""Seconds without a beat after which a process is cut off, so that others can serve its guilds."""


class Moves(NamedTuple):
    """The next steps: shards to take, to inherit and to hand over, and processes to disconnect."""

    take: list[int]
    inherit: list[ShardRow]
    hand_over: list[int]
    cut_off: list[int]


def moves(outlook: Outlook, mine: Collection[int], coming: Collection[int], *, leaving: bool) -> Moves:
    """Return this process's next steps.

    ``mine``: the shards that it holds; ``coming``: those that it is about to take over.
    """
    alive = {peer.backend: peer for peer in outlook.peers}
    share = 0 if leaving else fair_shares(outlook).get(outlook.me, 0)
    room = max(0, share - len(mine) - len(coming))
    free = [row.shard for row in outlook.shards if row.holder not in alive and row.shard not in (*mine, *coming)]
    take = free[:room]
    return Moves(
        take,
        _shards_to_inherit(outlook, alive, coming)[: room - len(take)],
        [row.shard for row in outlook.shards if row.shard in mine and row.ready and row.heir in alive],
        [peer.backend for peer in outlook.peers if peer.age > HANGS and peer.backend != outlook.me],
    )


def fair_shares(outlook: Outlook) -> dict[int, int]:
    """Return how many shards each process that stays should hold: they differ by at most one.

    Where the shards cannot be divided evenly, those that hold most get one more, so that as few as possible move.
    """
    promised = _promised_shards(outlook)
    staying = [peer.backend for peer in outlook.peers if not peer.leaving and peer.age <= HANGS]
    staying.sort(key=lambda backend: -promised[backend])  # stable: of equals the first
    each, more = divmod(len(outlook.shards), max(1, len(staying)))
    return {backend: each + (nth < more) for nth, backend in enumerate(staying)}


def _promised_shards(outlook: Outlook) -> Counter[int]:
    """Return how many shards each process will hold after all hand-overs that have begun."""
    alive = {peer.backend for peer in outlook.peers}
    return Counter(row.heir if row.heir in alive else row.holder for row in outlook.shards)


def _shards_to_inherit(outlook: Outlook, alive: dict[int, Peer], coming: Collection[int]) -> list[ShardRow]:
    """Return the shards whose owner stops or has a surplus, without those that already have a successor."""
    promised, shares, found = _promised_shards(outlook), fair_shares(outlook), []
    for row in outlook.shards:
        holder = alive.get(row.holder)
        if not holder or row.holder == outlook.me or row.shard in coming or row.heir in alive:
            continue
        share = shares.get(row.holder, promised[row.holder])  # one that hangs is cut off, and hands over nothing
        if holder.leaving or promised[row.holder] > share:
            found.append(row)
            promised[row.holder] -= 1
    return found


def can_hand_over(outlook: Outlook) -> bool:
    """Return whether another process can take over."""
    return any(peer.backend != outlook.me and not peer.leaving and peer.age <= HANGS for peer in outlook.peers)


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

LINE_BROKE = (HTTPException, discord.GatewayNotFound, aiohttp.ClientError, ConnectionError, TimeoutError)
"""What it looks like when Discord cannot be reached: another try may help."""

_log = get_logger(__name__)


Make = Callable[[ServedGuilds], AbstractAsyncContextManager[Labirynt]]


class ShardOwner:
    """Serves shards until it is told to stop; an error in one shard ends the whole process."""

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
        self._pause_seconds = supervisor.FIRST_PAUSE
        self._rests_until = 0.0
        self.serving: dict[int, Labirynt] = {}
        """The shards that are served now, each by a client of its own."""

    async def live(self, stop: asyncio.Event) -> None:
        """Serve until told to stop; raises the error that ended a client."""
        try:
            while not stop.is_set():
                await self._round()
                await self._pause(stop)
            await self._hand_over_all()
        finally:
            await self._end_all()
            await self._locks.close()

    def holds(self) -> bool:
        """Return whether all locks are certainly still held."""
        return monotonic() - self._looked < HOLDS_FOR

    def _meets_newer(self) -> bool:
        """Return whether a table here needs a newer program, so that another process should serve these shards."""
        return any(client.service.sessions.met_newer for client in self.serving.values())

    def is_away(self) -> bool:
        """Return whether Discord could not be reached, and is not tried again yet: others may reach it meanwhile."""
        return monotonic() < self._rests_until

    def part(self) -> float:
        """Return the share of the bot that is served here (at least one shard), which limits this process's rate of
        requests.
        """
        return max(1, len(self.serving)) / self.count

    async def _pause(self, stop: asyncio.Event) -> None:
        """Wait until the next round, or until a client ends."""
        stopping = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait({stopping, *self._lives.values()}, timeout=ROUND, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopping.cancel()

    async def _round(self, *, leaving: bool = False) -> Outlook | None:
        """Look once and carry out the next steps; None if the locks are lost, and with them everything
        that they held.
        """
        try:
            self._bury()
            leaving = leaving or self.is_away() or self._meets_newer()
            now = monotonic()
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
        """Log the loss of the locks once, and their return once."""
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
        """Remove clients that have ended; raises their error, unless the store was unreachable for a moment."""
        for shard in [shard for shard, life in self._lives.items() if life.done()]:
            try:
                self._lives.pop(shard).result()
            except StoreUnavailable as away:
                if away.reason not in PASSING:
                    raise
                _log.warning("shard.unopened", shard=shard, why=str(away))
            except LINE_BROKE as trouble:
                self._rest(trouble)

    def _rest(self, trouble: Exception) -> None:
        """Try no login for some seconds, ever more while nothing is heard; shards that fail together count once."""
        if self.is_away():
            return
        if any(client.is_ready() for client in self.serving.values()):
            self._pause_seconds = supervisor.FIRST_PAUSE
        pause = self._pause_seconds
        _log.error("discord.unreachable", raised=type(trouble).__name__, why=str(trouble), again_in=pause)
        self._rests_until = monotonic() + pause
        self._pause_seconds = min(pause * 2, supervisor.LONGEST_PAUSE)

    async def _hand_over_all(self) -> None:
        """Leave each shard to a successor if there is one; without one, or without a supervisor, leave at once."""
        supervisor.notify(supervisor.STOPPING)
        loop = asyncio.get_running_loop()
        until = loop.time() + LEAVES_WITHIN
        while self._lives and loop.time() < until and not supervisor.supervisor_ended.is_set():
            outlook = await self._round(leaving=True)
            if not outlook or not can_hand_over(outlook):
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
        """Stop acting for all shards at once; other processes may take them."""
        for client in self.serving.values():
            client.shard_lock.cut()
        for life in self._lives.values():
            life.cancel()
        await asyncio.gather(*self._lives.values(), return_exceptions=True)
        self._lives.clear()

    # One shard ---------------------------------------------------------------------------------------------

    async def _serve(self, shard: int, *, inherits: bool) -> None:
        """Serve one shard from taking it to leaving it; ``inherits``: another process still holds it."""
        async with self._make(ServedGuilds(shard, self.count)) as client:
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
                await _wait_for_first(life, self._leave[shard].wait())
                if life.done():
                    life.result()
            finally:
                await self._let_go(shard, client)
                await client.close()
                await asyncio.gather(*lives, return_exceptions=True)

    async def _inherit(self, shard: int, client: Labirynt, life: asyncio.Task[None]) -> bool:
        """Connect to Discord first, so that nothing is missed, then ask the owner to leave; return whether it did."""
        self.metrics.take_overs.labels("left").inc()
        await _wait_for_first(life, client.wait_until_ready())
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
        """Release the lock once nothing is in flight, before the connection closes, so that a
        successor need not wait.
        """
        try:
            await client.hand_over()
        finally:  # even where there is no time left
            self.serving.pop(shard, None)
            with suppress(LocksLost):  # the next look tells of it
                await self._locks.give_up(shard)


async def _wait_for_first(life: asyncio.Task[None], other: Coroutine[Any, Any, Any]) -> None:
    """Wait until the client ends or the other event happens."""
    waiting = asyncio.create_task(other)
    try:
        await asyncio.wait({life, waiting}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()
