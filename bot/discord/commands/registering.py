"""Makes and registers slash commands: localised words, bounded text options, and error handling."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import discord
from discord import InteractionType, Locale, app_commands
from discord.app_commands import AppCommandError, Choice, TranslationContextTypes, Translator, locale_str

from bot.discord.commands.service import TableService
from bot.discord.in_flight import ShardLock
from bot.discord.prompts.components import CHOICE, PER_SELECT, CustomId
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.reply import Interaction, Reply
from bot.words.matching import MOST_COMPARISONS, Budget, Offer
from bot.words.narrator import Narrator, clip
from rules.kernel.errors import Refused

POLISH = Locale.polish
ENGLISH = Narrator("en", marked=False)


def _words(key: str) -> locale_str:
    return locale_str(ENGLISH.say(key), key=key)


def localised_choice(key: str, value: str) -> Choice[str]:
    """Return a choice of an option: the English words, with the key for translation."""
    return Choice(name=_words(key), value=value)


class CatalogueTranslator(Translator):
    """Translates a command's words from the Polish catalogue."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """Return the Polish words, or None if the catalogue has none."""
        narrator = Narrator("pl", marked=False)
        key = string.extras.get("key", "")
        return narrator.say(key) if key and locale is POLISH and narrator.has_words(key) else None


Work = Callable[[Reply], Awaitable[None]]
AnyCommand = app_commands.Command[Any, ..., None] | app_commands.Group
Making = Callable[[TableService], AnyCommand]
Handler = Callable[[TableService, Reply, CustomId, Sequence[str]], Awaitable[None]]
"""Handles a control: its custom id, and the picked or typed values."""
Handlers = Mapping[str, Handler]
"""The handlers of controls by their verbs."""
Completion = Callable[[TableService, Interaction, str], Awaitable[Iterable[Offer]]]
"""Returns what to offer for an option of which this text is typed."""
IN_GUILDS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
_in_line: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
LONGEST_TEXT = 400
"""Default maximum characters of a text option; the longest typed orders have about 200."""
FOR_GUILDS = app_commands.AppInstallationType(guild=True, user=False)


def merged(*tables: Handlers) -> dict[str, Handler]:
    """Merge tables of handlers; raises ``ValueError`` if two serve the same control."""
    every = [verb for table in tables for verb in table]
    if doubled := {verb for verb in every if every.count(verb) > 1}:
        raise ValueError(f"served twice: {', '.join(sorted(doubled))}")
    return {verb: handler for table in tables for verb, handler in table.items()}


class TextOption(app_commands.Transformer):
    """A text option of at most ``longest`` characters, checked by Discord and again on arrival."""

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
Reason = app_commands.Transform[str, TextOption(60)]
if TYPE_CHECKING:
    Picked = str
else:
    Picked = Choice[str]
"""The value of one of the option's choices; discord.py refuses all others."""


def must_be_short(text: str, longest: int = LONGEST_TEXT) -> None:
    """Raise ``Refused("text_too_long")`` if the text has more than ``longest`` characters."""
    if len(text) > longest:
        raise Refused("text_too_long", most=longest)


def command(
    key: str,
    work: Callable[..., Awaitable[None]],
    *,
    public: bool | str = False,
    share: str = "",
    **completions: Completion,
) -> Making:
    """Return what makes a guild command that runs ``work(service, reply, …)``; the other parameters are its options.

    The words are those of the key and of the parameters' names. ``public``: whether everybody sees the answer, or the
    option that says so. ``share``: see ``serve``. ``completions``: the offers for an option while it is typed.
    """

    def make(service: TableService) -> AnyCommand:
        signature = inspect.signature(work, eval_str=True)
        _, *parameters = signature.parameters.values()
        options = [parameter.name for parameter in parameters[1:]]

        @app_commands.rename(**{option: _option_words(key, option, "name") for option in options})
        @app_commands.describe(**{option: _option_words(key, option, "about") for option in options})
        @wraps(work)
        async def callback(interaction: Interaction, **typed: Any) -> None:
            is_public = bool(typed.get(str(public), public))
            typed |= {option: pick.value for option, pick in typed.items() if isinstance(pick, Choice)}
            await serve(
                service, interaction, lambda reply: work(service, reply, **typed), public=is_public, share=share
            )

        callback.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        made: app_commands.Command[Any, ..., None] = app_commands.Command(callback=callback, **_about(key))
        for option, offered in completions.items():
            made.autocomplete(option)(_completion(service, offered))
        return made

    return make


def group(key: str, makings: Iterable[Making]) -> Making:
    """Return what makes a guild-only group of commands."""

    def make(service: TableService) -> AnyCommand:
        made = app_commands.Group(**_about(key))
        for make_command in makings:
            made.add_command(make_command(service))
        return made

    return make


