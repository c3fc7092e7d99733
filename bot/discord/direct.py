"""Direct messages for those who asked for them: each call in its reader's language, with what everybody may see."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from contextlib import suppress
from hashlib import blake2b
from typing import Any

import discord
import structlog
from msgspec.structs import replace

from bot.acts.absence import person_of, set_rest
from bot.discord.in_flight import InFlight
from bot.discord.prompts.components import fit_lines, mention_user
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import address_of, prompt
from bot.discord.sitting import awake_people
from bot.metrics import Metrics
from bot.session.faults import OurFault
from bot.session.sessions import Sessions
from bot.table.habits import Person
from bot.table.records import Address
from bot.table.timekeeping import is_waiting_for
from bot.words.narrator import Narrator
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


def vote_for(scene: Scene, user_id: int) -> str:
    """Return the line that asks a person for a vote."""
    return scene.narrator.say("prompt.vote", who=mention_user(user_id))


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
        self._asked: OrderedDict[tuple[int, str], Address] = OrderedDict()
        """The last question of a table that a person was called to."""
        self.closed: set[int] = set()
        """Those who have refused a direct message, and have yet to be told."""

    async def open(self, user: discord.abc.User, narrator: Narrator) -> int:
        """Return the channel of this person's direct messages; a new one begins with a line.

        Raises ``Refused("dm_closed")`` if the person takes no messages from the bot.
        """
        if known := (await person_of(self._sessions.store, user.id)).dm_id:
            return known
        try:
            channel = await self._client.create_dm(user)
            await channel.send(narrator.say("dm.opened"))
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
                self._begin(self._tell(scene, person, say, message_id))

    async def _tell(self, scene: Scene, person: Person, say: Say, message_id: int) -> None:
        await self._send(person, self._about(scene, person, say, message_id), f"{scene.address}")

    def ask(self, scene: Scene, people: Iterable[Person], message_id: int) -> None:
        """Send the open question to each of these people, once."""
        self.tell(scene, [person for person in people if self._is_new(person, scene)], question_for, message_id)

    def wake(self, people: Iterable[Person]) -> None:
        """Send everything that waits for these people since their quiet hours, one message to each."""
        for person in people:
            if person.dm_id:
                self._begin(self._wake(person))

    async def _wake(self, person: Person) -> None:
        parts: list[str] = []
        for entry in await self._sessions.store.tables_of(person.user_id):
            with suppress(OurFault):
                standing = await self._sessions.standing_of(entry.id) if entry.phase == "playing" else None
                if standing is not None and is_waiting_for(standing, person.user_id):
                    scene = Scene(standing, self._games[standing.record.game])
                    parts += [self._about(scene, person, question_for)] * self._is_new(person, scene)
        if parts:
            await self._send(person, fit_lines(parts))

    def _is_new(self, person: Person, scene: Scene) -> bool:
        key = (person.user_id, scene.game_id)
        known = self._asked.pop(key, None)
        self._asked[key] = scene.address
        if len(self._asked) > REMEMBERED:
            self._asked.popitem(last=False)
        return known != scene.address

    def _about(self, scene: Scene, person: Person, say: Say, message_id: int = 0) -> str:
        own = scene_for(scene, person.locale)
        game = own.narrator.say(f"game.{own.record.game}")
        return f"{say(own, person.user_id)}\n{game} · {address_of(own.record, message_id)}"

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        self._in_flight.begin(self._logged(work))

    async def _logged(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as failure:  # the table goes on
            _log.warning("dm.failed", raised=type(failure).__name__, exc_info=True)

    async def _send(self, person: Person, said: str, mark: str = "") -> None:
        """Send a message; Discord accepts the same one about the same question once."""
        channel = self._client.get_partial_messageable(person.dm_id)
        nonce = blake2b(f"{mark}{said}".encode(), digest_size=12).hexdigest()
        try:
            await channel.send(said, nonce=nonce, suppress_embeds=True)
        except discord.Forbidden as refusal:
            if refusal.code != CLOSED:
                raise
            self.closed.add(person.user_id)
            await set_rest(self._sessions, person.user_id, place="channel")
            return
        self._metrics.posts.labels("dm").inc()
