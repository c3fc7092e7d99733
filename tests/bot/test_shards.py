"""Several ``labirynt run`` as one bot on one PostgreSQL: killed, hanging, told to leave, cut off; nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from pathlib import Path

import psycopg
import pytest

from bot.run.supervisor import HOPELESS
from tests.bot.a_fleet import Plan, a_fleet
from tests.bot.a_running_bot import gone
from tests.bot.store.a_server import Server

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.fleet,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc"),
]


async def test_two_processes_are_one_bot(tmp_path: Path, server: Server) -> None:
    """Each serves its own guilds; who comes later inherits, who is killed is inherited from, who leaves hands over."""
    async with a_fleet(tmp_path, server) as fleet, contextlib.AsyncExitStack() as stack:
        first = await stack.enter_async_context(fleet.process())
        await fleet.served(owners=1)
        await fleet.until(lambda: any(fleet.discord.world.commands.values()))
        await fleet.open_tables()
        await fleet.play(3)
        second = await stack.enter_async_context(fleet.process())
        await fleet.served(owners=2)
        await fleet.play(3)
        await fleet.at_rest()
        shared = fleet.verdict()

        first.say(signal.SIGKILL)
        await gone(first.pid)
        await fleet.play(1)
        await fleet.served(owners=1)
        await fleet.play(3)
        await fleet.at_rest()
        killed = fleet.verdict()

        third = await stack.enter_async_context(fleet.process())
        await fleet.served(owners=2)
        fleet.outcomes.clear()
        second.say(signal.SIGTERM)
        leaving = asyncio.create_task(gone(second.pid))
        while not leaving.done():
            await fleet.play(1)
        failed = fleet.outcomes.count("failed")
        await fleet.served(owners=1)
        await fleet.at_rest()

        assert (shared, killed, fleet.verdict()) == ([], [], [])
        assert failed == 0
        assert third.process.returncode is None
        assert fleet.discord.core.gateway.logins.refused == 0


async def test_what_breaks_in_between_costs_no_answer(tmp_path: Path, server: Server) -> None:
    """A process that hangs and comes back, cut connections, a gateway that hangs up."""
    async with a_fleet(tmp_path, server) as fleet, fleet.process() as one, fleet.process() as other:
        await fleet.served(owners=2)
        await fleet.until(lambda: any(fleet.discord.world.commands.values()))
        await fleet.open_tables()

        one.say(signal.SIGSTOP)
        await fleet.served(owners=1)
        await fleet.play(3)
        one.say(signal.SIGCONT)
        await fleet.served(owners=2)
        await fleet.play(2)
        await fleet.at_rest()
        hung = fleet.verdict()

        with psycopg.connect(fleet.address) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name LIKE 'labirynt%' AND pid <> pg_backend_pid()"
            )
        await fleet.served(owners=2)
        await fleet.play(2)
        await fleet.discord.cut_gateway()
        await fleet.play(2)
        await fleet.at_rest()

        assert (hung, fleet.verdict()) == ([], [])
        assert (one.process.returncode, other.process.returncode) == (None, None)


async def test_who_has_another_number_of_shards_is_refused(tmp_path: Path, server: Server) -> None:
    """It says why, and no supervisor starts it again; those who serve go on."""
    async with a_fleet(tmp_path, server) as fleet, fleet.process() as one:
        await fleet.served(owners=1)
        async with fleet.process(SHARDS=3) as other:
            code = await asyncio.wait_for(other.process.wait(), 60)

        said = (tmp_path / "log2").read_text()
        assert (code, one.process.returncode) == (HOPELESS, None)
        assert "LABIRYNT_SHARDS is 3 here, and 2 in a process" in said


async def test_three_processes_share_four_shards(tmp_path: Path, server: Server) -> None:
    """One holds two, the others one each; only a newcomer takes shards from another."""
    async with a_fleet(tmp_path, server, Plan(shards=4, tables=0)) as fleet, contextlib.AsyncExitStack() as stack:

        def shares() -> list[int]:
            held = "SELECT count(*) FROM shards WHERE holder <> 0 GROUP BY holder ORDER BY count(*)"
            return [int(row[0]) for row in fleet.file.rows(held)]

        def handed_over() -> list[int]:
            return [(tmp_path / f"log{nth}").read_text().count("inherited=True") for nth in (1, 2, 3)]

        for expected in ([4], [2, 2], [1, 1, 2]):
            await stack.enter_async_context(fleet.process())
            await fleet.served(owners=len(expected))
            await fleet.until(lambda expected=expected: shares() == expected)  # type: ignore[misc]
        await fleet.until(lambda: sum(handed_over()) >= 3)

        assert handed_over() == [0, 2, 1]


async def test_a_worker_without_its_supervisor_ends_in_order(tmp_path: Path, server: Server) -> None:
    """It waits for no heir; the other process takes its shards as they are free."""
    async with a_fleet(tmp_path, server, Plan(tables=0)) as fleet, fleet.process() as one, fleet.process():
        await fleet.served(owners=2)
        assert one.process.stdin is not None
        one.process.stdin.close()  # as when the supervisor is killed
        code = await asyncio.wait_for(one.process.wait(), 60)
        await fleet.served(owners=1)

    assert code == 0
