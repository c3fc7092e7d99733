"""What a game asks of people and of a channel: presses, posts, pings, pictures and letters, as days go by.

People look in three times a day, as ``simulate --calendar`` has them, and press «as usual» in the stand-in until the
table waits for somebody else; meanwhile the clock looks at the table every quarter of an hour.
"""

from __future__ import annotations

import logging
import tempfile
from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import structlog

from bot.playground import Message
from bot.run.simulating import LOOKS, WAKING, Person
from bot.table.timekeeping import HOUR, is_waiting_for
from rules.games import load
from tests.bench.report import Figure
from tests.bot.a_busy_bot import make_busy
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_channel
from tests.short_form import ALONE, NONE, sized, typed

STAGES, SEEDS = sized(30, 2), sized(2, 1)
"""Stages of each game, and games."""
OPTIONS = sized(NONE, ALONE)
"""Of the flagship with a single player, which in the short form is played to its end."""
QUARTER, DAY = HOUR / 4, 24 * HOUR
SOLO = ("labirynt-smierci", 1)
TABLES = sized((SOLO, ("labirynt-smierci", 3), ("labirynt-czarnoksieznika", 4), ("jaskinia", 3)), (SOLO,))
NAMES = ("Ala", "Bartek", "Celina", "Darek")
COUNTED = "of them counted by Discord"
CALLS = {"labirynt-smierci": (2.2, 1.0), "labirynt-czarnoksieznika": (3.9, 2.2), "jaskinia": (2.8, 1.6)}
"""At most so many calls per answer, and of them counted by Discord: a call for somebody takes two."""
MOST_PRESSES = 100
"""At one look: whoever presses more often at one moment has met a fault."""


class Channelled:
    """What everybody has read in a channel so far: how many messages, letters, pictures and pings."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._seen: dict[str, Message] = {}
        self.count: Counter[str] = Counter()

    def look(self) -> None:
        """Count what has come since the last look; of an edit what it adds."""
        for one in self._channel.hands.messages(HERE, "Ala"):
            if one.ephemeral or one.system:
                continue
            before = self._seen.get(one.id)
            known = before.text.splitlines() if before else []
            self.count["posts"] += before is None
            self.count["pings"] += len(one.data["mentions"]) if before is None else 0
            self.count["letters"] += sum(len(line) for line in one.text.splitlines() if line not in known)
            old = [file["id"] for file in before.attachments] if before else []
            self.count["pictures"] += sum(file["id"] not in old for file in one.attachments)
            self._seen[one.id] = one


async def figures() -> list[Figure]:
    """Each game, by as many people as it is mostly played by."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    calm = [figure for game, people in TABLES for figure in await _measured(game, NAMES[:people], SEEDS)]
    busy = [figure for game, people in TABLES for figure in await _measured(game, NAMES[:people], 1, busy=True)]
    counted = [one for one in busy if COUNTED in one.name]
    return calm + [one._replace(name=f"{one.name} near its limit", most=0.4) for one in counted]


async def _measured(game: str, people: tuple[str, ...], games: int, *, busy: bool = False) -> list[Figure]:
    """``busy``: much is asked of the bot elsewhere, all the time."""
    count = Counter[str]()
    for seed in range(7, 7 + games):
        count += await _lived(game, people, seed, busy=busy)
    presses, stages = max(1, count["presses"]), max(1, count["stages"])
    name, flagship = f"{game}, {len(people)}: ", game == "labirynt-smierci"
    alone = flagship and len(people) == 1
    of = f"{presses} presses, {stages} stages, {games} games"
    most_calls, most_counted = CALLS[game]
    most_posts = (1.0 if alone else 2.0) if flagship else None
    characters, pings = (850, 0.55) if flagship else (1100, 1.0)
    return [
        Figure(name + "presses per stage", presses / stages, "", of, most=0.9 if alone else None),
        Figure(name + "posts per stage", count["posts"] / stages, "", of, most=most_posts),
        Figure(name + "pings per answer", count["pings"] / presses, "", of, most=pings),
        Figure(name + "pictures per stage", count["pictures"] / stages, "", of),
        Figure(name + "characters per stage", count["letters"] / stages, "", of, most=characters),
        Figure(name + "HTTP calls per answer", count["calls"] / presses, "", of, most=most_calls),
        Figure(name + COUNTED, count["counted"] / presses, "", of, most=most_counted),
    ]


