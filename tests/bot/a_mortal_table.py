"""Three people at a table whose bot is killed again and again; they press what is live."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sqlite3
import sys
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from bot.discord.prompts.components import CustomId
from bot.playground import Outcome
from bot.playground.world import Posted
from bot.store.rows import state_in
from bot.table.records import Address
from rules.games import all_games
from tests.bot.asked_in_channel import ALREADY, asked_by, controls_of
from tests.bot.told_in_channel import is_cut, lines_of, stories
from tests.discord_limits.strict_playground import StrictPlayground
from tests.short_form import NONE, typed

SNAPSHOTS = (
    "SELECT s.epoch, s.stage, s.schema, s.version, s.tables, s.chain, s.state, s.base, b.state, b.base FROM snapshots s"
    " LEFT JOIN snapshots b ON b.epoch = s.epoch AND b.stage = s.base ORDER BY 1, 2"
)
"""Packed or not: when the clock comes to it differs from life to life."""

HERE = "lochy"
PEOPLE = ("Ala", "Bartek", "Celina")
SEED = bytes(range(32))
FLAGSHIP = next(iter(all_games()))
PATIENT, IMPATIENT = 10.0, 0.3
"""Seconds for an acknowledgement: of a bot that lives, of one that is about to be killed."""
CONSENT = "zgoda?"
UNSEEN = ("failed", "nothing")
"""Outcomes that do not say whether the press counted; the latter: it takes the bot a moment."""
WHOLE = (
    "SELECT NOT EXISTS (SELECT 1 FROM outbox WHERE posted = 0) AND (EXISTS (SELECT 1 FROM games g JOIN prompts p"
    " ON p.game = g.id AND p.epoch = g.epoch AND p.stage = g.stage AND p.step = g.step)"
    " OR EXISTS (SELECT 1 FROM games WHERE phase = 'ended') AND NOT EXISTS (SELECT 1 FROM prompts"
    " WHERE key = 'prompt'))"
)
"""The pinned line is edited at most once a minute, so that its row may outlive the game."""


class Given(NamedTuple):
    """An answer that Discord saw acknowledged."""

    interaction: int
    user: int
    address: Address


class Outline(NamedTuple):
    """What must be the same with and without deaths: the log, the snapshots, what was told, and how it was told."""

    log: list[tuple[Any, ...]]
    snapshots: list[tuple[Any, ...]]
    told: list[bytes]
    lines: Counter[str]


class Nursery:
    """The process that brings up the bot's lives."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._child = 0

    async def bear(self) -> None:
        """Begin a life."""
        await self._say()
        self._child = int(await self._hear())

    async def kill(self) -> None:
        """End the life as a power failure does."""
        if self._child:
            os.kill(self._child, signal.SIGKILL)
            assert await self._hear() == "dead"
            self._child = 0

    async def close(self) -> None:
        """No more lives."""
        await self.kill()
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()

    async def _say(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(b"\n")
        await self._process.stdin.drain()

    async def _hear(self) -> str:
        assert self._process.stdout is not None
        return (await self._process.stdout.readline()).decode().strip()


class MortalTable:
    """The table: people who play, a bot that dies, and the file that remembers."""

    def __init__(self, playground: StrictPlayground, nursery: Nursery, file: Path, luck: random.Random) -> None:
        self.playground = playground
        self.hands = playground.hands
        self.deaths: Counter[str] = Counter()
        self.restarts: list[float] = []
        self.given: list[Given] = []
        self._nursery = nursery
        self._file = file
        self._luck = luck
        self.posts_by = "/channels/*/messages"
        self._channel = playground.world.channel(HERE)["id"]
        self._users = {name: playground.world.person(name)["user"]["id"] for name in PEOPLE}
        self._done: set[tuple[Address, str]] = set()

    # Life and death ----------------------------------------------------------------------------------------

    async def wake(self) -> None:
        """Bring the bot up; it is whole again when all is said and the open question stands in the channel, once."""
        began = time.monotonic()
        await self._nursery.bear()
        await self.playground.ready()
        await self.hands.until(self._is_whole, timeout=20)
        self.restarts.append(time.monotonic() - began)
        self.must_ask_once()

    async def die(self, moment: str) -> None:
        """The bot is killed."""
        await self._nursery.kill()
        await self.hands.until(lambda: not self.playground.connected)
        self.deaths[moment] += 1

    async def dies(self) -> None:
        """One death at a random moment of the next answer, and up again."""
        pressing, telling = self._while_pressing, self._while_telling
        unheard = (self._once_told, self._once_changed)
        moments = (self._before, pressing, pressing, telling, *unheard, self._while_waking)
        await self._luck.choice(moments)()
        await self.wake()

    async def _before(self) -> None:
        await self.die("before a press")
        self.playground.patience.acknowledge = 0.02
        assert (await self._press()).kind == "failed"

    async def _while_pressing(self) -> None:
        self.playground.patience.acknowledge = IMPATIENT
        pressing = asyncio.create_task(self._press())
        await asyncio.sleep(self._luck.uniform(0.0, 0.05))
        await self.die("after a press was sent")
        await pressing

    async def _while_telling(self) -> None:
        before = self._calls()
        await self.press()
        await self._until_calls(before + self._luck.randint(1, 4))
        await asyncio.sleep(self._luck.uniform(0.0, 0.03))
        await self.die("while the story was told")

    async def _once_told(self) -> None:
        """Discord has taken a message, and the bot dies before it hears so."""
        await self.hands.say("Ala", HERE, "hm")  # the next question needs a message of its own
        await self._unheard(self.posts_by)
        await self.die("when a story had just been told")
        self.playground.faults.clear()

    async def _once_changed(self) -> None:
        """Discord has changed the message that was pressed, and the bot dies before it hears so."""
        await self._unheard("/interactions/*")
        await self.die("when a message had just been changed")
        self.playground.faults.clear()

    async def _unheard(self, route: str) -> None:
        self.playground.faults.add(method="POST", route=route, lost_reply=True)
        before = self._calls()
        await self.press()
        await self._until_calls(before + 2)

    async def _while_waking(self) -> None:
        await self._while_telling()
        before = self._calls()
        await self._nursery.bear()
        await self._until_calls(before + self._luck.randint(0, 4))
        await asyncio.sleep(self._luck.uniform(0.0, 0.03))
        await self.die("while starting")

    async def _until_calls(self, wanted: int) -> None:
        """Until the bot has called Discord so often, or has nothing more to say."""
        with contextlib.suppress(TimeoutError):
            await self.hands.until(lambda: self._calls() >= wanted, timeout=0.3)

    def _calls(self) -> int:
        return len(self.playground.requests)

    def report(self) -> str:
        """How often the bot died and when, and how long it took to be whole again."""
        times = sorted(self.restarts)
        pace = f"median {times[len(times) // 2]:.3f} s, longest {times[-1]:.3f} s"
        return f"{self.deaths.total()} deaths {dict(self.deaths)}; whole again: {pace}; {len(self.given)} acknowledged"

    # Play --------------------------------------------------------------------------------------------------

    async def begin(self, game: str, options: Mapping[str, str] = NONE) -> None:
        """A table for three, opened by commands."""
        await self._nursery.bear()
        await self.playground.ready()
        await self.hands.until(lambda: any(self.playground.world.commands.values()))
        await self.hands.slash("Ala", HERE, "game new", {"game": game, **typed(options)})
        for one in PEOPLE[1:]:
            await self.hands.slash(one, HERE, "game join")
        await self.hands.slash("Ala", HERE, "game start")
        await self.hands.until(self._is_whole)

    async def play(self, answers: int, deaths: int = 0) -> None:
        """Go on until people have given so many answers, or to the end; the deaths are spread over them."""
        while (given := self.answers_given) < answers and not self.ended:
            due = deaths * (given + 2) / answers
            if self.deaths.total() < due:
                await self.dies()
            else:
                await self.press()
                await self.hands.until(self._is_whole)
        self.must_ask_once()

    async def press(self) -> Outcome:
        """Whoever is asked first answers as usual; the bot lives, so this is acknowledged."""
        self.playground.patience.acknowledge = PATIENT
        outcome = await self._press()
        assert outcome.kind != "failed", outcome
        return outcome

    async def _press(self) -> Outcome:
        (prompt,) = self.live()
        control = next(id for id in _controls(prompt) if id.verb == "usual")
        who = self._next(prompt, control.address)
        outcome = await self.hands.press(who, prompt.id, str(control))
        if outcome.kind == "update":
            self.given.append(Given(int(outcome.interaction_id), int(self._users[who]), control.address))
        elif outcome.kind not in UNSEEN:  # or the owner of a hero at risk is asked, who may as well press
            assert ALREADY in outcome.text or CONSENT in outcome.text, outcome.text
        if outcome.kind not in UNSEEN:
            self._done.add((control.address, who))
        return outcome

    def _next(self, prompt: Posted, address: Address) -> str:
        asked = asked_by(prompt) or self._users.values()
        waiting = [name for name in PEOPLE if self._users[name] in asked and (address, name) not in self._done]
        return waiting[0]

    # What is to be seen ------------------------------------------------------------------------------------

    def live(self) -> list[Posted]:
        """The messages by which a question can be answered; the button of the rematch asks nothing."""
        posted = self.playground.world.messages.get(self._channel, {}).values()
        return [one for one in posted if one.only_for is None and any(_controls(one))]

    def must_ask_once(self) -> None:
        """There is one live prompt, and it is for the question that the store says is open; none after the end."""
        if self.ended:
            assert self.live() == []
            return
        (prompt,) = self.live()
        (address,) = self._rows("SELECT epoch, stage, step FROM games")
        assert {id.address for id in _controls(prompt)} == {Address(*address)}

    @property
    def answers_given(self) -> int:
        """How many answers of people are in the store."""
        return int(self._rows("SELECT count(*) FROM answers WHERE user_id <> 0")[0][0])

    def lost_or_doubled(self) -> list[Given]:
        """Acknowledged answers that are not in the log under their address exactly once."""
        found = "SELECT a.user_id, a.epoch, a.stage, a.step FROM answers a WHERE a.user_id <> 0"
        log = Counter((user, Address(*place)) for user, *place in self._rows(found))
        stored = {row[0] for row in self._rows("SELECT id FROM interactions")}
        return [one for one in self.given if log[one.user, one.address] != 1 or one.interaction not in stored]

    def asked_twice(self) -> list[Address]:
        """Questions that were put into the channel by more than one message."""
        shown: dict[Address, set[str]] = {}
        for call in self.playground.requests:
            if call.method == "POST" and call.route.endswith(("/messages", "/{webhook_token}")) and call.status == 200:
                for control in controls_of((call.body or {}).get("components") or []):
                    shown.setdefault(control.address, set()).add(call.reply["id"])
        return [address for address, messages in shown.items() if len(messages) > 1]

    def outline(self) -> Outline:
        """What this game has come to."""
        assert self._rows("SELECT count(*) FROM outbox WHERE posted = 0") == [(0,)]
        return Outline(
            self._rows(
                "SELECT epoch, stage, step, part, asked, seat, value FROM answers ORDER BY epoch, stage, step, at, part"
            ),
            [(*row[:6], state_in(row[1], *row[6:])) for row in self._rows(SNAPSHOTS)],
            [row[0] for row in self._rows("SELECT told FROM outbox ORDER BY id")],
            Counter(self._stories()),
        )

    def _stories(self) -> Iterator[str]:
        """The lines in the channel that tell a story; who answered what may be said before them, or not.

        What a message has no room for counts, too.
        """
        ((game,),) = self._rows("SELECT id FROM games")
        known, told_by = set[str](), defaultdict[int, list[str]](list)
        for message, told in stories(self._rows, game):
            known.update(told)
            told_by[message] += told
        for posted in self.playground.world.messages[self._channel].values():
            if posted.only_for is not None:  # a private reply that a death has cut off is not said again
                continue
            found = list(lines_of(posted))
            left_out = Counter(told_by[int(posted.id)] if is_cut(posted) else ()) - Counter(found)
            yield from (line for line in (*found, *left_out.elements()) if line in known)

    def _is_whole(self) -> bool:
        """Nothing is left to be said, and a message carries the open question; after the end, none."""
        return self._rows(WHOLE) == [(1,)] and not self.playground.core.activity.in_flight

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self._rows("SELECT phase FROM games") == [("ended",)]

    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with contextlib.closing(sqlite3.connect(self._file, timeout=20)) as file:
            return file.execute(query, values).fetchall()


def _controls(posted: Posted) -> list[CustomId]:
    return list(controls_of(posted.data["components"]))


@contextlib.asynccontextmanager
async def a_mortal_table(
    folder: Path,
    luck: int = 0,
    game: str = FLAGSHIP,
    seed: bytes = SEED,
    busy: bool = False,
    options: Mapping[str, str] = NONE,
) -> AsyncIterator[MortalTable]:
    """A playground, a nursery, and a game of three that has begun.

    ``busy``: much is asked of the bot all the time. ``options``: of the game.
    """
    playground = StrictPlayground(folder / "world")
    await playground.start()
    try:
        async with _a_nursery(playground, folder / "data", seed, busy) as nursery:
            table = MortalTable(playground, nursery, folder / "data" / "labirynt.sqlite3", random.Random(luck))
            table.posts_by = "/webhooks/*" if busy else table.posts_by
            await table.begin(game, options)
            yield table
    finally:
        await playground.stop()


@contextlib.asynccontextmanager
async def _a_nursery(playground: StrictPlayground, data: Path, seed: bytes, busy: bool) -> AsyncIterator[Nursery]:
    program = (sys.executable, "-m", "tests.bot.a_mortal_bot", str(playground.socket), str(data), seed.hex())
    program += ("busy",) if busy else ()
    pipe = asyncio.subprocess.PIPE
    nursery = Nursery(await asyncio.create_subprocess_exec(*program, stdin=pipe, stdout=pipe))
    try:
        yield nursery
    finally:
        await nursery.close()


async def undisturbed(folder: Path, answers: int, game: str = FLAGSHIP, seed: bytes = SEED) -> Outline:
    """The same game without a death."""
    async with a_mortal_table(folder, game=game, seed=seed) as table:
        await table.play(answers)
        return table.outline()
