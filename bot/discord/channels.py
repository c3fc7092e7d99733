"""Checks the bot's permissions in table channels, and posts each message there only once."""

from __future__ import annotations

from collections.abc import Awaitable, Collection, Iterator, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, TypeVar

import discord
from discord import Forbidden, HTTPException, Message, NotFound, Thread
from structlog import get_logger

from bot.bounded import Bounded
from bot.discord.ladder import Form, first_accepted
from bot.discord.messages import NONCE, Known, OutgoingMessage, marks_in
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.reply import UNHEARD, Interaction, Reply
from bot.discord.requests import FollowUps, TooMany
from bot.discord.retry_queue import Place
from bot.metrics import Metrics
from rules.kernel.errors import Refused
from rules.kernel.words import Word


def missing_permissions(interaction: Interaction, *, thread: bool = False) -> tuple[Word, ...]:
    """Return the catalogue names of the permissions that the bot lacks here; ``thread``: it will open a thread."""
    has = interaction.app_permissions
    wanted = ("view_channel", *_posting_permissions(interaction, thread), "attach_files")
    return tuple(Word(f"permission.{name}") for name in wanted if not getattr(has, name))


def _posting_permissions(interaction: Interaction, thread: bool) -> Iterator[str]:
    if thread:
        yield "create_public_threads"
    inside = isinstance(interaction.channel, Thread)
    yield "send_messages_in_threads" if thread or inside else "send_messages"
    if isinstance(interaction.channel, Thread) and interaction.channel.locked:
        yield "manage_threads"  # without it nobody can write into a locked thread


def must_have_permissions(interaction: Interaction, *, thread: bool = False) -> None:
    """Raise ``Refused("permissions")`` if the bot lacks a permission that a table needs."""
    if lacking := missing_permissions(interaction, thread=thread):
        raise Refused("permissions", missing=lacking)


NONCE_LIVES = 120.0
"""Seconds for which Discord surely remembers a nonce; its documentation says "a few minutes"."""
UNKNOWN_MESSAGE = 10008
"""Discord's error code for a deleted message."""
LOOKED_BACK = 100
"""Number of channel messages that are searched for the bot's own."""
TRIED = 1_000
"""Number of remembered messages that may have arrived."""
BY_CHANNEL = 0
"""Marks in ``_tried`` a message that was posted with a nonce, not as a follow-up."""
SLOW = 1.0
"""Seconds of an upload after which presses are acknowledged before the next one."""

T = TypeVar("T")

_log = get_logger(__name__)


class Memory:
    """The bot's own messages in a table's channel, read on first use.

    ``me``: the ids of the bot's user and application. ``after``: the last message known to belong to the table.
    ``noted``: ids of the messages that are already stored.
    """

    def __init__(
        self, channel: discord.PartialMessageable, me: Collection[int], after: int, noted: Collection[int]
    ) -> None:
        self._channel = channel
        self._me = me
        self._after = after
        self._noted = noted
        self._own: list[Message] | None = None

    async def find(self, known: Known) -> int | None:
        """Return the id of the oldest unstored message that ``known`` recognises, or None."""
        return next((message.id for message in await self.own() if known(message)), None)

    async def own(self) -> Sequence[Message]:
        """Return the bot's unstored messages, oldest first."""
        if self._own is None:
            self._own = await self._read()
        return self._own

    async def _read(self) -> list[Message]:
        after = discord.Object(self._after) if self._after else None
        try:
            found = [message async for message in self._channel.history(limit=LOOKED_BACK, after=after)]
        except Forbidden:  # without the permission to look back nothing is recognised
            return []
        # Follow-ups come from the application's webhook, in the bot's name.
        own = [
            message
            for message in found
            if (message.author.id in self._me or message.webhook_id in self._me) and message.id not in self._noted
        ]
        return sorted(own, key=lambda message: message.id)


