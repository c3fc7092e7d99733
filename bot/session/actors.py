"""Tables that are awake: one lock for each game, and what the last action left behind."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from bot.store import Saved
from bot.table.records import Address, GameRecord
from rules.kernel.advance import Snapshot
from rules.kernel.answers import Answer
from rules.kernel.requests import Request, Seat

MOST_AWAKE = 256


class Awake(msgspec.Struct):
    """A table as the last action left it: everything that the next one needs.

    ``state`` and ``settled`` belong to what is ``waiting``: all are of the same run. Nobody changes the state, which
    is looked at by many; None: nobody has looked since it woke.
    """

    record: GameRecord
    revision: int
    address: Address
    told: int
    seed: bytes | None
    snapshot: Snapshot | None
    answers: list[Answer]
    drafts: bool
    waiting: Request[Any] | None = None
    done: tuple[Seat, ...] = ()
    asked_at: float = 0.0
    voted: tuple[Seat, ...] = ()
    state: Any = None
    settled: bool = False
    seal: int = 0


def woken(saved: Saved, voted: tuple[Seat, ...] = ()) -> Awake:
    """A table from the store; what is asked is for a run of the rules to say."""
    return Awake(
        record=saved.record,
        revision=saved.revision,
        address=saved.address,
        told=saved.told,
        seed=saved.seed,
        snapshot=saved.snapshot,
        answers=saved.answers,
        drafts=saved.drafts,
        asked_at=saved.asked_at,
        voted=voted,
        seal=saved.seal,
    )


class Actors:
    """The tables most recently used; the others sleep in the store."""

    def __init__(self, most: int = MOST_AWAKE) -> None:
        self._most = most
        self._awake: OrderedDict[str, Awake] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, game_id: str) -> asyncio.Lock:
        """The game's lock: whoever holds it acts alone on this table."""
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock

    def get(self, game_id: str) -> Awake | None:
        """The table, if it is awake."""
        table = self._awake.get(game_id)
        if table is not None:
            self._awake.move_to_end(game_id)
        return table

    def keep(self, table: Awake) -> None:
        """Keep a table awake; the one not used for longest goes to sleep."""
        self._awake[table.record.id] = table
        self._awake.move_to_end(table.record.id)
        if len(self._awake) > self._most:
            self._awake.popitem(last=False)

    def forget(self, game_id: str) -> None:
        """Let a table sleep."""
        self._awake.pop(game_id, None)
