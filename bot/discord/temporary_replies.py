"""Words for one person that the next of their kind replace, so that nobody's channel fills with receipts and panels.

Discord lets a bot take away what it said to one person alone for as long as the interaction's token lives (docs:
interactions/receiving-and-responding#followup-messages). What is forgotten by a restart just stays.
"""

from __future__ import annotations

import contextlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable

import msgspec

from bot.discord.prompts.reply import UNHEARD, Interaction, Reply, Slot

TOKEN = 14 * 60.0
"""Seconds for which a token surely lives; Discord says fifteen minutes."""
KEPT = 5_000
"""So many are remembered, the last ones."""
DONE: tuple[Slot, ...] = ("panel", "said")
"""What is of no use any more to who has answered before everybody."""

Key = tuple[int, int, Slot]


class _Kept(msgspec.Struct, frozen=True):
    remove: Callable[[], Awaitable[None]]
    until: float


class TemporaryReplies:
    """The last private words of each kind that a person had in a channel. ``clock``: seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: OrderedDict[Key, _Kept] = OrderedDict()

    async def replace(self, reply: Reply) -> None:
        """Take away what stands where the words of this reply do now."""
        for slot, remove in reply.left.items():
            key = _key(reply.interaction, slot)
            old = self._kept.pop(key, None)
            self._kept[key] = _Kept(remove, self._clock() + TOKEN)
            await self._remove(old)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def clear(self, interaction: Interaction, slots: Iterable[Slot] = DONE) -> None:
        """Take away what this person has no use for any more in the channel."""
        for slot in slots:
            await self._remove(self._kept.pop(_key(interaction, slot), None))

    async def _remove(self, old: _Kept | None) -> None:
        if old is not None and self._clock() < old.until:
            with contextlib.suppress(*UNHEARD):  # the person put it away, or it stays: no harm
                await old.remove()


def _key(interaction: Interaction, slot: Slot) -> Key:
    return (interaction.channel_id or 0, interaction.user.id, slot)
