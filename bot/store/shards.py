"""Shards and the processes that hold them, as each of these processes sees them."""

from __future__ import annotations

import asyncio
from typing import NamedTuple, Protocol


class LocksLost(Exception):
    """The connection that held the locks is no more: whatever was held may be another's by now."""


class OtherShards(Exception):
    """A process that serves this bot already has another number of shards: some guilds would be served twice."""

    def __init__(self, mine: int, theirs: int) -> None:
        super().__init__(
            f"LABIRYNT_SHARDS is {mine} here, and {theirs} in a process that serves the same bot on this database: "
            f"it must be the same everywhere. To change it, end all processes first."
        )


class Peer(NamedTuple):
    """A process that keeps shards: its connection's number, whether it is about to leave, its last beat's age (s)."""

    backend: int
    leaving: bool
    age: float


class ShardRow(NamedTuple):
    """A shard: who holds it and who is to inherit it (0: nobody), and whether the heir hears Discord already."""

    shard: int
    holder: int
    heir: int
    ready: bool


class Outlook(NamedTuple):
    """What one process sees: its own number, the processes that live, and the shards."""

    me: int
    peers: list[Peer]
    shards: list[ShardRow]


class Locks(Protocol):
    """Who holds which shard. Every method raises ``LocksLost`` where the locks are gone with their connection."""

    async def look(self, *, leaving: bool = False) -> Outlook:
        """Show that this process lives, and see who else does."""

    async def take(self, shard: int) -> bool:
        """Hold a shard; False: another does."""

    async def give_up(self, shard: int) -> None:
        """Hold a shard no more."""

    async def ask(self, shard: int, heir: int, /) -> bool:
        """Become the heir of a shard in the place of that one (0: nobody); False: somebody was first."""

    async def say_ready(self, shard: int) -> None:
        """Tell the holder that its heir hears Discord."""

    async def renounce(self, shard: int) -> None:
        """Be no heir of this shard."""

    async def end(self, backend: int) -> None:
        """Cut off a process that does not beat any more, so that it loses what it holds."""

    async def slot(self, slot: int, between: float) -> float:
        """Take the next turn to identify in this slot; in how many seconds. ``between``: seconds from turn to turn."""

    async def close(self) -> None:
        """Let go of everything."""


class Alone:
    """Locks for a process that shares with nobody, as its folder is its own: it holds whatever it takes."""

    def __init__(self, count: int) -> None:
        self._held = [False] * count
        self._next: dict[int, float] = {}

    async def look(self, *, leaving: bool = False) -> Outlook:
        """There is nobody else."""
        rows = [ShardRow(shard, int(held), 0, False) for shard, held in enumerate(self._held)]
        return Outlook(1, [Peer(1, leaving, 0.0)], rows)

    async def take(self, shard: int) -> bool:
        """Hold a shard."""
        self._held[shard] = True
        return True

    async def give_up(self, shard: int) -> None:
        """Hold it no more."""
        self._held[shard] = False

    async def ask(self, _shard: int, _heir: int, /) -> bool:
        """Nobody has anything to leave."""
        return False

    async def say_ready(self, shard: int) -> None:
        """Nobody hears."""

    async def renounce(self, shard: int) -> None:
        """Nothing was asked for."""

    async def end(self, backend: int) -> None:
        """Nobody else hangs."""

    async def slot(self, slot: int, between: float) -> float:
        """The next turn of this process's own."""
        now = asyncio.get_running_loop().time()
        turn = max(now, self._next.get(slot, now))
        self._next[slot] = turn + between
        return turn - now

    async def close(self) -> None:
        """Nothing is held open."""
