"""Several processes as one bot on PostgreSQL: how long a shard waits for another, and what sharing costs.

Times are from the blow to the first press that Discord's user sees taken at each of the tables, from outside. The cost
is processor time of the bots' processes alone, which does not know how many cores there are.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bot.playground.hands import Refused
from tests.bench.a_bot_apart import BotApart
from tests.bench.report import Figure
from tests.bot.a_fleet import Fleet, Plan, a_fleet
from tests.bot.a_running_bot import Running, gone
from tests.bot.store.a_server import PG_CTL, Server, a_server
from tests.short_form import sized
from tests.soak.adversary.tables import Table

PLAN = Plan(shards=sized(4, 2), tables=sized(3, 1), between=5.0, max_concurrency=4)
WARM, ANSWERS = sized(200, 2), sized(200, 10)
"""Answers of all processes together: so many until each has drawn every emblem once, and so many that count."""
TO_BE_ENDED = sized(0, 1)
"""Games that people end; in full enough of them come to their own end."""
SIZES = sized((1, 2, 4) if (os.cpu_count() or 1) >= 4 else (1, 2), (1,))
PATIENCE = 3.0
"""Seconds that Discord waits for the first word."""
PAUSE = 0.2
"""Seconds between two presses of somebody who waits for their table."""
LEAST = 0.85


class Run(NamedTuple):
    """What so many processes did: answers for each processor second, calls to Discord for each, and how many."""

    rate: float
    calls: float
    answers: int


async def figures() -> list[Figure]:
    """Take-overs, and growth."""
    if PG_CTL is None or not sys.platform.startswith("linux"):
        return [Figure("several processes as one bot", None, "s", "needs PostgreSQL, on Linux")]
    with a_server("") as server, TemporaryDirectory() as name:
        taken = await _taken_over(Path(name) / "taken", server)
        return [*taken, *_growth([await _shared(Path(name) / f"{size}", server, size) for size in SIZES])]


# Take-over -------------------------------------------------------------------------------------------------


async def _taken_over(folder: Path, server: Server) -> list[Figure]:
    async with a_fleet(folder, server, PLAN) as fleet, AsyncExitStack() as stack:
        one, other = [await stack.enter_async_context(fleet.process()) for _ in range(2)]
        await _begun(fleet, 2)
        one.say(signal.SIGKILL)
        killed = await _until_served(fleet)
        third = await stack.enter_async_context(fleet.process())
        await fleet.served(2)
        other.say(signal.SIGSTOP)
        hung = await _until_served(fleet)
        other.say(signal.SIGKILL)
        await stack.enter_async_context(fleet.process())
        await fleet.served(2)
        outcomes = await _rolled(fleet, stack, third)
    bad = len(outcomes) - outcomes.count("update")
    detail = f"the slowest of {len(fleet.tables)} tables on {PLAN.shards} shards; a login each 5 s and slot"
    pressed = f"of {len(outcomes)} presses while a process left and another came"
    return [
        Figure("a process is killed: until its tables are served", killed, "s", detail, most=10),
        Figure("a process hangs: until its tables are served", hung, "s", detail, most=30),
        Figure("rolling update: presses that were not taken", bad, "", pressed, most=0),
    ]


async def _begun(fleet: Fleet, processes: int) -> None:
    await fleet.served(processes)
    await fleet.until(lambda: any(fleet.discord.world.commands.values()))
    await fleet.open_tables()


async def _until_served(fleet: Fleet) -> float:
    """Seconds from now until at each table a press was taken."""
    begun = time.monotonic()
    served = await asyncio.gather(*(_first_taken(fleet, table) for table in fleet.tables))
    await fleet.at_rest()
    return max(served) - begun


async def _first_taken(fleet: Fleet, table: Table) -> float:
    await asyncio.sleep(PAUSE)  # what a process was just doing as it was killed does not count
    while await fleet.press(table, PATIENCE) != "update" and table.is_playing:  # noqa: ASYNC110  # Discord rings no bell
        await asyncio.sleep(PAUSE)
    return time.monotonic()


async def _rolled(fleet: Fleet, stack: AsyncExitStack, old: Running) -> list[str]:
    """What came of each press during it."""
    pressing = [asyncio.create_task(_presses(fleet, table)) for table in fleet.tables]
    await stack.enter_async_context(fleet.process())
    old.say(signal.SIGTERM)
    await gone(old.pid)
    await fleet.served(2)
    await asyncio.sleep(1)
    for one in pressing:
        one.cancel()
    done = await asyncio.gather(*pressing)
    return [outcome for some in done for outcome in some]


async def _presses(fleet: Fleet, table: Table) -> list[str]:
    outcomes = []
    try:
        while True:
            outcome = await fleet.press(table, PATIENCE)
            outcomes += [outcome] if outcome in ("update", "failed", "leaving") else []
            await asyncio.sleep(PAUSE)
    except asyncio.CancelledError:
        return outcomes


# Growth ----------------------------------------------------------------------------------------------------


async def _shared(folder: Path, server: Server, processes: int) -> Run:
    """Somebody at each table presses as soon as there is something to press."""
    async with a_fleet(folder, server, PLAN) as fleet, AsyncExitStack() as stack:
        running = [await stack.enter_async_context(fleet.process()) for _ in range(processes)]
        await _begun(fleet, processes)
        bots = [BotApart(one.pid) for one in running]
        await asyncio.gather(*(_busily(fleet, table, WARM) for table in fleet.tables))  # what each loads but once
        await fleet.at_rest()
        if TO_BE_ENDED:
            await fleet.tables[0].end()
            await fleet.until(lambda: not fleet.tables[0].is_playing)
        before, known = sum(bot.spent for bot in bots), len(fleet.ledger.acknowledged)
        calls = fleet.discord.requests
        calls.clear()
        await asyncio.gather(*(_busily(fleet, table, known + ANSWERS) for table in fleet.tables))
        await fleet.at_rest()
        spent, answers = sum(bot.spent for bot in bots) - before, len(fleet.ledger.acknowledged) - known
        return Run(answers / spent, len(calls) / answers, answers)


async def _busily(fleet: Fleet, table: Table, until: int) -> None:
    while len(fleet.ledger.acknowledged) < until:
        with suppress(Refused):
            if not table.is_playing:
                await fleet.open(fleet.tables.index(table))
            await table.press(fleet.luck, PATIENCE)
        await asyncio.sleep(0.01)


def _growth(runs: list[Run]) -> list[Figure]:
    alone = runs[0]
    told = f"{PLAN.shards * PLAN.tables} tables, as fast as they are asked"
    found = []
    for size, run in zip(SIZES, runs, strict=True):
        detail = f"{run.answers} answers at {told}"
        found.append(Figure(f"answers for each processor second, {size} processes", run.rate, "/s", detail))
        found.append(Figure(f"calls to Discord for each answer, {size} processes", run.calls, "", detail))
    for size, run in zip(SIZES[1:], runs[1:], strict=True):
        name = f"answers for each processor second, {size} processes against one"
        found.append(Figure(name, run.rate / alone.rate, "x", "", least=LEAST))
    return found
