"""A question says in brief what its choices bring, and «?» the whole of it: it must fit on a telephone."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from rules.games import load
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_channel

AIM = re.compile(r"^-# 🎯 .*(?:Siła \d|szansa \d).*$", re.MULTILINE)
TURNS = 30


@pytest_asyncio.fixture
async def channel(tmp_path: Path) -> AsyncIterator[Channel]:
    """Three in the Cave; Bartek, the Cartographer, has the first turn."""
    async with a_channel(tmp_path, load("jaskinia")) as channel, channel.bot_up(seeds=lambda: bytes([7]) * 32):
        await channel.hands.slash("Ala", HERE, "game new")
        for one in ("Bartek", "Celina"):
            await channel.press(one, "Dołącz")
        await channel.press("Ala", "Szybki start")
        await channel.hands.until(channel.is_asked)
        yield channel


def asked(channel: Channel) -> str:
    """The open question as everybody reads it, without the story above it."""
    return channel.asking()[-1].text.rpartition("<@")[2]


async def play_on(channel: Channel) -> None:
    """Whoever is asked answers as usual."""
    live = channel.asking()[-1]
    for who in ("Ala", "Bartek", "Celina"):
        usual = next(one for one in live.buttons if one.label.startswith(AS_USUAL))
        if (await channel.hands.press(who, live, usual.custom_id)).kind != "ephemeral":
            break
    await channel.hands.settled()


async def test_what_is_told_in_brief_is_whole_behind_the_question_mark(channel: Channel) -> None:
    outcome = await channel.press("Ala", "?")

    assert "twoja zdolność: najpierw rzut, potem wybierasz drogę, także na rozwidleniach" not in asked(channel)
    assert "twoja zdolność: najpierw rzut, potem wybierasz drogę, także na rozwidleniach" in outcome.text


async def test_a_question_is_short_and_its_aim_a_small_line_of_its_own(channel: Channel) -> None:
    """What several ways bring alike is said once; a turn's question fits on a screen."""
    turns: list[str] = []
    for _ in range(TURNS):
        await play_on(channel)
        turns += [asked(channel)] if "Twój ruch" in asked(channel) else []

    assert all(AIM.search(one) for one in turns)
    assert [one for one in turns if len(one) > 1_100] == []
    assert sum(map(len, turns)) / len(turns) < 650
