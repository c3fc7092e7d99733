"""The Discord client: its event handlers, its command sync, and its start and shutdown."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping
from contextlib import suppress
from hashlib import sha256
from itertools import chain, repeat
from time import monotonic
from typing import Any

import aiohttp
import discord
from discord import AllowedMentions, HTTPException, Member, NotFound, Thread, app_commands
from structlog import get_logger

from bot.acts import archive
from bot.discord.clockwork import Clockwork
from bot.discord.commands import add_commands
from bot.discord.commands.registering import CatalogueTranslator, Guarded, Tree
from bot.discord.commands.service import TableService
from bot.discord.in_flight import ShardLock, always
from bot.discord.posting import Posting
from bot.discord.prompts.reply import Interaction
from bot.discord.requests import HostClock, SendRoute, count_requests
from bot.discord.router import Router
from bot.metrics import Metrics
from bot.session.faults import OurFault
from bot.session.sessions import Sessions
from bot.settings import Settings
from bot.store.retention import Thrift
from bot.store.units import Entry
from bot.table.records import WHOLE
from rules.kernel.game import Rules

_log = get_logger(__name__)
TREE_FILE = "commands.sha256"
HEARD = "on_socket_raw_receive"
"""The name of the one event that never waits for the shard lock: raw gateway data."""
BETWEEN_IDENTIFIES = 5.5
"""Seconds between two IDENTIFYs of one ``max_concurrency`` bucket: Discord's five, and a margin for delays."""
Slots = Callable[[int, float], Awaitable[float]]
"""Return the seconds to wait for the next turn of a slot, given the seconds between turns."""
LONGEST_WAIT = 30.0
"""Maximum seconds that a rate-limited request waits; longer ones are put off (discord.py allows no less)."""
SYNC_PATIENCE = 10.0
"""Seconds for syncing the commands before the tables go on without them."""
SYNC_PAUSES = (60.0, 600.0, 3600.0)
"""Seconds before each retry of the command sync; the last one repeats, because Discord limits changes per day."""
LAST_WORDS = 5.0
"""Seconds for finishing started replies at shutdown; Discord waits three for the first response."""

# The bot never speaks aloud; without these two it would be told at each start that it cannot.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False


