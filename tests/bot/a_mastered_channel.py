"""A channel where Ala and Bartek mine for gold, and Celina is their game master."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from tests.bot.a_channel import Channel, a_channel
from tests.bot.toy_game import ToyRules

MASTER = "Celina"
LUCK = bytes(range(32))
"""The seed: who digs first finds copper, so that the only ruby is left."""


@contextlib.asynccontextmanager
async def a_mine(folder: Path, *, master: bool = True, by_hand: bool = False) -> AsyncIterator[Channel]:
    """The two stand in the first of three galleries; ``by_hand``: dice are thrown on a real table."""
    async with a_channel(folder, ToyRules()) as channel, channel.bot_up(lambda: LUCK):
        await channel.command("Ala", "game new", options="depth=3")
        await channel.press("Bartek", "Dołącz")
        if master:
            await channel.command("Ala", "gm appoint", member=MASTER)
        if by_hand:
            await channel.command("Ala", "table", **{"whose-dice": "hand"})
        await channel.press("Ala", "Zaczynamy")
        for one in ("Ala", "Bartek"):
            await channel.press(one, "⭐")
        yield channel
