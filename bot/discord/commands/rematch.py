"""The button below the final message that opens a new table for the same people."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.channels import must_have_permissions
from bot.discord.commands import lobby
from bot.discord.commands.finding import link_to
from bot.discord.commands.registering import Handlers, table_of
from bot.discord.commands.service import TableService
from bot.discord.farewell import REMATCH
from bot.discord.live import PROMPT
from bot.discord.prompts.components import CustomId, mention_user
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.reply import Reply
from bot.discord.sitting import people_gone
from bot.session.lobby import LOBBY, opening_unit, rematch_record
from bot.table.records import SeatRecord, Standing
from bot.words.narrator import Said
from rules.kernel.errors import Refused


async def on_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """Open a table for the players of this one who are still in the server; later presses get a link to it."""
    ended = (await table_of(service, reply, id)).standing.record
    if ended.phase != "ended":
        raise Refused("stale")
    sitters = await service.sessions.store.sitters(ended.id)
    sat = {ended.leader_id, ended.gm_id, *(seat.user_id for seat in ended.seats)}
    sat |= {sitter.user_id for sitter in sitters}
    if reply.user_id not in sat:
        raise Refused("rematch_stranger")
    must_have_permissions(reply.interaction)
    await _must_be_free(service, ended.channel_id)
    service.limits.table(reply.user_id, ended.guild_id, service.sessions.live())
    user = reply.interaction.user
    presser = SeatRecord("", user.id, user.display_name, username=user.name)
    gone = await people_gone(reply.interaction.guild, sat - {0, -1, user.id})
    record = rematch_record(ended, service.sessions.clock(), service.games[ended.game], presser, gone, sitters)
    try:
        standing = await service.sessions.adopt(opening_unit(record, reply.interaction_id))
    except Refused:  # somebody was faster
        await _must_be_free(service, ended.channel_id)
        raise
    await _invite(service, reply, standing)


async def _invite(service: TableService, reply: Reply, standing: Standing) -> None:
    """Post the lobby with a call to the other players."""
    others = [seat.user_id for seat in standing.record.seats if seat.user_id not in (0, reply.user_id)]
    scene = service.scene(standing)
    ping = await service.posting.direct.call(scene, others, _invitation)
    await lobby.post(service, reply, standing, _invitation(scene, *others) if others else "", ping)


def _invitation(scene: Scene, *users: int) -> str:
    return scene.narrator.say("rematch.invited", who=scene.narrator.join_words([*map(mention_user, users)]))


async def _must_be_free(service: TableService, channel_id: int) -> None:
    """Raise ``Refused`` with rematch_waits or rematch_taken if a table is open in the channel."""
    standing = await service.sessions.standing(channel_id)
    if not standing or standing.record.phase == "ended":
        return
    in_lobby = standing.record.phase == "lobby"
    place = Said(await link_to(service.sessions, standing, LOBBY if in_lobby else PROMPT))
    raise Refused("rematch_waits" if in_lobby else "rematch_taken", place=place)


HANDLERS: Handlers = {REMATCH: on_press}
