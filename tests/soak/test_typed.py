"""Every command with texts up to Discord's limits, at tables of all three games: how long does the loop stand?

``TYPED_MINUTES`` (default 1) and ``TYPED_SEED`` (default 1) say how long and which texts. Processor time is counted,
not the time by the clock; what is loaded at the first use is warmed up before. Where a game has ended another begins;
in the short form people end it, too.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.playground import Refused
from bot.run.start import leave_alone_what_stays
from rules.games import all_games, load
from tests.bot.a_channel import Channel, a_channel
from tests.bot.test_typed_work import MASTER, begin_with_master
from tests.command_leaves import FreeText, free_texts
from tests.short_form import sized
from tests.stalls import StallMeter
from tests.typed_texts import HARMFUL, hard_text

pytestmark = pytest.mark.soak

MINUTES = float(os.environ.get("TYPED_MINUTES", sized("1", "0")))
SEED = int(os.environ.get("TYPED_SEED", sized("1", "4")))
WARM_UP = sized(10.0, 0.0)
"""Seconds; each command is tried once in any case."""
GAMES = list(all_games())
LONGEST_STALL = 10
"""In units of ``_unit``."""
PEOPLE = ("Ala", "Bartek")


@pytest.mark.parametrize("game", sized(GAMES, GAMES[:1]))
async def test_no_text_stops_the_loop(game: str, tmp_path: Path) -> None:
    """The longest step stays short, whatever is typed."""
    luck, meter = Random(SEED), StallMeter()
    async with a_channel(tmp_path, load(game)) as channel, channel.bot_up():
        await begin_with_master(channel, game)
        await _try_texts(channel, game, luck, StallMeter(), WARM_UP)
        if sized(False, True):
            await channel.command("Ala", "game end", sure=True)
            assert not channel.is_playing()
        leave_alone_what_stays()
        with meter.measuring():
            tries = await _try_texts(channel, game, luck, meter, 60 * MINUTES)
        assert channel.is_playing()

    print(f"\n{game}: {tries} texts, {meter.steps} steps, the longest (ms of processor time):")
    for step in meter.longest:
        print(f"  {step.seconds * 1000:6.1f}  {step.ran:40} {step.tried}")
    print(f"other threads held the loop for at most {meter.held[0].seconds * 1000:.1f} ms: {meter.held[0].tried}")
    assert tries
    assert meter.longest[0].seconds < LONGEST_STALL * _unit()


def _unit() -> float:
    """Return the processor time of a fixed calculation on this machine, in seconds."""

    def measured() -> float:
        begun, total = time.thread_time(), 0
        for i in range(100_000):
            total += i * i % 7
        return time.thread_time() - begun

    return min(measured() for _ in range(30))


async def _try_texts(channel: Channel, game: str, luck: Random, meter: StallMeter, seconds: float) -> int:
    """Type into every command in turn, once and then on for so long; return how many texts were sent."""
    until, tries, rounds = time.monotonic() + seconds, 0, 0
    while time.monotonic() < until or not rounds:
        if not channel.is_playing():
            await begin_with_master(channel, game)
        for text in free_texts(channel, "Ala"):
            if (time.monotonic() < until or not rounds) and not text.path.startswith(HARMFUL):
                await _try_text(channel, luck, meter, text)
                tries += 1
        meter.tried = "the game goes on"
        for person in PEOPLE:
            await _press_first(channel, person)
        rounds += 1
    return tries


async def _press_first(channel: Channel, person: str) -> None:
    """Let the game go on, so that the next round meets another question."""
    if buttons := [button for message in channel.asking() for button in message.buttons]:
        message = channel.asking()[-1]
        await _quietly(channel.hands.press(person, message, (message.buttons or buttons)[0].custom_id))
        await channel.hands.settled()


async def _try_text(channel: Channel, luck: Random, meter: StallMeter, text: FreeText) -> None:
    """Type a hard text into an option, first as completion, then for good."""
    who = MASTER if text.path.startswith("gm ") else luck.choice([*PEOPLE, MASTER])
    meter.tried = f"{who} is offered /{text.path} {text.name}"
    known: list[str] = []
    with contextlib.suppress(Refused):
        known = await text.offered(channel, who)
    typed = hard_text(luck, known, text.longest)
    meter.tried = f"{who} types /{text.path} {text.name}: {typed[:50]!r} ({len(typed)})"
    await _quietly(text.offered(channel, who, typed))
    await _quietly(text.sent(channel, who, typed))


async def _quietly(trying: Any) -> None:
    """What the client itself refuses is no matter here."""
    try:
        await asyncio.wait_for(trying, 30)
    except Refused:
        return
