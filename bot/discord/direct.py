"""Direct messages for those who asked for them: each call in its reader's language, with what everybody may see."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import suppress
from hashlib import blake2b
from typing import Any

import discord
import structlog
from msgspec.structs import replace

from bot.acts.absence import person_of, set_rest, tables_waiting_for
from bot.bounded import Bounded
from bot.discord.in_flight import InFlight
from bot.discord.prompts.components import fit_lines, mention_user
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import address_of, prompt
from bot.discord.sitting import awake_people
from bot.metrics import Metrics
from bot.session.sessions import Sessions
from bot.table.habits import Person
from bot.table.records import Address
from bot.table.timekeeping import SPREAD
from rules.kernel.errors import Refused
from rules.kernel.game import Rules

CLOSED = 50007
"""Discord's error code for a person who takes no direct messages from the bot."""
REMEMBERED = 10_000
"""Maximum number of people and tables whose last direct message is remembered."""

Say = Callable[[Scene, int], str]
"""Returns the words for a person (user id) from the public scene of a table in their language."""

_log = structlog.get_logger(__name__)


def scene_for(scene: Scene, locale: str) -> Scene:
    """Return the scene in this language ('': the table's)."""
    record = replace(scene.record, locale=locale or scene.record.locale)
    return replace(scene, standing=replace(scene.standing, record=record))


def question_for(scene: Scene, user_id: int) -> str:
    """Return a mention of the person, the open question, and the usual answer with its stakes."""
    return prompt(scene, [user_id]).call


def say(key: str, **facts: Any) -> Say:
    """Return these words of the catalogue, with the mention of the person as ``who``."""
    return lambda scene, user_id: scene.narrator.say(key, who=mention_user(user_id), **facts)


vote_for = say("prompt.vote")
"""The line that asks a person for a vote."""


class DirectMessages:
    """Sends direct messages in the background; none to people who have not asked for them."""

    def __init__(
        self,
        client: discord.Client,
        sessions: Sessions,
        games: Mapping[str, Rules],
        metrics: Metrics,
        in_flight: InFlight,
    ) -> None:
        self._client = client
        self._sessions = sessions
        self._games = games
        self._metrics = metrics
        self._in_flight = in_flight
        self._began = sessions.clock()
        self._asked = Bounded[tuple[int, str], Address](REMEMBERED)
        """The last question of a table that a person was called to."""
        self._questions = Bounded[tuple[int, str], int](REMEMBERED)
        """The message with the last question of a table to a person, which the next one replaces."""
        self.closed: set[int] = set()
        """Those who have refused a direct message, and have yet to be told."""

    @property
    def has_just_begun(self) -> bool:
        """Whether the bot may have been down until now, so that everybody is due at once."""
        return self._sessions.clock() - self._began < SPREAD

    async def open(self, user: discord.abc.User, words: str) -> int:
        """Return the channel of this person's direct messages; a new one begins with these words.

        Raises ``Refused("dm_closed")`` if the person takes no messages from the bot.
        """
        if known := (await person_of(self._sessions.store, user.id)).dm_id:
            return known
        try:
            channel = await self._client.create_dm(user)
            await channel.send(words)
        except discord.Forbidden as refusal:
            raise Refused("dm_closed") from refusal
        return channel.id

    async def call(self, scene: Scene, users: Collection[int], say: Say) -> list[int]:
        """Call those of the users who are awake: by direct messages, and by pings of those whose ids are returned."""
        people = await awake_people(self._sessions, users)
        self.tell(scene, people, say)
        return [person.user_id for person in people if person.is_pinged]

    def tell(self, scene: Scene, people: Iterable[Person], say: Say, message_id: int = 0) -> None:
        """Send one message about a table to each of these people who wants it."""
        for person in people:
            if person.dm_id:
                said = self._about(scene, person, say, message_id)
                question_of = scene.game_id if say is question_for else ""
                self._in_flight.begin(self._send(person, said, f"{scene.address}", question_of))

    def ask(self, scene: Scene, people: Iterable[Person], message_id: int) -> None:
        """Send the open question to each of these people, once."""
        self.tell(
            scene,
            [person for person in people if person.dm_id and self._is_new(person, scene)],
            question_for,
            message_id,
        )

    def wake(self, people: Iterable[Person]) -> None:
        """Send everything that waits for these people since their quiet hours, one message to each."""
        for person in people:
            if person.dm_id:
                self._in_flight.begin(self._send(person, self._waiting(person)))

    async def _waiting(self, person: Person) -> str:
        if self.has_just_begun:
            await self._in_flight.rest(person.user_id % SPREAD)
        found = await tables_waiting_for(self._sessions, person.user_id)
        scenes = [Scene(standing, self._games[standing.record.game]) for standing in found]
        new = [scene for scene in scenes if self._is_new(person, scene)]
        return fit_lines([await self._about(scene, person, question_for) for scene in new])

    def _is_new(self, person: Person, scene: Scene) -> bool:
        key = (person.user_id, scene.game_id)
        known = self._asked.get(key)
        self._asked[key] = scene.address
        return known != scene.address

    async def _about(self, scene: Scene, person: Person, say: Say, message_id: int = 0) -> str:
        own = scene_for(scene, person.locale)
        game = own.narrator.say(f"game.{own.record.game}")
        return f"{say(own, person.user_id)}\n{game} · {address_of(own.record, message_id)}"

    async def _send(self, person: Person, words: Awaitable[str], mark: str = "", question_of: str = "") -> None:
        """Send a message; Discord accepts the same one about the same question once. Failures are logged.

        ``question_of``: the table whose question it is; the message with the last one is deleted.
        """
        try:
            if said := await words:
                channel = self._client.get_partial_messageable(person.dm_id)
                nonce = blake2b(f"{mark}{said}".encode(), digest_size=12).hexdigest()
                message = await channel.send(said, nonce=nonce, suppress_embeds=True)
                self._metrics.posts.labels("dm").inc()
                if question_of:
                    older = self._questions.get((person.user_id, question_of), message.id)
                    self._questions[person.user_id, question_of] = message.id
                    if older != message.id:
                        with suppress(discord.NotFound):  # the person has deleted it
                            await channel.get_partial_message(older).delete()
        except Exception as failure:  # the table goes on
            _log.warning("dm.failed", raised=type(failure).__name__, exc_info=True)
            if getattr(failure, "code", 0) == CLOSED:
                self.closed.add(person.user_id)
                await set_rest(self._sessions, person.user_id, place="channel")
                await self._sessions.store.unfollow(person.user_id)
