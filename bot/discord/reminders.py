"""Reminds those whom a table waits for: the question once more, calls to vote, and deadlines missed in a row."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import discord
from msgspec.structs import replace

from bot.discord import messages
from bot.discord.channels import Channels, Memory
from bot.discord.delivery_plan import Posted, QuestionMessage
from bot.discord.direct import DirectMessages, question_for, vote_for
from bot.discord.live import PROMPT, Live
from bot.discord.prompts.components import mention_user
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import digest, reminder
from bot.discord.sitting import awake_people, people_gone
from bot.session.asking import people_of
from bot.session.sessions import Sessions
from bot.store.units import Placed
from bot.table.events import Reminded
from bot.table.habits import Person
from bot.table.records import OutboxRow, Prompt
from bot.table.timekeeping import DAY, awake_at, players, waited_at
from bot.words.narrator import Said
from rules.kernel.requests import Seat

LATE = 300.0
"""Seconds after which a question counts as posted late."""


class Called(NamedTuple):
    """Whom a reminder calls, of those who are awake and on the server.

    ``seats``: those that are shown the question again; ``left``: of these, whose people have left the server. ``asked``
    and ``voting``: the people called to answer and to vote. ``late``: nobody was called when the question was asked.
    """

    seats: list[Seat]
    left: tuple[Seat, ...]
    asked: list[Person]
    voting: list[Person]
    late: bool


class Reminders:
    """Posts the reminders that are stored, and knows who has left a server."""

    def __init__(
        self, client: discord.Client, sessions: Sessions, channels: Channels, live: Live, direct: DirectMessages
    ) -> None:
        self._client = client
        self._sessions = sessions
        self._store = sessions.store
        self._channels = channels
        self._live = live
        self._direct = direct
        self._looked: dict[tuple[int, int], tuple[float, bool]] = {}
        """When each person was last looked for in a guild, and whether they were gone."""

    async def remind(
        self, scene: Scene, prompts: Sequence[Prompt], rows: Sequence[OutboxRow], memory: Memory | None
    ) -> None:
        """Post the question again for those still waited for, and close the older one.

        ``prompts`` are those of the open question from before this delivery; a newer prompt needs no reminder. The
        deliveries are noted last, so that after a crash the same steps repeat with the same nonce.
        """
        if not (reminders := [row for row in rows if is_reminder_only(row)]):
            return
        called = await self._called(scene, prompts, reminders)
        message_id = await self._post(scene, prompts, reminders, called, memory)
        if called.late or self._direct.has_just_begun:
            self._direct.wake(called.asked)
        else:
            self._direct.tell(scene, called.asked, question_for, message_id or 0)
        self._direct.tell(scene, called.voting, vote_for)
        posted_as = Prompt(scene.address, PROMPT, message_id) if message_id else None
        await self._store.note_posted(scene.game_id, posted_as, [Placed(row.id, message_id) for row in reminders])

    async def _called(self, scene: Scene, prompts: Sequence[Prompt], reminders: Sequence[OutboxRow]) -> Called:
        seats, voters, late = _reminded(scene, reminders)
        if not prompts:
            seats = []
        if seats and late:
            known = await self._called_by_question(scene, prompts, seats)
            seats = [seat for seat in seats if seat not in known]
        who = players(scene.record)
        # A reminder that is late, as the bot was down, may meet somebody's night.
        people = await awake_people(self._sessions, {who[seat] for seat in (*seats, *voters) if seat in who})
        gone = await self._people_gone(scene.record.guild_id, [person.user_id for person in people])
        here = {person.user_id: person for person in people if person.user_id not in gone}

        def people_at(seats: Iterable[Seat]) -> list[Person]:
            return [here[user] for user in dict.fromkeys(map(who.get, seats)) if user in here]

        asked = people_at(seats)
        if late:  # a direct message is enough, without the question once more in the channel
            written = {person.user_id for person in asked if not person.is_pinged}
            seats = [seat for seat in seats if who.get(seat) not in written]
        left = tuple(seat for seat in seats if who.get(seat) in gone)
        return Called(seats, left, asked, people_at(voters), late)

    async def _post(
        self,
        scene: Scene,
        prompts: Sequence[Prompt],
        reminders: Sequence[OutboxRow],
        called: Called,
        memory: Memory | None,
    ) -> int | None:
        """Return the message in which the question stands again; None without one."""
        nonce = f"{scene.game_id}r{reminders[-1].id}"
        voting = [person.user_id for person in called.voting if person.is_pinged]
        said = [scene.narrator.say("prompt.vote", who=Said(" ".join(map(mention_user, voting))))] if voting else []
        if not called.seats:
            if said:
                await self._channels.send(scene, messages.plain_message("call", said[0], nonce, ping=voting), memory)
            return None
        if called.left:
            said.append(scene.narrator.say("prompt.gone", who=called.left))
        here = [seat for seat in called.seats if seat not in called.left]
        below = "\n".join(filter(None, [*said, await self._missed(scene, here)]))
        awake = [person.user_id for person in called.asked if person.is_pinged]
        shown = reminder(scene, here, awake, below, called=called.late)
        picture = await scene.question_picture()
        shown = replace(shown, ping=[*shown.ping, *voting])
        posted = Posted(scene, "", shown, [picture] if picture else [], ())
        message_id = await self._live.writer.send(posted, nonce, memory)
        self._live.remember(scene.game_id, QuestionMessage(message_id, tuple(reminders)))
        for prompt in prompts:
            if prompt.message_id != message_id:
                await self._live.retire(scene, prompt.message_id)
        return message_id

    async def _people_gone(self, guild_id: int, users: Collection[int]) -> set[int]:
        """Return those who have left the server, with one look at each in a day."""
        now = self._sessions.clock()
        self._looked = {key: seen for key, seen in self._looked.items() if 0 <= now - seen[0] < DAY}
        new = [user for user in users if (guild_id, user) not in self._looked]
        gone = await people_gone(self._client.get_guild(guild_id), new)
        self._looked |= {(guild_id, user): (now, user in gone) for user in new}
        return {user for user in users if self._looked[guild_id, user][1]}

    async def _called_by_question(self, scene: Scene, prompts: Sequence[Prompt], seats: Sequence[Seat]) -> set[Seat]:
        """Return those whom the question called when it was posted late, as they slept only when it was asked."""
        posted_at = max(discord.utils.snowflake_time(prompt.message_id).timestamp() for prompt in prompts)
        if posted_at < scene.standing.asked_at + LATE:
            return set()
        who = players(scene.record)
        people = await people_of(self._store, [who.get(seat, 0) for seat in seats])
        return {seat for seat, person in zip(seats, people, strict=True) if awake_at(person, posted_at) == posted_at}

    async def _missed(self, scene: Scene, seats: Sequence[Seat]) -> str:
        """Return a digest of what happened meanwhile if a seat gets daily pings, else ''."""
        who, store, record = players(scene.record), self._store, scene.record
        people = await store.people([who[seat] for seat in seats if seat in who])
        daily = [user for user, person in people.items() if person.pings == "daily"]
        if not daily:
            return ""
        since = min([await store.last_acted(record.id, user) for user in daily])
        stages, first = await store.missed(record.id, since)
        return digest(scene, stages, first)


def _reminded(scene: Scene, reminders: Sequence[OutboxRow]) -> tuple[list[Seat], list[Seat], bool]:
    """Return the seats reminded of the open question, those reminded of a vote, and ``late`` (see ``Called``)."""
    told = [(row.address, fact.event) for row in reminders for fact in row.told if isinstance(fact.event, Reminded)]
    fresh = [event for address, event in told if address == scene.address and not event.vote]
    seats = [seat for seat in waited_at(scene.standing) if any(seat in event.seats for event in fresh)]
    voters = [seat for _, event in told if event.vote for seat in event.seats]
    return seats, voters, all(event.called for event in fresh)


def is_reminder_only(row: OutboxRow) -> bool:
    """Whether a story tells nothing but a reminder, which is posted as the question once more."""
    return bool(row.told) and all(isinstance(fact.event, Reminded) for fact in row.told)
