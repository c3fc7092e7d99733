"""How the processes of one bot share its shards out among themselves: each works it out alone, from what all see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

from bot.store.shards import Outlook, Peer, ShardRow

HANGS = 15.0
"""Seconds without a beat after which a process is cut off, so that others can serve its guilds."""


class Moves(NamedTuple):
    """What to do now: shards to take as nobody holds them, to inherit, to hand over; processes to cut off."""

    take: list[int]
    inherit: list[ShardRow]
    hand_over: list[int]
    cut_off: list[int]


def moves(outlook: Outlook, mine: Collection[int], coming: Collection[int], *, leaving: bool) -> Moves:
    """What this process does next; ``mine``: the shards it holds, ``coming``: those that it is about to take over."""
    alive = {peer.backend: peer for peer in outlook.peers}
    room = 0 if leaving else fair_share(outlook) - len(mine) - len(coming)
    free = [row.shard for row in outlook.shards if row.holder not in alive and row.shard not in (*mine, *coming)]
    take = free[: max(0, room)]
    wanted = _to_inherit(outlook, alive, coming)[: max(0, room - len(take))]
    return Moves(
        take,
        wanted,
        [row.shard for row in outlook.shards if row.shard in mine and row.ready and row.heir in alive],
        [peer.backend for peer in outlook.peers if peer.age > HANGS and peer.backend != outlook.me],
    )


def fair_share(outlook: Outlook) -> int:
    """How many shards one process looks after at most, while that many are there to stay."""
    staying = sum(not peer.leaving and peer.age <= HANGS for peer in outlook.peers)
    return -(-len(outlook.shards) // max(1, staying))


def _to_inherit(outlook: Outlook, alive: dict[int, Peer], coming: Collection[int]) -> list[ShardRow]:
    """Shards whose holder leaves, or has more than its share; not those that have an heir already."""
    left, found = Counter(row.holder for row in outlook.shards), []
    for row in outlook.shards:
        holder = alive.get(row.holder)
        if holder is None or row.holder == outlook.me or row.shard in coming or row.heir in alive:
            continue
        if holder.leaving or left[row.holder] > fair_share(outlook):
            found.append(row)
            left[row.holder] -= 1
    return found


def can_hand_over(outlook: Outlook) -> bool:
    """Whether anybody is there who may inherit."""
    return any(peer.backend != outlook.me and not peer.leaving and peer.age <= HANGS for peer in outlook.peers)