async def _lived(game: str, people: tuple[str, ...], seed: int, *, busy: bool) -> Counter[str]:
    """What some days of one game asked: presses, stages, posts, pings, pictures, letters and calls."""
    rules: Any = load(game)
    solo = (game, len(people)) == SOLO
    most = sized(STAGES, 1000) if solo else STAGES
    with tempfile.TemporaryDirectory() as folder:
        async with a_channel(Path(folder), rules) as channel:
            clock = channel.playground.world.clock
            async with channel.bot_up(seeds=lambda: bytes([seed]) * 32, clock=clock) as client:
                client.posting.status.between = 3600.0
                client.load.clock = clock
                if busy:
                    make_busy(client)
                await _begin(channel, people, OPTIONS if solo else NONE)
                clock.ahead = midnight = _until_midnight()
                begun, seen = await _stage(client, channel), Channelled(channel)
                seen.look()
                seen.count.clear()
                before, presses = len(channel.posts()), 0
                lives = {who: Person(Random(f"{seed} {who}"), LOOKS) for who in people}
                hour, last = WAKING[0], begun
                while (now := await _stage(client, channel)) is not None and now - begun < most:
                    last = now
                    hour, who = min((lives[one].looks_in_after(hour), one) for one in people)
                    while clock.ahead < midnight + hour * HOUR:
                        clock.ahead = min(clock.ahead + QUARTER, midnight + hour * HOUR)
                        await client.clockwork.go_round()
                    await channel.hands.settled()
                    seen.look()
                    presses += await _sit(client, channel, who, seen)
                stages = max(1, (now or last) - begun)
                calls = list(channel.playground.requests)[before:]
    counted = sum(not call.route.startswith(("/interactions", "/webhooks")) for call in calls)
    return seen.count + Counter(presses=presses, stages=stages, calls=len(calls), counted=counted)


def _until_midnight() -> float:
    """Seconds until the next day begins where the players live, so that they look in between their quiet hours."""
    now = datetime.now(ZoneInfo("Europe/Warsaw"))
    return DAY - (now - now.replace(hour=0, minute=0, second=0, microsecond=0)).total_seconds()


async def _begin(channel: Channel, people: tuple[str, ...], options: Mapping[str, str]) -> None:
    await channel.hands.slash(people[0], HERE, "game new", typed(options))
    for one in people[1:]:
        await channel.press(one, "Dołącz")
    await channel.press(people[0], "Szybki start")
    await channel.hands.until(channel.is_asked)


async def _stage(client: Any, channel: Channel) -> int | None:
    """The stage that is played; None: the game is over."""
    place = channel.playground.world.channel(HERE)
    standing = await client.service.sessions.standing(int(place["id"]))
    return standing.address.stage if standing is not None and standing.waiting is not None else None


async def _is_asked(client: Any, channel: Channel, who: str) -> bool:
    """Whether the table waits for this person."""
    standing = await client.service.sessions.standing(int(channel.playground.world.channel(HERE)["id"]))
    user = int(channel.playground.world.person(who)["user"]["id"])
    return standing is not None and is_waiting_for(standing, user)


async def _sit(client: Any, channel: Channel, who: str, seen: Channelled) -> int:
    """Press «as usual» as long as it counts; how often it did."""
    for pressed in range(MOST_PRESSES):
        if not await _is_asked(client, channel, who):
            return pressed
        live = [one for one in channel.hands.newest_first(HERE, who) if not one.ephemeral and one.buttons]
        usual = [button for one in live[:1] for button in one.buttons if button.label.startswith(AS_USUAL)]
        if not usual:
            return pressed
        outcome = await channel.hands.press(who, live[0], usual[0].custom_id)
        await channel.hands.settled()
        seen.look()
        if outcome.kind == "ephemeral":  # it is somebody else's turn
            return pressed
    return MOST_PRESSES
