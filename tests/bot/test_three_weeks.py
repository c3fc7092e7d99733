"""Three weeks of a server: six people, four tables, two languages, everybody's own settings, and the clocks change."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.discord.client import Labirynt
from bot.playground.seen import Refused
from bot.table.habits import Person
from bot.table.timekeeping import DAY, HOUR, awake_at
from rules.games import all_games, load
from tests.bot.a_channel import AS_USUAL, Channel, a_channel
from tests.bot.test_direct import Night, letters, user
from tests.short_form import sized

pytestmark = pytest.mark.night
WEEKS = sized(3, 1)
STEP = 4 * HOUR
BEGINS = datetime(2027, 3, 24, 6, tzinfo=ZoneInfo("Europe/Warsaw"))
"""Four days before the clocks of Europe change, and after those of America have."""
SETTINGS: dict[str, dict[str, str]] = {
    "Ala": {"zone": "Warszawa", "pings": "every"},
    "Bartek": {"zone": "Warszawa", "where": "dm", "pings": "next"},
    "Celina": {"zone": "Nowy Jork", "where": "both"},
    "Darek": {"zone": "Warszawa", "pings": "never"},
    "Erin": {"zone": "London", "where": "dm", "pings": "every"},
    "Gwen": {"zone": "London", "hours": "22-7"},
}
TABLES = {
    "lochy": ("labirynt-smierci", "pl", ("Ala", "Bartek", "Celina")),
    "jaskinia": ("jaskinia", "pl", ("Bartek", "Celina", "Darek")),
    "the-maze": ("labirynt-czarnoksieznika", "en", ("Erin", "Gwen", "Ala")),
    "the-pit": ("jaskinia", "en", ("Gwen", "Erin")),
}
EDIT = 7
"""The type of an answer to an interaction that edits the message."""
LEAVES = "Gwen"
"""She leaves the English server after the first days."""
POLISH = re.compile("[ąćęłńóśźż]")


class Weeks:
    """The server over the weeks, and who was called when."""

    def __init__(self, channel: Channel, client: Labirynt, clock: Night) -> None:
        self.channel, self.client, self.clock = channel, client, clock
        self.seen = 0
        self.rings: dict[str, list[float]] = defaultdict(list)
        self.presses = Counter[str]()

    async def begin(self) -> None:
        """Everybody sets what they like, and sits down; Darek follows a table in which he has no seat."""
        world = self.channel.playground.world
        world.person("Ala")["guilds"].append(world.person("Erin")["guilds"][0])
        for who, how in SETTINGS.items():
            await self.channel.hands.slash(who, self._home(who), "quiet", dict(how))
        for place, (game, _, people) in TABLES.items():
            await self.channel.hands.slash(people[0], place, "game new", {"game": game})
            for other in people[1:]:
                await self.channel.hands.slash(other, place, "game join")
            await self.channel.hands.slash(people[0], place, "game start", {"quick": True})
        await self.channel.hands.slash("Darek", "lochy", "follow", {"how": "evening"})
        await self.channel.hands.slash("Erin", "the-pit", "follow", {"how": "morning", "channel": True})
        await self.channel.hands.settled()

    def _home(self, who: str) -> str:
        return next(place for place, (_, _, people) in TABLES.items() if who in people)

    async def a_few_hours(self, gone: set[str]) -> None:
        """Time passes; whoever is awake and here presses once at each of their tables, if anything is theirs."""
        self.clock.now += STEP
        await self.client.clockwork.go_round()
        await self.channel.hands.settled()
        self._listen()
        for place, (_, _, people) in TABLES.items():
            for who in people:
                if who not in gone and await self._is_awake(who):
                    try:
                        await self.channel.hands.press_label(who, place, AS_USUAL)
                        self.presses[place] += 1
                    except Refused:
                        continue
                    await self.channel.hands.settled()
        self._listen()

    async def _is_awake(self, who: str) -> bool:
        people = await self.client.service.store.people([user(self.channel, who)])
        return awake_at(people[user(self.channel, who)], self.clock.now) == self.clock.now

    def _listen(self) -> None:
        requests = list(self.channel.playground.requests)
        for one in requests[self.seen :]:
            body: Any = (one.body or {}) if one.method == "POST" else {}
            if body.get("type") == EDIT:  # rings nowhere
                continue
            for user_id in ((body.get("data") or body).get("allowed_mentions") or {}).get("users", ()):
                self.rings[str(user_id)].append(self.clock.now)
        self.seen = len(requests)


async def test_three_weeks_of_a_server(tmp_path: Path) -> None:
    """Nobody is called at night, nobody who will not be, nobody who has left; private words are in one's language."""
    clock, games = Night(), {game: load(game) for game in all_games()}
    clock.now = BEGINS.timestamp()
    async with a_channel(tmp_path, games["jaskinia"]) as channel:
        channel.games = dict(games)
        async with channel.bot_up(clock=clock) as client:
            weeks, gone = Weeks(channel, client, clock), set[str]()
            await weeks.begin()
            weeks._listen()
            began = clock.now
            for nth in range(int(WEEKS * 7 * DAY / STEP)):
                if nth == int(4 * DAY / STEP):
                    gone.add(LEAVES)
                    channel.playground.world.person(LEAVES)["guilds"].clear()
                await weeks.a_few_hours(gone)
            people = await client.service.store.people([user(channel, who) for who in SETTINGS])
            written = {who: letters(channel, who) for who in SETTINGS}
            faults = client.service.metrics.faults._value.get()

    assert faults == 0
    assert all(weeks.presses[place] > 5 for place in TABLES), weeks.presses
    for who in SETTINGS:
        person: Person = people[user(channel, who)]
        times = weeks.rings[str(person.user_id)]
        assert [at for at in times if at > began and awake_at(person, at) != at] == [], (
            f"{who} sleeps: {[datetime.fromtimestamp(at, UTC) for at in times]}"
        )
        if person.pings == "never" or not person.is_pinged:
            assert [at for at in times if at > began] == [], f"{who} wants no pings"
        assert bool(written[who]) == (person.dm_id > 0 or who == "Darek"), who
    left_at = began + 4 * DAY
    last = [at for at in weeks.rings[str(user(channel, LEAVES))] if at > left_at]
    assert len(last) <= 2, "a question or two may come before the first look"
    assert [
        text for text in written["Erin"] if POLISH.search(re.sub("Labirynt Czarnoksiężnika|Śmierci", "", text))
    ] == []
    assert any("co nowego" in text for text in written["Darek"])
    assert len(written["Darek"]) <= WEEKS * 7, "at most one a day"
    news = [one for one in channel.hands.messages("the-pit", "Erin") if "what is new" in one.text]
    assert 0 < len(news) <= WEEKS * 7
