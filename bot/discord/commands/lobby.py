"""Around the table before the game: who plays, and when it begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import discord
from discord.abc import Messageable

from bot.acts import company
from bot.acts.in_person import LONGEST_NAME, seat_people
from bot.discord.commands.registering import Handler
from bot.discord.commands.rights import must_have_permissions
from bot.discord.commands.service import TableService
from bot.discord.prompts.controls import Line, modal, view
from bot.discord.prompts.ids import CustomId
from bot.discord.prompts.lobby import begun_text, lobby
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.prompts.scene import Scene
from bot.discord.sitting import Sitting
from bot.session.lobby import LOBBY, PLACE
from bot.table.records import Standing
from rules.kernel.errors import Refused

LONGEST_NAMES = 10 * LONGEST_NAME
"""Letters of all the names that may be typed at once."""


class Lobby:
    """The lobby message and its buttons."""

    def __init__(self, service: TableService) -> None:
        self._service = service

    def message(self, standing: Standing) -> Shown:
        """The lobby as a message."""
        return lobby(self._service.scene(standing))

    async def post(self, reply: Reply, standing: Standing) -> None:
        """The lobby as a new message; the one before it loses its buttons."""
        message_id = await reply.post(self.message(standing))
        async with self._service.best_effort(standing.record.id):
            await self._newest(standing, message_id)

    async def post_in(self, place: Messageable, standing: Standing) -> None:
        """The lobby in a thread of its own."""
        shown = self.message(standing)
        await self._newest(standing, (await place.send(shown.content, view=shown.view)).id)

    async def _newest(self, standing: Standing, message_id: int) -> None:
        async with self._service.posting.lock(standing.record.id):
            older = await self._strip(standing, message_id)
            await self._service.sessions.store.forget_prompts(standing.record.id, older)
            await self._service.sessions.note_prompt(standing.record.id, PLACE, LOBBY, message_id)

    async def _strip(self, standing: Standing, but: int) -> list[int]:
        """Take the buttons from the lobby messages that are known, but for one of them; which that were."""
        known = await self._service.sessions.store.prompts(standing.record.id)
        older = [one.message_id for one in known if one.key == LOBBY and one.message_id != but]
        for message_id in older:
            await self._service.posting.edit(self._service.scene(standing), message_id, view=None)
        return older

    async def redraw(self, game_id: str) -> None:
        """Bring the lobby message up to date where something was changed beside it."""
        async with self._service.best_effort(game_id), self._service.posting.lock(game_id):
            scene = await self._service.game(game_id)
            if scene.standing.record.phase == "lobby":
                shown = self.message(scene.standing)
                for one in await self._service.sessions.store.prompts(game_id):
                    if one.key == LOBBY:
                        await self._service.posting.edit(scene, one.message_id, content=shown.content, view=shown.view)

    async def close(self, reply: Reply, standing: Standing) -> None:
        """There is no lobby any more: no message of it keeps buttons; the pressed one has lost them already."""
        pressed = reply.interaction.message.id if reply.interaction.message else 0
        async with self._service.best_effort(standing.record.id), self._service.posting.lock(standing.record.id):
            older = await self._strip(standing, pressed)
            await self._service.sessions.store.forget_prompts(standing.record.id, [*older, pressed])

    async def on_press(self, reply: Reply, id: CustomId, values: Sequence[str] = ()) -> None:
        """A button of the lobby, or the names that were typed."""
        scene = await self.before_the_game(reply, id)
        match id.option:
            case "people" if not values:
                await reply.modal(_names_form(scene, id))
            case "people":
                user_id, interaction_id = reply.interaction.user.id, reply.interaction.id
                seated = seat_people(self._service.sessions, id.game, user_id, interaction_id, values[0])
                await self.refresh(reply, await seated)
            case "join" | "leave":
                await self.refresh(reply, await self.seat(reply.interaction, join=id.option == "join"))
            case "start" | "quick":
                await self.start(reply, quick=id.option == "quick")
            case "careful" | "easy" | "send_away" as wanted:
                await self.refresh(reply, await self._company(reply.interaction, id.game, wanted))
            case _:
                raise Refused("stale")

    async def before_the_game(self, reply: Reply, id: CustomId) -> Scene:
        """The table of a control in the lobby; refuses in another channel, and once the game has begun."""
        scene = await self._service.pressed(id.game, reply.interaction)
        if scene.standing.record.channel_id != reply.interaction.channel_id:
            raise Refused("stale")
        if scene.standing.record.archived:
            raise Refused("archived")
        if scene.standing.record.phase != "lobby":
            raise Refused("already_started" if scene.standing.record.phase == "playing" else "game_over")
        return scene

    async def seat(self, interaction: Interaction, *, join: bool) -> Standing:
        """Sit down, or get up."""
        channel, user = interaction.channel_id or 0, interaction.user
        if join:
            return await self._service.sessions.join(channel, user.id, user.display_name, interaction.id, user.name)
        return await self._service.sessions.leave(channel, user.id, interaction.id)

    async def _company(
        self, interaction: Interaction, game_id: str, wanted: Literal["careful", "easy", "send_away"]
    ) -> Standing:
        """Invite a computer player, or send one away."""
        sessions, user_id, may = self._service.sessions, interaction.user.id, interaction.permissions.manage_channels
        if wanted == "send_away":
            return await company.send_away(sessions, game_id, user_id, interaction.id, may=may)
        return await company.invite(sessions, game_id, user_id, interaction.id, wanted, may=may)

    async def refresh(self, reply: Reply, standing: Standing) -> None:
        """Bring the pressed lobby message up to date."""
        if standing.record.phase == "ended":
            await reply.update(self._service.scene(standing).narrator.say("lobby.empty"))
            await self.close(reply, standing)
        else:
            shown = self.message(standing)
            await reply.update(shown.content, shown.view)

    async def start(self, reply: Reply, *, quick: bool) -> None:
        """Begin the game; the story and the first question follow. Not where the bot could not tell them."""
        interaction = reply.interaction
        must_have_permissions(interaction)
        accepted = await self._service.sessions.start(
            interaction.channel_id or 0, interaction.user.id, interaction.id, quick=quick
        )
        said = begun_text(self._service.scene(accepted.standing))
        async with self._service.best_effort(accepted.standing.record.id):
            await (reply.update(said) if interaction.message is not None else reply.post(Shown(said, view())))
        await self.close(reply, accepted.standing)
        await self._service.deliver(reply, accepted.standing.record.id, Sitting(accepted.seat))


def _names_form(scene: Scene, id: CustomId) -> discord.ui.Modal:
    plain, record = scene.narrator.plain, scene.standing.record
    names = ", ".join(one.name for one in record.seats if not (one.user_id or one.computer))
    line = Line(plain.say("lobby.people.names"), longest=LONGEST_NAMES, value=names)
    return modal(id, plain.say("lobby.people"), line)


async def on_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """One of these controls was used."""
    await Lobby(service).on_press(reply, id, values)


HANDLERS: Mapping[str, Handler] = {"lobby": on_press}
