"""``/game export`` and ``/game import``: a game is its players', and goes where they go."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.acts.copies.exporting import compress_for_discord, export_all, export_own, must_be_entitled, viewer_of
from bot.acts.copies.importing import Checked, Lanes, import_into, place_of, read_and_check, why_of
from bot.acts.copies.papers import MOST_BYTES
from bot.acts.copies.replaying import BadImport
from bot.acts.one_by_one import lock_of
from bot.discord.commands.localised import localised_description, localised_name
from bot.discord.commands.registering import serve
from bot.discord.commands.rights import must_have_permissions
from bot.discord.commands.service import TableService
from bot.discord.prompts.reply import Interaction, Reply
from bot.executors import WHOLE
from bot.words.narrator import Narrator
from rules.kernel.errors import Refused
from rules.kernel.requests import GM

Command = app_commands.Command[Any, ..., None]
DOWNLOAD = 20.0
"""Seconds for a file to come from Discord."""


def copies(service: TableService) -> Iterator[Command]:
    """The two commands, for the group ``/game``."""
    lanes = Lanes()

    @app_commands.rename(everything=localised_name("option.everything"))
    @app_commands.describe(everything=localised_description("option.everything"))
    async def give(interaction: Interaction, everything: bool = False) -> None:
        await serve(service, interaction, lambda reply: _export(service, reply, everything), share="copy")

    @app_commands.rename(file=localised_name("option.file"), retell=localised_name("option.retell"))
    @app_commands.describe(file=localised_description("option.file"), retell=localised_description("option.retell"))
    async def take(interaction: Interaction, file: discord.Attachment, retell: bool = False) -> None:
        async def work(reply: Reply) -> None:
            await _may_come(service, reply, file)
            async with lock_of("import", interaction.user.id):
                await _import(service, reply, file, retell, lanes)

        await serve(service, interaction, work, share="copy")

    yield Command(name=localised_name("game.export"), description=localised_description("game.export"), callback=give)
    yield Command(name=localised_name("game.import"), description=localised_description("game.import"), callback=take)


async def _export(service: TableService, reply: Reply, everything: bool) -> None:
    scene, user_id = await service.here(reply.interaction), reply.interaction.user.id
    record, sessions = scene.standing.record, service.sessions
    viewer = viewer_of(record, user_id, everything)
    if viewer == GM:
        must_be_entitled(scene.rules, record, user_id)
    await reply.acknowledge()
    if viewer == GM:
        copy = await export_all(sessions, record.id, user_id, reply.interaction.id)
        async with service.best_effort(record.id):
            await service.posting.deliver(record.id)
    else:
        copy = await export_own(sessions, record.id, viewer)
    data, suffix = await WHOLE.do(compress_for_discord, copy)
    file = discord.File(BytesIO(data), f"labirynt-{record.id}-{'gm' if viewer == GM else viewer}{suffix}")
    await reply.whisper(scene.narrator.say("export.full" if viewer == GM else "export.own"), [file])


async def _may_come(service: TableService, reply: Reply, file: discord.Attachment) -> None:
    """What can be refused without looking into the file."""
    must_have_permissions(reply.interaction)
    if file.size > MOST_BYTES:
        raise Refused("copy_heavy", most=MOST_BYTES // 2**20)
    here = await service.sessions.standing(reply.interaction.channel_id or 0)
    if here is not None and here.record.phase != "ended":
        raise Refused("channel_taken")
    service.limits.table(reply.interaction.user.id, reply.interaction.guild_id or 0, service.sessions.live())
    await reply.acknowledge()


async def _import(service: TableService, reply: Reply, file: discord.Attachment, retell: bool, lanes: Lanes) -> None:
    interaction, voice = reply.interaction, await service.voice(reply.interaction)
    await reply.whisper(voice.say("import.checking"))
    found = await _checked(service, voice, await _read(file), lanes)
    user, channel_id = interaction.user, interaction.channel_id or 0
    place = (channel_id, interaction.guild_id or 0, user.id, user.display_name, interaction.id)
    standing = await import_into(service.sessions, found, *place, retell=retell)
    dice = found.replayed
    said = voice.say("import.done", stages=len(dice.snapshots), fair=dice.fair, human=dice.human)
    async with service.best_effort(standing.record.id):
        await reply.whisper(said)
    await service.posting.deliver(standing.record.id)


async def _read(file: discord.Attachment) -> bytes:
    """The file; raises ``Refused("copy_unread")`` where Discord does not hand it over in time."""
    try:
        async with asyncio.timeout(DOWNLOAD):
            return await file.read()
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError) as failure:
        raise Refused("copy_unread") from failure


async def _checked(service: TableService, voice: Narrator, data: bytes, lanes: Lanes) -> Checked:
    try:
        return await read_and_check(service.sessions, data, lanes)
    except BadImport as bad:
        why = why_of(voice, bad)
        if bad.stage is None:
            raise Refused("bad_copy", why=why) from bad
        raise Refused("bad_import", place=place_of(voice, bad), why=why) from bad
