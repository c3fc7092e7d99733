"""Tables that are awake: one lock for each game, and what the last action left behind."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from weakref import WeakValueDictionary

from bot.session.progress import Progress

MOST_AWAKE = 256


class Actors:
    """The tables most recently used; the others sleep in the store."""

    def __init__(self, most: int = MOST_AWAKE) -> None:
        self._most = most
        self._awake: OrderedDict[str, Progress] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, game_id: str) -> asyncio.Lock:
        """The game's lock: whoever holds it acts alone on this table."""
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock

    def get(self, game_id: str) -> Progress | None:
        """The table, if it is awake."""
        table = self._awake.get(game_id)
        if table is not None:
            self._awake.move_to_end(game_id)
        return table

    def keep(self, table: Progress) -> None:
        """Keep a table awake; the one not used for longest goes to sleep."""
        self._awake[table.record.id] = table
        self._awake.move_to_end(table.record.id)
        if len(self._awake) > self._most:
            self._awake.popitem(last=False)

    def forget(self, game_id: str) -> None:
        """Let a table sleep."""
        self._awake.pop(game_id, None)
