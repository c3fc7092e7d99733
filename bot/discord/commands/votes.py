"""``/vote``: what is being voted on at this table, who has spoken, and whose voice is missing."""

from __future__ import annotations

from collections.abc import Iterator

from bot.discord.commands.ballots import votes_panel
from bot.discord.commands.registering import AnyCommand, command, serve
from bot.discord.commands.service import TableService
from bot.discord.prompts.reply import Interaction, Reply


def commands(service: TableService) -> Iterator[AnyCommand]:
    """The command that shows the votes."""

    async def vote(interaction: Interaction) -> None:
        await serve(service, interaction, lambda reply: _votes(service, reply), share="look")

    yield command("vote", vote)


async def _votes(service: TableService, reply: Reply) -> None:
    scene = await service.here(reply.interaction)
    await reply.whisper(await votes_panel(service, scene))
