"""The shards and the processes that hold them, as seen by one process."""

from __future__ import annotations

import asyncio
from typing import NamedTuple, Protocol


class LocksLost(Exception):
    """The connection that held the locks is lost; other processes may hold them by now."""


class OtherShards(Exception):
    """A live process of this bot has another number of shards, so some guilds would be served twice."""

    def __init__(self, mine: int, theirs: int) -> None:
        super().__init__(
            f"LABIRYNT_SHARDS is {mine} here, and {theirs} in a process that serves the same bot on this database: "
            f"it must be the same everywhere. To change it, end all processes first."
        )


class Peer(NamedTuple):
    """A process that serves shards: its connection's number, whether it is leaving, its last heartbeat's age (s)."""

    backend: int
    leaving: bool
    age: float


class ShardRow(NamedTuple):
    """A shard: its owner and its standby (0: nobody), and whether the standby is connected to Discord."""

    shard: int
    holder: int
    heir: int
    ready: bool


class Outlook(NamedTuple):
    """The view of one process: its own number, the live processes, and the shards."""

    me: int
    peers: list[Peer]
    shards: list[ShardRow]


class Locks(Protocol):
    """The locks of the shards. Every method raises ``LocksLost`` if the connection is lost."""

    async def look(self, *, leaving: bool = False) -> Outlook:
        """Send a heartbeat and return the live processes and the shards."""

    async def take(self, shard: int) -> bool:
        """Lock a shard; return False if another process holds it."""

    async def give_up(self, shard: int) -> None:
        """Release a shard."""

    async def ask(self, shard: int, heir: int, /) -> bool:
        """Become the standby of a shard in place of ``heir`` (0: nobody); return False if another was faster."""

    async def say_ready(self, shard: int) -> None:
        """Tell the owner of a shard that its standby is connected to Discord."""

    async def renounce(self, shard: int) -> None:
        """Stop being the standby of this shard."""

    async def end(self, backend: int) -> None:
        """Cut off a process without heartbeats, so that it loses its locks."""

    async def slot(self, slot: int, between: float) -> float:
        """Reserve an identify in this slot, ``between`` seconds after the last one; return the seconds until then."""

    async def close(self) -> None:
        """Release all locks."""


class Alone:
    """Locks of a single process, which can take every shard because its folder is its own."""

    def __init__(self, count: int) -> None:
        self._held = [False] * count
        self._next: dict[int, float] = {}

    async def look(self, *, leaving: bool = False) -> Outlook:
        """Return this process as the only one."""
        rows = [ShardRow(shard, int(held), 0, False) for shard, held in enumerate(self._held)]
        return Outlook(1, [Peer(1, leaving, 0.0)], rows)

    async def take(self, shard: int) -> bool:
        """Take a shard and return True."""
        self._held[shard] = True
        return True

    async def give_up(self, shard: int) -> None:
        """Release a shard."""
        self._held[shard] = False

    async def ask(self, _shard: int, _heir: int, /) -> bool:
        """Return False: no other process has a shard."""
        return False

    async def say_ready(self, shard: int) -> None:
        """Do nothing: there is no other process."""

    async def renounce(self, shard: int) -> None:
        """Do nothing: this process is never a standby."""

    async def end(self, backend: int) -> None:
        """Do nothing: there is no other process."""

    async def slot(self, slot: int, between: float) -> float:
        """Reserve the next time to identify of this process; return the seconds until then."""
        now = asyncio.get_running_loop().time()
        turn = max(now, self._next.get(slot, now))
        self._next[slot] = turn + between
        return turn - now

    async def close(self) -> None:
        """Do nothing: no connection is open."""
