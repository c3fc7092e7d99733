"""What the bot owes to channels: stories and questions that are in the store and could not be said yet.

Nothing here is remembered over a restart, and nothing need be: what is owed stands in the store. A table that is still
unfinished after a whole round of the clock is owed something, whether or not anybody knows why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Literal, get_args

import aiohttp
import discord
import msgspec

from bot.store import StoreUnavailable

Why = Literal["line", "shut", "refused", "fault"]
"""The line or the store broke; the bot may not write there; Discord takes no such message; a fault of ours."""
Cause = Why | Literal["unknown"]
CAUSES: tuple[Cause, ...] = (*get_args(Why), "unknown")
"""Unknown: it has not been tried yet."""
LINE = (discord.DiscordException, aiohttp.ClientError, OSError, StoreUnavailable)
"""What may come of writing to Discord, whoever is to blame."""
SHUT = (50001, 50013, 50083, 160005)
"""Discord's codes for a channel that is closed to the bot: no access, no permission, a thread archived or locked."""
LONGEST_WAIT: Mapping[Why, int] = {"line": 20, "fault": 20, "shut": 240, "refused": 240}
"""Rounds of the clock between two tries, at the most; what Discord said no to counts against the bot each time, and is
tried at once when its rights change (docs: topics/rate-limits#invalid-request-limit)."""
CALM = 4
"""Rounds between two tries that came because the bot was allowed something: Discord bars who is refused too often."""


class Place(msgspec.Struct, frozen=True):
    """Where something is owed; ``rights``: what the bot might do there when it failed, as Discord numbers it."""

    guild_id: int = 0
    channel_id: int = 0
    rights: int = 0


NOWHERE = Place()


class PendingDelivery(msgspec.Struct, frozen=True):
    """What stands in the way; ``code`` and ``text`` are Discord's.

    ``wait``: rounds until the next try; ``calm``: rounds until it may be tried at once, whatever the bot is allowed.
    """

    why: Why
    place: Place = NOWHERE
    code: int = 0
    text: str = ""
    tries: int = 1
    wait: int = 0
    calm: int = 0


def reason_of(failure: BaseException) -> Why:
    """What a delivery failed of."""
    if isinstance(failure, discord.HTTPException) and 400 <= failure.status < 500 and failure.status != 429:
        closed = failure.code in SHUT or isinstance(failure, (discord.Forbidden, discord.NotFound))
        return "shut" if closed else "refused"
    return "line" if isinstance(failure, LINE) else "fault"


def pending_delivery_of(failure: BaseException, place: Place = NOWHERE) -> PendingDelivery:
    """The debt that a failed delivery leaves."""
    if isinstance(failure, discord.HTTPException):
        return PendingDelivery(reason_of(failure), place, failure.code, failure.text)
    return PendingDelivery(reason_of(failure), place, text=str(failure))


class RetryQueue:
    """The tables that owe something, each with what is known of it; tried ever more rarely, never given up."""

    def __init__(self) -> None:
        self._known: dict[str, PendingDelivery] = {}
        self._seen: Mapping[str, float] = {}
        self._owed: Mapping[str, float] = {}

    def of(self, game_id: str) -> PendingDelivery | None:
        """Why this table could not be told everything."""
        return self._known.get(game_id)

    def note(self, game_id: str, debt: PendingDelivery) -> PendingDelivery:
        """A delivery failed; the same failure again is tried again later than before."""
        before = self._known.get(game_id)
        tries, calm = (before.tries + 1, before.calm) if before is not None and before.why == debt.why else (1, 0)
        noted = msgspec.structs.replace(
            debt, tries=tries, wait=min(2 ** (tries - 1), LONGEST_WAIT[debt.why]), calm=calm
        )
        self._known[game_id] = noted
        return noted

    def mark_paid(self, game_id: str) -> None:
        """Everything has been said."""
        self._known.pop(game_id, None)

    def held_by_line(self) -> list[str]:
        """The tables to try at once, as the line is back."""
        return [game_id for game_id, debt in self._known.items() if debt.why == "line"]

    def freed(self, guild_id: int, rights: Callable[[Place], int], thread_id: int = 0) -> list[str]:
        """The tables of a guild to try at once, as the bot may do something else in their channel than before.

        Whatever the bot may do, something has changed in the thread. A table that has been tried so a moment ago is
        left to a round soon.
        """
        shut = {
            game_id: debt
            for game_id, debt in self._known.items()
            if (debt.why == "shut" and debt.place.guild_id == guild_id)
        }
        now = {game_id: rights(debt.place) for game_id, debt in shut.items()}
        changed = {
            game_id: _hurried_delivery(debt, now[game_id])
            for game_id, debt in shut.items()
            if now[game_id] != debt.place.rights or debt.place.channel_id == thread_id
        }
        at_once = [game_id for game_id in changed if not shut[game_id].calm]
        self._known |= changed
        return at_once

    def round(self, unfinished: Mapping[str, float]) -> list[str]:
        """The tables to try now, of those that are unfinished and since when (seconds); call once a round."""
        self._known = {
            game_id: msgspec.structs.replace(debt, wait=debt.wait - 1, calm=max(debt.calm - 1, 0))
            for game_id, debt in self._known.items()
            if game_id in unfinished
        }
        self._owed = {
            game_id: since for game_id, since in unfinished.items() if game_id in self._seen or game_id in self._known
        }
        self._seen = unfinished
        return [game_id for game_id in self._owed if self._is_due(game_id)]

    def _is_due(self, game_id: str) -> bool:
        debt = self._known.get(game_id)
        return debt is None or debt.wait <= 0

    @property
    def since(self) -> Iterable[float]:
        """Since when each table that owes something has done so (seconds), as of the last round."""
        return self._owed.values()

    @property
    def causes(self) -> Mapping[Cause, int]:
        """How many tables owe something for which reason, as of the last round."""
        known = [self._known.get(game_id) for game_id in self._owed]
        return Counter[Cause]("unknown" if debt is None else debt.why for debt in known)


def _hurried_delivery(debt: PendingDelivery, rights: int) -> PendingDelivery:
    """It is tried now, or as soon as its calm is over; after that it is left alone again."""
    place = msgspec.structs.replace(debt.place, rights=rights)
    if debt.wait > debt.calm > 0:
        return msgspec.structs.replace(debt, place=place, wait=debt.calm, calm=debt.calm + CALM)
    return msgspec.structs.replace(debt, place=place, calm=debt.calm or CALM)
