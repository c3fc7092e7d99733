"""Private words make room for the next of their kind, so that nobody's channel fills with receipts and panels."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from rules.games import load
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_channel
from tests.bot.test_refused_posts import REFUSED

HM = "ha, ha"
OTHERS = "Wybierz po swojemu…"


@pytest_asyncio.fixture
async def channel(tmp_path: Path) -> AsyncIterator[Channel]:
    """Ala and Bartek in the cave; Bartek has the first turn."""
    async with a_channel(tmp_path, load("jaskinia")) as channel, channel.bot_up(seeds=lambda: bytes([7]) * 32):
        await channel.hands.slash("Ala", HERE, "game new")
        await channel.press("Ala", "Szybki start")
        await channel.hands.until(channel.is_asked)
        yield channel


def whispers(channel: Channel, who: str = "Ala") -> list[str]:
    """What somebody reads alone, oldest first."""
    return [one.text for one in channel.hands.messages(HERE, who) if one.ephemeral]


async def test_a_refusal_makes_room_for_the_next(channel: Channel) -> None:
    await channel.answer("Ala", HM)
    first = whispers(channel)
    await channel.answer("Ala", "999")
    assert len(first) == 1
    assert len(whispers(channel)) == 1
    assert whispers(channel) != first


async def test_each_kind_has_its_own_place(channel: Channel) -> None:
    await channel.press("Ala", "?")
    await channel.press("Ala", "🎒")
    await channel.answer("Ala", HM)
    assert len(whispers(channel)) == 2  # what is looked at, and what was refused


async def test_who_answers_before_everybody_keeps_what_they_look_at_alone(channel: Channel) -> None:
    await channel.press("Ala", "🎒")
    await channel.answer("Ala", HM)
    live = next(channel.hands.newest_first(HERE, "Ala"))
    asked = [one for one in channel.asking() if any(button.label.startswith(AS_USUAL) for button in one.buttons)][-1]
    usual = next(button for button in asked.buttons if button.label.startswith(AS_USUAL))
    await channel.hands.press("Ala", asked, usual.custom_id)
    await channel.hands.settled()
    assert live.ephemeral
    assert len(whispers(channel)) == 1


async def test_what_was_typed_and_is_told_in_the_channel_leaves_no_receipt(channel: Channel) -> None:
    """The message below says who answered what and what came of it; a refusal before is of no use any more."""
    await channel.answer("Ala", HM)
    way, *_ = await channel.hands.complete("Ala", HERE, "answer", {"value": ""}, focused="value")

    receipt = await channel.answer("Ala", way.value)

    assert receipt.text.startswith("✔ Zapisane: ")
    assert whispers(channel, "Ala") == []
    assert "**Ala** → " in channel.story()


async def test_what_was_typed_keeps_its_receipt_while_the_channel_is_not_told(channel: Channel) -> None:
    """Discord takes no messages there: whoever answered knows at least that it counts."""
    way, *_ = await channel.hands.complete("Ala", HERE, "answer", {"value": ""}, focused="value")
    channel.playground.faults.add(**REFUSED, times=math.inf)

    await channel.answer("Ala", way.value)

    assert any(said.startswith("✔ Zapisane: ") for said in whispers(channel, "Ala"))


async def test_words_put_away_by_hand_are_no_fault(channel: Channel) -> None:
    await channel.answer("Ala", HM)
    for one in channel.hands.messages(HERE, "Ala"):
        if one.ephemeral:
            await channel.hands.dismiss("Ala", one)
    await channel.answer("Ala", HM)
    assert len(whispers(channel)) == 1


async def test_a_sentence_is_sent_without_controls(channel: Channel) -> None:
    await channel.answer("Ala", HM)

    whispered = [call.body["data"] for call in channel.playground.requests if call.route.endswith("/callback")][-1]
    assert whispered["content"] == whispers(channel)[-1]
    assert "components" not in whispered
