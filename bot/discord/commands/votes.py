"""``/vote``: what is being voted on at this table, who has spoken, and whose voice is missing."""

from __future__ import annotations

from collections.abc import Iterator

from bot.discord.commands.ballots import votes_panel
from bot.discord.commands.desk import Desk
from bot.discord.commands.registering import AnyCommand, command, serve
from bot.discord.prompts.reply import Interaction, Reply


def commands(desk: Desk) -> Iterator[AnyCommand]:
    """The command that shows the votes."""

    async def vote(interaction: Interaction) -> None:
        await serve(desk, interaction, lambda reply: _votes(desk, reply), share="look")

    yield command("vote", vote)


async def _votes(desk: Desk, reply: Reply) -> None:
    scene = await desk.here(reply.interaction)
    await reply.whisper(await votes_panel(desk, scene))
