"""The same playground and bot as next door, in the loop of the browser, which all its tests share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.discord_limits.strict_playground import StrictPlayground
from tests.playground.a_bot import ABot
from tests.playground.conftest import a_bot_at, a_playground


@pytest_asyncio.fixture(loop_scope="session")
async def playground(tmp_path: Path) -> AsyncIterator[StrictPlayground]:
    async with a_playground(tmp_path) as playground:
        yield playground


@pytest_asyncio.fixture(loop_scope="session")
async def bot(playground: StrictPlayground) -> AsyncIterator[ABot]:
    async with a_bot_at(playground) as bot:
        yield bot
