"""What is put in order now and then, whether anybody plays or not."""

from __future__ import annotations

import structlog

from bot.session.sessions import INTERACTIONS_KEPT, Sessions
from bot.table.timekeeping import HOUR

DAY = 24 * HOUR

log = structlog.get_logger(__name__)


class Housekeeping:
    """Goes through the store with each round of the clock."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._clean = True
        self._cleared_at = sessions.clock()  # they are cleared at a start, too

    async def tidy(self) -> None:
        """Put in order what is due; raises ``StoreUnavailable``."""
        if await self._sessions.store.set_right(self._sessions.clock()):
            log.warning("clock.was.ahead")
        await self._empty_the_journal()
        await self._forget_interactions()

    async def _empty_the_journal(self) -> None:
        """Remove deleted rows from the journal, too, where somebody who read the file had prevented it."""
        before, self._clean = self._clean, await self._sessions.store.scrub()
        if self._clean and not before:
            log.info("journal.scrubbed")
        elif before and not self._clean:
            log.warning("journal.unscrubbed")

    async def _forget_interactions(self) -> None:
        """Drop old interactions once a day, so that a bot that runs for months keeps no more of them than any other."""
        now = self._sessions.clock()
        if abs(now - self._cleared_at) >= DAY:
            await self._sessions.store.forget_interactions(now - INTERACTIONS_KEPT)
            self._cleared_at = now
