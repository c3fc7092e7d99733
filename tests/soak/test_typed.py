"""Every command with texts up to Discord's limits, at tables of all three games: how long does the loop stand?

``TYPED_MINUTES`` (default 1) and ``TYPED_SEED`` (default 1) say how long and which texts. Processor time is counted,
not the time by the clock; what is loaded at the first use is warmed up before. Where a game has ended another begins;
in the short form people end it, too.
"""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.playground import Refused
from bot.playground import wire as kinds
from bot.playground.wire import JSON
from bot.run.start import leave_alone_what_stays
from rules.games import load
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.short_form import sized
from tests.stalls import StallMeter

pytestmark = pytest.mark.soak

MINUTES = float(os.environ.get("TYPED_MINUTES", sized("1", "0")))
SEED = int(os.environ.get("TYPED_SEED", sized("1", "4")))
WARM_UP = sized(10.0, 0.0)
"""Seconds; each command is tried once in any case."""
GAMES = ["labirynt-smierci", "labirynt-czarnoksieznika", "jaskinia"]
LONGEST_STALL = 0.05
"""Seconds of processor time."""
PEOPLE = ("Ala", "Bartek")
MASTER = "Celina"
DISCORD_LIMIT = 6000
SIGNS = ("a ", "; ", ", ", "/ ", "a:b;", "1 ", "1d6+", "=", "🐉", "ą", "\u200d", "{")
HARMFUL = ("game end", "game leave", "game archive", "privacy", "away", "game new", "game resume", "game import")
"""What ends the table, or takes somebody from it."""


@pytest.mark.parametrize("game", sized(GAMES, GAMES[:1]))
async def test_no_text_stops_the_loop(game: str, tmp_path: Path) -> None:
    """The longest step stays short, whatever is typed."""
    luck, meter = Random(SEED), StallMeter()
    async with a_channel(tmp_path, load(game)) as channel, channel.bot_up():
        await _begin(channel, game)
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
    assert tries
    assert meter.longest[0].seconds < LONGEST_STALL


async def _begin(channel: Channel, game: str) -> None:
    await channel.command("Ala", "game new", game=game)
    await channel.press("Bartek", "Dołącz")
    await channel.command("Ala", "gm appoint", member=MASTER)
    await channel.press("Ala", "Szybki start")
    await channel.hands.until(channel.is_asked)


async def _try_texts(channel: Channel, game: str, luck: Random, meter: StallMeter, seconds: float) -> int:
    """Type into every command in turn, once and then on for so long; return how many texts were sent."""
    until, tries, rounds = time.monotonic() + seconds, 0, 0
    while time.monotonic() < until or not rounds:
        if not channel.is_playing():
            await _begin(channel, game)
        for command in channel.hands.commands("Ala", HERE):
            for path, options in _leaves(command, ()):
                if (time.monotonic() < until or not rounds) and not path.startswith(HARMFUL):
                    tries += await _try_command(channel, luck, meter, path, options)
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


def _leaves(command: JSON, path: tuple[str, ...]) -> list[tuple[str, list[JSON]]]:
    """The command, or each of its sub-commands, with its options."""
    path, options = (*path, command["name"]), command.get("options") or []
    inner = [option for option in options if option["type"] in kinds.INSIDE]
    if inner:
        return [leaf for option in inner for leaf in _leaves(option, path)]
    return [(" ".join(path), options)] if command["type"] in (*kinds.INSIDE, kinds.CHAT_INPUT) else []


async def _try_command(channel: Channel, luck: Random, meter: StallMeter, path: str, options: list[JSON]) -> int:
    """Fill each text option with a long text, first as completion, then for good."""
    texts = [option for option in options if option["type"] == kinds.STRING and not option.get("choices")]
    if not texts:
        return 0
    who = luck.choice([*PEOPLE, MASTER])
    values: dict[str, Any] = {}
    for option in texts:
        values[option["name"]] = await _a_text(channel, luck, who, path, option)
    for option in [option for option in texts if option.get("autocomplete")]:
        text = values[option["name"]]
        meter.tried = f"{who} completes /{path} {option['name']}: {text[:50]!r} ({len(text)})"
        await _quietly(channel.hands.complete(who, HERE, path, values, focused=option["name"]))
    meter.tried = f"{who} types /{path} { {name: (text[:40], len(text)) for name, text in values.items()} }"
    await _quietly(channel.hands.slash(who, HERE, path, values))
    await channel.hands.settled()
    return len(texts)


async def _a_text(channel: Channel, luck: Random, who: str, path: str, option: JSON) -> str:
    """A text as long as Discord lets it be, made of names that the bot knows, or of anything."""
    most = min(option.get("max_length") or DISCORD_LIMIT, DISCORD_LIMIT)
    words = await _known_words(channel, who, path, option) or ["trol"]
    kind = luck.randrange(6)
    if kind == 0:
        return (f"{luck.choice(words)} " * most)[:most]
    if kind == 1:
        return " ".join(luck.choice(words) for _ in range(most))[:most]
    if kind == 2:
        return (luck.choice(["a ", "; ", ", ", "/ ", "a:b;", "1 ", "1d6+", "=", "🐉", "ą", "\u200d", "{"]) * most)[
            :most
        ]
    if kind == 3:
        return f"{luck.choice(words)}; " * (most // 40)
    if kind == 4:
        word = luck.choice(words)
        return (f"{word[:-1]}x " * most)[:most]
    return "".join(chr(luck.randrange(0x20, 0x2FFF)) for _ in range(most))


async def _known_words(channel: Channel, who: str, path: str, option: JSON) -> list[str]:
    if not option.get("autocomplete"):
        return []
    try:
        offers = await channel.hands.complete(who, HERE, path, {option["name"]: ""}, focused=option["name"])
    except Refused:
        return []
    return sorted({word for offer in offers for word in (*offer.name.split(), offer.value, *str(offer.value).split())})


async def _quietly(trying: Any) -> None:
    """What the client itself refuses is no matter here."""
    try:
        await asyncio.wait_for(trying, 30)
    except Refused:
        return
