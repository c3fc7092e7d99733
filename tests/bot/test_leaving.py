"""The bot is told to leave, or comes while Discord will not take its commands: people notice as little as possible."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from structlog.testing import capture_logs

from bot.playground import Outcome
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.parlour import ParlourRules, a_choice, an_amount


async def pressing(channel: Channel, who: str) -> asyncio.Task[Outcome]:
    """Somebody presses the first button; the bot is about to answer."""
    asked = next(channel.hands.newest_first(HERE, who))
    task = asyncio.create_task(channel.hands.press(who, asked, asked.buttons[0].custom_id))
    await channel.hands.until(lambda: channel.playground.core.activity.in_flight)
    return task


async def test_whoever_was_first_is_answered_and_whoever_comes_then_is_told(tmp_path: Path) -> None:
    """The bot leaves in the middle of an answer: that one goes through, a later one is asked to come again."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        async with channel.bot_up() as client:
            await channel.opened("Ala")
            channel.playground.faults.latency = 1.0
            first = await pressing(channel, "Ala")
            leaving = asyncio.create_task(client.close())
            later = await channel.hands.slash("Ala", HERE, "roll", {"code": "1K6"})
            answered = await first
            await leaving

        assert answered.kind == "update"
        assert "za moment" in later.text
        (asked,) = channel.asking()
        assert "Ile?" in asked.text  # the next question stands already


@pytest.mark.parametrize("slow", [{"status": 429, "retry_after": 25.0}, {"delay": 1.0}], ids=["limited", "late"])
async def test_a_slow_delivery_is_left_to_the_next_owner(
    tmp_path: Path, slow: dict[str, Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The shard is handed over while Discord does not take a message: no fault, and the next process posts it."""
    monkeypatch.setattr("bot.discord.client.LAST_WORDS", 0.1)
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        async with channel.bot_up() as client:
            await channel.opened("Ala")
            await channel.talk()
            channel.playground.faults.add(method="POST", route="*/messages", **slow)
            (asked,) = channel.asking()
            before = len(channel.posts())
            with capture_logs() as lines:
                press = asyncio.create_task(channel.hands.press("Ala", asked, asked.buttons[0].custom_id))
                await channel.hands.until(lambda: _is_posting(channel, before))
                await client.hand_over()
                await client.close()
                await press
            metrics = client.metrics.text().decode()
        async with channel.bot_up():
            await channel.hands.settled()
            (asked,) = channel.asking()

    assert "Ile?" in asked.text
    assert not [line for line in lines if line["log_level"] == "error" or "exc_info" in line]
    assert not [record for record in caplog.records if record.exc_info]
    assert 'labirynt_interactions_total{outcome="outlived"} 1.0' in metrics
    assert "labirynt_faults_total 0.0" in metrics


def _is_posting(channel: Channel, since: int) -> bool:
    """Whether the bot has begun to post into the channel."""
    return ("POST", "/channels/{channel_id}/messages") in channel.posts()[since:]


@pytest.mark.parametrize("broken", [RuntimeError("Session is closed"), aiohttp.ClientConnectionError(), OSError()])
async def test_a_closed_line_is_no_fault_of_the_apology(
    tmp_path: Path, broken: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing can be said any more; discord.py hears of no exception."""

    async def closed(*_: Any, **__: Any) -> None:
        raise broken

    async with a_channel(tmp_path, ParlourRules(a_choice)) as channel, channel.bot_up():
        monkeypatch.setattr(discord.InteractionResponse, "send_message", closed)
        channel.playground.patience.acknowledge = 0.3
        outcome = await channel.hands.slash("Ala", HERE, "roll", {"code": "1K6"})

        assert outcome.kind == "failed"
        assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("status", [400, 403])
async def test_commands_that_discord_does_not_take_are_sent_again(
    tmp_path: Path, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too many changes a day, a bad hour: the bot is there all the same, and its commands come later."""
    monkeypatch.setattr("bot.discord.client.SYNC_PAUSES", [0.05, 0.1])
    async with a_channel(tmp_path, ParlourRules(a_choice), sync="always") as channel:
        channel.playground.faults.add(method="PUT", route="*/commands", status=status, times=2)
        async with channel.bot_up():
            await channel.hands.until(lambda: any(channel.playground.world.commands.values()))

            assert _synced(channel) == [status, status, 200]
            assert (await channel.command("Ala", "roll", code="1K6")).kind != "failed"


def _synced(channel: Channel) -> list[int]:
    return [call.status for call in channel.playground.requests if call.method == "PUT"]
