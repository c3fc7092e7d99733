"""From a press that has reached the session to the moment when it is stored and ready to post."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bot.session.sessions import Sessions
from tests.bench.a_slow_disk import Counted, SlowDisk, a_bot, a_table, bare, press, shuffled, usual
from tests.bench.games import the_game
from tests.bench.report import Figure, Spent, spent
from tests.short_form import ALONE, NONE, sized

PRESSES = sized(160, 16)
CLIENTS = sized(64, 8)
ROUNDS = sized(6, 2)
TABLES = sized(2000, 40)
RATE = 200
SECONDS = sized(6, 1)
GAMES, MOST, OPTIONS = sized(6, 1), sized(60, 1000), sized(NONE, ALONE)
"""Of the flagship, and how many presses of each at most; in the short form to the end."""
COUNTED = sized(100, 10)


async def figures() -> list[Figure]:
    """All figures of this file, each beside the bare program measured right before it."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        bare(folder, 20)
        return [
            *await _one(folder),
            *await _many(folder),
            await _steady(folder),
            await _flagship(folder),
            *await _counted(folder),
        ]


async def _one(folder: Path) -> list[Figure]:
    async with a_bot(folder / "one") as sessions:
        tables = [await a_table(sessions, channel) for channel in range(12)]
        for table in tables:
            await press(sessions, table)
        least = bare(folder, PRESSES)
        with spent() as cost:
            for nth in range(PRESSES):
                await press(sessions, tables[nth % len(tables)])
    rates = f"{PRESSES / cost.wall:.0f}/s against {PRESSES / least.wall:.0f}/s bare"
    milliseconds = (cost.cpu - least.cpu) / PRESSES * 1000
    return [
        Figure("one client against a bare insert and commit", least.wall / cost.wall, "x", rates, least=0.5),
        Figure("processor time of a press beside the commit", milliseconds, "ms", "all threads", most=3),
    ]


async def _many(folder: Path) -> list[Figure]:
    async with a_bot(folder / "many") as sessions:
        tables = await asyncio.gather(*(a_table(sessions, channel) for channel in range(CLIENTS)))
        least = bare(folder, PRESSES)
        with spent() as cost:
            await asyncio.gather(*(_client(sessions, table) for table in tables))
    floor = await _floor(folder)
    rate, bare_rate, floor_rate = CLIENTS * ROUNDS / cost.wall, PRESSES / least.wall, CLIENTS * ROUNDS / floor.wall
    rates = f"{rate:.0f}/s against {bare_rate:.0f}/s; {cost.cpu / CLIENTS / ROUNDS * 1000:.2f} ms CPU a press"
    return [
        Figure(f"{CLIENTS} clients against bare, one at a time", rate / bare_rate, "x", rates, least=5),
        Figure("the floor: one row per action, grouped", floor_rate / bare_rate, "x", f"{floor_rate:.0f}/s"),
    ]


async def _client(sessions: Sessions, table: str) -> None:
    for _ in range(ROUNDS):
        await press(sessions, table)


async def _floor(folder: Path) -> Spent:
    """The same clients, each action one row, nothing but the grouped commit."""
    from bot.store.sqlite import SqliteStore
    from bot.store.units import Placed

    store = SqliteStore(folder / "many", factory=SlowDisk)
    await store.open()

    async def client() -> None:
        for _ in range(ROUNDS):
            await store.note_posted("", None, [Placed(1, 1)])

    with spent() as cost:
        await asyncio.gather(*(client() for _ in range(CLIENTS)))
    await store.close()
    return cost


async def _steady(folder: Path) -> Figure:
    SlowDisk.sync, before = 0.0, SlowDisk.sync
    async with a_bot(folder / "steady") as sessions:
        tables = await asyncio.gather(*(a_table(sessions, channel) for channel in range(TABLES)))
        SlowDisk.sync = before
        commit = bare(folder, PRESSES).wall / PRESSES
        presses = [asyncio.create_task(_timed(sessions, table, nth)) for nth, table in enumerate(_order(tables))]
        times = sorted(await asyncio.gather(*presses))
    detail = f"p50 {median(times) * 1000:.1f} ms, p99 {times[int(len(times) * 0.99)] * 1000:.1f} ms"
    name = f"p50 at {RATE} presses/s over {TABLES} tables, in commits"
    return Figure(name, median(times) / commit, "", f"{detail}; a bare commit {commit * 1000:.1f} ms", most=4)


def _order(tables: list[str]) -> list[str]:
    return shuffled(tables, RATE * SECONDS)


async def _timed(sessions: Sessions, table: str, nth: int) -> float:
    await asyncio.sleep(nth / RATE)
    begin = time.perf_counter()
    await press(sessions, table)
    return time.perf_counter() - begin


async def _flagship(folder: Path) -> Figure:
    game = the_game().name
    async with a_bot(folder / "flagship") as sessions:
        least, count = bare(folder, PRESSES).cpu / PRESSES, 0
        with spent() as cost:
            for channel in range(GAMES):
                table = await a_table(sessions, channel, game, OPTIONS)
                for _ in range(MOST):
                    count += 1
                    if not await usual(sessions, table):
                        break
    detail = f"{game}: {count} presses of 'the usual', each the autopilot's run and the answer's run"
    return Figure("the same with the flagship's rules", (cost.cpu / count - least) * 1000, "ms", detail)


async def _counted(folder: Path) -> list[Figure]:
    async with a_bot(folder / "counted", Counted) as sessions:
        table = await a_table(sessions, 1)
        await press(sessions, table)
        SlowDisk.commits = SlowDisk.statements = 0
        for _ in range(COUNTED):
            await press(sessions, table)
        commits, statements = SlowDisk.commits / COUNTED, SlowDisk.statements / COUNTED
    return [
        Figure("commits (one WAL sync each) per accepted answer", commits, "", "one client", most=1),
        Figure("SQL statements per accepted answer", statements, "", "with BEGIN and COMMIT, dice included"),
    ]
