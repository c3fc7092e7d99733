"""What the bot owes to channels: stories and questions that are in the store and could not be said yet.

Nothing here is remembered over a restart, and nothing need be: what is owed stands in the store. A table that is still
unfinished after a whole round of the clock is owed something, whether or not anybody knows why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
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
LONGEST_WAIT = 20
"""Rounds of the clock between two tries, at the most."""


class Debt(msgspec.Struct, frozen=True):
    """What stands in the way; ``code`` and ``text`` are Discord's. ``wait``: rounds until the next try."""

    why: Why
    guild_id: int = 0
    code: int = 0
    text: str = ""
    tries: int = 1
    wait: int = 0


def reason_of(failure: BaseException) -> Why:
    """What a delivery failed of."""
    if isinstance(failure, discord.HTTPException) and 400 <= failure.status < 500 and failure.status != 429:
        closed = failure.code in SHUT or isinstance(failure, (discord.Forbidden, discord.NotFound))
        return "shut" if closed else "refused"
    return "line" if isinstance(failure, LINE) else "fault"


def debt_of(failure: BaseException, guild_id: int = 0) -> Debt:
    """The debt that a failed delivery leaves."""
    if isinstance(failure, discord.HTTPException):
        return Debt(reason_of(failure), guild_id, failure.code, failure.text)
    return Debt(reason_of(failure), guild_id, text=str(failure))


class Debts:
    """The tables that owe something, each with what is known of it; tried ever more rarely, never given up."""

    def __init__(self) -> None:
        self._known: dict[str, Debt] = {}
        self._seen: Mapping[str, float] = {}
        self._owed: Mapping[str, float] = {}

    def of(self, game_id: str) -> Debt | None:
        """Why this table could not be told everything."""
        return self._known.get(game_id)

    @property
    def owing(self) -> Iterable[str]:
        """The tables of which it is known that a delivery failed."""
        return self._known.keys()

    def note(self, game_id: str, debt: Debt) -> Debt:
        """A delivery failed; the same failure again is tried again later than before."""
        before = self._known.get(game_id)
        tries = before.tries + 1 if before is not None and before.why == debt.why else 1
        noted = msgspec.structs.replace(debt, tries=tries, wait=min(2 ** (tries - 1), LONGEST_WAIT))
        self._known[game_id] = noted
        return noted

    def mark_paid(self, game_id: str) -> None:
        """Everything has been said."""
        self._known.pop(game_id, None)

    def held_by(self, reason: Why, guild_id: int = 0) -> list[str]:
        """The tables to try at once, as what stood in their way may be gone, everywhere or in one guild."""
        known = self._known.items()
        return [game_id for game_id, debt in known if debt.why == reason and guild_id in (0, debt.guild_id)]

    def round(self, unfinished: Mapping[str, float]) -> list[str]:
        """The tables to try now, of those that are unfinished and since when (seconds); call once a round."""
        self._known = {game_id: _nearer(debt) for game_id, debt in self._known.items() if game_id in unfinished}
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


def _nearer(debt: Debt) -> Debt:
    return msgspec.structs.replace(debt, wait=debt.wait - 1)