class Channels:
    """Posts, edits and deletes messages in the channels of tables."""

    def __init__(self, client: discord.Client, metrics: Metrics, follow_ups: FollowUps) -> None:
        self._client = client
        self._metrics = metrics
        self._follow_ups = follow_ups
        self._tried = Bounded[str, int](TRIED)
        """Messages that may have arrived, by nonce: the id of the message that a follow-up came after, or
        ``BY_CHANNEL``.
        """
        self._followed = Bounded[int, Reply](TRIED)
        """Follow-ups that were not edited yet, by message id, with their interactions' replies."""
        self.are_uploads_slow = False

    def of(self, scene: Scene) -> discord.PartialMessageable:
        """Return the channel of a table."""
        record = scene.record
        return self._client.get_partial_messageable(record.channel_id, guild_id=record.guild_id)

    def rights(self, place: Place) -> int:
        """Return the bot's permissions in a channel as a bit field; 0 if it has none or does not see the channel."""
        guild = self._client.get_guild(place.guild_id)
        channel = guild.get_channel_or_thread(place.channel_id) if guild else None
        if not guild or channel is None or (isinstance(channel, Thread) and not channel.parent):
            return 0
        return channel.permissions_for(guild.me).value

    def memory(self, scene: Scene, after: int, noted: Collection[int]) -> Memory:
        """Return the bot's own messages in a table's channel since the message ``after``."""
        me = {self._client.user.id if self._client.user else 0, self._client.application_id or 0}
        return Memory(self.of(scene), me, after, noted)

    def may_attach(self, scene: Scene) -> bool:
        """Whether the bot may upload files to a table's channel; True if its permissions there are unknown."""
        record = scene.record
        rights = self.rights(Place(record.guild_id, record.channel_id))
        return not rights or discord.Permissions(rights).attach_files

    async def send(
        self, scene: Scene, message: OutgoingMessage, memory: Memory | None = None, reply: Reply | None = None
    ) -> tuple[int, Form | None]:
        """Post a message; return its id and the form that Discord accepted, None if ``memory`` already holds it.

        Raises Discord's final refusals. ``reply``: the interaction to which a new message may be posted as a follow-up.
        """
        tried = self._tried.get(message.nonce)
        if tried:
            memory = self.memory(scene, tried, ())
        if memory and (found := await memory.find(message.known)) is not None:
            _log.info("post.adopted", game=scene.game_id, kind=message.kind)
            self._tried.pop(message.nonce, None)
            return found, None
        new = memory is None and tried is None
        sent_id = await self._follow(scene, message, reply) if new and reply else None
        return (sent_id, message.forms[0]) if sent_id else await self._post(scene, message)

    async def _follow(self, scene: Scene, message: OutgoingMessage, reply: Reply) -> int | None:
        """Post a message as a follow-up and return its id, or None if it must be posted to the channel."""
        channel_id = scene.record.channel_id  # the table may have moved since it was asked
        here = reply.interaction.channel_id == channel_id and reply.can_be_followed
        if not here or not self._follow_ups.take(channel_id):
            return None
        self._try(message, reply.message_id)
        try:
            sent_id = await reply.follow(**message.how, **message.forms[0].as_new())
        except TooMany:
            self._follow_ups.fill(channel_id)
            return None
        except HTTPException as refusal:  # the token is too old, or it is something that webhooks do not take
            _log.info("post.unfollowed", kind=message.kind, code=refusal.code, text=refusal.text)
            return None
        self._has_arrived(message)
        self._followed[sent_id] = reply
        return sent_id

    async def _post(self, scene: Scene, message: OutgoingMessage) -> tuple[int, Form]:
        self._try(message, BY_CHANNEL)
        channel, how = self.of(scene), {"nonce": message.nonce[:NONCE], **message.how}
        form, sent = await first_accepted(
            message.forms, lambda form: self.timed(form, channel.send(**how, **form.as_new()))
        )
        if form is not message.forms[0]:
            self._metrics.posts_failed.inc()
        self._has_arrived(message)
        return sent.id, form

    async def timed(self, form: Form, call: Awaitable[T]) -> T:
        """Await a call with this form, and note whether uploads are slow now."""
        began = monotonic()
        try:
            return await call
        finally:
            if form.has_files:
                self.are_uploads_slow = monotonic() - began > SLOW

    def _try(self, message: OutgoingMessage, after: int) -> None:
        """Note that this message may arrive from now on; ``after`` is the value for ``_tried``."""
        self._tried[message.nonce] = after

    def _has_arrived(self, message: OutgoingMessage) -> None:
        self._tried.pop(message.nonce, None)
        self._metrics.posts.labels(message.kind).inc()

    async def edit(self, scene: Scene, message_id: int, **changes: Any) -> bool:
        """Edit a message; return False if it was deleted. A new follow-up is edited as such, which is not counted."""
        reply = self._followed.pop(message_id, None)
        if reply and not reply.interaction.is_expired():
            with suppress(*UNHEARD):
                await reply.interaction.followup.edit_message(message_id, **changes)
                return True
        try:
            await self.of(scene).get_partial_message(message_id).edit(**changes)
        except NotFound as gone:
            if gone.code != UNKNOWN_MESSAGE:
                raise
            _log.info("prompt.gone", game=scene.game_id)
            return False
        return True

    async def remove(self, scene: Scene, message_id: int) -> None:
        """Delete a message if it exists."""
        try:
            await self.of(scene).get_partial_message(message_id).delete()
        except (NotFound, Forbidden):
            _log.info("prompt.gone", game=scene.game_id)

    async def marks(self, scene: Scene, message_id: int) -> frozenset[int]:
        """Return the marks of the stories in a message; none if it was deleted or the bot may not read it."""
        try:
            return marks_in(await self.of(scene).fetch_message(message_id))
        except (NotFound, Forbidden):
            return frozenset()

    async def is_there(self, scene: Scene, message_id: int) -> bool:
        """Whether a message still exists; True if the bot may not look."""
        try:
            await self.of(scene).fetch_message(message_id)
        except NotFound as gone:
            return gone.code != UNKNOWN_MESSAGE
        except Forbidden:
            return True
        return True
