"""By which way a new message goes: the channel's own, or after a press, as its follow-up.

Discord allows the whole bot fifty requests a second, and counts no answers to interactions among them
(topics/rate-limits#global-rate-limit). A follow-up has no nonce, and a channel takes about thirty of them a minute, of
which no header tells: so they are for when the fifty are near.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

ALLOWED = 50.0
"""Requests a second that Discord allows the bot, all its processes together."""
LAST = 2.0
"""Seconds over which requests are counted."""
HIGH = 0.6
"""From this part of a process's share on follow-ups are sent."""
MINUTE = 60.0
MOST = 20
"""Follow-ups a minute in a channel; what is left of Discord's thirty is for words to single persons."""
KNOWN_CHANNELS = 1_000
"""Channels after which those are forgotten in which nothing has followed for a minute."""

Clock = Callable[[], float]
"""Seconds since whenever."""


def whole() -> float:
    """The share of whoever is alone."""
    return 1.0


class Load:
    """What this process asks of Discord, against its share; ``share``: its part of the bot's shards now."""

    def __init__(self, share: Callable[[], float] = whole, clock: Clock = time.monotonic) -> None:
        self.clock = clock
        self._share = share
        self._counted: deque[float] = deque()

    def count(self) -> None:
        """A request is sent that Discord counts."""
        self._counted.append(self.clock())
        self._forget()

    def of_share(self) -> float:
        """How much of the share is used of late; 1: all of it."""
        self._forget()
        return len(self._counted) / (ALLOWED * LAST * self._share())

    @property
    def is_high(self) -> bool:
        """Whether requests are to be spared."""
        return self.of_share() >= HIGH

    def _forget(self) -> None:
        since = self.clock() - LAST
        while self._counted and self._counted[0] <= since:
            self._counted.popleft()


class FollowUps:
    """When a message goes as a follow-up: while the load is high, and as many as a channel takes."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self._sent: dict[int, deque[float]] = {}

    def take(self, channel_id: int) -> bool:
        """Whether the next message of a channel goes so; it counts as sent."""
        if not self.load.is_high:
            return False
        now, sent = self.load.clock(), self._sent_in(channel_id)
        if len(sent) >= MOST:
            return False
        sent.append(now)
        return True

    def fill(self, channel_id: int) -> None:
        """Discord takes no more in this channel for now."""
        self._sent[channel_id] = deque([self.load.clock()] * MOST)

    def _sent_in(self, channel_id: int) -> deque[float]:
        """The follow-ups of the last minute."""
        since = self.load.clock() - MINUTE
        if len(self._sent) > KNOWN_CHANNELS:
            self._sent = {known: sent for known, sent in self._sent.items() if sent[-1] > since}
        sent = self._sent.setdefault(channel_id, deque())
        while sent and sent[0] <= since:
            sent.popleft()
        return sent
