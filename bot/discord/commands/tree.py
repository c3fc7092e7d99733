"""The tree of commands: nobody is left without an answer, not after an update, nor when something breaks.

Whoever types faster than anybody reads is offered nothing for a while.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import discord
from discord import InteractionType, app_commands
from discord.app_commands import AppCommandError

from bot.discord.commands.registering import must_be_short, serve
from bot.discord.commands.service import TableService
from bot.discord.gate import Gate
from bot.discord.prompts.reply import Reply
from rules.kernel.errors import Refused

OF_AN_OLD_LIST = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)
"""The person's Discord still shows a command as it was before an update."""
OF_A_VALUE = (app_commands.TransformerError, app_commands.CheckFailure)
"""What was given to a command, or who gave it, does not fit."""


class Guarded(discord.Client):
    """A client that may have to leave its guilds to another process."""

    gate: Gate


class Tree(app_commands.CommandTree[Guarded]):
    """The commands; whatever goes wrong outside their own care becomes one sentence, too."""

    def __init__(self, client: Guarded, service: TableService) -> None:
        super().__init__(client)
        self._service = service

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        """Every command and completion is under way from its first step to its last."""
        if not await self.client.gate.admits():
            return
        with self._service.under_way.one():
            await super()._call(interaction)

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Whether to go on: completion of long texts is skipped, and limited; everything else limits itself."""
        if interaction.type is not InteractionType.autocomplete:
            return True
        try:
            for text in _texts(interaction.data or {}):
                must_be_short(text)
            self._service.limits.take("completion", interaction.user.id, interaction.guild_id or 0)
        except Refused:
            await interaction.response.autocomplete([])
            return False
        return True

    async def on_error(self, interaction: discord.Interaction[Any], error: AppCommandError, /) -> None:
        """Answer with a kind sentence; a fault of ours gets a reference that stands in the log."""
        if interaction.type is not InteractionType.autocomplete:
            await serve(self._service, interaction, lambda reply: _explain(reply, error))


def _texts(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield what was typed into a command's options, those of sub-commands too."""
    for option in data.get("options") or ():
        if isinstance(option.get("value"), str):
            yield option["value"]
        yield from _texts(option)


async def _explain(reply: Reply, error: AppCommandError) -> None:
    """Raise what the error means to the person."""
    if isinstance(error, OF_AN_OLD_LIST):
        raise Refused("command_unknown") from error
    if isinstance(error.__cause__, Refused):
        raise error.__cause__ from None  # or the whole text would stand in the log of a fault
    if isinstance(error, OF_A_VALUE):
        raise Refused("command_value") from error
    raise error.original if isinstance(error, app_commands.CommandInvokeError) else error
