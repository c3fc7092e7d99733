"""When the bot has said everything: one in this process is asked, of another only its silence can be noticed."""

from __future__ import annotations

import asyncio
from typing import Protocol

from bot.playground.core import Core
from bot.playground.interactions import DEFERRED_UPDATE, Interaction
from bot.playground.limits.messages import LOADING

PATIENCE_WITH_DEFERRED_UPDATES = 2.0
SOON = 0.002


class Guest(Protocol):
    """A bot in this process that can say what it is doing."""

    @property
    def heard(self) -> tuple[str, int]:
        """Its session, and the number of the last event that has arrived."""

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""

    async def idle(self) -> None:
        """Waits until nothing is."""


class Stillness:
    """Asks the guests; without any it listens."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.guests: list[Guest] = []

    async def settled(self, quiet: float, timeout: float) -> None:  # noqa: ASYNC109  # read by asyncio.timeout
        """All events have arrived, and nothing comes of them any more; ``quiet``: for a bot in another process."""
        try:
            async with asyncio.timeout(timeout):
                await (self._all_idle() if self.guests else self._silent(quiet))
        except TimeoutError as late:
            raise TimeoutError(f"After {timeout:g} s {self._described()}") from late

    async def _all_idle(self) -> None:
        """Twice in a row, with one turn of the loop between: in it begins what an event that has arrived leads to."""
        while True:
            for guest in self.guests:
                await guest.idle()
            if self._still():
                await asyncio.sleep(0)
                if self._still():
                    return
            else:
                await asyncio.sleep(SOON)

    def _still(self) -> bool:
        return not self._unheard() and not self.core.activity.in_flight and not any(one.busy for one in self.guests)

    def _unheard(self) -> bool:
        gateway = self.core.gateway
        return gateway.late or any(gateway.is_behind(*guest.heard) for guest in self.guests)

    def _described(self) -> str:
        busy = sum(one.busy for one in self.guests)
        return (
            f"{busy} of {len(self.guests)} bots in this process are busy, {self.core.activity.in_flight} calls are in "
            f"flight, {'some' if self._unheard() else 'no'} event is on its way."
        )

    # -- a bot somewhere else -------------------------------------------------

    async def _silent(self, quiet: float) -> None:
        await asyncio.sleep(0)  # whoever asks again and again, with nothing to do between, holds nobody up
        while self._pending() or self.core.activity.quiet_for() < quiet:  # noqa: ASYNC110  # silence is no event
            await asyncio.sleep(SOON)

    def _pending(self) -> bool:
        return any(map(self._is_open, list(self.core.interactions.values())[-50:]))

    def _is_open(self, interaction: Interaction) -> bool:
        if not interaction.answered.done():
            return interaction.age < self.core.patience.acknowledge
        if interaction.callback_type == DEFERRED_UPDATE:
            done = interaction.touched or self.core.activity.wrote > interaction.born
            return not done and interaction.age < PATIENCE_WITH_DEFERRED_UPDATES
        thinking = interaction.original is not None and bool(interaction.original.data["flags"] & LOADING)
        still_there = self.core.world.still_has(interaction.original)
        return thinking and still_there and interaction.age < self.core.patience.token
