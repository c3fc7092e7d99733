"""``/gm tell``: lines and pictures from the game master for everybody, or for one player behind a button."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import discord
from discord import app_commands

from bot.acts import rulings
from bot.discord.commands import registering, seats
from bot.discord.commands.finding import own_scene
from bot.discord.commands.service import TableService
from bot.discord.direct import say
from bot.discord.prompts.components import CustomId, Press, file_of, mention_user, view
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Reply
from bot.discord.prompts.typed import one_of
from bot.discord.sitting import Sitting
from bot.executors import DRAWING
from bot.games.face import Picture
from bot.session.lobby import PLACE
from bot.table.authority import may_look
from bot.words.narrator import LONGEST_PASSAGE
from images.handouts import redrawn
from rules.kernel.errors import Refused
from rules.kernel.requests import Seat

VERB, NAME = "handout", "handout.webp"
MOST_BYTES = 2**20
DOWNLOAD = 20.0
"""Seconds for downloading a picture from Discord."""
Line = app_commands.Transform[str, registering.TextOption(LONGEST_PASSAGE)]


async def _tell(
    service: TableService,
    reply: Reply,
    text: Line,
    player: registering.ShortText = "",
    picture: discord.Attachment | None = None,
) -> None:
    """Add a line of the game master's own to the story, or to what one seat alone learns."""
    scene = await service.here(reply)
    rulings.must_master(scene.record, reply.user_id)
    seat = one_of(seats.names_of_seats(scene, lambda _: True), player) if player else ""
    if seat:
        service.may_call_others(reply.interaction)
    data = await _read_picture(picture) if picture else b""
    game_id = scene.game_id
    await rulings.tell(service.sessions, game_id, reply.user_id, reply.interaction_id, text, seat)
    if seat:
        await service.store.put_handout(game_id, str(reply.interaction_id), seat, text, data)
    async with service.best_effort(game_id):
        await reply.whisper(scene.narrator.say("gm.told"))
    await service.deliver(reply, game_id, Sitting(aside=True) if seat else None)
    async with service.best_effort(game_id):
        if seat:
            await _call_player(service, reply, scene, seat)
        elif data:
            await reply.post(Shown(""), [file_of(Picture(NAME, data, scene.narrator.passage(text)))])


async def _call_player(service: TableService, reply: Reply, scene: Scene, seat: Seat) -> None:
    """Post the button that opens what was just told to this seat alone."""
    [user_id] = [member.user_id for member in scene.record.seats if member.seat == seat]
    said = scene.narrator.say("gm.told_one", who=mention_user(user_id) if user_id else scene.narrator.seat(seat))
    label = scene.plain.say("button.handout", who=seat)
    press = Press(CustomId(VERB, scene.game_id, PLACE, (str(reply.interaction_id),)), label, emoji="✉️")
    ping = await service.posting.direct.call(scene, [user_id] if user_id else [], say("gm.told_one"))
    await reply.post(Shown(said, view([press]), ping))


async def _read_picture(file: discord.Attachment) -> bytes:
    """Return the picture written anew; raises ``Refused("handout_unfit")``."""
    try:
        if file.size > MOST_BYTES:
            raise ValueError("too many bytes")
        async with asyncio.timeout(DOWNLOAD):
            data = await file.read()
        return await DRAWING.do(redrawn, data)
    except Exception as failure:  # whatever a decoder makes of bytes from outside
        raise Refused("handout_unfit") from failure


async def on_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """Show its player what the game master has told them alone."""
    scene = own_scene(await registering.table_of(service, reply, id), reply)
    found = await service.store.handout(scene.game_id, "".join(id.path))
    if not found:
        raise Refused("stale")
    seat, text, data = found
    if not may_look(scene.record, reply.user_id, seat):
        raise Refused("not_your_action", who=(seat,))
    said = scene.narrator.say("event.MasterTold", text=text)
    await reply.whisper(Shown(said), [file_of(Picture(NAME, data, ""))] if data else ())


HANDLERS: Mapping[str, registering.Handler] = {VERB: on_press}
TELL = registering.command("gm.tell", _tell, player=seats.every_seat)
"""The command ``/gm tell``."""
