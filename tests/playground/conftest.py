"""A playground in a temporary folder, the little bot beside it, and a page in a real browser."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.playground import Hands, Playground
from tests.discord_limits.strict_playground import StrictPlayground
from tests.playground.a_bot import ABot


@contextlib.asynccontextmanager
async def a_playground(folder: Path, port: int = 0, *, tcp: bool = False) -> AsyncIterator[StrictPlayground]:
    playground = StrictPlayground(folder, port, tcp=tcp)
    await playground.start()
    try:
        yield playground
    finally:
        await playground.stop()


@contextlib.asynccontextmanager
async def a_bot_at(playground: Playground) -> AsyncIterator[ABot]:
    """The little bot, logged in and with its commands synced."""
    bot = ABot(playground.connector())
    life = asyncio.create_task(bot.start(playground.token))
    ready = asyncio.create_task(bot.wait_until_ready())
    await asyncio.wait({life, ready}, return_when=asyncio.FIRST_COMPLETED, timeout=10)
    if life.done():
        life.result()
    try:
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(life, return_exceptions=True)


@pytest.fixture
async def playground(tmp_path: Path) -> AsyncIterator[StrictPlayground]:
    async with a_playground(tmp_path) as playground:
        yield playground


@pytest.fixture
async def bot(playground: StrictPlayground) -> AsyncIterator[ABot]:
    async with a_bot_at(playground) as bot:
        yield bot


@pytest.fixture
def hands(playground: StrictPlayground, bot: ABot) -> Hands:
    """Hands at a playground with a bot in it."""
    return playground.hands


@pytest.fixture
async def plain(tmp_path: Path) -> AsyncIterator[Playground]:
    """The stand-in as it is shipped, without the strict rules."""
    playground = Playground(tmp_path)
    await playground.start()
    try:
        yield playground
    finally:
        await playground.stop()
