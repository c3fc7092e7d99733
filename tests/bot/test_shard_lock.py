"""The gate: who is let in, and that nothing outdated is let out."""

from __future__ import annotations

import aiohttp
import pytest
from aiohttp import web

from bot.discord.in_flight import Outlived, ShardLock
from bot.discord.requests import SendRoute, count_requests
from bot.metrics import Metrics


async def test_what_may_be_outdated_is_not_said() -> None:
    """While it is not sure who serves the guilds, and for good once another does."""
    sure = True
    gate = ShardLock(holds=lambda: sure)
    runner = web.AppRunner(web.Application())
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    address = f"http://127.0.0.1:{runner.addresses[0][1]}/"
    async with aiohttp.ClientSession(trace_configs=[gate.fence(count_requests(Metrics(), SendRoute()))]) as session:
        async with session.get(address) as said:
            assert said.status == 404
        sure = False
        assert not await gate.admits()
        with pytest.raises(Outlived):
            await session.get(address)
        sure = True
        assert await gate.admits()
        async with session.get(address):
            pass
        gate.cut()
        with pytest.raises(Outlived):
            await session.get(address)
    await runner.cleanup()

    assert not await gate.admits()
