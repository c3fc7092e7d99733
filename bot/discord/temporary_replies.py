"""Ephemeral replies that replace one another, so that receipts and panels do not pile up.

A bot can delete an ephemeral message while its interaction token lives (docs:
interactions/receiving-and-responding#followup-messages). After a restart old replies stay.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from time import monotonic

from msgspec import Struct

from bot.bounded import Bounded
from bot.discord.prompts.reply import UNHEARD, Interaction, Reply, Slot

TOKEN = 14 * 60.0
"""Seconds for which a token surely lives; Discord says fifteen minutes."""
KEPT = 5_000
"""Maximum number of remembered replies."""
DONE: tuple[Slot, ...] = ("panel", "said")
"""Slots that are obsolete after a public answer."""
ALL: tuple[Slot, ...] = ("panel", "said", "look")
"""Slots that are obsolete then where others look at the same screen."""

Key = tuple[int, int, Slot]


class _Kept(Struct, frozen=True):
    remove: Callable[[], Awaitable[None]]
    until: float


class TemporaryReplies:
    """Tracks the latest ephemeral reply per channel, user and slot. ``clock``: seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._kept = Bounded[Key, _Kept](KEPT)

    async def replace(self, reply: Reply) -> None:
        """Delete the earlier replies in the slots of this reply, and track this one."""
        for slot, remove in reply.left.items():
            key = _key(reply.interaction, slot)
            old = self._kept.get(key)
            self._kept[key] = _Kept(remove, self._clock() + TOKEN)
            await self._remove(old)

    async def clear(self, interaction: Interaction, slots: Iterable[Slot] = DONE) -> None:
        """Delete this person's replies in these slots of the channel."""
        for slot in slots:
            await self._remove(self._kept.pop(_key(interaction, slot), None))

    async def _remove(self, old: _Kept | None) -> None:
        if old and self._clock() < old.until:
            with suppress(*UNHEARD):  # the person put it away, or it stays: no harm
                await old.remove()


def _key(interaction: Interaction, slot: Slot) -> Key:
    return (interaction.channel_id or 0, interaction.user.id, slot)
