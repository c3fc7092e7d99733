"""A press, whole: what the bot's process spends from the interaction to the next question, and where it is full.

Bot and stand-in are two processes. Three people press “as usual” in the flagship game; story, picture, question and all
that is stored count, the work of the stand-in does not.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bot.discord.prompts.components import read
from bot.playground import Message
from bot.playground.hands import Hands
from bot.playground.seen import Button
from tests.bench.a_bot_apart import BotApart, a_bot_apart
from tests.bench.crowd import copy_tables
from tests.bench.report import Figure, at
from tests.bot.a_channel import AS_USUAL, HERE
from tests.discord_limits.strict_playground import StrictPlayground
from tests.short_form import sized

PEOPLE = ("Ala", "Bartek", "Celina")
SEEDS = range(21, 61)
"""The first is taken with which somebody is alive at the last stage that is measured."""
STAGES = ((50, 8.0), (150, 12.0)) if sized(1, 0) else ((2, 8.0),)
"""Around which stages presses are measured, and the promise there (milliseconds)."""
AROUND = sized(15, 1)
TABLES = sized(32, 3)
SECONDS = sized(12.0, 1.0)
QUIET = 0.04


class Spent(NamedTuple):
    """One press: at which stage, and milliseconds of the bot's processor time."""

    stage: int
    milliseconds: float


class OverTooSoon(Exception):
    """The game ended before the last stage that is measured."""


async def figures() -> list[Figure]:
    """Processor time of a press early and late, and how many presses a second are too many."""
    for seed in SEEDS:
        with suppress(OverTooSoon), TemporaryDirectory() as name:
            return await _figures(Path(name), seed)
    raise OverTooSoon


async def _figures(folder: Path, seed: int) -> list[Figure]:
    presses: list[Spent] = []
    early, data = folder / "early", folder / "data"
    async with a_discord(folder) as playground:
        for stage, _ in STAGES:
            async with a_bot_apart(playground, data, seed) as bot:
                presses += await _played(playground, bot, stage + AROUND)
            if not early.exists():
                shutil.copytree(data, early)
        return [*(_figure(presses, *one) for one in STAGES), *await _full(playground, early, seed)]


@asynccontextmanager
async def a_discord(folder: Path) -> AsyncIterator[StrictPlayground]:
    """A stand-in in this process; its calls are not rationed."""
    playground = StrictPlayground(folder / "world", port=0)
    await playground.start()
    try:
        yield playground
    finally:
        await playground.stop()


def _figure(presses: list[Spent], stage: int, most: float) -> Figure:
    spent = [one.milliseconds for one in presses if abs(one.stage - stage) <= AROUND]
    detail = f"p99 {at(spent, 0.99):.1f} ms, mean {sum(spent) / len(spent):.1f} ms of {len(spent)} presses, all threads"
    return Figure(f"processor time of a press around stage {stage}, median", median(spent), "ms", detail, most=most)


# One table -------------------------------------------------------------------------------------------------


async def _played(playground: StrictPlayground, bot: BotApart, until: int) -> list[Spent]:
    """Every press of the game up to the end of this stage; raises ``OverTooSoon``."""
    hands = playground.hands
    if not hands.messages(HERE, PEOPLE[0]):
        await _begun(hands)
    presses: list[Spent] = []
    asked = await _asked(hands, HERE)
    while asked.stage <= until:
        if asked.turn == NOBODY:
            raise OverTooSoon
        await hands.settled(QUIET)
        before, last = bot.spent, asked
        asked = await _press(hands, asked)
        await hands.settled(QUIET)
        presses.append(Spent(last.stage, (bot.spent - before) * 1000))
    return presses


async def _begun(hands: Hands) -> None:
    await hands.until(lambda: hands.commands(PEOPLE[0], HERE))
    await hands.slash(PEOPLE[0], HERE, "game new")
    for one in PEOPLE[1:]:
        await hands.settled(QUIET)
        await hands.press_label(one, HERE, "Dołącz")
    await hands.press_label(PEOPLE[0], HERE, "Szybki start")


OVER = "Ziarno"
"""What is told when a game is over."""
NOBODY = -1
"""Whose turn it is then."""


class Asked(NamedTuple):
    """An open question as it stands in a channel, and who is to press next."""

    channel: str
    message: Message
    button: Button
    turn: int

    @property
    def stage(self) -> int:
        """The stage in which it is asked."""
        id = read(self.button.custom_id)
        assert id is not None
        return id.address.stage


async def _asked(hands: Hands, channel: str, before: Asked | None = None) -> Asked:
    """What is asked in a channel, once it reads otherwise than before."""

    def asked() -> Asked | None:
        newest = next((one for one in hands.newest_first(channel, PEOPLE[0]) if not one.ephemeral), None)
        if newest and before and OVER in newest.text:
            return before._replace(turn=NOBODY)
        found = [one for one in (newest.buttons if newest else ()) if AS_USUAL in one.label and not one.disabled]
        if not newest or not found or (before and (newest.id, newest.text) == (before.message.id, before.message.text)):
            return None
        return Asked(channel, newest, found[0], (before.turn + 1) % len(PEOPLE) if before else 0)

    return await hands.until(asked)


async def _press(hands: Hands, asked: Asked) -> Asked:
    """Whose turn it is presses, or the next one where it is not for them; what is asked then."""
    for turn in range(len(PEOPLE)):
        who = PEOPLE[(asked.turn + turn) % len(PEOPLE)]
        if (await hands.press(who, asked.message, asked.button.custom_id)).kind != "ephemeral":
            break
    return await _asked(hands, asked.channel, asked._replace(turn=asked.turn + turn))


# Many tables -----------------------------------------------------------------------------------------------


async def _full(playground: StrictPlayground, data: Path, seed: int) -> list[Figure]:
    """Copies of the table, and at each of them somebody who presses as soon as there is something to press."""
    hands = playground.hands
    with sqlite3.connect(data / "labirynt.sqlite3") as file:
        names = copy_tables(playground.world, file, TABLES + 1)[1:]
    async with a_bot_apart(playground, data, seed) as bot:
        asked = await asyncio.gather(*(_asked(hands, name) for name in names))
        await hands.settled(QUIET)
        begin, theirs, ours = time.perf_counter(), bot.spent, time.process_time()
        presses = await asyncio.gather(*(_pressed(hands, one, begin + SECONDS) for one in asked))
        lasted, theirs, ours = time.perf_counter() - begin, bot.spent - theirs, time.process_time() - ours
    times = [one for some in presses for one in some]
    detail = (
        f"{TABLES} people at as many tables; to the next question p50 {at(times, 0.5):.0f} ms, "
        f"p99 {at(times, 0.99):.0f} ms; the bot had {theirs / lasted:.0%} of a core, the stand-in {ours / lasted:.0%}"
    )
    return [
        Figure("presses/s where the bot is full", len(times) / lasted, "/s", detail, least=100),
        Figure("p99 to the next question meanwhile", at(times, 0.99), "ms", "from the press", most=1000),
        Figure("presses per second of the bot's processor time", len(times) / theirs, "/s", "the same presses"),
    ]


async def _pressed(hands: Hands, asked: Asked, end: float) -> list[float]:
    times = []
    while time.perf_counter() < end and asked.turn != NOBODY:
        begin = time.perf_counter()
        asked = await _press(hands, asked)
        times.append((time.perf_counter() - begin) * 1000)
    return times
