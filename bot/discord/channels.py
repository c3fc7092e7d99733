"""The channels of tables: what is written there is written once, and a part that Discord refuses silences no other.

Discord recognises a repeated message by its nonce for some minutes only; what may have been posted before that is
looked for among the bot's own messages, and adopted.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import discord
import structlog

from bot.discord.debts import reason_of
from bot.discord.letters import Known, Letter
from bot.discord.prompts.scene import Scene
from bot.metrics import Metrics

NONCE_LIVES = 120.0
"""Seconds for which Discord surely knows a nonce; its documentation says «a few minutes»."""
UNKNOWN_MESSAGE = 10008
"""What Discord answers to whoever means a message that was deleted."""
LOOKED_BACK = 100
"""Messages of a channel that are read to find the bot's own among them."""

_log = structlog.get_logger(__name__)


class Memory:
    """The bot's own messages in a table's channel, read when they are first asked for.

    ``after``: the last message that is known to be the table's. ``noted``: those that the store knows already.
    """

    def __init__(self, channel: discord.PartialMessageable, me: int, after: int, noted: Collection[int]) -> None:
        self._channel = channel
        self._me = me
        self._after = after
        self._noted = noted
        self._own: list[discord.Message] | None = None

    async def find(self, known: Known) -> int | None:
        """The oldest message that is recognised and not noted yet."""
        if self._own is None:
            self._own = await self._read()
        return next((one.id for one in self._own if known(one)), None)

    async def _read(self) -> list[discord.Message]:
        after = discord.Object(self._after) if self._after else None
        try:
            found = [one async for one in self._channel.history(limit=LOOKED_BACK, after=after)]
        except discord.Forbidden:  # without the permission to look back nothing is recognised
            return []
        own = [one for one in found if one.author.id == self._me and one.id not in self._noted]
        return sorted(own, key=lambda one: one.id)


class Channels:
    """Writes into the channels of tables, and changes what stands there."""

    def __init__(self, client: discord.Client, metrics: Metrics) -> None:
        self._client = client
        self._metrics = metrics

    def of(self, scene: Scene) -> discord.PartialMessageable:
        """The channel of a table."""
        record = scene.standing.record
        return self._client.get_partial_messageable(record.channel_id, guild_id=record.guild_id)

    def memory(self, scene: Scene, after: int, noted: Collection[int]) -> Memory:
        """What the bot has said in a table's channel since a message."""
        return Memory(self.of(scene), self._client.user.id if self._client.user else 0, after, noted)

    async def send(self, scene: Scene, letter: Letter, memory: Memory | None = None) -> int:
        """Post a message, unless it is found in the ``memory``; its id. Raises what Discord refuses for good."""
        if memory is not None and (found := await memory.find(letter.known)) is not None:
            _log.info("post.adopted", game=scene.standing.record.id, kind=letter.kind)
            return found
        try:
            sent = await self.of(scene).send(**letter.whole)
        except discord.HTTPException as refusal:
            if reason_of(refusal) != "refused":
                raise
            sent = await self._send_plainly(scene, letter, refusal)
        self._metrics.posts.labels(letter.kind).inc()
        return sent.id

    async def _send_plainly(self, scene: Scene, letter: Letter, refusal: discord.HTTPException) -> discord.Message:
        """Once more, in words alone: whatever it was that Discord does not take, the table must hear."""
        self._metrics.posts_failed.inc()
        game = scene.standing.record.id
        _log.error("post.refused", game=game, kind=letter.kind, code=refusal.code, text=refusal.text)
        return await self.of(scene).send(**letter.in_plain_words)

    async def edit(self, scene: Scene, message_id: int, **changes: Any) -> bool:
        """Change a message; False: it is gone."""
        try:
            await self.of(scene).get_partial_message(message_id).edit(**changes)
        except discord.NotFound as gone:
            if gone.code != UNKNOWN_MESSAGE:
                raise
            _log.info("prompt.gone", game=scene.standing.record.id)
            return False
        return True

    async def remove(self, scene: Scene, message_id: int) -> None:
        """Delete a message, if it is there."""
        try:
            await self.of(scene).get_partial_message(message_id).delete()
        except (discord.NotFound, discord.Forbidden):
            _log.info("prompt.gone", game=scene.standing.record.id)

    async def content(self, scene: Scene, message_id: int) -> str:
        """What a message says; '' where it is gone, or the bot may not look."""
        try:
            return (await self.of(scene).fetch_message(message_id)).content
        except (discord.NotFound, discord.Forbidden):
            return ""

    async def is_there(self, scene: Scene, message_id: int) -> bool:
        """Whether a message still stands there, as far as the bot may look."""
        try:
            await self.of(scene).fetch_message(message_id)
        except discord.NotFound as gone:
            return gone.code != UNKNOWN_MESSAGE
        except discord.Forbidden:
            return True
        return True
