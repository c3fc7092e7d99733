"""How a command is made: in guilds only, with its words from the catalogues, kind when something goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any
from weakref import WeakValueDictionary

from discord import app_commands
from discord.app_commands import Choice

from bot.discord.commands.localised import localised_description, localised_name
from bot.discord.commands.service import TableService
from bot.discord.prompts.controls import CHOICE, PER_SELECT
from bot.discord.prompts.ids import CustomId
from bot.discord.prompts.reply import Interaction, Reply
from bot.words.clip import clip
from bot.words.matching import Offer, matching_offers
from rules.kernel.errors import Refused

Work = Callable[[Reply], Awaitable[None]]
AnyCommand = app_commands.Command[Any, ..., None] | app_commands.Group
Handler = Callable[[TableService, Reply, CustomId, Sequence[str]], Awaitable[None]]
"""Serves a control that was used: its custom id, what was picked or typed."""
IN_GUILDS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
_in_line: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
LONGEST_TEXT = 400
"""Characters of a typed option, unless it says otherwise; the longest order that people type has about 200."""
FOR_GUILDS = app_commands.AppInstallationType(guild=True, user=False)


def merged(*tables: Mapping[str, Handler]) -> dict[str, Handler]:
    """Several tables of handlers as one; raises ``ValueError`` where two would serve the same controls."""
    every = [verb for table in tables for verb in table]
    if doubled := {verb for verb in every if every.count(verb) > 1}:
        raise ValueError(f"served twice: {', '.join(sorted(doubled))}")
    return {verb: handler for table in tables for verb, handler in table.items()}


class TextOption(app_commands.Transformer):
    """A text option of at most ``longest`` characters: Discord is told, and what comes is checked."""

    def __init__(self, longest: int = LONGEST_TEXT) -> None:
        self._longest = longest

    @property
    def max_value(self) -> int:
        """The option's ``max_length``."""
        return self._longest

    async def transform(self, interaction: Interaction, value: str, /) -> str:
        """Return the text; raises ``Refused("text_too_long")``."""
        must_be_short(value, self._longest)
        return value


ShortText = app_commands.Transform[str, TextOption()]


def must_be_short(text: str, longest: int = LONGEST_TEXT) -> None:
    """Raise ``Refused("text_too_long")`` if the text has more than ``longest`` characters."""
    if len(text) > longest:
        raise Refused("text_too_long", most=longest)


def command(key: str, callback: Any) -> app_commands.Command[Any, ..., None]:
    """A command under its key, for guilds only."""
    return app_commands.Command(
        name=localised_name(key),
        description=localised_description(key),
        callback=callback,
        allowed_contexts=IN_GUILDS,
        allowed_installs=FOR_GUILDS,
    )


async def serve(
    service: TableService, interaction: Interaction, work: Work, *, public: bool = False, share: str = ""
) -> None:
    """Do a command's work, acknowledged in time, with one kind sentence when it fails.

    ``share``: of what each person and guild may have so much (``bot.discord.limits``); '' for what is never limited.
    """
    reply = Reply(interaction, public=public)
    await service.kindly(interaction, shared(service, reply, work, share) if share else work(reply), reply)


async def shared(service: TableService, reply: Reply, work: Work, share: str) -> None:
    """Do work of which each person and guild may have so much; raises ``Refused("too_fast")``."""
    user_id = reply.interaction.user.id
    try:
        service.limits.take(share, user_id, reply.interaction.guild_id or 0)
    except Refused:
        async with _in_line.setdefault(user_id, asyncio.Lock()):  # they are told one after the other, others in between
            await asyncio.sleep(0)
        raise
    with service.limits.room(share, user_id):
        await work(reply)


def choices(offers: Iterable[Offer], begun: str = "") -> list[Choice[str]]:
    """Autocomplete within Discord's limits: of these offers those that may be meant by what was typed so far."""
    found = matching_offers(offers, begun)
    short = [(said, value) for said, value in found if said and len(value) <= CHOICE]
    return [Choice(name=clip(said, CHOICE), value=value) for said, value in short[:PER_SELECT]]
