"""``/roll``: dice outside the game, as the rulebooks write them."""

from __future__ import annotations

from collections.abc import Iterator

from discord import app_commands

from bot.discord.commands.localised import localised_description, localised_name
from bot.discord.commands.registering import AnyCommand, ShortText, command, serve
from bot.discord.commands.service import TableService
from bot.discord.prompts.controls import view
from bot.discord.prompts.pages import file_of
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.prompts.story import dice
from bot.executors import DRAWING
from bot.games.pictures import dice_picture
from bot.lookup.throwing import throw_typed
from rules.kernel.dice import parse
from rules.kernel.requests import CHANCE
from rules.kernel.table import DiceRolled


def commands(service: TableService) -> Iterator[AnyCommand]:
    """The command that rolls."""

    @app_commands.rename(code=localised_name("option.code"))
    @app_commands.describe(code=localised_description("option.code"))
    async def roll(interaction: Interaction, code: ShortText) -> None:
        await serve(service, interaction, lambda reply: _roll(service, reply, code), public=True, share="look")

    yield command("roll", roll)


async def _roll(service: TableService, reply: Reply, code: str) -> None:
    rolled = throw_typed(code)
    narrator = await service.voice(reply.interaction)
    fell = DiceRolled("", rolled.code, rolled.pips, int(rolled), CHANCE)
    name = narrator.term(await service.person(reply.interaction))
    if DRAWING.is_busy:
        await reply.acknowledge()
    picture = await dice_picture(parse(rolled.code).shown(rolled.pips), dice(narrator.plain, fell).replace("*", ""))
    files = [file_of(picture)] if picture else []
    await reply.post(Shown(f"🎲 **{name}** · {dice(narrator, fell)}", view()), files)
