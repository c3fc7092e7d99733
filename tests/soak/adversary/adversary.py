"""One run: tables of all three games, mischief after mischief, and a verdict after each."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from bot.playground import Outcome
from rules.games import all_games
from tests.discord_limits.strict_playground import Limits, Rate, StrictPlayground
from tests.soak.adversary import (
    attacks,  # noqa: F401  # puts its mischiefs on the list
    deeds,
)
from tests.soak.adversary.a_bot import Ahead
from tests.soak.adversary.file import File
from tests.soak.adversary.judge import PROVOKED, Judge, Refusal
from tests.soak.adversary.ledger import Given, Ledger
from tests.soak.adversary.lives import Lives, asked, killed
from tests.soak.adversary.mischiefs import HOUR, MISCHIEFS, NONE, Mischief
from tests.soak.adversary.tables import PATIENT, Table

SEATS = {"labirynt-smierci": ("labirynt-śmierci", ("Ala", "Bartek", "Celina")),
         "labirynt-czarnoksieznika": ("lochy", ("Ala", "Bartek")),
         "jaskinia": ("jaskinia", ("Ala", "Bartek", "Celina"))}  # fmt: skip
SOONER = Limits(
    messages=Rate(5, 0.5), webhook=Rate(5, 0.2), follow_ups=Rate(30, 6.0), old_edits=Rate(3, 0.6), others=Rate(50, 1.0)
)
"""Discord's rate limits, ten times as fast."""
OUTER_LIMIT = 900.0
"""Seconds after which something that must happen counts as missing; far more than the busiest machine needs."""
SHOWN = 30
"""Steps that a failed run tells of."""


class Wrong(AssertionError):
    """Something is wrong after a mischief."""


