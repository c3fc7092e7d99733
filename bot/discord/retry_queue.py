"""The retry queue: stored stories and questions that could not be delivered to their channels yet.

The queue is lost by a restart, because the store has all undelivered messages. A table that is unfinished after a whole
round of the clock counts as pending, even for unknown reasons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Literal, get_args

import aiohttp
import discord
from discord import Forbidden, HTTPException, NotFound
from msgspec import Struct
from msgspec.structs import replace

from bot.store import StoreUnavailable

Why = Literal["line", "shut", "refused", "fault"]
"""Why a delivery failed: connection or store; no permission; message refused by Discord; a bug."""
Cause = Why | Literal["unknown"]
CAUSES: tuple[Cause, ...] = (*get_args(Why), "unknown")
"""All reasons, with "unknown" for deliveries not tried yet."""
LINE = (discord.DiscordException, aiohttp.ClientError, OSError, StoreUnavailable)
"""Errors that a message to Discord may cause."""
SHUT = (50001, 50013, 50083, 160005)
"""Discord's error codes for a closed channel: no access, no permission, an archived or locked thread."""
LONGEST_WAIT: Mapping[Why, int] = {"line": 20, "fault": 20, "shut": 240, "refused": 240}
"""Maximum rounds of the clock between two tries.

Discord counts each refused request against the bot, so these wait longer and are retried at once when its permissions
change (docs: topics/rate-limits#invalid-request-limit).
"""
CALM = 4
"""Rounds between two tries caused by changed permissions, because Discord blocks bots with many refused requests."""


class Place(Struct, frozen=True):
    """The channel of a pending delivery; ``rights``: the bot's permission bits there when it failed."""

    guild_id: int = 0
    channel_id: int = 0
    rights: int = 0


NOWHERE = Place()


class PendingDelivery(Struct, frozen=True):
    """A failed delivery; ``code`` and ``text`` are Discord's.

    ``wait``: rounds until the next try. ``calm``: rounds until changed permissions may cause a try at once.
    """

    why: Why
    place: Place = NOWHERE
    code: int = 0
    text: str = ""
    tries: int = 1
    wait: int = 0
    calm: int = 0


def reason_of(failure: BaseException) -> Why:
    """Return why a delivery failed."""
    if isinstance(failure, HTTPException) and 400 <= failure.status < 500 and failure.status != 429:
        closed = failure.code in SHUT or isinstance(failure, (Forbidden, NotFound))
        return "shut" if closed else "refused"
    return "line" if isinstance(failure, LINE) else "fault"


def pending_delivery_of(failure: BaseException, place: Place = NOWHERE) -> PendingDelivery:
    """Return the pending delivery after this failure."""
    if isinstance(failure, HTTPException):
        return PendingDelivery(reason_of(failure), place, failure.code, failure.text)
    return PendingDelivery(reason_of(failure), place, text=str(failure))


class RetryQueue:
    """The tables with pending deliveries; they are retried ever more rarely, but never dropped."""

    def __init__(self) -> None:
        self._known: dict[str, PendingDelivery] = {}
        self._seen: Mapping[str, float] = {}
        self._owed: Mapping[str, float] = {}

    def of(self, game_id: str) -> PendingDelivery | None:
        """Return this table's pending delivery, or None."""
        return self._known.get(game_id)

    def note(self, game_id: str, pending: PendingDelivery) -> PendingDelivery:
        """Store a failed delivery; each repetition of the same failure waits longer."""
        before = self._known.get(game_id)
        tries, calm = (before.tries + 1, before.calm) if before and before.why == pending.why else (1, 0)
        noted = replace(pending, tries=tries, wait=min(2 ** (tries - 1), LONGEST_WAIT[pending.why]), calm=calm)
        self._known[game_id] = noted
        return noted

    def mark_paid(self, game_id: str) -> None:
        """Remove a table whose messages are all delivered."""
        self._known.pop(game_id, None)

    def held_by_line(self) -> list[str]:
        """Return the tables to retry at once after a reconnection."""
        return [game_id for game_id, pending in self._known.items() if pending.why == "line"]

    def freed(self, guild_id: int, rights: Callable[[Place], int], thread_id: int = 0) -> list[str]:
        """Return the tables of a guild to retry at once, because the bot's permissions in their channel changed.

        A change of the thread itself always counts. A table retried a moment ago waits for one of the next rounds.
        """
        shut = {
            game_id: pending
            for game_id, pending in self._known.items()
            if (pending.why == "shut" and pending.place.guild_id == guild_id)
        }
        now = {game_id: rights(pending.place) for game_id, pending in shut.items()}
        changed = {
            game_id: _hurried_delivery(pending, now[game_id])
            for game_id, pending in shut.items()
            if now[game_id] != pending.place.rights or pending.place.channel_id == thread_id
        }
        at_once = [game_id for game_id in changed if not shut[game_id].calm]
        self._known |= changed
        return at_once

    def round(self, unfinished: Mapping[str, float]) -> list[str]:
        """Return the tables to retry now; call once a round. ``unfinished``: since when each is (seconds)."""
        self._known = {
            game_id: replace(pending, wait=pending.wait - 1, calm=max(pending.calm - 1, 0))
            for game_id, pending in self._known.items()
            if game_id in unfinished
        }
        self._owed = {
            game_id: since for game_id, since in unfinished.items() if game_id in self._seen or game_id in self._known
        }
        self._seen = unfinished
        return [game_id for game_id in self._owed if self._is_due(game_id)]

    def _is_due(self, game_id: str) -> bool:
        pending = self._known.get(game_id)
        return pending is None or pending.wait <= 0

    @property
    def since(self) -> Iterable[float]:
        """Return the times (seconds) since when deliveries are pending, as of the last round."""
        return self._owed.values()

    @property
    def causes(self) -> Mapping[Cause, int]:
        """Return the number of tables with pending deliveries by reason, as of the last round."""
        known = [self._known.get(game_id) for game_id in self._owed]
        return Counter[Cause](pending.why if pending else "unknown" for pending in known)


def _hurried_delivery(pending: PendingDelivery, rights: int) -> PendingDelivery:
    """Schedule a try now, or when the calm is over; then start a new calm."""
    place = replace(pending.place, rights=rights)
    if pending.wait > pending.calm > 0:
        return replace(pending, place=place, wait=pending.calm, calm=pending.calm + CALM)
    return replace(pending, place=place, calm=pending.calm or CALM)
