"""The locks on a real server: one holder each, gone with its connection, and turns that are never given twice."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.store.fleet.shard_locks import PostgresLocks
from bot.store.shards import LocksLost, OtherShards, ShardRow
from tests.bot.store.a_server import Server

pytestmark = pytest.mark.postgres


@contextlib.asynccontextmanager
async def two(address: str, count: int = 2) -> AsyncIterator[tuple[PostgresLocks, PostgresLocks]]:
    """Two processes of one bot."""
    one, other = PostgresLocks(address, count), PostgresLocks(address, count)
    await asyncio.gather(one.look(), other.look())
    try:
        yield one, other
    finally:
        await asyncio.gather(one.close(), other.close())


async def test_a_shard_has_one_holder(server: Server, tmp_path: Path) -> None:
    """Whoever is second gets it when the first gives it up."""
    async with two(server.address(tmp_path)) as (one, other):
        assert [await one.take(0), await other.take(0), await other.take(1)] == [True, False, True]
        seen = await one.look()
        assert [row.holder == seen.me for row in seen.shards] == [True, False]
        await one.give_up(0)

        assert await other.take(0)


async def test_two_bots_do_not_share_their_locks(server: Server, tmp_path: Path) -> None:
    """Another schema is another bot."""
    async with two(server.address(tmp_path)) as (one, _), two(server.address(tmp_path / "b")) as (other, _):
        assert await one.take(0)
        assert await other.take(0)


async def test_a_lock_goes_with_its_connection(server: Server, tmp_path: Path) -> None:
    """Cut off by the other: it hears of it at its next step, and the shard can be had."""
    async with two(server.address(tmp_path)) as (one, other):
        assert await one.take(0)
        me = (await one.look()).me
        await other.end(me)

        with pytest.raises(LocksLost):
            await one.look()
        while not await other.take(0):
            await asyncio.to_thread(time.sleep, 0.01)  # the server rings no bell
        back = await one.look()
        assert back.me != me
        assert not await one.take(0)


async def test_a_loss_is_told_to_who_looks(server: Server, tmp_path: Path) -> None:
    """Heard of by another step first: the next look does not connect anew as if nothing had been."""
    async with two(server.address(tmp_path)) as (one, other):
        await one.take(0)
        await other.end((await one.look()).me)
        for step in (one.give_up(1), one.take(0), one.look()):
            with pytest.raises(LocksLost):
                await step

        await one.look()
        assert await one.take(0)


async def test_all_agree_how_many_shards_there_are(server: Server, tmp_path: Path) -> None:
    """Whoever comes with another number is refused, until the others are gone."""
    address = server.address(tmp_path)
    more = PostgresLocks(address, 3)
    async with two(address):
        with pytest.raises(OtherShards, match="LABIRYNT_SHARDS is 3 here, and 2 in"):
            await more.look()
    async with asyncio.timeout(10):
        while True:
            with contextlib.suppress(OtherShards):  # the server needs a moment to see that a connection is gone
                assert len((await more.look()).shards) == 3
                break
    await more.close()


async def test_a_number_may_come_again(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a restart the server may give a connection the number of one that held shards, or was to inherit."""
    address, connect = server.address(tmp_path), psycopg.connect

    def met_before(url: str, **how: Any) -> Any:
        made = connect(url, **how)
        with connect(url) as beside:
            values = {"me": made.info.backend_pid}
            beside.execute("UPDATE shards SET holder = %(me)s, heir = %(me)s, ready = true", values)
        return made

    async with two(address) as (one, _):
        monkeypatch.setattr(psycopg, "connect", met_before)
        third = PostgresLocks(address, 2)
        await third.look()
        monkeypatch.undo()

        assert (await one.look()).shards == [ShardRow(0, 0, 0, False), ShardRow(1, 0, 0, False)]
        await third.close()


async def test_an_heir_is_known_until_it_has_inherited(server: Server, tmp_path: Path) -> None:
    """Only one can be it; it says when it is ready, or that it is not coming."""
    async with two(server.address(tmp_path)) as (one, other):
        await one.take(0)
        heir = (await other.look()).me
        assert await other.ask(0, 0)
        assert not await one.ask(0, 0)
        await other.say_ready(0)
        row = (await one.look()).shards[0]
        await one.give_up(0)
        await other.take(0)
        then = (await one.look()).shards[0]
        await other.ask(1, 0)
        await other.renounce(1)

        assert (row.heir, row.ready) == (heir, True)
        assert then == ShardRow(0, heir, 0, False)
        assert (await one.look()).shards[1] == ShardRow(1, 0, 0, False)


async def test_turns_to_identify_are_apart(server: Server, tmp_path: Path) -> None:
    """Four at once in one slot, from two processes: each waits for the one before; another slot is free."""
    async with two(server.address(tmp_path)) as (one, other):
        waits = sorted(await asyncio.gather(*(locks.slot(0, 5.0) for locks in (one, other, one, other))))
        free = await one.slot(1, 5.0)

    assert [round(wait / 5) for wait in waits] == [0, 1, 2, 3]
    assert free < 1


async def test_who_is_gone_is_not_seen(server: Server, tmp_path: Path) -> None:
    """However it went; whoever leaves says so."""
    address = server.address(tmp_path)
    async with two(address) as (one, other):
        assert [peer.leaving for peer in (await one.look(leaving=True)).peers].count(True) == 1
        with psycopg.connect(address) as connection:
            connection.execute("SELECT pg_terminate_backend(%s)", ((await other.look()).me,))
        while len((await one.look()).peers) > 1:
            await asyncio.to_thread(time.sleep, 0.01)
