"""Periodic clean-up of the store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from structlog import get_logger

from bot.session.faults import OurFault
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from bot.store import StoreUnavailable
from bot.store.retention import Room, Thrift
from bot.table.timekeeping import DAY, HOUR
from rules.kernel.errors import Refused

INTERACTIONS_KEPT = 30 * DAY
"""Seconds for which a redelivered interaction is recognised."""
RESULTS_KEPT = 30 * DAY
"""Seconds for which the results and the prepared calls of a guild that has removed the bot are kept."""
LOBBY_KEPT = 7 * DAY
"""Seconds after the last change until an unstarted table is closed."""
LOBBIES = 20
"""Lobbies closed per round."""
TABLES = 10
"""Tables whose space is checked per round; all tables take turns."""
AS_USUAL = Thrift()
Guilds = Callable[[], Iterable[int]]

log = get_logger(__name__)


class Housekeeping:
    """Cleans up the store in each round of the clock; ``thrift``: which stages and games are kept unabridged.

    ``guilds``: returns the ids of the guilds that the bot serves; None: unknown.
    """

    def __init__(self, sessions: Sessions, thrift: Thrift = AS_USUAL, guilds: Guilds | None = None) -> None:
        self._sessions, self._guilds = sessions, guilds
        self._thrift = thrift
        self._seen = ""
        self._clean = True
        self._cleared_at = 0.0
        self._closed_at = 0.0

    async def tidy(self) -> None:
        """Do the clean-up that is due; raises ``StoreUnavailable``."""
        if await self._sessions.store.set_right(self._sessions.clock()):
            log.warning("clock.was.ahead")
        await self._empty_the_journal()
        await self._forget_interactions()

    async def _empty_the_journal(self) -> None:
        """Remove deleted rows from the journal once no reader prevents it."""
        before, self._clean = self._clean, await self._sessions.store.scrub()
        if self._clean and not before:
            log.info("journal.scrubbed")
        elif before and not self._clean:
            log.warning("journal.unscrubbed")

    async def _forget_interactions(self) -> None:
        """Drop old interactions, and what is kept of guilds that are gone, at a start and once a day."""
        now = self._sessions.clock()
        if abs(now - self._cleared_at) < DAY:
            return
        try:
            await self._sessions.store.forget_interactions(now - INTERACTIONS_KEPT)
            if self._guilds:
                await self._sessions.store.keep_results(self._guilds(), now, now - RESULTS_KEPT)
        except StoreUnavailable as unavailable:
            log.warning("interactions.kept", reason=unavailable.reason)  # tidying can wait; tables can be looked at
        else:
            self._cleared_at = now

    async def close_old_lobbies(self) -> list[str]:
        """Close tables that never began and return their ids; looks once an hour until none is left."""
        now = self._sessions.clock()
        if abs(now - self._closed_at) < HOUR:
            return []

        async def close(action: Transaction) -> None:
            if action.record.phase == "lobby":
                action.rewrite(phase="ended")

        old, closed = await self._sessions.store.old_lobbies(now - LOBBY_KEPT, LOBBIES), list[str]()
        for game_id in old:
            try:
                await self._sessions.lay_down(game_id, None, close)
            except (OurFault, Refused) as trouble:  # for example, this program no longer knows the game
                log.warning("lobby.left", game=game_id, raised=type(trouble).__name__)
            else:
                closed.append(game_id)
        if len(closed) < LOBBIES:
            self._closed_at = now
        if closed:
            log.info("lobbies.closed", tables=len(closed))
        return closed

    async def make_room(self) -> Room:
        """Free space at the next few tables, a little at each; raises ``StoreUnavailable``."""
        gained, found = Room(), await self._sessions.store.pruning.tables_after(self._seen, TABLES)
        for game_id in found:
            gained.add(await make_room_at(self._sessions, game_id, self._thrift))
            await asyncio.sleep(0)  # let waiting presses run first
        self._seen = found[-1] if len(found) == TABLES else ""
        if gained.rows:
            log.info("room.made", rows=gained.rows.total(), bytes=gained.bytes.total())
        return gained


async def make_room_at(sessions: Sessions, game_id: str, thrift: Thrift, *, dry: bool = False) -> Room:
    """Free space at one table by one step; ``dry``: only return the gain.

    A table that cannot be read stays as it is. Raises ``StoreUnavailable``.
    """

    async def in_force(game_id: str) -> set[int]:
        return {row.id for row in await sessions.chronicle(game_id)}

    try:
        return await sessions.store.pruning.prune(game_id, sessions.clock(), thrift, in_force, dry=dry)
    except StoreUnavailable:
        raise
    except Exception as trouble:  # for example, this program does not know the game
        log.warning("room.left", game=game_id, raised=type(trouble).__name__)
        return Room()
