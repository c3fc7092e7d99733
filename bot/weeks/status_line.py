"""One message of each table, pinned where the bot may, that always says whom the game waits for.

It is made when the game begins, above the first story, and edited when what it says has changed; its row among
the prompts keeps it from being made twice.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from hashlib import blake2b

import discord
import structlog

from bot.metrics import Metrics
from bot.prompts.scene import Scene
from bot.prompts.waiting import status_line
from bot.records import Prompt
from bot.seats.lobby import PLACE
from bot.sessions import Sessions

STATUS = "status"
"""The key of its row among the prompts; it belongs to no question, so it stands where nothing is asked."""

_log = structlog.get_logger(__name__)


class StatusLine:
    """Keeps the messages; what each of them says is remembered as a digest."""

    def __init__(self, client: discord.Client, sessions: Sessions, metrics: Metrics) -> None:
        self._client = client
        self._sessions = sessions
        self._metrics = metrics
        self._said: dict[str, bytes] = {}

    async def make(self, scene: Scene, prompts: Sequence[Prompt]) -> None:
        """Post it, unless the table has one; call before anything is put below."""
        record = scene.standing.record
        if any(one.key == STATUS for one in prompts):
            return
        said = status_line(scene)
        channel = self._client.get_partial_messageable(record.channel_id, guild_id=record.guild_id)
        sent = await channel.send(said, nonce=f"{record.id}s{scene.standing.address.epoch}"[:25])
        self._metrics.posts.labels("status").inc()
        with contextlib.suppress(discord.HTTPException):  # not allowed, or the channel is full of pins
            await sent.pin()
        await self._sessions.prompt_shown(record.id, PLACE, STATUS, sent.id)
        self._said[record.id] = _digest(said)

    async def bring_up_to_date(self, scene: Scene, prompts: Sequence[Prompt]) -> None:
        """Let it say how things are; after the end it says so once and is let go."""
        record = scene.standing.record
        said = status_line(scene)
        for one in prompts:
            if one.key == STATUS and self._said.get(record.id) != _digest(said):
                await self._edit(scene, one.message_id, said)
                self._said[record.id] = _digest(said)
            if one.key == STATUS and record.phase == "ended":
                await self._let_go(scene, one.message_id)

    async def _edit(self, scene: Scene, message_id: int, said: str) -> None:
        try:
            await self._message(scene, message_id).edit(content=said)
        except discord.NotFound:  # somebody deleted it; the next question comes with a new one
            _log.info("status.gone", game=scene.standing.record.id)
            await self._sessions.store.prompts_gone(scene.standing.record.id, [message_id])
        except discord.Forbidden:
            _log.info("status.refused", game=scene.standing.record.id)

    async def _let_go(self, scene: Scene, message_id: int) -> None:
        with contextlib.suppress(discord.HTTPException):
            await self._message(scene, message_id).unpin()
        await self._sessions.store.prompts_gone(scene.standing.record.id, [message_id])
        self._said.pop(scene.standing.record.id, None)

    def _message(self, scene: Scene, message_id: int) -> discord.PartialMessage:
        record = scene.standing.record
        channel = self._client.get_partial_messageable(record.channel_id, guild_id=record.guild_id)
        return channel.get_partial_message(message_id)


def _digest(said: str) -> bytes:
    return blake2b(said.encode(), digest_size=8).digest()