class Labirynt(Guarded):
    """The bot's Discord client. It needs no privileged intent, and pings only people named by a prompt."""

    def __init__(
        self,
        settings: Settings,
        sessions: Sessions,
        games: Mapping[str, Rules],
        connector: aiohttp.BaseConnector | None = None,
        slots: Slots | None = None,
        holds: Callable[[], bool] = always,
        metrics: Metrics | None = None,
        load: SendRoute | None = None,
        host_clock: HostClock | None = None,
    ) -> None:
        share = sessions.share
        self.metrics = metrics or Metrics()
        self.load = load or SendRoute()
        for share_used in self.metrics.requests_of_share:
            share_used.set_function(self.load.of_share)
        sessions.on_life = self.metrics.count_life
        self.host_clock = host_clock or HostClock(lambda: sessions.clock())
        self.shard_lock = ShardLock(is_open=slots is None, holds=holds)
        if settings.socket and connector is None:  # a local stand-in for Discord
            connector = aiohttp.UnixConnector(path=str(settings.socket), limit=0)
        super().__init__(
            intents=discord.Intents(guilds=True),
            shard_id=share.shard if share != WHOLE else None,
            shard_count=share.count if share != WHOLE else None,
            allowed_mentions=AllowedMentions.none(),
            enable_debug_events=True,  # the one way to hear which message of a channel is the newest
            http_trace=self.shard_lock.fence(count_requests(self.metrics, self.load, self.host_clock)),
            connector=connector,
            guild_ready_timeout=settings.guild_ready_timeout,
            max_messages=None,
            max_ratelimit_timeout=LONGEST_WAIT,
        )
        self._settings = settings
        self._syncing: asyncio.Task[None] | None = None
        self._slots = slots
        self._lost_at: float | None = None
        self._left_guilds: set[int] = set()
        self._sessions = sessions
        self.posting = Posting(self, sessions, games, self.metrics, self.load, self.host_clock)
        self.posting.live.writer.turns_calls = settings.calls == "layout"
        self.in_flight = self.posting.in_flight
        thrift = Thrift(settings.undo_stages, settings.keep_days)
        self.clockwork = Clockwork(
            sessions, self.posting, self.metrics, thrift=thrift, guilds=lambda: [guild.id for guild in self.guilds]
        )
        self.service = TableService(sessions, games, self.posting, self.metrics)
        self._router = Router(self.service)
        self.tree = Tree(self, self.service)
        add_commands(self.tree, self.service)

    async def setup_hook(self) -> None:
        """Sync changed commands and their translations before the gateway opens."""
        await self.tree.set_translator(CatalogueTranslator())
        if self._settings.sync != "never" and self._sessions.share.shard == 0 and not await self._synced():
            self._syncing = self.in_flight.begin(self._sync_later())

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for a turn to identify, because Discord limits the rate (events/gateway#rate-limiting)."""
        if not self._slots:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        _, _, limit = await self.http.get_bot_gateway()
        await asyncio.sleep(await self._slots((shard_id or 0) % limit["max_concurrency"], BETWEEN_IDENTIFIES))

    async def begin(self) -> None:
        """Start to handle events; earlier events have waited for this. Raises ``StoreUnavailable``."""
        await self._sessions.open()
        self.posting.began = self._sessions.clock()
        self.shard_lock.open()

    async def _sync_later(self) -> None:
        """Retry the command sync until it succeeds, while the tables go on."""
        for pause in chain(SYNC_PAUSES, repeat(SYNC_PAUSES[-1])):
            await self.in_flight.rest(pause)
            if await self._synced():
                return

    async def _synced(self) -> bool:
        try:
            async with asyncio.timeout(SYNC_PATIENCE):
                await self.sync(only_changed=self._settings.sync == "changed")
        except HTTPException as refusal:
            _log.warning("commands.unsynced", status=refusal.status, code=refusal.code, why=refusal.text)
        except (app_commands.AppCommandError, aiohttp.ClientError, OSError, TimeoutError) as failure:
            _log.warning("commands.unsynced", raised=type(failure).__name__)
        else:
            return True
        return False

    async def sync(self, *, only_changed: bool) -> None:
        """Send the commands to Discord, with ``only_changed`` only if they changed; it allows few changes a day."""
        file = self._settings.data / TREE_FILE
        digest = await self._digest()
        if only_changed and file.exists() and file.read_text() == digest:
            return
        await self.tree.sync()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(digest)
        _log.info("commands.synced")

    async def _digest(self) -> str:
        translator = self.tree.translator
        assert translator
        commands = [await command.get_translated_payload(self.tree, translator) for command in self.tree.get_commands()]
        known = json.dumps([self.application_id, commands], sort_keys=True, default=str)
        return sha256(known.encode()).hexdigest()

    async def on_disconnect(self) -> None:
        """Log a lost connection once; discord.py calls this at each failed attempt."""
        if self._lost_at is None and not self.is_closed():
            self._lost_at = monotonic()
            _log.warning("discord.lost")

    def _found_again(self) -> None:
        if self._lost_at is not None:
            _log.info("discord.back", seconds=round(monotonic() - self._lost_at, 1))
            self._lost_at = None

    async def on_ready(self) -> None:
        """Start the clock, restore tables and deliver what the last process left unsent."""
        self._found_again()
        _log.info("ready", guilds=len(self.guilds))
        self.clockwork.start()
        await archive.archive_strays(self.service.sessions, [guild.id for guild in self.guilds])
        await self._bring_back([guild.id for guild in self.guilds], ask=False)
        await self.posting.deliver_unfinished()
        await self._look_for_channels()

    async def on_resumed(self) -> None:
        """Deliver the messages that the lost connection held back."""
        self._found_again()
        await self.clockwork.pay(self.posting.retry_queue.held_by_line())

    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Retry deliveries, because the bot's permissions in this channel may have changed."""
        await self._allowed(after.guild.id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Retry deliveries, because a role may have gained permissions."""
        await self._allowed(after.guild.id)

    async def on_member_update(self, before: Member, after: Member) -> None:
        """Retry deliveries, because the bot may have been given a role."""
        await self._allowed(after.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Retry deliveries, because the deleted role may have denied a permission."""
        await self._allowed(role.guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Retry deliveries and restore tables after an outage or a new invitation."""
        await self._allowed(guild.id)
        await self._bring_back([guild.id], ask=guild.id in self._left_guilds)

    async def on_thread_join(self, thread: Thread) -> None:
        """Retry deliveries, because the bot was added to a thread or sees it again."""
        await self._allowed(thread.guild.id, thread.id)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Retry deliveries, because a thread may have been unlocked."""
        await self._allowed(thread.guild_id, thread.thread_id)

    async def _allowed(self, guild_id: int, thread_id: int = 0) -> None:
        await self.clockwork.pay(self.posting.freed_tables(guild_id, thread_id))

    async def _look_for_channels(self) -> None:
        """Archive the tables whose channel was deleted while the bot was down; Discord does not list
        archived threads.
        """
        for entry in self.service.sessions.live():
            guild = self.get_guild(entry.guild_id)
            if not guild or guild.unavailable or guild.get_channel_or_thread(entry.channel_id):
                continue
            try:
                channel = await self.fetch_channel(entry.channel_id)
                if isinstance(channel, Thread):
                    with suppress(OurFault):
                        await self.posting.threads.keep(entry.id, channel)
            except NotFound:
                with suppress(OurFault):  # it is in the log; one table that is broken keeps no other waiting
                    await archive.archive(self.service.sessions, entry.id)
            except HTTPException as failure:
                _log.info("channel.unseen", game=entry.id, code=failure.code)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Restore the tables of a guild that invited the bot, perhaps again."""
        self._left_guilds.discard(guild.id)
        await self._bring_back([guild.id], ask=True)

    async def _bring_back(self, guild_ids: Collection[int], *, ask: bool) -> None:
        """Resume resting tables whose channel exists; ``ask``: ask Discord for archived threads, which it does not
        list.
        """
        for entry in await self.service.store.resting():
            if entry.guild_id not in guild_ids or not await self._has_channel(entry, ask=ask):
                continue
            if await archive.resume_in_place(self.service.sessions, entry.id):
                await self.posting.return_beside(entry.id)

    async def _has_channel(self, entry: Entry, *, ask: bool) -> bool:
        guild = self.get_guild(entry.guild_id)
        if not guild or guild.unavailable:
            return False
        if guild.get_channel_or_thread(entry.channel_id) is not None:
            return True
        if not ask:
            return False
        try:
            await self.fetch_channel(entry.channel_id)
        except (HTTPException, discord.InvalidData):
            return False
        return True

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Archive the tables of a deleted channel; Discord announces its threads one by one."""
        await archive.archive_channel(self.service.sessions, channel.id)

    async def on_raw_thread_delete(self, gone: discord.RawThreadDeleteEvent) -> None:
        """Archive the table of a deleted thread, cached or not."""
        await archive.archive_channel(self.service.sessions, gone.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Archive the tables of a guild that removed the bot or was deleted."""
        self._left_guilds.add(guild.id)
        await archive.archive_guild(self.service.sessions, guild.id)

    async def finish(self) -> None:
        """Finish started replies and stop the clock; the connection stays open."""
        await self.in_flight.leave(LAST_WORDS)
        await self.clockwork.stop()
        await self.posting.status.stop()
        if self._syncing:
            self._syncing.cancel()

    async def hand_over(self) -> None:
        """Leave all further events to another process, and finish the started ones."""
        self.shard_lock.shut()
        patience = asyncio.get_running_loop().time() + LAST_WORDS
        try:
            await self.finish()
            with suppress(TimeoutError):
                async with asyncio.timeout_at(patience):
                    await self.in_flight.idle()
        finally:
            self.shard_lock.cut()
            self.in_flight.drop()

    async def close(self) -> None:
        """Finish started replies, then disconnect."""
        await self.finish()
        if self.shard_lock.is_cut:
            await self.in_flight.end(LAST_WORDS)
        self.shard_lock.shut()
        if task := getattr(self._connection, "_ready_task", None):
            task.cancel()  # discord.py leaves it waiting for guilds, and it would fail on the closed client's loop
        await super().close()

    @property
    def heard(self) -> tuple[str, int]:
        """Return the gateway session id and the sequence number of its last event received here."""
        return (self.ws.session_id or "", self.ws.sequence or 0) if self.ws else ("", 0)

    @property
    def busy(self) -> bool:
        """Whether any event or task is in flight."""
        return self.in_flight.is_busy

    async def idle(self) -> None:
        """Wait until nothing is in flight."""
        await self.in_flight.idle()

    async def _run_event(
        self, coro: Callable[..., Coroutine[Any, Any, Any]], event_name: str, *args: Any, **kwargs: Any
    ) -> None:
        """Count every event as in flight until it is handled; discord.py has no other hook for all events."""
        if event_name != HEARD and not await self.shard_lock.admits():
            return
        with self.in_flight.track():
            await super()._run_event(coro, event_name, *args, **kwargs)

    async def on_socket_raw_receive(self, event: str) -> None:
        """Note a raw gateway event before it becomes an interaction."""
        self.posting.live.writer.newest.hear(event)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Route components and modals; commands go through the command tree."""
        await self._router.on_interaction(interaction)
