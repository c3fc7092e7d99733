"""How often a bot may identify at the gateway (docs: events/gateway#session-start-limit-object)."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from bot.playground.wire import JSON

DAY = 86_400.0


@dataclass
class Logins:
    """One login for each slot in some seconds, and so many a day; a RESUME is none.

    A shard's slot is its number modulo ``max_concurrency``. ``shards``: how many Discord would recommend.
    """

    enforced: bool = False
    shards: int = 1
    max_concurrency: int = 1
    between: float = 5.0
    a_day: int = 1000
    used: list[float] = field(default_factory=list)
    refused: int = 0
    _last: dict[int, float] = field(default_factory=dict)

    def admit(self, shard: int) -> bool:
        """Whether this shard may identify now."""
        now, slot = time.monotonic(), shard % self.max_concurrency
        if self.enforced and (now - self._last.get(slot, -DAY) < self.between or not self.remaining):
            self.refused += 1
            return False
        self._last[slot] = now
        self.used.append(now)
        return True

    @property
    def remaining(self) -> int:
        """How many are left of today's."""
        return max(0, self.a_day - sum(at > time.monotonic() - DAY for at in self.used))

    def limit(self) -> JSON:
        """As `GET /gateway/bot` tells it."""
        began = min((at for at in self.used if at > time.monotonic() - DAY), default=time.monotonic())
        reset = round((began + DAY - time.monotonic()) * 1000)
        return {
            "total": self.a_day,
            "remaining": self.remaining,
            "reset_after": reset,
            "max_concurrency": self.max_concurrency,
        }
