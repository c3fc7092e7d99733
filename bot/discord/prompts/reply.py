"""Replies to interactions: each is acknowledged within three seconds, and answered in one of three ways."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, Literal

import aiohttp
import discord
from discord import File, HTTPException, InteractionType, Thread
from discord.ui import View

from bot.discord.ladder import Form, first_accepted
from bot.discord.prompts.components import CONTENT
from bot.discord.prompts.public import Shown
from bot.discord.requests import once
from bot.words.narrator import clip

PATIENCE = 2.0
"""Seconds before a slow reply is acknowledged; Discord waits three."""

UNHEARD = (HTTPException, aiohttp.ClientError, OSError, RuntimeError)
"""Errors of a reply that did not get through; RuntimeError: the session is closed, because the bot shuts down."""

Interaction = discord.Interaction[Any]
Slot = Literal["panel", "look", "said"]
"""Kinds of ephemeral replies: a panel, something to look at, or a sentence. Each replaces the last of its kind."""


class Reply:
    """Replies to one interaction, acknowledged or not; ``public``: the reply and a late acknowledgement are public."""

    def __init__(self, interaction: Interaction, *, public: bool = False) -> None:
        self.interaction = interaction
        self._public = public
        self._arrived = monotonic()
        self.waited: float | None = None
        """Seconds from arrival to the first response; None: no response yet."""
        self.left: dict[Slot, Callable[[], Awaitable[None]]] = {}
        """Functions that delete this reply's ephemeral messages, by slot."""
        self._turn = asyncio.Lock()
        self._uploading = False
        """Whether the first response is on its way, with files."""
        self._watch = asyncio.create_task(self._acknowledge_late())

    def aloud(self) -> None:
        """Make the reply and a late acknowledgement public from now on."""
        self._public = True

    def close(self) -> None:
        """Cancel the late acknowledgement; nothing more will be sent."""
        self._watch.cancel()

    @property
    def _answered(self) -> bool:
        return self.interaction.response.is_done()

    @contextlib.asynccontextmanager
    async def _speaking(self) -> AsyncIterator[None]:
        async with self._turn:
            yield
            if self._answered and self.waited is None:
                self.waited = monotonic() - self._arrived

    async def _acknowledge_late(self) -> None:
        await asyncio.sleep(PATIENCE)
        with suppress(*UNHEARD):  # whoever answers next learns of it
            if self._uploading:  # Discord takes whichever of the two arrives first
                await self.interaction.response.defer(ephemeral=not self._public)
            else:
                await self.acknowledge()

    async def acknowledge(self) -> None:
        """Acknowledge the interaction without content; the reply follows."""
        async with self._speaking():
            if not self._answered:
                await self.interaction.response.defer(ephemeral=not self._public)

    async def whisper(self, shown: Shown | str, files: Sequence[File] = (), *, slot: Slot | None = None) -> None:
        """Send an ephemeral message; ``slot``: the kind whose next message replaces it."""
        if isinstance(shown, str):
            shown = Shown(shown, discord.utils.MISSING)
        async with self._speaking():
            later = self._answered
            send: Any = self.interaction.followup.send if later else self.interaction.response.send_message
            _, sent = await first_accepted(
                _forms(shown.content, shown.view, files), lambda form: send(**form.as_new(), ephemeral=True)
            )
            if slot is not None:
                self.left[slot] = sent.delete if later else self.interaction.delete_original_response

    async def withdraw(self) -> None:
        """Delete this reply's ephemeral messages, or the ephemeral message whose control was used."""
        deletes = [*self.left.values()] or [self.interaction.delete_original_response]
        self.left.clear()
        with suppress(*UNHEARD):  # the person put it away, or it stays: no harm
            for delete in deletes:
                await delete()

    async def update(self, content: str, view: View | None = None, files: Sequence[File] | None = None) -> None:
        """Edit the message whose control was used; ``files`` None keeps its pictures, an empty
        sequence removes them.
        """
        if files is None:
            await self.change(content=content, view=view)
            return
        await first_accepted(_forms(content, view, files), lambda form: self.change(**form.as_edit()))

    async def change(self, **changes: Any) -> None:
        """Edit the message whose control was used, with discord.py's arguments."""
        async with self._speaking():
            if not self._answered:
                self._uploading = bool(changes.get("attachments"))
                try:
                    await self.interaction.response.edit_message(**changes)
                finally:
                    self._uploading = False
            elif self._own_message:
                await self.interaction.edit_original_response(**changes)

    async def show(self, shown: Shown) -> None:
        """Show an ephemeral panel, in place of the ephemeral message whose control was used."""
        if self.is_ephemeral and not self.is_page:
            await self.update(shown.content, shown.view)
        else:
            await self.whisper(shown, slot="panel")

    async def page(self, *forms: Form) -> None:
        """Show an ephemeral layout, in place of the one whose control was used; ``forms``: the richest first."""
        if self.is_ephemeral:
            await first_accepted(forms, lambda form: self.change(**form.as_edit()))
            return
        async with self._speaking():
            send: Any = self.interaction.followup.send if self._answered else self.interaction.response.send_message
            await first_accepted(forms, lambda form: send(**form.as_new(), ephemeral=True))

    async def modal(self, modal: discord.ui.Modal) -> None:
        """Open a modal; do nothing after an acknowledgement, which no modal may follow: the person presses again."""
        async with self._speaking():
            if not self._answered:
                await self.interaction.response.send_modal(modal)

    async def post(self, shown: Shown, files: Sequence[File] = ()) -> int:
        """Post a message in the channel and return its id."""
        async with self._speaking():
            send: Any = self.interaction.followup.send if self._answered else self.interaction.response.send_message
            how = {"allowed_mentions": shown.mentions, "silent": not shown.ping}
            _, sent = await first_accepted(
                _forms(shown.content, shown.view, files), lambda form: send(**form.as_new(), **how)
            )
        return int(getattr(sent, "message_id", None) or sent.id)  # the first answer comes back as a receipt

    async def follow(self, **letter: Any) -> int:
        """Post a public follow-up message and return its id.

        It is never retried, to avoid duplicates. Raises ``discord.HTTPException`` if Discord refuses it, ``TooMany`` at
        the channel's rate limit, and other errors if the outcome is unknown.
        """
        async with self._speaking():
            if not self._answered:
                await self.interaction.response.defer()
            with once():
                sent = await self.interaction.followup.send(wait=True, **letter)
        return sent.id

    @property
    def user_id(self) -> int:
        """The person who acted."""
        return self.interaction.user.id

    @property
    def interaction_id(self) -> int:
        """The id of the interaction, by which it is never applied twice."""
        return self.interaction.id

    @property
    def channel_id(self) -> int:
        """The channel in which the person acted."""
        return self.interaction.channel_id or 0

    @property
    def guild_id(self) -> int:
        """The guild in which the person acted."""
        return self.interaction.guild_id or 0

    @property
    def can_be_followed(self) -> bool:
        """Whether the bot may post a follow-up here that it can later find and edit."""
        may = self.interaction.app_permissions
        inside = isinstance(self.interaction.channel, Thread)
        writes = may.send_messages_in_threads if inside else may.send_messages
        return self.is_public and writes and may.view_channel and may.read_message_history

    @property
    def is_ephemeral(self) -> bool:
        """Whether the used control is in an ephemeral message."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    @property
    def is_page(self) -> bool:
        """Whether that message is a layout, which cannot hold plain content."""
        message = self.interaction.message
        return message is not None and message.flags.components_v2

    @property
    def has_pictures(self) -> bool:
        """Whether the message of the used control has pictures."""
        return self.interaction.message is not None and bool(self.interaction.message.attachments)

    @property
    def message_id(self) -> int:
        """The id of the message with the used control; 0: no control was used."""
        return self.interaction.message.id if self.interaction.message else 0

    @property
    def is_public(self) -> bool:
        """Whether the used control is in a public message."""
        return self.interaction.message is not None and not self.is_ephemeral

    @property
    def _own_message(self) -> bool:
        return self.interaction.type in (InteractionType.component, InteractionType.modal_submit)


def _forms(content: str, view: Any, files: Sequence[File]) -> list[Form]:
    """Return a reply with its files, then with the descriptions of its pictures instead."""
    described = [file.description for file in files if file.description]
    said = clip("\n".join([content, *described]).strip(), CONTENT)
    with_files = Form(content, lambda: (view, files), has_files=bool(files))
    return [with_files, Form(said, lambda: (view, ()))] if described else [with_files]
