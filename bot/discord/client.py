"""The Discord client: what it listens to, its commands, and what it does when it has come up."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping
from hashlib import sha256
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import aiohttp
import discord
import structlog
from discord import app_commands

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

_log = structlog.get_logger(__name__)
TREE_FILE = "commands.sha256"
HEARD = "on_socket_raw_receive"
"""The one event that may not wait: everything that is heard, word by word."""
BETWEEN_IDENTIFIES = 5.5
"""Seconds between two who identify at Discord with the same remainder by ``max_concurrency``; five are its limit, and
whoever is held up for a moment comes no closer to the next one."""
Slots = Callable[[int, float], Awaitable[float]]
"""How long to wait (seconds) for the next turn of this slot, when turns are that far apart (seconds)."""
LONGEST_WAIT = 30.0
"""Seconds that a request waits because Discord says so; what is longer is put off (discord.py takes no less)."""
SYNC_PATIENCE = 10.0
"""Seconds for sending the commands, before the tables go on without them."""
SYNC_PAUSES = (60.0, 600.0, 3600.0)
"""Seconds before the commands are sent again; the last one again and again, as Discord counts changes by the day."""
LAST_WORDS = 5.0
"""Seconds for answers that have begun when the bot is told to leave; Discord waits three for the first word."""

# The bot never speaks aloud; without these two it would be told at each start that it cannot.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False


class Labirynt(Guarded):
    """The bot. It needs no privileged intent, and pings nobody unless a prompt names whom."""

    def __init__(
        self,
        settings: Settings,
        sessions: Sessions,
        games: Mapping[str, Rules[Any]],
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
        self.metrics.requests_of_share.set_function(self.load.of_share)
        self.host_clock = host_clock or HostClock(lambda: sessions.clock())
        self.shard_lock = ShardLock(is_open=slots is None, holds=holds)
        super().__init__(
            intents=discord.Intents(guilds=True),
            shard_id=share.shard if share != WHOLE else None,
            shard_count=share.count if share != WHOLE else None,
            allowed_mentions=discord.AllowedMentions.none(),
            enable_debug_events=True,  # the one way to hear which message of a channel is the newest
            http_trace=self.shard_lock.fence(count_requests(self.metrics, self.load, self.host_clock)),
            connector=connector or _connector(settings.socket),
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
        self.in_flight = self.posting.in_flight
        thrift = Thrift(settings.undo_stages, settings.keep_days)
        self.clockwork = Clockwork(sessions, self.posting, self.metrics, thrift=thrift)
        self.service = TableService(sessions, games, self.posting, self.metrics)
        self._router = Router(self.service)
        self.tree = Tree(self, self.service)
        add_commands(self.tree, self.service)

    async def setup_hook(self) -> None:
        """Before the gateway opens: the commands, in their languages, when they have changed."""
        await self.tree.set_translator(CatalogueTranslator())
        if self._settings.sync != "never" and self._sessions.share.shard == 0 and not await self._synced():
            self._syncing = self.in_flight.begin(self._sync_later())

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for a turn to identify, of which Discord gives few: events/gateway#rate-limiting."""
        if self._slots is None:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        _, _, limit = await self.http.get_bot_gateway()
        await asyncio.sleep(await self._slots((shard_id or 0) % limit["max_concurrency"], BETWEEN_IDENTIFIES))

    async def begin(self) -> None:
        """Act for the guilds from now on; whatever came until now has waited for it. Raises ``StoreUnavailable``."""
        await self._sessions.open()
        self.posting.began = self._sessions.clock()
        self.shard_lock.open()

    async def _sync_later(self) -> None:
        """Discord has the commands of before, or none yet; the tables go on meanwhile."""
        for pause in chain(SYNC_PAUSES, repeat(SYNC_PAUSES[-1])):
            await self.in_flight.rest(pause)
            if await self._synced():
                return

    async def _synced(self) -> bool:
        """Whether Discord has the commands as they are now."""
        try:
            async with asyncio.timeout(SYNC_PATIENCE):
                await self.sync(only_changed=self._settings.sync == "changed")
        except discord.HTTPException as refusal:
            _log.warning("commands.unsynced", status=refusal.status, code=refusal.code, why=refusal.text)
        except (app_commands.AppCommandError, aiohttp.ClientError, OSError, TimeoutError) as failure:
            _log.warning("commands.unsynced", raised=type(failure).__name__)
        else:
            return True
        return False

    async def sync(self, *, only_changed: bool) -> None:
        """Send the commands to Discord; it allows few such changes a day, so an unchanged tree is not sent."""
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
        assert translator is not None
        commands = [await command.get_translated_payload(self.tree, translator) for command in self.tree.get_commands()]
        known = json.dumps([self.application_id, commands], sort_keys=True, default=str)
        return sha256(known.encode()).hexdigest()

    async def on_disconnect(self) -> None:
        """The line is lost, or could not be had; discord.py tries again, and comes here each time."""
        if self._lost_at is None and not self.is_closed():
            self._lost_at = time.monotonic()
            _log.warning("discord.lost")

    def _found_again(self) -> None:
        if self._lost_at is not None:
            _log.info("discord.back", seconds=round(time.monotonic() - self._lost_at, 1))
            self._lost_at = None

    async def on_ready(self) -> None:
        """Say what was stored and not said when the process ended."""
        self._found_again()
        _log.info("ready", guilds=len(self.guilds))
        self.clockwork.start()
        await archive.archive_strays(self.service.sessions, [guild.id for guild in self.guilds])
        await self._bring_back([guild.id for guild in self.guilds], ask=False)
        await self.posting.deliver_unfinished()
        await self._look_for_channels()

    async def on_resumed(self) -> None:
        """The line is back: what it kept from the channels is said now."""
        self._found_again()
        await self.clockwork.pay(self.posting.retry_queue.held_by_line())

    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """The bot may have been allowed something in this channel."""
        await self._allowed(after.guild.id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """A role may have been allowed something."""
        await self._allowed(after.guild.id)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """The bot may have been given a role."""
        await self._allowed(after.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """A role may have forbidden something."""
        await self._allowed(role.guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """An outage is over, during which rights may have changed, or the bot was invited again."""
        await self._allowed(guild.id)
        await self._bring_back([guild.id], ask=guild.id in self._left_guilds)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """The bot was added to a thread, or sees it again."""
        await self._allowed(thread.guild.id, thread.id)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """A thread may have been unlocked."""
        await self._allowed(thread.guild_id, thread.thread_id)

    async def _allowed(self, guild_id: int, thread_id: int = 0) -> None:
        await self.clockwork.pay(self.posting.freed_tables(guild_id, thread_id))

    async def _look_for_channels(self) -> None:
        """Put away the tables whose channel was deleted while the bot was down; archived threads are not told of."""
        for entry in self.service.sessions.live():
            guild = self.get_guild(entry.guild_id)
            if guild is None or guild.unavailable or guild.get_channel_or_thread(entry.channel_id):
                continue
            try:
                channel = await self.fetch_channel(entry.channel_id)
                if isinstance(channel, discord.Thread):
                    with contextlib.suppress(OurFault):
                        await self.posting.threads.keep(entry.id, channel)
            except discord.NotFound:
                with contextlib.suppress(OurFault):  # it is in the log; one table that is broken keeps no other waiting
                    await archive.archive(self.service.sessions, entry.id)
            except discord.HTTPException as failure:
                _log.info("channel.unseen", game=entry.id, code=failure.code)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was invited, perhaps again."""
        self._left_guilds.discard(guild.id)
        await self._bring_back([guild.id], ask=True)

    async def _bring_back(self, guild_ids: Collection[int], *, ask: bool) -> None:
        """Let resting tables go on whose channel is there, as the bot is in its guild again.

        ``ask``: ask Discord for threads that it has archived, which it does not tell of.
        """
        for entry in await self.service.sessions.store.resting():
            if entry.guild_id not in guild_ids or not await self._has_channel(entry, ask=ask):
                continue
            if await archive.resume_in_place(self.service.sessions, entry.id):
                await self.posting.return_beside(entry.id)

    async def _has_channel(self, entry: Entry, *, ask: bool) -> bool:
        guild = self.get_guild(entry.guild_id)
        if guild is None or guild.unavailable:
            return False
        if guild.get_channel_or_thread(entry.channel_id) is not None:
            return True
        if not ask:
            return False
        try:
            await self.fetch_channel(entry.channel_id)
        except (discord.HTTPException, discord.InvalidData):
            return False
        return True

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel was deleted; of its threads Discord tells one by one."""
        await archive.archive_channel(self.service.sessions, channel.id)

    async def on_raw_thread_delete(self, gone: discord.RawThreadDeleteEvent) -> None:
        """A thread was deleted, known to this process or not."""
        await archive.archive_channel(self.service.sessions, gone.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was thrown out, or the guild is no more."""
        self._left_guilds.add(guild.id)
        await archive.archive_guild(self.service.sessions, guild.id)

    async def finish(self) -> None:
        """Finish what people have begun, and stop looking at the clock; the line stays open."""
        await self.in_flight.leave(LAST_WORDS)
        await self.clockwork.stop()
        await self.posting.status.stop()
        if self._syncing is not None:
            self._syncing.cancel()

    async def hand_over(self) -> None:
        """Leave every event from now on to another process, and be done with what has begun."""
        self.shard_lock.shut()
        patience = asyncio.get_running_loop().time() + LAST_WORDS
        try:
            await self.finish()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(patience):
                    await self.in_flight.idle()
        finally:
            self.shard_lock.cut()
            self.in_flight.drop()

    async def close(self) -> None:
        """Finish what people have begun, then leave."""
        await self.finish()
        self.shard_lock.shut()
        if task := getattr(self._connection, "_ready_task", None):
            task.cancel()  # discord.py leaves it waiting for guilds, and it would fail on the closed client's loop
        await super().close()

    @property
    def heard(self) -> tuple[str, int]:
        """The session at the gateway, and the number of its last event that has arrived here."""
        return (self.ws.session_id or "", self.ws.sequence or 0) if self.ws else ("", 0)

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return self.in_flight.is_busy

    async def idle(self) -> None:
        """Wait until nothing is under way."""
        await self.in_flight.idle()

    async def _run_event(
        self, coro: Callable[..., Coroutine[Any, Any, Any]], event_name: str, *args: Any, **kwargs: Any
    ) -> None:
        """Every event is under way until it is dealt with; discord.py has no other place that sees them all."""
        if event_name != HEARD and not await self.shard_lock.admits():
            return
        with self.in_flight.track():
            await super()._run_event(coro, event_name, *args, **kwargs)

    async def on_socket_raw_receive(self, event: str) -> None:
        """An event of the gateway, before it becomes an interaction."""
        self.posting.live.newest.hear(event)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Components and modals; commands go their own way through the tree."""
        await self._router.on_interaction(interaction)


def _connector(socket: Path | None) -> aiohttp.BaseConnector | None:
    """The way to a local stand-in; None: to Discord."""
    return aiohttp.UnixConnector(path=str(socket), limit=0) if socket else None
