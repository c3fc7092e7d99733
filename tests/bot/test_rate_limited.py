"""The bot lives with Discord's rate limits: it meets none of those that headers tell of, and loses nothing to them."""

from __future__ import annotations

from pathlib import Path

from rules.games import load
from tests.bot.a_channel import AS_USUAL, HERE, a_channel
from tests.discord_limits.strict_playground import Limits, Rate

SOON = Limits(messages=Rate(5, 0.5), follow_ups=Rate(30, 6.0), old_edits=Rate(3, 0.6))
"""Discord's numbers, ten times as fast."""
PRESSES = 15


async def test_a_hasty_player_meets_no_429(tmp_path: Path) -> None:
    """Presses as fast as prompts come: all are answered, none is refused."""
    async with a_channel(tmp_path, load("jaskinia"), SOON) as channel, channel.bot_up(lambda: bytes(32)):
        await channel.hands.slash("Ala", HERE, "game new", {"options": "gates=open"})
        await channel.press("Ala", "Szybki start")

        for _ in range(PRESSES):
            await channel.hands.until(channel.is_asked)
            await channel.talk()
            assert (await channel.hands.press_label("Ala", HERE, AS_USUAL)).kind != "failed"
        await channel.hands.until(channel.is_asked)

        calls = [call for call in channel.playground.requests if call.route == "/channels/{channel_id}/messages"]
        assert len(calls) > PRESSES
        assert [call for call in channel.playground.requests if call.status == 429] == []
