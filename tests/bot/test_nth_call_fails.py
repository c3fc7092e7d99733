"""Each call that a deed makes fails once, by its number: the table is as before or as after, says so, and goes on."""

from __future__ import annotations

import itertools
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.discord.client import Labirynt
from bot.executors import DRAWING, Beside
from bot.playground.hands import Refused
from bot.store import StoreUnavailable
from bot.store.sqlite import SqliteStore
from rules.games import load
from tests.bot.a_channel import Channel, a_channel

MOST = 60
"""More calls than any deed makes."""
DAYS = itertools.count(86_400, 86_400)
"""Each table is opened a day later, so that nobody opens too many at a time."""
CLIENTS: list[Labirynt] = []
"""The bot of the running test."""
Deed = Callable[[Channel], Awaitable[Any]]
TROUBLE: dict[str, Callable[[], Exception]] = {
    "store": lambda: StoreUnavailable("unreachable", "the wire is cut"),
    "http": lambda: discord.DiscordServerError(SimpleNamespace(status=503, reason="busy"), "busy"),  # type: ignore[arg-type]
    "picture": lambda: RuntimeError("out of ink"),
    "clock": lambda: RuntimeError("it struck thirteen"),
}


class Calls:
    """Counts the calls of one kind while it is armed; the one with this number fails."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._left: int | None = None

    def come(self, kind: str) -> None:
        """Note a call; raise its trouble if it is the one."""
        if kind != self.kind or self._left is None:
            return
        self._left -= 1
        if self._left < 0:
            self._left = None
            raise TROUBLE[kind]()

    @contextmanager
    def failing(self, nth: int) -> Iterator[list[bool]]:
        """Let the ``nth`` call from now on fail, from 0; the list says whether there was one."""
        failed: list[bool] = []
        self._left = nth
        try:
            yield failed
        finally:
            failed.append(self._left is None)
            self._left = None

    def clock(self) -> float:
        """Return the time, if the clock goes."""
        self.come("clock")
        return time.time()


@pytest.fixture(params=TROUBLE)
def calls(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Calls:
    """The calls of a kind, of which one can fail."""
    calls = Calls(request.param)

    def watched(owner: Any, name: str, kind: str, only: Any = None) -> None:
        real = getattr(owner, name)

        async def call(self: Any, *args: Any, **options: Any) -> Any:
            if only in (None, self):
                calls.come(kind)
            return await real(self, *args, **options)

        monkeypatch.setattr(owner, name, call)

    watched(SqliteStore, "_fetched", "store")
    watched(SqliteStore, "_write", "store")
    watched(discord.http.HTTPClient, "request", "http")
    watched(AsyncWebhookAdapter, "request", "http")
    watched(Beside, "do", "picture", DRAWING)
    return calls


def _stored(channel: Channel) -> tuple[str, str, int]:
    """The newest game, its phase, and how often something was stored."""
    with sqlite3.connect(channel.settings.sqlite_file) as database:
        found = database.execute("SELECT id, phase, revision FROM games ORDER BY created_at DESC LIMIT 1").fetchone()
    return tuple(found) if found else ("", "", 0)


async def _tried(channel: Channel, deed: Deed) -> str:
    """Do it; return what the person was answered, '' if the bot was silent."""
    try:
        outcome = await deed(channel)
        return outcome.text if outcome.kind != "failed" else "failed"
    except Refused as refused:
        return f"failed: {refused}"


async def _fail_one_after_another(channel: Channel, deed: Deed, calls: Calls, ready: Deed) -> None:
    """Do the deed again and again, from a table made ``ready``, until no call of it is left that could fail."""
    for nth in range(MOST):
        await ready(channel)
        before = _stored(channel)
        with calls.failing(nth) as failed:
            said = await _tried(channel, deed)
        after = _stored(channel)
        assert after == before or after[0] != before[0] or after[2] == before[2] + 1, (calls.kind, nth)
        assert after != before or said, (calls.kind, nth, "nothing was done, and nobody was told")
        if not failed[0]:
            assert after != before, (calls.kind, nth, said)
            return
    raise AssertionError(f"{calls.kind}: no deed passed untouched")


async def _asks(channel: Channel) -> None:
    """The clock delivers what is owed; then the question of now stands, whatever failed before."""
    game_id = _stored(channel)[0]
    for client in CLIENTS:
        await client.clockwork.pay([game_id])
    await channel.hands.until(lambda: _is_asked(channel, game_id))
    await channel.hands.settled()


def _is_asked(channel: Channel, game_id: str) -> bool:
    with sqlite3.connect(channel.settings.sqlite_file) as database:
        [asked] = database.execute(
            "SELECT count(*) FROM games g JOIN prompts p ON p.game = g.id AND p.epoch = g.epoch AND p.stage = g.stage"
            " AND p.step = g.step AND p.key = 'prompt' WHERE g.id = ?",
            (game_id,),
        ).fetchone()
    return bool(asked)


async def _press(channel: Channel) -> Any:
    return await channel.press("Ala", "⭐")


async def _undo(channel: Channel) -> Any:
    await channel.command("Ala", "undo", what="1")
    return await channel.press("Ala", "Cofnij")


async def _pressed(channel: Channel) -> None:
    await _asks(channel)
    await _press(channel)
    await _asks(channel)


async def _start(channel: Channel) -> Any:
    return await channel.command("Ala", "game start", quick=True)


async def _lobby(channel: Channel) -> None:
    if _stored(channel)[1] == "playing":
        await _end(channel)
    if _stored(channel)[1] != "lobby":
        for client in CLIENTS:
            client.service.limits.clock = itertools.count(time.time() + next(DAYS), 3600.0).__next__
        await channel.command("Ala", "game new")


async def _end(channel: Channel) -> Any:
    return await channel.command("Ala", "game end", sure=True)


async def _playing(channel: Channel) -> None:
    if _stored(channel)[1] != "playing":
        await _lobby(channel)
        await _start(channel)
    await _asks(channel)


async def _vote(channel: Channel) -> Any:
    return await channel.press("Bartek", "Za")


async def _ballot(channel: Channel) -> None:
    """Bartek plays, too, and has yet to vote on what Ala has proposed."""
    with sqlite3.connect(channel.settings.sqlite_file) as database:
        seats = "SELECT count(*) FROM seats WHERE game = ? AND user_id > 0"
        [together] = database.execute(seats, (_stored(channel)[0],)).fetchone()
    if together < 2:
        await _end(channel)
        await _lobby(channel)
        await channel.command("Bartek", "game join")
        await _start(channel)
    await _asks(channel)
    with sqlite3.connect(channel.settings.sqlite_file) as database:
        query = "SELECT count(*) FROM votes WHERE game = ?"
        [is_open] = database.execute(query, (_stored(channel)[0],)).fetchone()
    if not is_open and "🗳" not in (await channel.command("Ala", "house", rule="pace", value="book")).text:
        await channel.command("Ala", "house", rule="pace", value="brisk")
    await channel.hands.until(lambda: any("Za" in [button.label for button in one.buttons] for one in channel.asking()))


DEEDS: dict[str, tuple[Deed, Deed]] = {
    "press": (_press, _asks),
    "undo": (_undo, _pressed),
    "start": (_start, _lobby),
    "end": (_end, _playing),
    "vote": (_vote, _ballot),
}


@pytest.mark.parametrize("deed", DEEDS)
async def test_every_call_of_a_deed_fails_once(tmp_path: Path, calls: Calls, deed: str) -> None:
    """Stored whole or not at all; who did it learns that nothing came of it; the question comes back by itself."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up(clock=calls.clock) as client:
        CLIENTS[:] = [client]
        await _playing(channel)
        await _fail_one_after_another(channel, DEEDS[deed][0], calls, DEEDS[deed][1])
