"""A press, whole: what the bot's process spends from the interaction to the next question, and where it is full.

Bot and stand-in are two processes. People press “as usual” in each game; story, picture, question and all that is
stored count, the work of the stand-in does not. Processor time is given in cal, see ``report.cal``.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bot.discord.prompts.components import read
from bot.playground import Message
from bot.playground.hands import Hands
from bot.playground.seen import Button
from bot.table.records import Address
from tests.bench.a_bot_apart import BotApart, a_bot_apart
from tests.bench.crowd import copy_tables
from tests.bench.report import Figure, at, cal
from tests.bot.a_channel import HERE
from tests.discord_limits.strict_playground import StrictPlayground
from tests.short_form import DOOMED, NONE, sized, typed
from tests.soak.adversary.file import File

PEOPLE = ("Ala", "Bartek", "Celina", "Darek")
SEEDS = (38, *range(21, 61))
"""The first is taken with which the game goes on after the last stage that is measured."""
FLAGSHIP = "labirynt-smierci"


class Measured(NamedTuple):
    """A game, its people, and around which stages presses are measured, each with the bound there in cal."""

    game: str
    people: int
    stages: tuple[tuple[int, float], ...]


GAMES = (
    Measured(FLAGSHIP, 3, sized(((50, 7.0), (150, 8.0)), ((2, 7.0),))),
    *sized((Measured("labirynt-czarnoksieznika", 4, ((20, 7.0),)), Measured("jaskinia", 3, ((20, 7.0),))), ()),
)
AROUND = sized(15, 1)
UNIT_FOR = 5
"""Presses that are counted in the same unit, before it is measured again."""
TABLES = sized(32, 2)
SECONDS = sized(12.0, 120.0)
"""In the short form each game is over much sooner."""
OPTIONS, MUST_END = sized(NONE, DOOMED), sized(0, TABLES)
"""Of the games, and how many of them must have ended, so that the short form sees what becomes of them."""
QUIET = 0.04
DATABASE = "labirynt.sqlite3"


class Spent(NamedTuple):
    """One press: at which stage, and the bot's processor time in cal, the unit measured a few presses before at most.

    The machine's speed moves by a half within minutes, so one unit for the whole run would compare it with itself.
    """

    stage: int
    cal: float


class OverTooSoon(Exception):
    """The game ended before the last stage that is measured."""


async def figures() -> list[Figure]:
    """Processor time of a press of each game, and how many presses a second are too many."""
    return [figure for measured in GAMES for figure in await _of_game(measured)]


async def _of_game(measured: Measured) -> list[Figure]:
    for seed in SEEDS:
        with suppress(OverTooSoon), TemporaryDirectory() as name:
            return await _figures(Path(name), seed, measured)
    raise OverTooSoon


async def _figures(folder: Path, seed: int, measured: Measured) -> list[Figure]:
    presses: list[Spent] = []
    early, data = folder / "early", folder / "data"
    file = File(data / DATABASE)
    people = PEOPLE[: measured.people]
    async with a_discord(folder) as playground:
        for stage, _ in measured.stages:
            async with a_bot_apart(playground, data, seed, measured.game) as bot:
                presses += await _played(playground, bot, file, stage + AROUND, people)
            if not early.exists():
                shutil.copytree(data, early)
        found = [figure for stage in measured.stages for figure in _of_stage(presses, *stage, measured)]
        return found + (await _full(playground, early, seed, people) if measured.game == FLAGSHIP else [])


@asynccontextmanager
async def a_discord(folder: Path) -> AsyncIterator[StrictPlayground]:
    """A stand-in in this process; its calls are not rationed."""
    playground = StrictPlayground(folder / "world", port=0)
    await playground.start()
    try:
        yield playground
    finally:
        await playground.stop()


def _of_stage(presses: list[Spent], stage: int, most: float, measured: Measured) -> list[Figure]:
    spent = [press.cal for press in presses if abs(press.stage - stage) <= AROUND]
    name, middle = f"{measured.game}, {measured.people}: a press around stage {stage}", median(spent)
    detail = f"mean {sum(spent) / len(spent):.2f} of {len(spent)} presses, all threads"
    return [
        Figure(f"{name}, median", middle, "cal", detail, most=most),
        Figure(f"{name}, p99 in medians", at(spent, 0.99) / middle, "", "", most=6),
    ]


# One table -------------------------------------------------------------------------------------------------


async def _played(
    playground: StrictPlayground, bot: BotApart, file: File, until: int, people: Sequence[str]
) -> list[Spent]:
    """Every press of the game up to the end of this stage; raises ``OverTooSoon``."""
    hands = playground.hands
    if not hands.messages(HERE, people[0]):
        await _begun(hands, people)
    presses: list[Spent] = []
    unit = 0.0
    table = Table(playground, file, HERE, people)
    asked = await table.asked()
    while asked and asked.stage <= until:
        await hands.settled(QUIET)
        unit = cal() if len(presses) % UNIT_FOR == 0 else unit
        before, last = bot.spent, asked
        asked = await table.press(asked)
        await hands.settled(QUIET)
        presses.append(Spent(last.stage, (bot.spent - before) * 1000 / unit))
    if asked is None:
        raise OverTooSoon
    return presses


async def _begun(hands: Hands, people: Sequence[str]) -> None:
    await hands.until(lambda: hands.commands(people[0], HERE))
    await hands.slash(people[0], HERE, "game new", typed(OPTIONS))
    for one in people[1:]:
        await hands.settled(QUIET)
        await hands.press_label(one, HERE, "Dołącz")
    await hands.press_label(people[0], HERE, "Szybki start")


UNDECIDED = ("ephemeral", "message")
"""Kinds of outcomes of a press that leave the question open."""
VOTE = "vote"


class Asked(NamedTuple):
    """An open question as it stands in a channel, and who is to press next."""

    message: Message
    button: Button
    address: Address
    turn: int

    @property
    def stage(self) -> int:
        """The stage in which it is asked."""
        return self.address.stage

    def is_same(self, other: Asked) -> bool:
        """Whether nothing has come of a press yet."""
        return (self.message.id, self.message.text) == (other.message.id, other.message.text)


class Table:
    """One channel, and whoever presses there."""

    def __init__(self, playground: StrictPlayground, file: File, channel: str, people: Sequence[str]) -> None:
        self._hands, self._file, self._channel, self._people = playground.hands, file, channel, people
        self._id = playground.world.channel(channel)["id"]

    async def asked(self, before: Asked | None = None) -> Asked | None:
        """Wait for the question after this one and return it; None: the game is over."""

        def is_next() -> bool:
            asked = self._question()
            return self._is_over() if asked is None else before is None or not asked.is_same(before)

        await self._hands.until(is_next)
        asked = self._question()
        return asked and asked._replace(turn=(before.turn + 1) % len(self._people) if before else 0)

    async def press(self, asked: Asked) -> Asked | None:
        """Whose turn it is presses, or the next person where it is not for them; return what is asked then.

        A message instead of a result asks the owner of a hero at risk, who may as well press.
        """
        for turn in range(len(self._people)):
            person = self._people[(asked.turn + turn) % len(self._people)]
            if (await self._hands.press(person, asked.message, asked.button.custom_id)).kind not in UNDECIDED:
                break
        return await self.asked(asked._replace(turn=asked.turn + turn))

    def _question(self) -> Asked | None:
        """The question in the newest message, or above one that asks an owner; None: it asks nothing."""
        for message in self._hands.newest_first(self._channel, self._people[0]):
            ids = [(button, read(button.custom_id or "")) for button in message.buttons if not button.disabled]
            for button, id in ids:
                if id and id.verb == "usual":  # a call is no layout before its edit
                    return Asked(message, button, id.address, 0) if not message.content else None
            if not (message.ephemeral or any(id and id.verb == VOTE for _, id in ids)):
                return None
        return None

    def _is_over(self) -> bool:
        """Whether the game has ended, as the bot has stored it."""
        return self._file.newest_in(self._id)[1] == "ended"


# Many tables -----------------------------------------------------------------------------------------------


async def _full(playground: StrictPlayground, data: Path, seed: int, people: Sequence[str]) -> list[Figure]:
    """Copies of the table, and at each of them somebody who presses as soon as there is something to press."""
    hands = playground.hands
    with sqlite3.connect(data / DATABASE) as database:
        names = copy_tables(playground.world, database, TABLES + 1)[1:]
    tables = [Table(playground, File(data / DATABASE), name, people) for name in names]
    async with a_bot_apart(playground, data, seed, FLAGSHIP) as bot:
        await asyncio.gather(*(table.asked() for table in tables))
        await hands.settled(QUIET)
        unit = cal()
        begin, theirs, ours = time.perf_counter(), bot.spent, time.process_time()
        presses = await asyncio.gather(*(_pressed(table, begin + SECONDS) for table in tables))
        lasted, theirs, ours = time.perf_counter() - begin, bot.spent - theirs, time.process_time() - ours
    times = [milliseconds for some in presses for milliseconds in some.milliseconds]
    over = sum(some.over for some in presses)
    if over < MUST_END:
        raise AssertionError(f"{over} of {TABLES} games have ended")
    detail = (
        f"{TABLES} people at as many tables; to the next question p50 {at(times, 0.5):.0f} ms, "
        f"p99 {at(times, 0.99):.0f} ms; {over} games ended; "
        f"the bot had {theirs / lasted:.0%} of a core, the stand-in {ours / lasted:.0%}"
    )
    return [
        Figure("presses/s where the bot is full", len(times) / lasted, "/s", detail),
        Figure("p99 to the next question meanwhile", at(times, 0.99) / unit, "cal", "from the press"),
        Figure("presses per second of the bot's processor time × cal(ms) / 1000", len(times) / theirs * unit / 1000, "",
               "the same presses", least=0.2),
    ]  # fmt: skip


class Pressed(NamedTuple):
    """The presses at one table: how long each took to the next question, and whether the game came to its end."""

    milliseconds: list[float]
    over: bool


async def _pressed(table: Table, end: float) -> Pressed:
    times, asked = [], await table.asked()
    while asked and time.perf_counter() < end:
        begin = time.perf_counter()
        asked = await table.press(asked)
        times.append((time.perf_counter() - begin) * 1000)
    return Pressed(times, asked is None)
