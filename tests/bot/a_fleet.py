"""Several ``labirynt run`` as one bot on one PostgreSQL, with tables in each shard, and a judge who looks on."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import psycopg

from bot.playground import Playground
from bot.playground.hands import Refused
from bot.words.catalogues import catalogue
from tests.bot.a_running_bot import LONG, Running, a_discord, running
from tests.bot.store.a_server import Server
from tests.soak.adversary.file import File
from tests.soak.adversary.judge import Judge
from tests.soak.adversary.ledger import Ledger
from tests.soak.adversary.tables import MASTER, Table

AT_ONCE = 4
"""Tables that are opened at the same time."""
LEAVING = catalogue("pl").gettext("refused.leaving")
"""What somebody reads whose press came too late for a process that leaves."""


class Plan(NamedTuple):
    """How many shards, tables in each of them, which games in turn; seconds between two logins at Discord."""

    shards: int = 2
    tables: int = 1
    games: tuple[str, ...] = ("labirynt-smierci",)
    between: float = 0.5
    max_concurrency: int = 1


class Fleet:
    """Processes of one bot, tables on each shard, and a judge who looks from outside."""

    def __init__(self, discord: Playground, folder: Path, address: str, plan: Plan) -> None:
        self.discord = discord
        self.folder = folder
        self.address = address
        self.plan = plan
        self.file = File(address)
        self.ledger = Ledger()
        self.judge = Judge(discord, self.file, self.ledger)
        self.tables: list[Table] = []
        self.luck = Random(7)
        self.outcomes: list[str] = []
        self._started = 0

    @contextlib.asynccontextmanager
    async def process(self, program: Path | None = None, **settings: object) -> AsyncIterator[Running]:
        """One more; its folder is its own, and what it says goes to a file there.

        ``program``: the checkout whose code runs; None: this one.
        """
        self._started += 1
        data = self.folder / f"data{self._started}"
        chosen = {"SOCKET": self.discord.socket, "DATABASE": self.address, "SHARDS": self.plan.shards, **settings}
        async with running(data, alone=True, program=program, **{"LOG_LEVEL": "info", **chosen}) as one:
            saying = asyncio.create_task(_keep(one, self.folder / f"log{self._started}"))
            try:
                yield one
            finally:
                saying.cancel()

    async def served(self, owners: int) -> None:
        """Wait until every shard is served, by so many processes, each of which hears Discord."""
        held = "SELECT count(*), count(DISTINCT holder) FROM shards WHERE holder IN (SELECT pid FROM pg_stat_activity)"
        await self.until(lambda: self._held(held) == (self.plan.shards, owners) and self._heard())

    def _heard(self) -> bool:
        return set(self.heard_shards()) == set(range(self.plan.shards))

    def heard_shards(self) -> list[int]:
        """The shard of each line that is up."""
        return sorted(one.shard[0] for one in self.discord.core.gateway.sessions.values() if one.connected)

    def _held(self, query: str) -> tuple[int, int]:
        try:
            return self.file.rows(query)[0]  # type: ignore[return-value]
        except psycopg.Error:
            return (0, 0)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for it."""
        await self.discord.hands.until(condition, timeout=LONG)

    def found_guilds(self) -> None:
        """A guild for each table, with one channel and people of its own."""
        for nth in range(self.plan.shards * self.plan.tables):
            guild = self._guild_in(nth % self.plan.shards)
            world, channel = self.discord.world, f"lochy-{nth}"
            world.person(MASTER)["guilds"].append(guild)
            for name in ("Ala", "Bartek"):
                world.add_person(f"{name} {nth}", guild=guild)
            world.add_channel(channel, guild=guild)
            people = (f"Ala {nth}", f"Bartek {nth}")
            self.tables.append(Table(self.discord, self.file, self.ledger, channel, people))

    def _guild_in(self, shard: int) -> str:
        world = self.discord.world
        while True:  # the next id belongs to one shard or another
            guild, owner = world.add_guild(f"gildia {len(world.guilds)}"), world.person("Ala")
            owner["guilds"].append(guild["id"])
            guild["owner_id"] = owner["user"]["id"]
            world.store.save("person", owner["user"]["id"], owner)
            world.store.save("guild", guild["id"], guild)
            if (int(guild["id"]) >> 22) % self.plan.shards == shard:
                return str(guild["id"])
            time.sleep(0.001)

    async def open_tables(self) -> None:
        """A game at each of them."""
        for first in range(0, len(self.tables), AT_ONCE):
            some = list(enumerate(self.tables))[first : first + AT_ONCE]
            await asyncio.gather(*(self.open(nth) for nth, _ in some))
        await self.at_rest()

    async def open(self, nth: int) -> None:
        """The game of this table, anew."""
        await self.tables[nth].open(self.plan.games[nth // self.plan.shards % len(self.plan.games)], self.luck)

    async def open_again(self) -> int:
        """Begin another game wherever one has ended; return at how many tables."""
        over = [nth for nth, table in enumerate(self.tables) if table.record[1] == "ended"]
        for nth in over:
            await self.open(nth)
        return len(over)

    async def play(self, presses: int) -> None:
        """Somebody presses what is live, at each table in turn; whatever fails, they come back."""
        for _ in range(presses):
            for table in self.tables:
                await self.press(table)
            await self.discord.hands.settled()

    async def press(self, table: Table, patience: float = 20.0) -> str:
        """Somebody presses what is live there; what came of it."""
        with contextlib.suppress(Refused):
            outcome = await table.press(self.luck, patience)
            kind = outcome.kind if outcome else "nothing"
            self.outcomes.append("leaving" if outcome and outcome.text == LEAVING else kind)
            return self.outcomes[-1]
        return "gone"

    async def at_rest(self) -> None:
        """All that was stored is said."""
        await self.until(lambda: not self.file.unfinished())
        await self.discord.hands.settled(quiet=0.3, timeout=LONG)

    def verdict(self) -> list[str]:
        """What is wrong at the tables; tables that were put away, too."""
        away = [f"{row[0]} was put away" for row in self.file.rows("SELECT id FROM games WHERE archived <> 0")]
        return [*away, *self.judge.wrong(self.tables)]


async def _keep(one: Running, file: Path) -> None:
    """Write down what it says, as a full pipe would hold it up."""
    assert one.process.stderr is not None
    with file.open("wb", buffering=0) as log:
        while said := await one.process.stderr.read(65_536):
            log.write(said)


@contextlib.asynccontextmanager
async def a_fleet(folder: Path, server: Server, plan: Plan | None = None) -> AsyncIterator[Fleet]:
    """A Discord that lets few shards identify at a time, and tables in each shard; nobody plays yet."""
    chosen = plan or Plan()
    async with a_discord(folder / "world") as discord:
        logins = discord.core.gateway.logins
        logins.enforced, logins.shards = True, chosen.shards
        logins.between, logins.max_concurrency = chosen.between, chosen.max_concurrency
        fleet = Fleet(discord, folder, server.address(folder), chosen)
        fleet.found_guilds()
        yield fleet
