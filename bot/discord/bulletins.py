"""What a game's followers are told by direct messages, and its channel once a day: the public story, no question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, time, timedelta

import discord
import structlog
from msgspec.structs import replace

from bot.acts.absence import person_of
from bot.discord.channels import Channels
from bot.discord.direct import DirectMessages, scene_for
from bot.discord.messages import plain_message
from bot.discord.prompts.components import fit_lines
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.table_words import status_line
from bot.discord.retry_queue import LINE
from bot.discord.screen_story import told_on_screen
from bot.executors import PAST
from bot.games.weights import ALWAYS_TOLD
from bot.session.faults import OurFault
from bot.session.sessions import Sessions
from bot.table.events import HouseEvent
from bot.table.habits import Follower, Person
from bot.table.records import GameRecord, OutboxRow
from bot.table.timekeeping import DAY, awake_at, clock_of
from rules.kernel.errors import Refused
from rules.kernel.events import DecidedUnasked, Told
from rules.kernel.game import Rules

MOST = 25
"""Maximum number of followers of a game."""
HOURS: Mapping[str, int] = {"morning": 8, "evening": 18}
"""The hours of the daily messages by a follower's clock; after quiet hours if they fall into them."""
AT_A_TIME = 50
"""Followers told in one round of the clock."""

_log = structlog.get_logger(__name__)


class Bulletins:
    """Tells followers of a game; what a crash or an error of Discord swallows is not told again."""

    def __init__(
        self,
        client: discord.Client,
        sessions: Sessions,
        games: Mapping[str, Rules],
        channels: Channels,
        direct: DirectMessages,
        posted: Callable[[int, int], None],
    ) -> None:
        self._client = client
        self._sessions = sessions
        self._games = games
        self._channels = channels
        self._direct = direct
        self._posted = posted

    async def follow(self, record: GameRecord, follower: Follower) -> None:
        """Let somebody follow a game from now on; raises ``Refused("followers_full")``."""
        store = self._sessions.store
        others = [known for known in await store.followers(record.id) if known.user_id != follower.user_id]
        if len(others) >= MOST:
            raise Refused("followers_full", most=MOST)
        now = self._sessions.clock()
        due_at = await self._next_at(record, follower, now)
        await store.follow(replace(follower, told_at=now, due_at=due_at))

    async def _next_at(self, record: GameRecord, follower: Follower, now: float) -> float:
        """Return when to tell a follower next (seconds); 0: as it happens. A channel lives by its leader's clock."""
        if follower.how == "events":
            return 0.0
        person = await person_of(self._sessions.store, follower.user_id or record.leader_id)
        clock = clock_of(person)
        today = datetime.fromtimestamp(now, clock).date()
        days = [datetime.combine(today + timedelta(days), time(HOURS[follower.how]), clock) for days in range(3)]
        return awake_at(person, next(day.timestamp() for day in days if day.timestamp() > now))

    async def note(self, scene: Scene, rows: Sequence[OutboxRow]) -> None:
        """Let followers be told of great events, and all of the end, in the next round in which they are awake."""
        over = scene.record.phase == "ended"
        if not over and not any(_is_great(scene, fact) for row in rows for fact in row.told):
            return
        store, now = self._sessions.store, self._sessions.clock()
        for follower in await store.followers(scene.game_id):
            if over and not follower.user_id:
                await store.unfollow(0, scene.game_id)
            elif over or follower.how == "events":
                due_at = awake_at(await person_of(store, follower.user_id), now)
                if not 0 < follower.due_at <= due_at:
                    await store.follow(replace(follower, due_at=due_at))

    async def go_round(self) -> None:
        """Tell everybody who is due; raises ``StoreUnavailable``."""
        store, now = self._sessions.store, self._sessions.clock()
        for follower in await store.followers_due(now, AT_A_TIME):
            try:
                await self._tell(follower, now)
            except OurFault:  # it is in the log
                await store.follow(replace(follower, due_at=now + DAY))

    async def _tell(self, follower: Follower, now: float) -> None:
        """Tell a follower what is new to them; noted first, so that nothing is told twice."""
        store = self._sessions.store
        standing = await self._sessions.standing_of(follower.game_id)
        if not standing:
            return
        scene = scene_for(Scene(standing, self._games[standing.record.game]), follower.locale)
        over = scene.record.phase == "ended"
        if over:
            await store.unfollow(follower.user_id, scene.game_id)
        else:
            due_at = await self._next_at(scene.record, follower, now)
            await store.follow(replace(follower, told_at=now, due_at=due_at))
        rows = [row for row in await self._sessions.chronicle(scene.game_id) if row.at > follower.told_at]
        said = await PAST.do(_bulletin, scene, rows)
        if not said:
            return
        if not follower.user_id:
            await self._post(scene, said, now)
            return
        may_view = await self._may_view(scene.record, follower.user_id)
        if may_view:
            person = Person(follower.user_id, dm_id=follower.dm_id, locale=follower.locale)
            self._direct.tell(scene, [person], lambda *_: said)
        elif may_view is False:
            await store.unfollow(follower.user_id, scene.game_id)

    async def _post(self, scene: Scene, said: str, now: float) -> None:
        try:
            message = plain_message("bulletin", said, f"{scene.game_id}b{int(now)}")
            message_id, _ = await self._channels.send(scene, message)
            self._posted(scene.record.channel_id, message_id)
        except LINE as failure:
            _log.warning("bulletin.failed", game=scene.game_id, raised=type(failure).__name__)

    async def _may_view(self, record: GameRecord, user_id: int) -> bool | None:
        """Whether a person may see the game's channel; None: Discord does not say now."""
        guild = self._client.get_guild(record.guild_id)
        channel = guild.get_channel_or_thread(record.channel_id) if guild else None
        if not guild or not channel:
            return None
        try:
            member = await guild.fetch_member(user_id)
            if isinstance(channel, discord.Thread) and channel.is_private():
                await channel.fetch_member(user_id)
        except LINE as failure:
            return False if isinstance(failure, discord.NotFound) else None
        return channel.permissions_for(member).view_channel


def _is_great(scene: Scene, fact: Told) -> bool:
    event = fact.event
    return fact.to is None and not isinstance(event, HouseEvent) and scene.face.weight(event) <= ALWAYS_TOLD


def _bulletin(scene: Scene, rows: Sequence[OutboxRow]) -> str:
    """Return what these stories told, how the game stands and whom it waits for; '' if they told nothing."""
    own = [
        replace(row, told=tuple(fact for fact in row.told if not isinstance(fact.event, DecidedUnasked)))
        for row in rows
    ]
    if not (told := told_on_screen(scene, (), own)):
        return ""
    head = scene.narrator.say("follow.head", game=scene.narrator.say(f"game.{scene.record.game}"))
    return fit_lines([head, told, *scene.face.course(scene.narrator, scene.weighed), status_line(scene)])
