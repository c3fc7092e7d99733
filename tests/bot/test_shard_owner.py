"""The keeper of shards, with locks and clients that break at chosen moments."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from structlog.testing import capture_logs

from bot.discord.in_flight import ShardLock
from bot.metrics import Metrics
from bot.run import shard_owner, supervisor
from bot.run.shard_owner import ShardOwner
from bot.store import StoreUnavailable
from bot.store.shards import Alone, LocksLost, Outlook, Peer
from bot.table.records import ServedGuilds


class Client:
    """A client that can be made to fail."""

    def __init__(self, number: int, unopened: int) -> None:
        self.number = number
        self.unopened = unopened
        self.shard_lock = ShardLock(is_open=False)
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.drained = asyncio.Event()
        self.drained.set()
        self.service = SimpleNamespace(sessions=SimpleNamespace(met_newer=False))

    async def start(self, _token: str) -> None:
        """Until it ends."""
        await self.ended

    async def begin(self) -> None:
        """Open the gate."""
        if self.unopened:
            raise StoreUnavailable("unreachable")
        self.shard_lock.open()

    async def wait_until_ready(self) -> None:
        """At once."""

    async def hand_over(self) -> None:
        """When what is under way has ended."""
        self.shard_lock.shut()
        await self.drained.wait()

    async def close(self) -> None:
        """Over."""
        if not self.ended.done():
            self.ended.set_result(None)


class Breaking(Alone):
    """Locks that can be lost, of a server that can be away."""

    lost = away = leaving = False
    looks = 0
    others: tuple[Peer, ...] = ()

    async def look(self, *, leaving: bool = False) -> Outlook:
        """The first look after a loss tells of it; then there is a new connection, which holds nothing."""
        self.looks += 1
        if self.away:
            raise LocksLost("nobody there")
        if self.lost:
            self.lost, self._held = False, [False] * len(self._held)
            raise LocksLost("cut")
        self.leaving = leaving
        outlook = await super().look(leaving=leaving)
        return outlook._replace(peers=[*outlook.peers, *self.others])


class Scene:
    """A keeper at work, and its clients."""

    def __init__(self, count: int, unopened: int = 0) -> None:
        self.locks = Breaking(count)
        self.clients: list[Client] = []
        self.unopened = unopened
        self.shard_owner = ShardOwner(self.locks, count, cast("Any", self._made), "token", Metrics())

    @contextlib.asynccontextmanager
    async def _made(self, _share: ServedGuilds) -> AsyncIterator[Client]:
        client = Client(len(self.clients), self.unopened)
        self.unopened = 0
        self.clients.append(client)
        yield client

    async def serves(self, *numbers: int) -> None:
        """Wait until these clients, as they were made, are the ones that serve."""
        async with asyncio.timeout(10):
            while {one.number for one in self._serving()} != {*numbers}:  # noqa: ASYNC110  # nothing rings
                await asyncio.sleep(0.002)

    def _serving(self) -> list[Client]:
        return cast("list[Client]", list(self.shard_owner.serving.values()))


@contextlib.asynccontextmanager
async def a_keeper(monkeypatch: pytest.MonkeyPatch, count: int = 2, unopened: int = 0) -> AsyncIterator[Scene]:
    """It looks around all the time."""
    monkeypatch.setattr(shard_owner, "ROUND", 0.01)
    scene, stop = Scene(count, unopened), asyncio.Event()
    life = asyncio.create_task(scene.shard_owner.live(stop))
    try:
        yield scene
        assert not life.done(), life.exception()
    finally:
        stop.set()
        for client in scene.clients:
            client.drained.set()
        with contextlib.suppress(Exception):
            await asyncio.wait_for(life, 10)


async def test_a_server_that_is_away_is_told_of_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not at every look; and once when it is back."""
    with capture_logs() as told:
        async with a_keeper(monkeypatch) as scene:
            await scene.serves(0, 1)
            scene.locks.looks, scene.locks.away = 0, True
            async with asyncio.timeout(10):
                while scene.locks.looks < 5:  # noqa: ASYNC110  # nothing rings
                    await asyncio.sleep(0.002)
            scene.locks.lost, scene.locks.away = True, False
            await scene.serves(2, 3)
    told = [line for line in told if line["event"] in ("shards.lost", "shards.back")]

    assert [(line["event"], line["log_level"]) for line in told] == [("shards.lost", "error"), ("shards.back", "info")]
    assert told[0]["shards"] == [0, 1]


