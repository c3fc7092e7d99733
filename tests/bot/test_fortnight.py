"""Two weeks at a table, with a bot that falls twenty times."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import discord
import pytest
import pytest_asyncio

from bot.discord.channels import UNKNOWN_MESSAGE
from bot.discord.clockwork import Clockwork
from bot.discord.posting import Posting
from bot.discord.prompts.components import read
from bot.discord.requests import SendRoute
from bot.discord.sitting import Sitting
from bot.metrics import Metrics
from bot.session.lobby import PLACE
from bot.session.sessions import Sessions
from bot.session.transaction import NOBODY, Transaction
from bot.table.events import Overdue, Reminded
from bot.table.habits import Habits, Person
from bot.table.records import Address, Press, Standing
from bot.table.timekeeping import HOUR, awake_at, waited_at
from rules.games import all_games, load
from rules.kernel.errors import Refused
from tests.bot.a_table import ALA, CHANNEL, EWA, NAMES, OLEK, Clock, an_interaction
from tests.bot.store.a_server import run_sql, store_for
from tests.bot.told_in_channel import stories

OPTIONS: Mapping[str, Mapping[str, str]] = {"labirynt-smierci": {"gate_front": "any", "resistance": "no"}}
"""House rules by which a game lasts for two weeks; the others do so as they are."""
SEED = bytes([128]) * 32
BEGAN = datetime(2026, 11, 2, 9, tzinfo=ZoneInfo("Europe/Warsaw"))
DAYS, STEP = 14, timedelta(minutes=15)
FALLS = 20
VANISHES = 4
SEATS = {"s1": ALA, "s2": OLEK, "s3": EWA}
WEEKS = Habits(remind_after=12, deadline_after=20, deadline_then="autopilot")

# Ala clicks everything twice. Olek is up when he should sleep. Ewa plays at noon and in the evening till she vanishes.
PEOPLE = {
    ALA: Person(ALA, "Europe/Warsaw"),
    OLEK: Person(OLEK, "America/New_York", 22 * 60, 9 * 60),
    EWA: Person(EWA, "Europe/Lisbon", 23 * 60, 7 * 60 + 30),
}
PLAYS = {ALA: ("09:15", "18:30"), OLEK: ("01:30", "03:00"), EWA: ("12:00", "20:45")}
"""When they look at the channel, by their own clocks."""


class Killed(BaseException):
    """The process ends here."""


class Posted:
    """A message as Discord keeps it."""

    def __init__(self, number: int, at: float, content: str, view: Any, ping: tuple[int, ...]) -> None:
        self.id = number
        self.at = at
        self.began = content
        self._changed = False
        self.content = content
        self.ping = ping
        self.first = {id.address for id in _controls(view)}
        self.live = self.first
        self._page = list(_texts(view))

    @property
    def components(self) -> list[discord.TextDisplay]:
        """Its texts, as a layout has them."""
        return [discord.TextDisplay({"type": 10, "content": item.content, "id": item.id or 0}) for item in self._page]  # type: ignore[typeddict-item]

    @property
    def text(self) -> str:
        """All that it says now."""
        return "\n".join([self.content, *(item.content for item in self._page)])

    def change(self, changes: Mapping[str, Any]) -> None:
        """Other words, other controls."""
        self.content = changes.get("content", self.content) or ""
        if "view" in changes:
            self._page = list(_texts(changes["view"]))
            self.live = {id.address for id in _controls(changes["view"])}
        if self.ping and not self._changed:  # the first edit completes a call
            self.began = self.text.strip()
        self._changed = True


class Discord:
    """A channel that outlives the bot; ``doom``: the call at which the bot is killed, ``taken``: after it was heard."""

    user = application_id = None

    def __init__(self, clock: Clock) -> None:
        self.messages: dict[int, Posted] = {}
        self.doom: int | None = None
        self.taken = False
        self.dead = False
        self._clock = clock
        self.posted: list[Posted] = []
        self._nonces: dict[str, Posted] = {}

    def get_guild(self, guild_id: int) -> None:
        """Nothing is known of the guild's threads."""

    def get_partial_messageable(self, channel_id: int, guild_id: int | None = None) -> Discord:
        """The channel."""
        return self

    def get_partial_message(self, message_id: int) -> OneMessage:
        """A message of it."""
        return OneMessage(self, message_id)

    async def fetch_message(self, message_id: int) -> Posted:
        """A message of it as it is now."""
        self.fall(taken=False)
        return self.there(message_id)

    def there(self, message_id: int) -> Posted:
        """The message; raises what discord.py does where it is gone."""
        if message_id not in self.messages:
            gone: Any = SimpleNamespace(status=404, reason="Not Found")
            raise discord.NotFound(gone, {"code": UNKNOWN_MESSAGE, "message": "Unknown Message"})
        return self.messages[message_id]

    async def send(self, content: str = "", *, view: Any = None, nonce: str = "", **more: Any) -> Posted:
        """A message; one of the same nonce is there already."""
        mentions = more.get("allowed_mentions") or discord.AllowedMentions.none()
        ping = tuple(user.id for user in mentions.users or ()) if not isinstance(mentions.users, bool) else ()
        number = discord.utils.time_snowflake(datetime.fromtimestamp(self._clock(), UTC)) + len(self.posted)
        fresh = Posted(number, self._clock(), content or "", view, ping)
        self.fall(taken=False)
        posted = self._nonces.setdefault(nonce, fresh)
        if posted is fresh:
            self.posted.append(posted)
            self.messages[posted.id] = posted
        self.fall(taken=True)
        return posted

    async def history(self, **where: Any) -> AsyncIterator[Any]:
        """Nobody looks back: this channel never forgets a nonce."""
        for nothing in ():
            yield nothing

    def fall(self, *, taken: bool) -> None:
        """The bot dies, if this is the call at which it was to."""
        if self.doom is not None and taken == self.taken:
            self.doom -= 1
            self.dead = self.dead or self.doom < 0
        if self.dead:
            raise Killed


