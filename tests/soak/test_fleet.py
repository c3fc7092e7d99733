"""Processes of one bot on one PostgreSQL, and everything that can befall them, while people press all the time.

``make soak ARGS="-k fleet -rP"`` does everything once, and prints figures; ``SOAK_MINUTES=20`` goes on for so long,
``SOAK_SEED`` names another run, or repeats one; ``SOAK_PROCESSES`` (2 to 4) share the four shards, ``SOAK_GUILDS`` (40)
have a table each. In the short form a game is ended and a process killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from random import Random

import psycopg
import pytest

from bot.run.supervisor import HOPELESS
from rules.games import load
from tests.bot.a_fleet import Fleet, Plan, a_fleet
from tests.bot.a_running_bot import Running, gone
from tests.bot.store.a_server import Server, a_server
from tests.short_form import sized
from tests.soak.adversary.tables import Table

pytestmark = [
    pytest.mark.soak,
    pytest.mark.postgres,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc"),
]
MINUTES = float(os.environ.get("SOAK_MINUTES", sized("1", "0")))
SEED = os.environ.get("SOAK_SEED", "1")
PROCESSES = int(os.environ.get("SOAK_PROCESSES", "2"))
SHARDS = sized(4, 2)
GUILDS = int(os.environ.get("SOAK_GUILDS", sized("40", "6")))
PLAN = Plan(
    SHARDS,
    GUILDS // SHARDS,
    ("jaskinia", "labirynt-czarnoksieznika", "labirynt-smierci"),
    between=5.0,
    max_concurrency=4,
)
PEOPLE = 3
"""People who press at the same time."""
PATIENCE = 3.0
"""Seconds that Discord waits for the first word."""
REST = 60.0
"""Seconds in which everything must be right again."""
LINES = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE %s AND pid <> pg_backend_pid()"
)


class Fates:
    """What befalls the processes; there are always so many of them, as each has a supervisor."""

    def __init__(self, fleet: Fleet, server: Server, seed: str) -> None:
        self.fleet = fleet
        self.server = server
        self.luck = Random(seed)
        self.done: Counter[str] = Counter()
        self.ended: Counter[str] = Counter()
        self.refused = 0
        self._here: dict[Running, contextlib.AsyncExitStack] = {}
        self._calm = asyncio.Event()
        self._pressing: list[asyncio.Task[None]] = []
        self._busy = 0

    # The processes -----------------------------------------------------------------------------------------

    async def bear(self) -> Running:
        """One more."""
        stack = contextlib.AsyncExitStack()
        one = await stack.enter_async_context(self.fleet.process())
        self._here[one] = stack
        return one

    async def bury(self, one: Running, why: str) -> None:
        """It is no more."""
        await gone(one.pid)
        self.ended[f"{why} {await one.process.wait()}"] += 1
        await self._here.pop(one).aclose()

    async def look_after(self) -> None:
        """As supervisors do: whatever has fallen by itself is started again."""
        for one in [one for one in self._here if one.process.returncode is not None]:
            assert one.process.returncode != HOPELESS
            await self.bury(one, "fell")
        while len(self._here) < PROCESSES:
            await self.bear()

    def rivals(self, table: Table) -> bool:
        """Whether people play against each other there."""
        ((game,),) = self.fleet.file.rows("SELECT game FROM games WHERE id = ?", table.record[0])
        return load(game).rivals

    def one(self) -> Running:
        """Any of them."""
        return self.luck.choice([*self._here])

    # People ------------------------------------------------------------------------------------------------

    async def _press(self, nth: int) -> None:
        luck = Random(f"{self.luck.random()} {nth}")
        mine = self.fleet.tables[nth::PEOPLE]
        while True:
            await self._calm.wait()
            self._busy += 1
            try:
                await self.fleet.press(luck.choice(mine), PATIENCE)
            finally:
                self._busy -= 1
            await asyncio.sleep(luck.random() * 0.3)

    @contextlib.asynccontextmanager
    async def people(self) -> AsyncIterator[None]:
        """They press while this lasts."""
        self._pressing = [asyncio.create_task(self._press(nth)) for nth in range(PEOPLE)]
        self._calm.set()
        try:
            yield
        finally:
            for one in self._pressing:
                one.cancel()
            await asyncio.gather(*self._pressing, return_exceptions=True)

    # Deeds and verdicts ------------------------------------------------------------------------------------

    async def step(self, deed: Deed) -> None:
        """One deed at a chosen point, then rest, then the verdict."""
        name = deed.__name__
        print(f"{time.strftime('%H:%M:%S')} {name}", flush=True)
        await self.fleet.until(self._calls(self.luck.randrange(12)))
        await deed(self)
        self.fleet.discord.faults.clear()
        await asyncio.sleep(self.luck.random() * 2)
        await self.rest(name)
        self.done[name] += 1
        print(f"  {self.fleet.discord.core.gateway.logins.refused} logins refused", flush=True)

    def _calls(self, more: int) -> Callable[[], bool]:
        """When the bot has called Discord so often from now on, or for a moment no more."""
        requests, until = self.fleet.discord.requests, time.monotonic() + 0.5
        requests.clear()
        return lambda: len(requests) >= more or time.monotonic() > until

    async def rest(self, name: str) -> None:
        """All shards are served, each by one line; nobody presses; nothing is wrong."""
        async with asyncio.timeout(120):
            while True:
                await self.look_after()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(5):
                        await self.fleet.served(PROCESSES)
                        break
        await asyncio.sleep(0.5)  # people press what has come up
        self._calm.clear()
        await self.fleet.until(lambda: not self._busy)
        wrong, until = ["not yet looked at"], time.monotonic() + REST
        while wrong and time.monotonic() < until:
            await self.fleet.at_rest()
            wrong = [*self.fleet.verdict(), *self._lines()]
        assert not wrong, "\n".join([f"after {name}, seed {SEED}:", *wrong, self.report()])
        await self._again()
        self._calm.set()

    def _lines(self) -> list[str]:
        lines = self.fleet.heard_shards()
        return [] if lines == [*range(PLAN.shards)] else [f"lines to Discord: {lines}"]

    async def _again(self) -> None:
        """Games that are over begin anew."""
        self.done["game over"] += await self.fleet.open_again()

    def report(self) -> str:
        """Figures."""
        given, taken = len(self.fleet.ledger.given), len(self.fleet.ledger.acknowledged)
        logins = self.fleet.discord.core.gateway.logins
        return (
            f"seed {SEED}: {self.done.total()} deeds {dict(self.done)}; {given} presses, {taken} acknowledged, "
            f"outcomes {dict(Counter(self.fleet.outcomes))}; ends {dict(self.ended)}; {len(logins.used)} logins, "
            f"{logins.refused} refused; checks {dict(self.fleet.judge.checks)}"
        )


Deed = Callable[[Fates], Awaitable[None]]


async def killed(fates: Fates) -> None:
    """kill -9."""
    one = fates.one()
    one.say(signal.SIGKILL)
    await fates.bury(one, "killed")


async def all_killed(fates: Fates) -> None:
    """All of them, one right after the other."""
    for _ in range(PROCESSES):
        await killed(fates)


async def hangs_for_a_moment(fates: Fates) -> None:
    """Too short to be cut off."""
    one = fates.one()
    one.say(signal.SIGSTOP)
    await asyncio.sleep(fates.luck.uniform(0.5, 8))
    one.say(signal.SIGCONT)


async def hangs(fates: Fates) -> None:
    """Others take over, and it comes back."""
    one = fates.one()
    one.say(signal.SIGSTOP)
    await asyncio.sleep(fates.luck.uniform(14, 22))
    one.say(signal.SIGCONT)


async def hangs_for_ever(fates: Fates) -> None:
    """Others take over, and it is killed in its sleep."""
    one = fates.one()
    one.say(signal.SIGSTOP)
    await asyncio.sleep(fates.luck.uniform(12, 25))
    one.say(signal.SIGKILL)
    await fates.bury(one, "killed")


async def left_to_a_successor(fates: Fates) -> None:
    """A rolling update of one process; the new one may still be coming up."""
    one = fates.one()
    await fates.bear()
    await asyncio.sleep(fates.luck.choice([0, 1, 4]))
    one.say(signal.SIGTERM)
    await fates.bury(one, "left")


async def heir_killed(fates: Fates) -> None:
    """Whoever is to inherit is killed before it has, or while it does."""
    one, heir = fates.one(), await fates.bear()
    one.say(signal.SIGTERM)
    await asyncio.sleep(fates.luck.uniform(1, 6))
    heir.say(signal.SIGKILL)
    await fates.bury(heir, "killed")
    await fates.bury(one, "left")


async def hangs_while_leaving(fates: Fates) -> None:
    """Whoever leaves hangs in the middle of it, and is killed."""
    one = fates.one()
    await fates.bear()
    one.say(signal.SIGTERM)
    await asyncio.sleep(fates.luck.uniform(0, 6))
    with contextlib.suppress(ProcessLookupError):
        one.say(signal.SIGSTOP)
        await asyncio.sleep(fates.luck.uniform(1, 20))
        one.say(signal.SIGKILL)
    await fates.bury(one, "killed")


async def told_to_leave_at_once(fates: Fates) -> None:
    """While it starts."""
    one = await fates.bear()
    await asyncio.sleep(fates.luck.uniform(0, 5))
    one.say(signal.SIGTERM)
    await fates.bury(one, "left")


async def lines_cut(fates: Fates) -> None:
    """All connections to the database, or only those that hold the locks, or only the others."""
    with psycopg.connect(fates.fleet.address) as connection:
        connection.execute(LINES, (fates.luck.choice(["labirynt%", "labirynt keeper", "labirynt"]),))


async def power_cut(fates: Fates) -> None:
    """The database is gone without a word, and comes back."""
    await asyncio.to_thread(fates.server.stop, fates.luck.choice(["immediate", "immediate", "fast"]))
    await asyncio.sleep(fates.luck.choice([0.0, 2.0, 12.0]))
    await asyncio.to_thread(fates.server.start)


async def gateway_cut(fates: Fates) -> None:
    """Discord hangs up, and may know nothing of the sessions afterwards."""
    if fates.luck.random() < 0.5:
        await fates.fleet.discord.cut_gateway()
    else:
        await fates.fleet.discord.core.gateway.invalidate(resumable=False)


async def slow_discord(fates: Fates) -> None:
    """Every request takes long, some are refused, of some the reply is lost; and somebody is killed or leaves."""
    faults = fates.fleet.discord.faults
    faults.latency = fates.luck.uniform(0.1, 0.8)
    faults.add(method="POST", route="*/messages", status=503, times=3)
    faults.add(method="POST", route="*/messages", lost_reply=True, times=2)
    await asyncio.sleep(fates.luck.uniform(1, 4))
    await fates.luck.choice([killed, left_to_a_successor, gateway_cut])(fates)
    await asyncio.sleep(2)


async def game_ended(fates: Fates) -> None:
    """People end a game before its time, of which there is one that asks for no vote."""
    over = fates.luck.choice([table for table in fates.fleet.tables if table.is_playing and not fates.rivals(table)])
    await over.end()
    await fates.fleet.until(lambda: not over.is_playing)


DEEDS: tuple[Deed, ...] = (
    game_ended, killed, all_killed, hangs_for_a_moment, hangs, hangs_for_ever, left_to_a_successor, heir_killed,
    hangs_while_leaving, told_to_leave_at_once, lines_cut, power_cut, gateway_cut, slow_discord,
)  # fmt: skip


async def test_a_fleet_loses_nothing(tmp_path: Path) -> None:
    """After each deed: no answer lost or taken twice, each story once, one prompt a table, none put away."""
    with a_server("") as server:
        async with a_fleet(tmp_path, server, PLAN) as fleet:
            fates, until = Fates(fleet, server, SEED), time.monotonic() + MINUTES * 60
            try:
                await fates.look_after()
                await fleet.served(PROCESSES)
                await fleet.until(lambda: any(fleet.discord.world.commands.values()))
                await fleet.open_tables()
                async with fates.people():
                    bag: list[Deed] = []
                    deeds = sized(DEEDS, (game_ended, killed))
                    while time.monotonic() < until or not fates.done.keys() >= {deed.__name__ for deed in deeds}:
                        bag = bag or fates.luck.sample(deeds, len(deeds))
                        await fates.step(bag.pop())
            finally:
                print(fates.report())
                for one in [*fates._here]:
                    await fates._here.pop(one).aclose()

    assert fleet.discord.core.gateway.logins.refused == 0


ROUNDS = 30


@contextlib.asynccontextmanager
async def who_keeps_nothing(fleet: Fleet, seed: int) -> AsyncIterator[None]:
    """A bot that takes itself for the only one: it knows no locks, and answers everything."""
    chosen = {"DATA": fleet.folder / f"alone{seed}", "SOCKET": fleet.discord.socket, "DATABASE": fleet.address}
    environment = {**os.environ, **{f"LABIRYNT_{name}": str(value) for name, value in chosen.items()}}
    program = (sys.executable, "-m", "tests.bench.a_bot_apart", str(seed), "labirynt-smierci")
    process = await asyncio.create_subprocess_exec(*program, env=environment)
    try:
        yield
    finally:
        process.kill()
        await process.wait()


async def test_the_judge_finds_two_who_answer_everything(tmp_path: Path, server: Server) -> None:
    """The control: without anybody who keeps shards two processes write over what the other has told."""
    plan = Plan(shards=1, tables=4, between=0.0)
    async with a_fleet(tmp_path, server, plan) as fleet, who_keeps_nothing(fleet, 1), who_keeps_nothing(fleet, 2):
        await fleet.until(lambda: fleet.heard_shards() == [0, 0])
        await fleet.until(lambda: any(fleet.discord.world.commands.values()))
        await fleet.open_tables()
        wrong: list[str] = []
        for _ in range(ROUNDS):
            await asyncio.gather(*map(fleet.press, fleet.tables))
            await fleet.at_rest()
            if wrong := fleet.verdict():
                break

    assert wrong
