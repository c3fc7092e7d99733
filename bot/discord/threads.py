"""Keeps the threads of tables in Discord's channel list while a question is open there."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Literal

import discord
from discord import HTTPException, Thread
from structlog import get_logger

from bot.discord.farewell import ending_line
from bot.discord.prompts.open_question import Scene
from bot.discord.retry_queue import LINE
from bot.discord.sitting import Newest
from bot.session.faults import OurFault
from bot.session.lobby import PLACE, THREAD
from bot.session.sessions import Sessions
from bot.table.habits import LONGEST_HOURS
from bot.table.records import Prompt, Standing
from bot.table.timekeeping import HOUR, is_empty, is_idle
from bot.words.narrator import Said

WEEK_MINUTES: Final = 10_080
"""Discord's longest ``auto_archive_duration`` in minutes."""
THREE_DAYS_MINUTES: Final = 4_320
LOOK_EVERY = 600.0
"""Seconds between two checks of all threads."""
AHEAD = 900.0
"""Seconds before a thread would be hidden at which it is kept visible; longer than the time between two checks."""

_log = get_logger(__name__)


class ThreadKeeper:
    """Keeps threads with an open question visible.

    Discord hides a thread after ``auto_archive_duration`` minutes without activity, and tells no bot of it. Changing
    that duration counts as activity (docs: topics/threads#active--archived-threads). It alternates between a week and
    three days, one call in five days of silence.
    """

    def __init__(self, client: discord.Client, sessions: Sessions, newest: Newest) -> None:
        self._client = client
        self._sessions = sessions
        self._newest = newest
        self._looked_at = 0.0
        self._handled_at: dict[int, float] = {}
        """When each thread was last kept visible, or could not be."""

    async def look(self) -> None:
        """Keep the threads visible that would soon be hidden; raises ``StoreUnavailable``."""
        now = self._sessions.clock()
        if abs(now - self._looked_at) < LOOK_EVERY:
            return
        self._looked_at = now
        entries = self._sessions.live()
        here = {entry.channel_id for entry in entries}
        self._handled_at = {thread_id: at for thread_id, at in self._handled_at.items() if thread_id in here}
        for entry in entries:
            guild = self._client.get_guild(entry.guild_id)
            if guild and (thread := guild.get_thread(entry.channel_id)) is not None:
                with suppress(OurFault):  # it is in the log
                    await self.keep(entry.id, thread)

    async def keep(self, game_id: str, thread: Thread) -> None:
        """Keep a table's thread visible if inactivity would soon hide it, or has hidden it.

        A thread that somebody archived stays so. Raises ``OurFault`` and ``StoreUnavailable``.
        """
        now = self._sessions.clock()
        if thread.locked or self._silence(thread, now) < thread.auto_archive_duration * 60 - AHEAD:
            return
        self._handled_at[thread.id] = now
        standing = await self._sessions.standing_of(game_id)
        if not standing or not _is_question_open(standing, now):
            return
        is_week = thread.auto_archive_duration == WEEK_MINUTES
        minutes: Literal[4_320, 10_080] = THREE_DAYS_MINUTES if is_week else WEEK_MINUTES
        try:
            await thread.edit(archived=False, auto_archive_duration=minutes)
        except LINE as failure:
            refused = isinstance(failure, HTTPException) and failure.status < 500
            self._handled_at[thread.id] = float("inf") if refused else 0.0  # asked for never again, or at the next look
            _log.warning("thread.hides", game=game_id, raised=type(failure).__name__, code=getattr(failure, "code", 0))

    async def close(self, scene: Scene, notes: Sequence[Prompt]) -> None:
        """Announce the end of the table in the channel of its thread, and archive the thread, which hides no message.

        ``notes``: the stored links to the thread, if the bot opened it. A new table in the thread takes them over.
        """
        record, store = scene.record, self._sessions.store
        for note in notes:
            if next_table := next((e.id for e in self._sessions.live() if e.channel_id == record.channel_id), ""):
                await self._sessions.note_prompt(next_table, PLACE, THREAD, note.message_id)
            else:
                await self._close(scene, note.message_id)
            await store.forget_prompts(record.id, [note.message_id])

    async def _close(self, scene: Scene, message_id: int) -> None:
        record = scene.record
        guild = self._client.get_guild(record.guild_id)
        thread = guild.get_thread(record.channel_id) if guild else None
        if thread is None:
            return
        said = scene.narrator.say("game.thread_closed", thread=Said(thread.mention))
        channel = self._client.get_partial_messageable(thread.parent_id, guild_id=record.guild_id)
        message = channel.get_partial_message(message_id)
        for change in (
            lambda: message.edit(content=f"{said}\n{ending_line(scene)}".strip()),
            lambda: thread.edit(archived=True),
        ):
            try:
                await change()
            except LINE as failure:
                facts = {"raised": type(failure).__name__, "code": getattr(failure, "code", 0)}
                _log.warning("thread.unclosed", game=record.id, **facts)

    def _silence(self, thread: Thread, now: float) -> float:
        """Return the seconds without activity, up to the archiving if the thread is archived."""
        newest = max(thread.id, thread.last_message_id or 0, self._newest.of(thread.id))
        active_at = max(discord.utils.snowflake_time(newest).timestamp(), self._handled_at.get(thread.id, 0.0))
        changed_at = thread.archive_timestamp.timestamp() if thread.archive_timestamp else 0.0
        return changed_at - active_at if thread.archived else now - max(active_at, changed_at)


def _is_question_open(standing: Standing, now: float) -> bool:
    record = standing.record
    waits = standing.waiting is not None and not is_idle(standing.waiting) and not is_empty(record)
    return waits and not record.archived and now - standing.asked_at < LONGEST_HOURS * HOUR
