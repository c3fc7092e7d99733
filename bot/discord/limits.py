"""Rate limits for each person and guild: generous for players, strict for floods.

Answers are limited only for repeated use of one control, so that no table waits for a quick player.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from time import monotonic

from msgspec import Struct

from bot.executors import behalf
from bot.metrics import Metrics
from bot.store.units import Entry
from rules.kernel.errors import Refused


class Share(Struct, frozen=True):
    """A rate limit: a burst of ``at_once``, then one more every ``every`` seconds."""

    at_once: int
    every: float


PERSON: Mapping[str, Share] = {
    "picture": Share(6, 3.0),  # the map, the party, a hero, the story
    "look": Share(20, 1.0),  # tables, help, votes, one's things, dice outside the game, what an undo would take back
    "copy": Share(3, 20.0),  # exports, imports, chronicles, proofs, prints
    "call": Share(6, 30.0),  # what calls others by name: ballots, a game master's naming, seats for a friend
    "table": Share(10, 2 * 3600.0),  # tables opened, brought from a file, or brought back, in each server
    "completion": Share(30, 0.2),  # what is offered while somebody types
    "joined": Share(1, 6 * 3600.0),  # who opened a table is called because this person joined it
    "press": Share(12, 1.0),  # the very same control
}
GUILD: Mapping[str, Share] = {
    "picture": Share(60, 0.3),
    "look": Share(200, 0.1),
    "copy": Share(15, 4.0),
    "call": Share(60, 2.0),
    "table": Share(40, 60.0),
    "completion": Share(300, 0.02),
}
UNDER_WAY: Mapping[str, int] = {"picture": 30, "copy": 10}
"""Maximum number of such jobs that the whole bot runs at once; further ones are refused."""
MOST_TABLES = 200
"""Maximum number of live tables in a guild."""
FORGET_AT = 10_000
LONG_WAIT = 300.0
"""Seconds above which a wait is given in minutes."""

Key = tuple[str, str, int, str]


class Limits:
    """Tracks the use of each rate limit, in memory only. ``clock``: seconds."""

    def __init__(self, metrics: Metrics, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self._metrics = metrics
        self._whole_again: dict[Key, float] = {}
        self._in_hand: Counter[str] = Counter()

    @property
    def known(self) -> int:
        """Return the number of tracked shares."""
        return len(self._whole_again)

    def take(self, what: str, user_id: int, guild_id: int = 0, of: str = "") -> None:
        """Use one of the person's and of the guild's share of ``what``.

        Raises ``Refused`` with too_fast or too_soon; then nothing is used. ``of``: each thing of this kind has its own
        share.
        """
        now = self.clock()
        shares = {(what, "person", user_id, of): PERSON[what]}
        if guild_id and what in GUILD:
            shares[what, "guild", guild_id, ""] = GUILD[what]
        wait = max(self._wait(key, share, now) for key, share in shares.items())
        if wait > LONG_WAIT:
            self._refuse(what, "too_soon", minutes=math.ceil(wait / 60))
        if wait > 0:
            self._refuse(what, "too_fast", seconds=math.ceil(wait))
        for key, share in shares.items():
            self._whole_again[key] = max(self._whole_again.get(key, now), now) + share.every
        if len(self._whole_again) > FORGET_AT:
            self._whole_again = {key: at for key, at in self._whole_again.items() if at > now}

    def table(self, user_id: int, guild_id: int, live: Iterable[Entry]) -> None:
        """Use a share for opening a table; raises ``Refused`` with too_fast, too_soon or too_many_tables."""
        if sum(entry.guild_id == guild_id for entry in live) >= MOST_TABLES:
            self._refuse("table", "too_many_tables", most=MOST_TABLES)
        self.take("table", user_id, guild_id, of=str(guild_id))

    def _wait(self, key: Key, share: Share, now: float) -> float:
        """Return the seconds until one more use is free; stored times say when a share is full again."""
        whole_again = max(self._whole_again.get(key, now), now)
        return round(whole_again + share.every - now - share.at_once * share.every, 6)

    @contextmanager
    def room(self, what: str, user_id: int = 0, most: int | None = None) -> Iterator[None]:
        """Count a running job for a person; raises ``Refused("busy")`` if too many are running."""
        bound = UNDER_WAY.get(what) if most is None else most
        if bound is not None and self._in_hand[what] >= bound:
            self._refuse(what, "busy")
        token = behalf.set(user_id)
        self._in_hand[what] += 1
        try:
            yield
        finally:
            self._in_hand[what] -= 1
            behalf.reset(token)

    def _refuse(self, what: str, why: str, **facts: int) -> None:
        self._metrics.limited.labels(what).inc()
        raise Refused(why, **facts)
