"""An interaction is acknowledged within three seconds, whatever happens, and answered in one of three ways."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, Literal

import aiohttp
import discord
from discord import InteractionType

from bot.discord.prompts.public import Shown
from bot.discord.requests import once

PATIENCE = 2.0
"""Seconds before a slow answer is announced; Discord waits three."""

UNHEARD = (discord.HTTPException, aiohttp.ClientError, OSError, RuntimeError)
"""What comes of an answer that does not get through; RuntimeError: the session is closed, as the bot is leaving."""

Interaction = discord.Interaction[Any]
Slot = Literal["panel", "look", "said"]
"""What private words are that the next of their kind replace: something to answer by, to look at, or one sentence."""


class Reply:
    """Answers to one interaction; the caller need not know whether the first one has been given.

    ``public``: the answer will be for the channel, so a late acknowledgement has to be public, too.
    """

    def __init__(self, interaction: Interaction, *, public: bool = False) -> None:
        self.interaction = interaction
        self._public = public
        self._arrived = time.monotonic()
        self.waited: float | None = None
        """Seconds from arrival to the first answer; None: there is none yet."""
        self.left: dict[Slot, Callable[[], Awaitable[None]]] = {}
        """Private words of this reply that later ones may replace, by what takes them away."""
        self._turn = asyncio.Lock()
        self._watch = asyncio.create_task(self._acknowledge_late())

    def aloud(self) -> None:
        """From now on the answer is for the channel, and so is a late acknowledgement."""
        self._public = True

    def close(self) -> None:
        """Nothing more is to be said: no late acknowledgement either."""
        self._watch.cancel()

    @property
    def _answered(self) -> bool:
        return self.interaction.response.is_done()

    @contextlib.asynccontextmanager
    async def _speaking(self) -> AsyncIterator[None]:
        """One word after the other; the first one acknowledges."""
        async with self._turn:
            yield
            if self._answered and self.waited is None:
                self.waited = time.monotonic() - self._arrived

    async def _acknowledge_late(self) -> None:
        await asyncio.sleep(PATIENCE)
        with contextlib.suppress(*UNHEARD):  # whoever answers next learns of it
            await self.acknowledge()

    async def acknowledge(self) -> None:
        """Say that the answer will take a moment; later words follow."""
        async with self._speaking():
            if not self._answered:
                await self.interaction.response.defer(ephemeral=not self._public)

    async def whisper(
        self, shown: Shown | str, files: Sequence[discord.File] = (), *, slot: Slot | None = None
    ) -> None:
        """Words for this person alone; ``slot``: until the next ones of this kind."""
        if isinstance(shown, str):
            shown = Shown(shown, discord.utils.MISSING)
        async with self._speaking():
            later = self._answered
            send: Any = self.interaction.followup.send if later else self.interaction.response.send_message
            more: dict[str, Any] = {"files": list(files)} if files else {}
            sent = await send(shown.content, view=shown.view, ephemeral=True, **more)
            if slot is not None:
                self.left[slot] = sent.delete if later else self.interaction.delete_original_response

    async def withdraw(self) -> None:
        """Take away the private words of this reply, or the private message whose control was used."""
        deletes = [*self.left.values()] or [self.interaction.delete_original_response]
        self.left.clear()
        with contextlib.suppress(*UNHEARD):  # the person put it away, or it stays: no harm
            for delete in deletes:
                await delete()

    async def update(
        self, content: str, view: discord.ui.View | None = None, files: Sequence[discord.File] | None = None
    ) -> None:
        """Change the message whose control was used; without ``files`` its pictures stay, with none of them they go."""
        more: dict[str, Any] = {} if files is None else {"attachments": list(files)}
        await self.change(content=content, view=view, **more)

    async def change(self, **changes: Any) -> None:
        """Change the message whose control was used, as discord.py edits one."""
        async with self._speaking():
            if not self._answered:
                await self.interaction.response.edit_message(**changes)
            elif self._own_message:
                await self.interaction.edit_original_response(**changes)

    async def show(self, shown: Shown) -> None:
        """A panel for this person alone, in the place of their own message if a control of it was used."""
        if self.is_ephemeral and not self.is_page:
            await self.update(shown.content, shown.view)
        else:
            await self.whisper(shown, slot="panel")

    async def page(self, layout: discord.ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
        """A page of words and pictures for this person alone, in the place of the one whose control was used."""
        async with self._speaking():
            if self.is_ephemeral and not self._answered:
                await self.interaction.response.edit_message(view=layout, attachments=list(files))
            elif self.is_ephemeral:
                await self.interaction.edit_original_response(view=layout, attachments=list(files))
            else:
                send: Any = self.interaction.followup.send if self._answered else self.interaction.response.send_message
                await send(view=layout, files=list(files), ephemeral=True)

    async def modal(self, modal: discord.ui.Modal) -> None:
        """Open a form; nothing happens after an acknowledgement, which no form may follow: the person presses again."""
        async with self._speaking():
            if not self._answered:
                await self.interaction.response.send_modal(modal)

    async def post(self, shown: Shown, files: Sequence[discord.File] = ()) -> int:
        """Post a message in the channel; its id."""
        async with self._speaking():
            send: Any = self.interaction.followup.send if self._answered else self.interaction.response.send_message
            more: dict[str, Any] = {"files": list(files)} if files else {}
            sent = await send(shown.content, view=shown.view, allowed_mentions=shown.mentions, **more)
        return int(getattr(sent, "message_id", None) or sent.id)  # the first answer comes back as a receipt

    async def follow(self, **letter: Any) -> int:
        """Post a message for everybody below the one whose control was used; its id.

        Nothing is tried twice, as it would stand there twice: raises ``discord.HTTPException`` for what is refused,
        ``TooMany`` where the channel has had enough, and whatever says that nobody knows.
        """
        async with self._speaking():
            if not self._answered:
                await self.interaction.response.defer()
            with once():
                sent = await self.interaction.followup.send(wait=True, **letter)
        return sent.id

    @property
    def can_be_followed(self) -> bool:
        """Whether what follows will be the bot's message like any other, which it may write, find and change there."""
        may = self.interaction.app_permissions
        inside = isinstance(self.interaction.channel, discord.Thread)
        writes = may.send_messages_in_threads if inside else may.send_messages
        return self.is_public and writes and may.view_channel and may.read_message_history

    @property
    def is_ephemeral(self) -> bool:
        """Whether the control that was used stands in a message for this person alone."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    @property
    def is_page(self) -> bool:
        """Whether that message is a page of words and pictures, in which no plain words can stand."""
        message = self.interaction.message
        return message is not None and message.flags.components_v2

    @property
    def has_pictures(self) -> bool:
        """Whether pictures stand in the message whose control was used."""
        return self.interaction.message is not None and bool(self.interaction.message.attachments)

    @property
    def message_id(self) -> int:
        """The message in which the control that was used stands; 0: none was used."""
        return self.interaction.message.id if self.interaction.message else 0

    @property
    def is_public(self) -> bool:
        """Whether the control that was used stands in a message for everybody."""
        return self.interaction.message is not None and not self.is_ephemeral

    @property
    def _own_message(self) -> bool:
        return self.interaction.type in (InteractionType.component, InteractionType.modal_submit)
