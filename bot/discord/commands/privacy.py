"""``/privacy``: what is kept of whoever asks, and the button that makes the bot forget it.

Custom ids: ``forget`` without a game, and ``ask``, ``yes`` or ``no`` as option.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from discord import ButtonStyle

from bot.acts.privacy import forget, try_to_scrub
from bot.discord.commands.registering import AnyCommand, Handler, command, serve
from bot.discord.commands.service import TableService
from bot.discord.prompts.controls import Press, view
from bot.discord.prompts.ids import CustomId
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Interaction, Reply
from bot.table.records import Address
from rules.kernel.errors import Refused

VERB = "forget"


def commands(service: TableService) -> Iterator[AnyCommand]:
    """The command about what is kept."""

    async def tell(interaction: Interaction) -> None:
        await serve(service, interaction, lambda reply: _tell(service, reply))

    yield command("privacy", tell)


async def _tell(service: TableService, reply: Reply) -> None:
    voice = await service.voice(reply.interaction)
    tables = len(await service.sessions.store.all_tables_of(reply.interaction.user.id))
    button = Press(_id("ask"), voice.plain.say("privacy.forget_me"), ButtonStyle.danger)
    await reply.whisper(Shown(voice.say("privacy.kept", tables=tables), view([button])))


async def on_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """A button of ours: asked first whether it is meant, then done."""
    voice = await service.voice(reply.interaction)
    match id.option:
        case "ask":
            yes = Press(_id("yes"), voice.plain.say("privacy.yes"), ButtonStyle.danger)
            no = Press(_id("no"), voice.plain.say("privacy.no"))
            await reply.update(voice.say("privacy.sure"), view([yes, no]))
        case "no":
            await reply.update(voice.say("privacy.kept_on"), view())
        case "yes":
            tables = await forget(service.sessions, reply.interaction.user.id)
            done = "privacy.forgotten" if await try_to_scrub(service.sessions.store) else "privacy.forgotten_soon"
            await reply.update(voice.say(done, tables=len(tables)), view())
            for game_id in tables:
                await service.posting.deliver(game_id)
        case _:
            raise Refused("stale")


def _id(option: str) -> CustomId:
    return CustomId(VERB, "", Address(0, 0, 0), (), option)


HANDLERS: Mapping[str, Handler] = {VERB: on_press}
