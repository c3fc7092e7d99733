"""Tables whose channel is gone: they rest until it is back or a participant resumes them elsewhere."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import Any

from bot.acts.proposals import END, give_time_anew
from bot.session.faults import OurFault
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from bot.store import ChannelTaken
from bot.table.authority import seats_of
from bot.table.events import TableMoved
from bot.table.records import GameRecord, Standing
from rules.kernel.errors import Refused

UNKNOWN_CHANNEL = 10003
"""Discord's error code for a channel that does not exist."""

OFFERED = 25
"""Choices that Discord shows for a command option (docs: interactions/application-commands)."""


async def archive(sessions: Sessions, game_id: str) -> None:
    """Archive a table until it is resumed; its message ids are kept, as it may resume in the same channel."""

    async def put_away(action: Transaction) -> None:
        if not action.record.archived:
            action.rewrite(archived=True)

    await sessions.lay_down(game_id, None, put_away)


async def archive_channel(sessions: Sessions, channel_id: int) -> None:
    """Archive the table of a deleted channel or thread."""
    try:
        game_id = await sessions.at(channel_id)
    except Refused:
        return
    await archive(sessions, game_id)


async def archive_guild(sessions: Sessions, guild_id: int) -> None:
    """Archive all tables of a guild that removed the bot."""
    for entry in sessions.live():
        if entry.guild_id == guild_id:
            with suppress(OurFault):  # it is in the log; one table that is broken keeps no other waiting
                await archive(sessions, entry.id)


async def archive_strays(sessions: Sessions, guild_ids: Collection[int]) -> None:
    """Archive the tables of guilds that removed the bot while it was down."""
    for guild_id in dict.fromkeys(entry.guild_id for entry in sessions.live()):
        if guild_id not in guild_ids:
            await archive_guild(sessions, guild_id)


async def archived_tables(sessions: Sessions, user_id: int) -> list[GameRecord]:
    """Return the newest archived tables that this person may resume, newest first, at most ``OFFERED``."""
    entries = await sessions.store.tables_of(user_id, archived=True)
    saved = [await sessions.store.load(entry.id) for entry in entries[: -OFFERED - 1 : -1]]
    return [table.record for table in saved if table and may_resume(table.record, user_id)]


def may_resume(record: GameRecord, user_id: int) -> bool:
    """Whether this person may resume the table: a player, stand-in, leader or game master."""
    return bool(seats_of(record, user_id)) or user_id in (record.leader_id, record.gm_id)


async def resume(
    sessions: Sessions, game_id: str, channel_id: int, guild_id: int, user_id: int, interaction_id: int
) -> Standing:
    """Resume an archived table in this channel.

    Raises ``Refused`` with not_archived, not_your_table or channel_taken.
    """

    async def move(action: Transaction) -> None:
        if not may_resume(action.record, user_id):
            raise Refused("not_your_table")
        if not action.record.archived or action.record.phase == "ended":
            raise Refused("not_archived")
        action.rewrite(**await _prepare_move(action, channel_id, guild_id))

    before = await sessions.store.load(game_id)
    elsewhere = before is not None and before.record.channel_id != channel_id
    messages = [prompt.message_id for prompt in await sessions.store.prompts(game_id)] if elsewhere else []
    try:
        standing = await sessions.change(game_id, interaction_id, move)
    except ChannelTaken as taken:
        raise Refused("channel_taken") from taken
    if messages:
        await sessions.store.forget_prompts(game_id, messages)
    return standing


async def resume_in_place(sessions: Sessions, game_id: str) -> bool:
    """Resume an archived table in its own channel, which is back; return False if nothing changed."""

    async def move(action: Transaction) -> None:
        if not action.record.archived or action.record.phase == "ended":
            raise Refused("not_archived")
        action.rewrite(**await _prepare_move(action, action.record.channel_id, action.record.guild_id))

    try:
        await sessions.change(game_id, None, move)
    except (ChannelTaken, Refused, OurFault):  # another table is played there by now, or a fault that is in the log
        return False
    return True


async def _prepare_move(action: Transaction, channel_id: int, guild_id: int) -> dict[str, Any]:
    """Return the changed fields of the record; deadlines start anew, as nobody could answer meanwhile.

    In another channel the proposal to end the game is dropped, as nobody sees it there.
    """
    if channel_id == action.record.channel_id:
        await give_time_anew(action)
    else:
        action.close_matter(END)
    if action.record.phase == "playing":
        action.asked_since(action.at)
        action.tell(TableMoved())
    return {"channel_id": channel_id, "guild_id": guild_id, "archived": False}
