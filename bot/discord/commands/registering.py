"""How slash commands are made and registered: localised words, bounded text options, and errors."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any
from weakref import WeakValueDictionary

import discord
from discord import InteractionType, Locale, app_commands
from discord.app_commands import AppCommandError, Choice, TranslationContextTypes, Translator, locale_str

from bot.discord.commands.service import TableService
from bot.discord.in_flight import ShardLock
from bot.discord.prompts.components import CHOICE, PER_SELECT, CustomId
from bot.discord.prompts.reply import Interaction, Reply
from bot.words.matching import Offer, matching_offers
from bot.words.narrator import Narrator, clip
from rules.kernel.errors import Refused

POLISH = Locale.polish


def localised_description(key: str) -> locale_str:
    """A description: the English one, with its key for the others."""
    return locale_str(Narrator("en", marked=False).say(f"command.{key}.about"), key=f"command.{key}.about")


def localised_name(key: str) -> locale_str:
    """A name: the last part of its key in English."""
    return locale_str(key.rpartition(".")[2], key=f"command.{key}.name")


def localised_choice(key: str, value: str) -> Choice[str]:
    """What may be picked for an option: the English words of this key, with the key for the others."""
    return Choice(name=locale_str(Narrator("en", marked=False).say(key), key=key), value=value)


class CatalogueTranslator(Translator):
    """Finds a command's words in the Polish catalogue."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """The Polish words; None where there are none."""
        narrator = Narrator("pl", marked=False)
        key = string.extras.get("key", "")
        return narrator.say(key) if key and locale is POLISH and narrator.has_words(key) else None


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


OF_AN_OLD_LIST = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)
"""The person's Discord still shows a command as it was before an update."""
OF_A_VALUE = (app_commands.TransformerError, app_commands.CheckFailure)
"""What was given to a command, or who gave it, does not fit."""


class Guarded(discord.Client):
    """A client that may have to leave its guilds to another process."""

    shard_lock: ShardLock


class Tree(app_commands.CommandTree[Guarded]):
    """The commands; whatever goes wrong outside their own care becomes one sentence, too."""

    def __init__(self, client: Guarded, service: TableService) -> None:
        super().__init__(client)
        self._service = service

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        """Every command and completion is under way from its first step to its last."""
        if not await self.client.shard_lock.admits():
            return
        with self._service.in_flight.track():
            await super()._call(interaction)

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Whether to go on: completion of long texts is skipped, and limited; everything else limits itself."""
        if interaction.type is not InteractionType.autocomplete:
            return True
        try:
            for text in _typed_texts(interaction.data or {}):
                must_be_short(text)
            self._service.limits.take("completion", interaction.user.id, interaction.guild_id or 0)
        except Refused:
            await interaction.response.autocomplete([])
            return False
        return True

    async def on_error(self, interaction: discord.Interaction[Any], error: AppCommandError, /) -> None:
        """Answer with a kind sentence; a fault of ours gets a reference that stands in the log."""
        if interaction.type is not InteractionType.autocomplete:
            await serve(self._service, interaction, lambda reply: _raise_meaning(reply, error))


def _typed_texts(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield what was typed into a command's options, those of sub-commands too."""
    for option in data.get("options") or ():
        if isinstance(option.get("value"), str):
            yield option["value"]
        yield from _typed_texts(option)


async def _raise_meaning(reply: Reply, error: AppCommandError) -> None:
    """Raise what the error means to the person."""
    if isinstance(error, OF_AN_OLD_LIST):
        raise Refused("command_unknown") from error
    if isinstance(error.__cause__, Refused):
        raise error.__cause__ from None  # or the whole text would stand in the log of a fault
    if isinstance(error, OF_A_VALUE):
        raise Refused("command_value") from error
    raise error.original if isinstance(error, app_commands.CommandInvokeError) else error