class OneMessage:
    """A message that can be changed."""

    def __init__(self, channel: Discord, message_id: int) -> None:
        self._channel = channel
        self._id = message_id

    async def edit(self, **changes: Any) -> None:
        """Other words or controls."""
        self._channel.fall(taken=False)
        self._channel.there(self._id).change(changes)
        self._channel.fall(taken=True)

    async def delete(self) -> None:
        """A question that is asked elsewhere now."""
        self._channel.fall(taken=False)
        self._channel.there(self._id)
        del self._channel.messages[self._id]
        self._channel.fall(taken=True)

    async def pin(self) -> None:
        """Nobody looks at the pins here."""

    unpin = pin


def _texts(view: Any) -> Iterator[discord.ui.TextDisplay[Any]]:
    for item in view.walk_children() if view else ():
        if isinstance(item, discord.ui.TextDisplay):
            yield item


def _controls(view: Any) -> Iterator[Any]:
    for item in view.walk_children() if view else ():
        if id := read(getattr(item, "custom_id", None) or ""):
            yield id


class Fortnight:
    """The table, its people, the clock, and the lives of the bot."""

    def __init__(self, file: Path, luck: random.Random, game: str) -> None:
        self.rules = load(game)
        self.clock = Clock()
        self.clock.now = BEGAN.timestamp()
        self.discord = Discord(self.clock)
        self.accepted: list[tuple[int, Address]] = []
        self.refused: Counter[str] = Counter()
        self.falls: Counter[str] = Counter()
        self.game_id = ""
        self._file = file
        self._luck = luck

    async def wake(self) -> None:
        """A life begins."""
        self.discord.dead, self.discord.doom = False, None
        self.store = store_for(self._file)
        await self.store.open()
        self.sessions = Sessions(self.store, {self.rules.name: self.rules}, self.clock, lambda: SEED)
        await self.sessions.open()
        client: Any = self.discord
        metrics = Metrics()
        self.posting = Posting(client, self.sessions, {self.rules.name: self.rules}, metrics, SendRoute())
        self.clockwork = Clockwork(self.sessions, self.posting, metrics)
        await self.posting.deliver_unfinished()

    async def falls_asleep(self, how: str) -> None:
        """A life ends; the next one begins after some hours or at once."""
        self.falls[how] += 1
        await self.clockwork.stop()
        await self.posting.status.stop()
        await self.store.close()
        self.clock.now += self._luck.choice((0, 0, 60, HOUR, 5 * HOUR))
        await self.wake()

    async def begins(self) -> None:
        """Three people, who have said when they sleep, and what follows a deadline."""
        await self.wake()
        for person in PEOPLE.values():
            await self.store.put_person(person)
        lobby = await self.sessions.new(
            game=self.rules.name,
            channel_id=CHANNEL,
            guild_id=1,
            locale="pl",
            leader_id=ALA,
            leader_name=NAMES[ALA],
            options=OPTIONS.get(self.rules.name, {}),
            interaction_id=an_interaction(),
        )
        self.game_id = lobby.record.id
        for user in (OLEK, EWA):
            await self.sessions.join(CHANNEL, user, NAMES[user], an_interaction())
        await self.sessions.start(CHANNEL, ALA, an_interaction())

        async def agree(turn: Transaction) -> None:
            turn.rewrite(habits=WEEKS)

        await self.sessions.change(self.game_id, None, agree)
        await self.posting.deliver(self.game_id)

    async def lives(self) -> None:
        """Fourteen days, a quarter of an hour at a time."""
        steps = int(timedelta(days=DAYS) / STEP)
        falls = sorted(self._luck.sample(range(40, steps - 200), FALLS))
        for step in range(steps):
            self.clock.now = max(self.clock.now, (BEGAN + step * STEP).timestamp())
            try:
                if self.fallen < FALLS and step >= falls[self.fallen] and self.discord.doom is None:
                    await self._plan_a_fall()
                await self._quarter_of_an_hour()
            except Killed:
                await self.falls_asleep("in the middle of a delivery")

    @property
    def fallen(self) -> int:
        """How often the bot has fallen."""
        return sum(self.falls.values())

    async def _plan_a_fall(self) -> None:
        if self._luck.random() < 0.3:
            await self.falls_asleep("between two looks")
        else:
            self.discord.doom, self.discord.taken = self._luck.randint(0, 2), self._luck.random() < 0.5

    async def _quarter_of_an_hour(self) -> None:
        await self.clockwork.go_round()
        await self.posting.deliver(self.game_id)
        for user in PEOPLE:
            if self._looks(user):
                await self._plays(user)

    def _looks(self, user: int) -> bool:
        """Whether somebody looks at the channel in this quarter of an hour."""
        wall = datetime.fromtimestamp(self.clock.now, ZoneInfo(PEOPLE[user].zone))
        quarter = wall.replace(minute=wall.minute // 15 * 15)
        gone = user == EWA and wall - BEGAN >= timedelta(days=VANISHES - 1)
        return not gone and quarter.strftime("%H:%M") in PLAYS[user]

    async def _plays(self, user: int) -> None:
        """Answer as usual, if the table waits for this person; Ala twice, and Discord delivers the second again."""
        standing = await self.standing()
        seat = standing.record.seat_of(user)
        if seat not in waited_at(standing):
            return
        number = an_interaction()
        for interaction in (number, an_interaction(), number) if user == ALA else (number,):
            await self._presses(user, standing, interaction)
        self.posting.live.writer.newest.note(CHANNEL, max(self.discord.messages))
        await self.posting.deliver(self.game_id, Sitting(seat))

    async def _presses(self, user: int, seen: Standing, interaction: int) -> None:
        press = Press(self.game_id, user, interaction, None, seen.address, usual=True)
        try:
            accepted = await self.sessions.answer(press)
        except Refused as refusal:
            self.refused[refusal.reason] += 1
            return
        if not accepted.repeated:
            self.accepted.append((user, seen.address))

    async def standing(self) -> Standing:
        """Where the table stands."""
        found = await self.sessions.standing_of(self.game_id)
        assert found is not None
        return found

    def reminders(self) -> list[Posted]:
        """The messages that remind."""
        return [one for one in self.discord.posted if one.began.startswith("⏰")]

    def story(self) -> str:
        """All that can be read."""
        return "\n".join(one.text for one in self.discord.messages.values())

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """What a query finds in the database."""
        return run_sql(self._file, query, *values)

    async def answers(self) -> list[tuple[str, int, float]]:
        """Seat, user and time of every answer in the log that dice did not give."""
        pages = range(await self._stages())
        found = [await self.store.page(self.game_id, 1, stage) for stage in pages]
        return [
            (row.answer.seat, row.user_id, row.at)
            for page in found
            if page
            for row in page.answers
            if row.answer.seat != "chance"
        ]

    async def _stages(self) -> int:
        return (await self.standing()).address.stage + 1


@pytest_asyncio.fixture(params=all_games())
async def fortnight(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Fortnight]:
    """The two weeks, lived through."""
    table = Fortnight(tmp_path / "db", random.Random(7), request.param)
    try:
        await table.begins()
        await table.lives()
        yield table
    finally:
        await table.clockwork.stop()
        await table.store.close()


@pytest.mark.night
async def test_a_fortnight(fortnight: Fortnight) -> None:
    """The game goes on every day; nobody is reminded twice or at night; who vanished is played, and that is told."""
    answers, here = await fortnight.answers(), (await fortnight.standing()).address
    told = [one.event for row in await fortnight.sessions.chronicle(fortnight.game_id) for one in row.told]
    overdue = [event for event in told if isinstance(event, Overdue)]

    assert fortnight.fallen == FALLS
    assert fortnight.falls["in the middle of a delivery"] >= FALLS // 2
    days = Counter(int((at - BEGAN.timestamp()) // (24 * HOUR)) for _, _, at in answers)
    assert sorted(days) == list(range(DAYS))

    reminded = [(address, user) for one in fortnight.reminders() for address in one.first for user in one.ping]
    called = {user for one in fortnight.discord.posted if one.began.startswith("👋") for user in one.ping}
    due = {seat for one in told if isinstance(one, Reminded) and not one.called for seat in one.seats}
    assert {user for _, user in reminded} == {user for seat, user in SEATS.items() if seat in due}
    thought_of = {*called, *(user for _, user in reminded)}
    assert EWA in thought_of
    assert len(thought_of) > 1
    assert max(Counter(reminded).values()) == 1
    asked = [one for one in fortnight.discord.posted if one not in fortnight.reminders()]
    assert max(Counter((at, user) for one in asked for at in one.first for user in one.ping).values()) == 1
    assert [one for one in fortnight.reminders() for user in one.ping if not is_awake(user, one.at)] == []

    ewa, gone = "s3", (BEGAN + timedelta(days=VANISHES)).timestamp()
    hers = [user for seat, user, at in answers if seat == ewa and at > gone]
    assert set(hers) == {NOBODY}
    assert any(ewa in event.seats for event in overdue)
    told_late = fortnight.story().count("Minął czas na odpowiedź")
    assert len(overdue) - 1 <= told_late <= len(overdue)  # the newest message sums up what it has no room for

    assert Counter(user for _, user, _ in answers if user) == Counter(user for user, _ in fortnight.accepted)
    assert max(Counter(fortnight.accepted).values()) == 1
    assert set(fortnight.refused) <= {"stale", "already_answered"}
    assert await fortnight.sessions.outbox() == []

    (asking,) = [one for one in fortnight.discord.messages.values() if one.live - {PLACE}]
    tale = [
        row for row in stories(fortnight.rows, fortnight.game_id) if row[0] != asking.id
    ]  # it shows the newest only
    wanted = Counter(line for _, said in tale for line in said)
    others = [one.text.replace("**", "") for one in fortnight.discord.messages.values() if one is not asking]
    lines = [line.strip("~ ") for text in others for line in text.split("\n")]
    assert Counter(line for line in lines if line in wanted) == wanted
    assert asking.live == {here}


def is_awake(user: int, moment: float) -> bool:
    """Whether a reminder does not wake somebody then."""
    return awake_at(PEOPLE[user], moment) == moment
