"""Buckets are used up, headers tell of it, and stock discord.py lives with all of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from tests.discord_limits.strict_playground import Limits, Rate, StrictPlayground
from tests.playground.a_bot import ABot
from tests.playground.conftest import a_bot_at

LONG = 30.0
"""Seconds; no test waits for the end of such a window."""
MANY = Rate(1000, LONG)
FREE = Limits(MANY, MANY, MANY, MANY, MANY, MANY)


@asynccontextmanager
async def limited(folder: Path, **rates: Rate) -> AsyncIterator[StrictPlayground]:
    """A playground where only these limits are near."""
    playground = StrictPlayground(folder, limits=FREE._replace(**rates))
    await playground.start()
    try:
        yield playground
    finally:
        await playground.stop()


async def call(playground: StrictPlayground, method: str, path: str, body: Any = None) -> tuple[int, Any, Any]:
    """Status, headers and JSON of one call by hand."""
    headers = {"Authorization": f"Bot {playground.token}"}
    async with (
        aiohttp.ClientSession(connector=playground.connector()) as session,
        session.request(method, f"https://discord.com/api/v10{path}", headers=headers, json=body) as response,
    ):
        return response.status, response.headers, await response.json()


def messages_of(playground: StrictPlayground, name: str = "lochy") -> str:
    return f"/channels/{playground.world.channel(name)['id']}/messages"


async def test_a_bucket_is_one_channels(tmp_path: Path) -> None:
    """Five messages, counted down by the headers; the sixth is refused, in another channel it is the first."""
    async with limited(tmp_path, messages=Rate(5, LONG)) as playground:
        path = messages_of(playground)
        taken = [await call(playground, "POST", path, {"content": "x"}) for _ in range(6)]
        other = await call(playground, "POST", messages_of(playground, "jaskinia"), {"content": "x"})
        edit = await call(playground, "PATCH", f"{path}/{taken[0][2]['id']}", {"content": "y"})

    assert [status for status, _, _ in taken] == [200] * 5 + [429]
    assert [headers["X-RateLimit-Remaining"] for _, headers, _ in taken] == ["4", "3", "2", "1", "0", "0"]
    _, headers, body = taken[-1]
    assert (headers["X-RateLimit-Limit"], headers["X-RateLimit-Scope"]) == ("5", "user")
    assert (body["message"], body["global"]) == ("You are being rate limited.", False)
    assert 0 < body["retry_after"] <= float(taken[0][1]["X-RateLimit-Reset-After"]) <= LONG
    assert float(headers["Retry-After"]) == body["retry_after"]
    assert (other[0], edit[0], edit[1]["X-RateLimit-Remaining"]) == (200, 200, "4")
    assert edit[1]["X-RateLimit-Bucket"] != headers["X-RateLimit-Bucket"] == other[1]["X-RateLimit-Bucket"]


async def test_the_global_limit_spares_interactions(tmp_path: Path) -> None:
    """All routes together, but for callbacks and follow-ups."""
    async with limited(tmp_path, everything=Rate(3, LONG)) as playground:
        reads = [await call(playground, "GET", "/users/@me") for _ in range(4)]
        follow_up = await call(playground, "POST", "/webhooks/1/x", {"content": "x"})
        callback = await call(playground, "POST", "/interactions/1/x/callback", {"type": 4})

    assert [status for status, _, _ in reads] == [200, 200, 200, 429]
    _, headers, body = reads[-1]
    assert (headers["X-RateLimit-Global"], headers["X-RateLimit-Scope"], body["global"]) == ("true", "global", True)
    assert "X-RateLimit-Limit" not in headers
    assert (follow_up[2]["code"], callback[2]["code"]) == (10015, 10062)
    assert "X-RateLimit-Limit" not in callback[1]


async def test_follow_ups_have_a_limit_that_no_header_tells_of(tmp_path: Path) -> None:
    """All interactions of a channel share it."""
    async with limited(tmp_path, follow_ups=Rate(2, LONG)) as playground, a_bot_at(playground):
        tokens = []
        for who, where in (("Ala", "lochy"), ("Bartek", "lochy"), ("Celina", "lochy"), ("Ala", "jaskinia")):
            await playground.hands.slash(who, where, "gra ruch", {"way": "x"})
            tokens.append(next(reversed(playground.core.interactions)))
        paths = [f"/webhooks/{playground.world.bot['id']}/{token}?wait=1" for token in tokens]
        sent = [await call(playground, "POST", path, {"content": "x"}) for path in paths]

    assert [status for status, _, _ in sent] == [200, 200, 429, 200]
    assert (sent[2][2]["global"], sent[2][1]["X-RateLimit-Scope"]) == (False, "shared")
    assert sent[1][1]["X-RateLimit-Remaining"] == "999"


async def test_old_messages_are_edited_seldom(tmp_path: Path) -> None:
    """After an hour the fourth edit in a short while is answered with 30046; younger ones are free."""
    async with limited(tmp_path, old_edits=Rate(3, LONG)) as playground:
        path = messages_of(playground)
        old, other = [(await call(playground, "POST", path, {"content": "x"}))[2]["id"] for _ in range(2)]
        playground.clock.ahead += 3601
        young = (await call(playground, "POST", path, {"content": "x"}))[2]["id"]
        edits = [await call(playground, "PATCH", f"{path}/{one}", {"content": "y"}) for one in (old, other, old, old)]
        last = await call(playground, "PATCH", f"{path}/{young}", {"content": "y"})

    assert [status for status, _, _ in edits] == [200, 200, 200, 429]
    assert (edits[3][2]["code"], edits[3][1]["X-RateLimit-Remaining"], last[0]) == (30046, "996", 200)
    assert edits[3][2]["retry_after"] > 0


async def test_discord_py_waits_for_the_bucket_and_meets_no_429(tmp_path: Path) -> None:
    """It follows the headers."""
    async with limited(tmp_path, messages=Rate(2, 0.1)) as playground, a_bot_at(playground) as bot:
        await asyncio.gather(*(_channel(bot, playground).send(str(number)) for number in range(7)))

        assert len(playground.hands.messages("lochy", "Ala")) == 7
        assert 429 not in [one.status for one in playground.requests]


async def test_discord_py_waits_out_what_no_header_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The global limit, met by many channels at once, and 30046: everything arrives in the end."""
    short = Rate(4, 0.1)
    async with limited(tmp_path, everything=short, old_edits=short) as playground, a_bot_at(playground) as bot:
        posted = [await _channel(bot, playground, name).send("x") for name in ("lochy", "jaskinia")]
        playground.clock.ahead += 3601
        with caplog.at_level(logging.ERROR):
            await asyncio.gather(*(posted[number % 2].edit(content=str(number)) for number in range(12)))

        assert 429 in [one.status for one in playground.requests]
        edits = [one for one in playground.requests if one.method == "PATCH" and one.status == 200]
        assert (len(edits), [one for one in caplog.records if one.levelno >= logging.ERROR]) == (12, [])


def _channel(bot: ABot, playground: StrictPlayground, name: str = "lochy") -> discord.PartialMessageable:
    return bot.get_partial_messageable(int(playground.world.channel(name)["id"]))
