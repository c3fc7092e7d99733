"""One message of each table, pinned if the bot may, that says whom the game waits for.

It is posted when the game begins, above the first story, and edited when its text changes; its row among the prompts
prevents a second one. Discord limits edits of messages older than an hour (429, code 30046). So edits run beside the
deliveries, send only the newest text, and are put off under load.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from hashlib import blake2b

import discord
from discord import HTTPException
from structlog import get_logger

from bot.discord import messages
from bot.discord.channels import Channels, Memory
from bot.discord.in_flight import InFlight
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.table_words import status_line
from bot.discord.requests import SendRoute
from bot.discord.retry_queue import LINE, reason_of
from bot.session.lobby import PLACE
from bot.session.sessions import Sessions
from bot.table.records import Prompt

STATUS = "status"
"""The key of its row among the prompts; it belongs to no question."""
BETWEEN = 60.0
"""Seconds between two edits of a table's message."""
PATIENCE = 10.0
"""Seconds after which an edit is abandoned for now; discord.py would wait as long as Discord says."""
PUT_OFF = 60.0
"""Seconds before the next try."""

_log = get_logger(__name__)


class StatusLine:
    """Posts and edits the status messages; remembers a digest of each text."""

    def __init__(self, channels: Channels, sessions: Sessions, in_flight: InFlight, load: SendRoute) -> None:
        self._channels = channels
        self._sessions = sessions
        self._under_way = in_flight
        self._load = load
        self.between = BETWEEN
        self._said: dict[str, bytes] = {}
        self._newest: dict[str, tuple[Scene, int]] = {}
        self._editing: dict[str, asyncio.Task[None]] = {}

    async def make(self, scene: Scene, prompts: Sequence[Prompt], memory: Memory | None = None) -> None:
        """Post the message unless the table has one; call this before anything is posted below it."""
        record = scene.record
        if any(prompt.key == STATUS for prompt in prompts):
            return
        said, nonce = status_line(scene), f"{record.id}s{scene.address.epoch}"
        message_id, _ = await self._channels.send(scene, messages.plain_message("status", said, nonce), memory)
        with suppress(HTTPException):  # not allowed, or the channel is full of pins
            await self._message(scene, message_id).pin()
        await self._sessions.note_prompt(record.id, PLACE, STATUS, message_id)
        self._said[record.id] = _text_digest(said)

    def bring_up_to_date(self, scene: Scene, prompts: Sequence[Prompt]) -> None:
        """Schedule an edit if the text has changed; after the end of the game it is edited once more and forgotten."""
        game_id = scene.game_id
        for prompt in prompts:
            if prompt.key == STATUS and (self._has_changed(scene) or scene.record.phase == "ended"):
                self._newest[game_id] = (scene, prompt.message_id)
        if game_id in self._newest and game_id not in self._editing:
            self._editing[game_id] = self._under_way.begin(self._keep(game_id))

    def _has_changed(self, scene: Scene) -> bool:
        return self._said.get(scene.game_id) != _text_digest(status_line(scene))

    def keep_only(self, game_ids: Collection[str]) -> None:
        """Forget all other tables, except for the last edits of ended games."""
        self._said = {game_id: said for game_id, said in self._said.items() if game_id in game_ids}
        for game_id in [name for name, (scene, _) in self._newest.items() if scene.record.phase != "ended"]:
            if game_id not in game_ids:
                del self._newest[game_id]

    async def stop(self) -> None:
        """Stop editing; changed texts are sent after the next start."""
        editing = list(self._editing.values())
        for task in editing:
            task.cancel()
        await asyncio.gather(*editing, return_exceptions=True)

    async def _keep(self, game_id: str) -> None:
        try:
            while (newest := self._newest.pop(game_id, None)) is not None:
                done = await self._bring(*newest)
                if not done:
                    self._newest.setdefault(game_id, newest)
                await self._under_way.rest(self.between if done else PUT_OFF)
        finally:
            del self._editing[game_id]  # in the same step as the last look: nothing new is left lying in between

    async def _bring(self, scene: Scene, message_id: int) -> bool:
        if self._load.is_high and scene.record.phase != "ended":
            return False
        try:
            async with asyncio.timeout(PATIENCE):
                if self._has_changed(scene):
                    await self._edit(scene, message_id)
                if scene.record.phase == "ended":
                    with suppress(HTTPException):
                        await self._message(scene, message_id).unpin()
                    await self._sessions.store.forget_prompts(scene.game_id, [message_id])
                    self._said.pop(scene.game_id, None)
        except (*LINE, TimeoutError) as failure:
            is_lost = reason_of(failure) in ("shut", "refused")
            facts = {"game": scene.game_id, "raised": type(failure).__name__}
            _log.info("status.lost" if is_lost else "status.put_off", **facts)
            return is_lost
        return True

    async def _edit(self, scene: Scene, message_id: int) -> None:
        game_id, said = scene.game_id, status_line(scene)
        if not await self._channels.edit(scene, message_id, content=said):  # the next question comes with a new one
            await self._sessions.store.forget_prompts(game_id, [message_id])
        self._said[game_id] = _text_digest(said)

    def _message(self, scene: Scene, message_id: int) -> discord.PartialMessage:
        return self._channels.of(scene).get_partial_message(message_id)


def _text_digest(said: str) -> bytes:
    return blake2b(said.encode(), digest_size=8).digest()