async def test_locks_lost_in_one_client_are_lost_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that hears of it first ends neither the process nor its neighbours' right to be served anew."""
    async with a_keeper(monkeypatch) as scene:
        await scene.serves(0, 1)
        scene.clients[0].ended.set_exception(LocksLost("cut"))
        await scene.serves(2, 3)

        assert not any([await scene.clients[0].shard_lock.admits(), await scene.clients[1].shard_lock.admits()])


async def test_a_table_that_needs_a_newer_program_is_offered_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the process stopped, until another one has taken the shards; alone it goes on serving them."""
    async with a_keeper(monkeypatch) as scene:
        await scene.serves(0, 1)
        before = scene.locks.leaving
        scene.clients[1].service.sessions.met_newer = True
        scene.locks.looks = 0
        async with asyncio.timeout(10):
            while scene.locks.looks < 3:  # noqa: ASYNC110  # nothing rings
                await asyncio.sleep(0.002)

        assert (before, scene.locks.leaving) == (False, True)
        assert await scene.clients[0].shard_lock.admits()


@pytest.mark.parametrize("count", [1, 4])
async def test_shards_that_find_no_discord_wait_together(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """One pause for all of them, which doubles at the next try and not with each shard."""
    tried: list[float] = []
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0.1)

    async def start(self: Client, _token: str) -> None:
        tried.append(asyncio.get_running_loop().time())
        raise ConnectionError("no such host")

    monkeypatch.setattr(Client, "start", start)
    with capture_logs() as told:
        async with a_keeper(monkeypatch, count), asyncio.timeout(10):
            while len(tried) < 3 * count:  # noqa: ASYNC110  # nothing rings
                await asyncio.sleep(0.002)
    pauses = [line["again_in"] for line in told if line["event"] == "discord.unreachable"]

    assert pauses[:2] == [0.1, 0.2]
    assert tried[count] - tried[0] >= 0.1
    assert tried[2 * count] - tried[count] >= 0.2


async def test_locks_lost_while_a_shard_is_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shard is nobody's then, and is served again."""
    async with a_keeper(monkeypatch, 1) as scene:
        await scene.serves(0)
        scene.clients[0].drained.clear()
        scene.shard_owner._leave[0].set()
        while not scene.clients[0].shard_lock._shut:  # noqa: ASYNC110
            await asyncio.sleep(0.002)
        scene.locks.lost = True
        await scene.serves(1)


async def test_a_store_that_is_away_for_a_moment_ends_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever cannot read the tables tries again; the others are served meanwhile."""
    async with a_keeper(monkeypatch, unopened=1) as scene:
        await scene.serves(1, 2)

        assert scene.clients[0].ended.done()


async def test_whoever_has_not_looked_for_long_is_not_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have hung, and been cut off."""
    async with a_keeper(monkeypatch) as scene:
        await scene.serves(0, 1)
        assert scene.shard_owner.holds()
        monkeypatch.setattr(shard_owner, "HOLDS_FOR", 0.0)
        assert not scene.shard_owner.holds()


async def test_its_part_of_the_bot_is_what_it_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of four shards all, in the end; before the first one as much as one of them."""
    async with a_keeper(monkeypatch, 4) as scene:
        before = scene.shard_owner.part()
        await scene.serves(0, 1, 2, 3)

        assert (before, scene.shard_owner.part()) == (0.25, 1.0)


@pytest.mark.parametrize("ended", [True, False])
async def test_whoever_has_no_supervisor_waits_for_no_heir(monkeypatch: pytest.MonkeyPatch, ended: bool) -> None:
    """It ends in order and at once; with a supervisor it waits until somebody takes over."""
    monkeypatch.setattr(shard_owner, "ROUND", 0.01)
    monkeypatch.setattr(supervisor, "supervisor_ended", threading.Event())
    scene, stop = Scene(2), asyncio.Event()
    life = asyncio.create_task(scene.shard_owner.live(stop))
    await scene.serves(0, 1)
    scene.locks.others = (Peer(2, False, 0.0),)  # it could inherit, and never does
    if ended:
        supervisor.supervisor_ended.set()
    stop.set()
    done, _ = await asyncio.wait([life], timeout=10.0 if ended else 0.5)

    assert bool(done) is ended
    assert not (ended and scene.shard_owner.serving)
    supervisor.supervisor_ended.set()
    await asyncio.wait_for(life, 10)


async def test_what_breaks_in_a_client_ends_the_process() -> None:
    """Whatever it was, the supervisor starts it anew."""
    scene = Scene(1)
    life = asyncio.create_task(scene.shard_owner.live(asyncio.Event()))
    await scene.serves(0)
    scene.clients[0].ended.set_exception(RuntimeError("broke"))

    with pytest.raises(RuntimeError, match="broke"):
        await asyncio.wait_for(life, 10)
    assert not scene.shard_owner.serving