class Adversary:
    """Whoever wishes the bot ill, with everything that is needed for it."""

    def __init__(self, playground: StrictPlayground, lives: Lives, file: File, ahead: Ahead, seed: str) -> None:
        self.playground = playground
        self.lives = lives
        self.file = file
        self.ahead = ahead
        self.seed = seed
        self.luck = Random(seed)
        self.ledger = Ledger()
        self.judge = Judge(playground, file, self.ledger)
        self.tables: list[Table] = []
        self.done: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.games = 0
        self._steps: list[str] = []
        self._expected: list[str] = []
        self._restarts = 0

    # The run -----------------------------------------------------------------------------------------------

    async def begin(self) -> None:
        """The bot comes up, and a table of each game begins."""
        await self.wake()
        await self.until(lambda: bool(self.playground.hands.commands("Ala", "lochy")))
        for game, (channel, people) in SEATS.items():
            self.tables.append(Table(self.playground, self.file, self.ledger, channel, people))
            await self.open(self.tables[-1], game)
        await self.rest(NONE)

    async def open(self, table: Table, game: str) -> None:
        """A new game at a table."""
        await table.open(game, self.luck)
        self.games += 1

    async def run(self, seconds: float, mischiefs: Sequence[Mischief] = MISCHIEFS) -> None:
        """Mischief until the time is over, but each kind at least once; then every game is ended."""
        until = time.monotonic() + seconds
        bag: list[Mischief] = []
        while time.monotonic() < until or not self.done.keys() >= {mischief.name for mischief in mischiefs}:
            bag = bag or self.luck.sample(mischiefs, len(mischiefs))
            await self.step(bag.pop())
        await self.close()

    async def step(self, one: Mischief) -> None:
        """One mischief, everything undone, all at rest, and the verdict; then everybody can play on."""
        self.tell(f"-- {one.name}")
        try:
            await one.work(self)
            self.calm()
            await self.rest(one.allows)
            await self.plays_on()
            await self.rest(one.allows)
        except Wrong:
            raise
        except Exception as trouble:
            raise Wrong(f"{one.name}: {trouble!r}\n{self.report()}") from trouble
        self.done[one.name] += 1

    async def plays_on(self) -> None:
        """At every table somebody can answer, and games that are over begin anew."""
        for table in list(self.tables):
            outcome = await self.press(table)
            if table.is_playing and (outcome is None or outcome.kind == "failed"):
                self.expect(False, f"nobody can answer at {table.channel}: {outcome} {table.described()}")
            await self.settle()
            if table.record[1] == "ended":
                await self.over(table)

    async def over(self, table: Table) -> None:
        """A game has ended: the dice are proven, and another begins; the channel of a copy is left."""
        game = next((game for game, (channel, _) in SEATS.items() if channel == table.channel), "")
        await self.rest(NONE)
        if game:
            self._must_not(list(self.judge.dice(table)))
            await self.open(table, game)
        else:  # a copy, whose first seeds are still played elsewhere
            self.tables.remove(table)

    async def close(self) -> None:
        """Every game is ended, and its dice proven."""
        self.tell("-- the end")
        for table in self.tables:
            await self.end(table)
        await self.rest(NONE)
        for table in self.tables:
            self._must_not(list(self.judge.dice(table)))

    async def end(self, table: Table) -> None:
        """End a game; among rivals everybody agrees, or nobody objects for a day."""
        await table.end()
        await self.settle()
        if table.is_playing:
            self.later(25 * HOUR)
        await self.until(lambda: not table.is_playing)

    # Rest and verdict --------------------------------------------------------------------------------------

    def calm(self) -> None:
        """Nothing goes wrong on purpose any more."""
        self.playground.faults.clear()
        self.playground.patience.acknowledge = PATIENT

    async def rest(self, allowed: frozenset[tuple[int, int]]) -> None:
        """Wait until the bot is idle, nothing is owed and the judge finds nothing; tell what is left at the limit."""
        deadline = time.monotonic() + OUTER_LIMIT
        wrong = ["not yet looked at"]
        while wrong and time.monotonic() < deadline:
            await self.settle()
            wrong = self.judge.wrong(self.tables)
        expected, self._expected = self._expected, []
        refused = [one for one in self.judge.refused() if not _is_allowed(one, allowed)]
        if self._restarts:
            self._restarts = 0
            self.judge.checks["quick_check"] += 1
            wrong += [] if self.file.is_sound() else ["quick_check"]
        self._must_not([*wrong, *expected, *map(str, refused), *self.lives.faults()])

    async def settle(self) -> None:
        """The bot has nothing under way and owes nobody anything, or a while has passed (an outage may last)."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(10):
                await self.playground.hands.settled()
                await self.until(lambda: not self.file.unfinished())
                await self.playground.hands.settled()

    def _must_not(self, wrong: list[str]) -> None:
        if wrong:
            told = "\n".join([*wrong, "", self.report(), *self._steps[-SHOWN:]])
            raise Wrong(told)

    def expect(self, right: bool, otherwise: str) -> None:
        """Note what is wrong beside what the judge looks at."""
        if not right:
            self._expected.append(otherwise)

    def report(self) -> str:
        """Seed and figures."""
        given = len(self.ledger.given)
        unheard = sum((table.unheard for table in self.tables), Counter[str]())
        return (
            f"seed {self.seed!r}: {self.done.total()} mischiefs of {len(self.done)} kinds, {self.lives.deaths} "
            f"{'kills' if self.lives.killed else 'restarts'}, {given} presses ({len(self.ledger.acknowledged)} "
            f"acknowledged), {self.games} games; faults {dict(self.faults)}; checks {dict(self.judge.checks)}; "
            f"refusals {dict(self.judge.refusals)}; mischiefs {dict(self.done)}; unheard {dict(unheard)}"
        )

    def tell(self, step: str) -> None:
        """Note a step for the report of a run that fails."""
        self._steps.append(f"{time.strftime('%H:%M:%S')} {step}")

    # What mischiefs need -----------------------------------------------------------------------------------

    async def die(self) -> None:
        """The bot is no more."""
        await self.lives.end()
        await self.until(lambda: not self.playground.connected)
        self.faults["death"] += 1
        self._restarts += 1
        self.tell("dies")

    async def wake(self) -> None:
        """It is up again."""
        await self.lives.bear()
        await self.connected()
        self.tell("wakes")

    async def connected(self) -> None:
        """The line is there."""
        await self.until(lambda: self.playground.connected)

    def fault(self, **what: Any) -> None:
        """Something goes wrong at Discord."""
        name = f"{what.get('status') or ('lost reply' if what.get('lost_reply') else 'late reply')}"
        self.faults[name] += 1
        self.tell(f"fault {what}")
        self.playground.faults.add(message=PROVOKED, **what)

    def event(self, name: str, **what: Any) -> None:
        """Events come twice, late or never."""
        self.faults[f"event {what}"] += 1
        self.tell(f"event {what}")
        self.playground.faults.event(name, **what)

    def later(self, seconds: float) -> None:
        """Time passes for the bot and for Discord."""
        self.faults["clock"] += 1
        self.tell(f"{seconds} s later")
        self.ahead.seconds += seconds
        self.playground.clock.ahead += seconds

    def playing(self) -> list[Table]:
        """The tables where somebody is asked."""
        return [table for table in self.tables if table.is_playing]

    def one(self) -> Table:
        """Any of them."""
        return self.luck.choice(self.playing() or self.tables)

    def known(self) -> list[Given]:
        """Presses of before."""
        return self.ledger.given[-200:]

    async def talk(self) -> None:
        """People write at every table."""
        for table in self.playing():
            await table.talk()

    async def nudge(self, patience: float = PATIENT) -> Outcome | None:
        """Somebody answers somewhere."""
        return await self.press(self.one(), patience)

    async def nudge_all(self, patience: float = PATIENT) -> None:
        """Somebody answers at every table."""
        await asyncio.gather(*(self.press(table, patience) for table in self.playing()))

    async def press(self, table: Table, patience: float = PATIENT) -> Outcome | None:
        """Somebody answers at this table."""
        outcome = await table.press(self.luck, patience)
        self.tell(f"{table.channel}: {outcome.kind if outcome else 'nothing to press'}")
        return outcome

    async def followed(self, outcome: Outcome) -> Outcome:
        """What came of it in the end."""
        if outcome.kind in ("thinking", "nothing"):
            await self.settle()
            interaction = self.playground.hands._interaction(outcome.interaction_id)
            await self.until(lambda: self.playground.hands._outcome(interaction).kind != "thinking")
            return self.playground.hands._outcome(interaction)
        return outcome

    async def another_channel(self, people: tuple[str, ...]) -> Table:
        """A place for a copy, or for a game that ends with the mischief."""
        channel = f"kopia-{self.done.total()}-{len(self.tables)}"
        await self.playground.add_channel(channel, guild="Piwnica u Ali")
        self.tables.append(Table(self.playground, self.file, self.ledger, channel, people))
        return self.tables[-1]

    def is_away(self, table: Table, who: str) -> bool:
        """Whether somebody or something plays for this person."""
        user = int(self.playground.world.person(who)["user"]["id"])
        query = "SELECT 1 FROM seats WHERE game = ? AND user_id = ? AND away_until > 0"
        return bool(self.file.rows(query, table.record[0], user))

    def rivals(self, table: Table) -> bool:
        """Whether people play against each other there."""
        found = self.file.rows("SELECT game FROM games WHERE id = ?", table.record[0])
        return bool(found) and _rivals(found[0][0])

    async def until(self, condition: Callable[[], bool], timeout: float = OUTER_LIMIT) -> None:  # noqa: ASYNC109
        """Wait for it."""
        await self.playground.hands.until(condition, timeout)

    def calls(self) -> int:
        """How often the bot has called Discord since the last verdict."""
        return len(self.playground.requests)

    async def until_calls(self, wanted: int, timeout: float = 0.5) -> None:  # noqa: ASYNC109
        """Until there are so many, or the bot has nothing more to say."""
        with contextlib.suppress(TimeoutError):
            await self.until(lambda: self.calls() >= wanted, timeout)

    async def until_status(self, status: int | None, times: int, timeout: float = 5) -> None:  # noqa: ASYNC109
        """Until Discord has refused so often with this status (None: any), or the bot has nothing to say."""

        def met() -> bool:
            found = [call.status for call in self.playground.requests if call.status >= 400]
            return sum(status in (None, one) for one in found) >= times

        with contextlib.suppress(TimeoutError):
            await self.until(met, timeout)


_rivals = cache(deeds.rivals)


def _is_allowed(one: Refusal, allowed: frozenset[tuple[int, int]]) -> bool:
    return (one.status, one.code) in allowed


@contextlib.asynccontextmanager
async def an_adversary(folder: Path, seed: str, *, kills: bool, limits: Limits = SOONER) -> AsyncIterator[Adversary]:
    """A playground with rate limits, a bot whose lives end badly, and tables of all games that have begun."""
    playground = StrictPlayground(folder / "world", limits=limits)
    await playground.start()
    data = folder / "data"
    data.mkdir()
    ahead = Ahead(data / "ahead")
    try:
        async with (killed if kills else asked)(playground, data, seed) as lives:
            made = Adversary(playground, lives, File(data / "labirynt.sqlite3"), ahead, seed)
            await made.begin()
            yield made
    finally:
        await playground.stop()


assert SEATS.keys() == all_games().keys()