def _about(key: str) -> dict[str, Any]:
    return {
        "name": _words(f"command.{key}.name"),
        "description": _words(f"command.{key}.about"),
        "allowed_contexts": IN_GUILDS,
        "allowed_installs": FOR_GUILDS,
    }


def _option_words(key: str, option: str, kind: str) -> locale_str:
    """Return an option's words: the command's own, else its group's, else those of all options of this name."""
    steps = ["command", *key.split(".")]
    keys = [".".join([*steps[:depth], "option", option, kind]) for depth in range(len(steps), 0, -1)]
    return _words(next(filter(ENGLISH.has_words, keys), keys[-1]))


def _completion(service: TableService, offered: Completion) -> Any:
    async def complete(interaction: Interaction, begun: str) -> list[Choice[str]]:
        try:
            offers = await offered(service, interaction, begun)
        except Refused:
            return []
        short = [(said, value) for said, value in offers if said and len(value) <= CHOICE]
        return [Choice(name=clip(said, CHOICE), value=value) for said, value in short[:PER_SELECT]]

    return complete


def other_option(interaction: Interaction, option: str) -> str:
    """Return what is typed into another option, for a completion; '' for nothing."""
    return str(getattr(interaction.namespace, option, "") or "")


async def table_of(service: TableService, reply: Reply, id: CustomId) -> Scene:
    """Return the table of a control; raises ``Refused("stale")`` in any channel but the table's."""
    return _in_its_channel(await service.game(id.game), reply)


async def open_table_of(service: TableService, reply: Reply, id: CustomId) -> Scene:
    """Return the table of a control as ``table_of`` does; resumes a table at rest, or refuses it."""
    scene = _in_its_channel(await service.pressed(id.game, reply), reply)
    if scene.record.archived:
        raise Refused("archived")
    return scene


def _in_its_channel(scene: Scene, reply: Reply) -> Scene:
    if scene.record.channel_id != reply.channel_id:
        raise Refused("stale")
    return scene


async def serve(
    service: TableService, interaction: Interaction, work: Work, *, public: bool = False, share: str = ""
) -> None:
    """Run a command, acknowledged in time; failures are answered with one friendly sentence.

    ``share``: the rate limit to use (``bot.discord.limits``); '' for commands without one.
    """
    reply = Reply(interaction, public=public)
    await service.reports.kindly(interaction, shared(service, reply, work, share) if share else work(reply), reply)


async def shared(service: TableService, reply: Reply, work: Work, share: str) -> None:
    """Run work under a rate limit for each person and guild; raises ``Refused("too_fast")``."""
    user_id = reply.user_id
    try:
        service.limits.take(share, user_id, reply.guild_id)
    except Refused:
        async with _in_line.setdefault(user_id, asyncio.Lock()):  # they are told one after the other, others in between
            await asyncio.sleep(0)
        raise
    with service.limits.room(share, user_id):
        await work(reply)


OF_AN_OLD_LIST = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)
"""Errors when a person's Discord client still shows a command as it was before an update."""
OF_A_VALUE = (app_commands.TransformerError, app_commands.CheckFailure)
"""Errors caused by an invalid value or an unauthorised person."""


class Guarded(discord.Client):
    """A client whose guilds may pass to another process."""

    shard_lock: ShardLock


class Tree(app_commands.CommandTree[Guarded]):
    """The command tree; errors outside the commands' own handling are answered with one sentence, too."""

    def __init__(self, client: Guarded, service: TableService) -> None:
        super().__init__(client)
        self._service = service

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        """Count every command and autocomplete as in flight until it is done; unclear texts have no completions."""
        if not await self.client.shard_lock.admits():
            return
        with self._service.in_flight.track():
            with Budget(MOST_COMPARISONS):
                await super()._call(interaction)
                return
            if not interaction.response.is_done():
                await interaction.response.autocomplete([])

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Whether to handle this interaction; autocomplete is limited and ignores long texts, commands limit
        themselves.
        """
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
        """Answer with a friendly sentence; an internal error gets a reference to the log."""
        if interaction.type is not InteractionType.autocomplete:
            await serve(self._service, interaction, lambda reply: _raise_meaning(reply, error))


def _typed_texts(data: Mapping[str, Any]) -> Iterator[str]:
    for option in data.get("options") or ():
        if isinstance(option.get("value"), str):
            yield option["value"]
        yield from _typed_texts(option)


async def _raise_meaning(reply: Reply, error: AppCommandError) -> None:
    if isinstance(error, OF_AN_OLD_LIST):
        raise Refused("command_unknown") from error
    if isinstance(error.__cause__, Refused):
        raise error.__cause__ from None  # or the whole text would stand in the log of a fault
    if isinstance(error, OF_A_VALUE):
        raise Refused("command_value") from error
    raise error.original if isinstance(error, app_commands.CommandInvokeError) else error
