"""The ``/gm`` commands: the game master's tools."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from bot.acts import rulings as mastery
from bot.acts import undo_points
from bot.acts.game_master import own_notes, step_down
from bot.acts.table_settings import settings_of
from bot.discord.commands import (
    gm_prepare,
    gm_rulings,
    gm_screen,
    gm_skip,
    gm_tell,
    lobby,
    registering,
    status,
    undo_words,
)
from bot.discord.commands.gm_now import NOW, show_what, take_typed_roll, with_way_out
from bot.discord.commands.proposals import disable_master_ballots, name_master
from bot.discord.commands.ruling_lines import find_correction
from bot.discord.commands.service import TableService
from bot.discord.prompts import components, typed
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Interaction, Reply
from bot.executors import PAST
from bot.table.records import Note
from bot.words.matching import Offer, matching_offers

RULINGS_SHOWN = 5
NoteText = app_commands.Transform[str, registering.TextOption(mastery.LONGEST_NOTE)]


async def _take(service: TableService, reply: Reply) -> None:
    await _appoint(service, reply, reply.user_id)


async def _appoint_member(service: TableService, reply: Reply, member: discord.Member) -> None:
    await _appoint(service, reply, member.id)


async def _appoint(service: TableService, reply: Reply, user_id: int) -> None:
    """Make somebody the game master, at once or by a vote."""
    agreed = await settings_of(service.store, reply.guild_id)
    may = agreed.has_master_role([role.id for role in getattr(reply.interaction.user, "roles", ())])
    await name_master(service, reply, user_id, may=may)
    await lobby.redraw(service, (await service.here(reply)).game_id)


async def _resign(service: TableService, reply: Reply) -> None:
    scene = await service.here(reply)
    await step_down(service.sessions, scene.game_id, reply.user_id, reply.interaction_id)
    said = scene.narrator.say("gm.resigned", who=components.mention_user(reply.user_id))
    async with service.best_effort(scene.game_id):
        await reply.post(Shown(said))
        await disable_master_ballots(service, scene)
    await service.deliver(reply, scene.game_id)
    await lobby.redraw(service, scene.game_id)


# Setting right -----------------------------------------------------------------------------------------


def _ruling_command(key: str, *, placing: bool) -> registering.Making:
    async def rule(
        service: TableService,
        reply: Reply,
        what: registering.ShortText = "",
        value: registering.ShortText = "",
        reason: gm_tell.Line = "",
        whisper: bool = False,
        sure: bool = False,
    ) -> None:
        ruling = gm_rulings.Typed(what, value, whisper, sure, placing, reason)
        await with_way_out(service, reply, lambda scene: gm_rulings.take_typed(service, reply, scene, ruling))

    async def what_offers(service: TableService, interaction: Interaction, begun: str) -> Sequence[Offer]:
        scene = await _ruling(service, interaction)
        offers = gm_rulings.offers_of(scene, placing=placing)
        found = matching_offers(gm_rulings.offered_words(scene, offers), begun)
        calls = {action.option.id: action for action in offers.actions if action.option.id in scene.face.calls}
        called = scene.face.calling.complete(scene.plain, calls, begun) if calls and begun.strip() else []
        return [*found, *called]

    return registering.command(key, rule, what=what_offers, value=_value_offers)


async def _value_offers(service: TableService, interaction: Interaction, begun: str) -> Sequence[Offer]:
    scene = await _ruling(service, interaction)
    action, _ = find_correction(scene, gm_rulings.offers_of(scene), registering.other_option(interaction, "what"))
    return typed.complete_answer(scene.narrator, action.ask, begun) if action.ask is not None else []


async def _ruling(service: TableService, interaction: Interaction) -> gm_rulings.Ruling:
    return gm_rulings.ruling(await service.here(interaction), interaction.user.id)


# Dice and going on -------------------------------------------------------------------------------------


async def _roll(
    service: TableService,
    reply: Reply,
    dice: registering.ShortText = "",
    reason: gm_tell.Line = "",
    whisper: bool = False,
    sure: bool = False,
) -> None:
    """Re-roll the last dice, or set what they show."""
    await with_way_out(
        service,
        reply,
        lambda scene: take_typed_roll(service, reply, scene, dice, reason, whispered=whisper, sure=sure),
    )


async def _skip(service: TableService, reply: Reply, sure: bool = False) -> None:
    """Continue the game without waiting for the seats that are asked."""
    await with_way_out(
        service,
        reply,
        lambda scene: gm_skip.skip(service, reply, scene) if sure else gm_skip.propose_skip(reply, scene),
    )


# Notes and sight ---------------------------------------------------------------------------------------


async def _note(service: TableService, reply: Reply, text: NoteText) -> None:
    scene = await service.here(reply)
    await mastery.note(service.sessions, scene.game_id, reply.user_id, reply.interaction_id, text)
    await reply.whisper(scene.narrator.say("gm.noted"))


async def _show_notes(service: TableService, reply: Reply) -> None:
    scene, notes = await _kept(service, reply.interaction)
    lines = list(gm_rulings.note_lines(notes)) or [scene.narrator.say("gm.no_notes")]
    await reply.whisper(gm_rulings.newest(lines))


async def _kept(service: TableService, interaction: Interaction) -> tuple[Scene, list[Note]]:
    scene = await service.here(interaction)
    mastery.must_master(scene.record, interaction.user.id)
    return scene, await own_notes(service.store, scene.game_id, interaction.user.id)


async def _see(service: TableService, reply: Reply) -> None:
    """Show everything that the game master may know."""
    scene, notes = await _kept(service, reply.interaction)
    lines = [status.table_in_words(scene), *await _last_rulings(service, scene)]
    if notes:
        lines += [scene.narrator.say("gm.see.notes"), *list(gm_rulings.note_lines(notes))[-RULINGS_SHOWN:]]
    lines += gm_rulings.hidden_things(scene)
    await reply.whisper(components.fit_lines(lines))


async def _last_rulings(service: TableService, scene: Scene) -> list[str]:
    standing = scene.standing
    found = await undo_points.points(service.store, standing.record.id, standing.address)
    last = [point for point in found if undo_points.is_ruling(point.answer)][:RULINGS_SHOWN]
    sitters = await service.store.sitters(standing.record.id)
    master = undo_words.Reader(standing.record.gm_id, True)
    said = await PAST.do(
        lambda: [undo_words.place_in_words(scene, scene.narrator, point, master, sitters) for point in last]
    )
    return [scene.narrator.say("gm.see.rulings"), *(f"- {said_line}" for said_line in said)] if said else []


GROUP = registering.group(
    "gm",
    (
        registering.command("gm.take", _take, public=True),
        registering.command("gm.appoint", _appoint_member, public=True),
        registering.command("gm.resign", _resign, public=True),
        registering.command("gm.what", show_what),
        _ruling_command("gm.set", placing=False),
        _ruling_command("gm.place", placing=True),
        registering.command("gm.roll", _roll),
        registering.command("gm.skip", _skip),
        gm_tell.TELL,
        registering.command("gm.note", _note),
        registering.command("gm.notes", _show_notes),
        registering.command("gm.screen", gm_screen.show_screen, share="picture"),
        registering.command("gm.see", _see),
        NOW,
        gm_prepare.PREPARE,
    ),
)
"""The command group ``/gm``."""
