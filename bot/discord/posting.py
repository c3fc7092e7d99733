"""Delivers the outbox to the channel: after a commit the story, then the question, each exactly once."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from typing import Any
from weakref import WeakValueDictionary

import discord
import structlog
from msgspec.structs import replace

from bot.acts.archive import UNKNOWN_CHANNEL, archive
from bot.acts.proposals import MISSED_DEADLINES, missed_deadlines
from bot.discord import messages
from bot.discord.bulletins import Bulletins
from bot.discord.channels import NONCE_LIVES, Channels, Memory
from bot.discord.delivery_plan import Delivery, Posted
from bot.discord.direct import DirectMessages, Say
from bot.discord.direct import say as say_to
from bot.discord.in_flight import InFlight, Outlived
from bot.discord.live import PROMPT, Live
from bot.discord.prompts.components import VOTE, CustomId, Press, token, view
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.reply import UNHEARD
from bot.discord.reminders import Reminders, is_reminder_only
from bot.discord.requests import FollowUps, HostClock, SendRoute
from bot.discord.retry_queue import LINE, NOWHERE, PendingDelivery, Place, RetryQueue, pending_delivery_of
from bot.discord.sitting import Sitting
from bot.discord.status_line import STATUS, StatusLine
from bot.discord.threads import ThreadKeeper
from bot.metrics import Metrics
from bot.session.lobby import LOBBY, PLACE, THREAD
from bot.session.sessions import Sessions
from bot.store import StoreUnavailable
from bot.table.events import EndWithdrawn, Overdue
from bot.table.records import GameRecord, OutboxRow, Prompt, Standing
from bot.table.timekeeping import players
from rules.kernel.game import Rules

PAUSES = (0.5, 5.0)
"""Seconds before each retry of a broken delivery; later the clock's rounds retry it."""

_log = structlog.get_logger(__name__)


class Posting:
    """Delivers what is stored, one delivery at a time for each game."""

    def __init__(
        self,
        client: discord.Client,
        sessions: Sessions,
        games: Mapping[str, Rules],
        metrics: Metrics,
        load: SendRoute,
        host_clock: HostClock | None = None,
    ) -> None:
        self._client = client
        self._metrics = metrics
        self._sessions = sessions
        self._store = sessions.store
        self._games = games
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._failures: dict[str, int] = {}
        self._channels = Channels(client, metrics, FollowUps(load))
        self.in_flight = InFlight()
        self.direct = DirectMessages(client, sessions, games, metrics, self.in_flight)
        host_clock = host_clock or HostClock(lambda: sessions.clock())
        self.live = Live(self._channels, sessions, host_clock, self.direct)
        self.status = StatusLine(self._channels, sessions, self.in_flight, load)
        self.threads = ThreadKeeper(client, sessions, self.live.writer.newest)
        self.bulletins = Bulletins(client, sessions, games, self._channels, self.direct, self.live.writer.newest.note)
        self.reminders = Reminders(client, sessions, self._channels, self.live, self.direct)
        self.retry_queue = RetryQueue()
        self._hinted_at: set[int] = set()
        """The stories that a newer program will tell, of which a line told already."""
        self.pauses: Sequence[float] = PAUSES
        self.began = sessions.clock()
        """The time since which only this process posts for these tables; older posts may exist without
        a known nonce.
        """

    async def deliver_unfinished(self) -> None:
        """Deliver after a start what was stored but not sent."""
        for game_id in await self._store.unfinished():
            await self.deliver_beside(game_id)

    async def deliver_beside(self, game_id: str, sitting: Sitting | None = None) -> None:
        """Deliver in the background; errors are logged, so that one broken table stops no other."""
        try:
            await self.deliver(game_id, sitting)
        except Exception:
            _log.exception("delivery.failed", game=game_id)
            self._metrics.faults.inc()

    async def overdue_tables(self) -> list[str]:
        """Return the tables to retry now, once a round; forget tables that are over or have lost their channel."""
        live = {entry.id for entry in self._sessions.live()}
        unfinished = await self._store.unfinished()
        kept = live | unfinished.keys()
        self.live.keep_only(kept)
        self.status.keep_only(kept)
        self._failures = {game_id: failed for game_id, failed in self._failures.items() if game_id in kept}
        return self.retry_queue.round(unfinished)

    def freed_tables(self, guild_id: int, thread_id: int = 0) -> list[str]:
        """Return the tables to retry at once, because the bot's permissions or the thread changed."""
        return self.retry_queue.freed(guild_id, self._channels.rights, thread_id)

    def lock(self, game_id: str) -> asyncio.Lock:
        """Return the lock for changes to this game's channel."""
        return self._locks.setdefault(game_id, asyncio.Lock())

    async def begin_anew(self, game_id: str) -> None:
        """Forget the old messages of a table that returns to a channel; none of them is live any more."""
        self._failures.pop(game_id, None)
        self.live.forget(game_id)
        self.retry_queue.mark_paid(game_id)
        async with self.lock(game_id):
            standing = await self._sessions.standing_of(game_id)
            await self.live.note(game_id)
            if standing is not None:
                await self._withdraw(self._scene(standing))

    async def return_beside(self, game_id: str) -> None:
        """Post a returned table's story and question in the background; errors are logged."""
        try:
            await self.begin_anew(game_id)
        except LINE as failure:
            _log.warning("return.failed", game=game_id, raised=type(failure).__name__)
        await self.deliver_beside(game_id)

    async def _withdraw(self, scene: Scene) -> None:
        game_id = scene.game_id
        known = await self._store.prompts(game_id)
        with contextlib.suppress(discord.NotFound, discord.Forbidden):  # the channel may be another one
            await self.live.close(scene, known)
        for prompt in known:
            if prompt.key != PROMPT:
                await self._channels.remove(scene, prompt.message_id)
        await self._store.forget_prompts(game_id, [prompt.message_id for prompt in known])

    async def put_back(self, game_id: str) -> PendingDelivery | None:
        """Check that the live messages still exist in the channel, and deliver missing ones."""
        try:
            async with self.lock(game_id):
                standing = await self._sessions.standing_of(game_id)
                if standing is not None and not standing.record.archived:
                    await self._forget_deleted(self._scene(standing))
        except LINE as failure:
            _log.info("prompt.unseen", game=game_id, raised=type(failure).__name__)
        return await self.deliver(game_id)

    async def _forget_deleted(self, scene: Scene) -> None:
        game_id = scene.game_id
        for prompt in await self._store.prompts(game_id):
            if prompt.key in (LOBBY, PROMPT, STATUS) and not await self._channels.is_there(scene, prompt.message_id):
                await self._store.forget_prompts(game_id, [prompt.message_id])

    async def deliver(self, game_id: str, sitting: Sitting | None = None) -> PendingDelivery | None:
        """Tell the stories, show the open question, and close answered prompts.

        ``sitting``: who has just acted, and in which message to continue; they are not pinged, nor are those already
        asked the same. Returns the pending delivery if not everything could be sent; it is retried.
        """
        standing: Standing | None = None
        if sitting is not None and sitting.reply is not None and self.lock(game_id).locked():
            # Acknowledge the press at once, even while another delivery is running.
            with contextlib.suppress(*UNHEARD):
                await sitting.reply.acknowledge()
        async with self.lock(game_id):
            try:
                standing = await self._sessions.standing_of(game_id)
                if standing is not None and not standing.record.archived:
                    await self._deliver(standing, sitting)
            except Exception as failure:
                pending = self._note_failure(game_id, standing, failure)
                if pending.why == "fault":
                    raise
                if pending.code == UNKNOWN_CHANNEL:
                    await archive(self._sessions, game_id)
                elif pending.why == "line":
                    # The line broke: try again later; the nonce keeps what had arrived from being shown twice.
                    failed = self._failures[game_id] = self._failures.get(game_id, 0) + 1
                    if failed <= len(self.pauses):
                        quiet = None if sitting is None else replace(sitting, reply=None)
                        self.in_flight.begin(self._later(self.pauses[failed - 1], game_id, quiet))
                return pending
            self._failures.pop(game_id, None)
            self.retry_queue.mark_paid(game_id)
        return None

    def _note_failure(self, game_id: str, standing: Standing | None, failure: Exception) -> PendingDelivery:
        pending = pending_delivery_of(failure, self._place(standing.record) if standing is not None else NOWHERE)
        if isinstance(failure, Outlived):  # the process that owns the shard now posts it
            _log.info("post.outlived", game=game_id)
            return self.retry_queue.note(game_id, pending)
        self._metrics.posts_failed.inc()
        reason = {"reason": failure.reason} if isinstance(failure, StoreUnavailable) else {}
        if isinstance(failure, StoreUnavailable):
            self._metrics.store_errors.labels(failure.reason).inc()
        before = self.retry_queue.of(game_id)
        noted = self.retry_queue.note(game_id, pending)
        if before is None or (before.why, before.code) != (pending.why, pending.code) or pending.why == "line":
            facts = {
                "why": pending.why,
                "code": pending.code,
                "text": pending.text,
                "raised": type(failure).__name__,
                **reason,
            }
            _log.warning("post.failed", game=game_id, **facts)
        return noted

    def _place(self, record: GameRecord) -> Place:
        place = Place(record.guild_id, record.channel_id)
        return replace(place, rights=self._channels.rights(place))

    async def _later(self, pause: float, game_id: str, sitting: Sitting | None) -> None:
        await self.in_flight.rest(pause)
        await self.deliver_beside(game_id, sitting)

    async def _deliver(self, standing: Standing, sitting: Sitting | None) -> None:
        game_id = standing.record.id
        scene = await self.live.with_sitters(self._scene(standing))
        await self.live.note(game_id)
        await self.live.send_again(game_id, self._memory_of)
        rows = [row for row in await self._sessions.outbox(game_id) if row.id not in self._hinted_at]
        known = await self._store.prompts(game_id)
        open_ones = [prompt for prompt in known if _is_open_prompt(prompt, standing)]
        memory = await self._memory(scene, rows, known)
        if to_ask := standing.waiting is not None and not open_ones:
            await self.status.make(scene, known, memory)
        if any(isinstance(fact.event, EndWithdrawn) for row in rows for fact in row.told):
            await self.live.withdraw_end(scene)
        page = await self.live.page(scene, known, sitting)
        stories = [row for row in rows if not is_reminder_only(row)]
        stories = sitting.leads(stories) if sitting is not None else stories
        await self._bid_farewell(scene, stories, memory)
        delivery = Delivery(scene, page, stories, sitting, memory)
        await (self.live.go_on(delivery) if to_ask or standing.waiting is None else self.live.stay(delivery))
        await self._close(scene, [prompt for prompt in known if _is_done(prompt, standing)])
        if standing.record.phase == "lobby" and not any(prompt.key == LOBBY for prompt in known):
            message_id, _ = await self._channels.send(scene, messages.lobby_message(scene, self._games), memory)
            await self._sessions.note_prompt(standing.record.id, PLACE, LOBBY, message_id)
        await self.reminders.remind(scene, open_ones, rows, memory)
        await self._warn_of_missed(scene, stories, memory)
        await self.bulletins.note(scene, stories)
        self._hinted_at |= {row.id for row in rows if row.is_newer}
        if standing.record.phase == "ended" and not any(prompt.key == STATUS for prompt in known):
            # Discord takes no edits in an archived thread: the status line comes first, and the clock looks again.
            await self.threads.close(scene, [prompt for prompt in known if prompt.key == THREAD])
        if not (
            delivery.is_aside or delivery.leaves_no_trace
        ):  # what was done in secret shows with the next thing that happens
            self.status.bring_up_to_date(scene, known)

    def _scene(self, standing: Standing) -> Scene:
        return Scene(standing, self._games[standing.record.game])

    async def _memory(self, scene: Scene, rows: Sequence[OutboxRow], known: Sequence[Prompt]) -> Memory | None:
        """Return the channel's earlier messages if an earlier try may have posted these; None: all is new."""
        record, now = scene.record, self._sessions.clock()
        since = min([*(row.at for row in rows), scene.standing.asked_at or record.created_at])
        if since > self.began and (0 <= now - since < NONCE_LIVES or self.retry_queue.of(record.id) is None):
            return None
        after = await self._store.last_posted(record.id)
        return self._channels.memory(scene, after, [prompt.message_id for prompt in known])

    async def _memory_of(self, posted: Posted) -> Memory | None:
        known = await self._store.prompts(posted.scene.game_id)
        return await self._memory(posted.scene, posted.rows, known)

    # The question ------------------------------------------------------------------------------------------

    async def _bid_farewell(self, scene: Scene, rows: Sequence[OutboxRow], memory: Memory | None) -> None:
        """Call those who are out of a game that goes on, each with a line of farewell, before the next question."""
        told = [fact.event for row in rows for fact in row.told if fact.to is None]
        if scene.standing.waiting is None or not (lines := scene.face.farewells(scene.narrator, scene.view, told)):
            return
        record, who = scene.record, players(scene.record)
        if called := {who[seat]: seat for seat in lines if seat in who}:

            def say(own: Scene, user: int) -> str:
                return f"<@{user}> {own.face.farewells(own.narrator, own.view, told)[called[user]]}"

            said = "\n".join(say(scene, user) for user in called)
            ping = await self.direct.call(scene, called, say)
            message = messages.plain_message("call", said, f"{record.id}o{rows[0].id}", ping=ping)
            message_id, _ = await self._channels.send(scene, message, memory)
            self.live.writer.newest.note(record.channel_id, message_id)

    async def _warn_of_missed(self, scene: Scene, rows: Sequence[OutboxRow], memory: Memory | None) -> None:
        """Tell a person of the third deadline missed in a row; after the fourth offer the others a vote on the seat."""
        facts = (fact for row in rows for fact in row.told)
        late = {seat for fact in facts if isinstance(fact.event, Overdue) for seat in fact.event.seats}
        record, who = scene.record, players(scene.record)
        missed = await missed_deadlines(self._sessions, record, late) if late and scene.standing.waiting else {}
        for seat, number in missed.items():
            nonce = f"{record.id}m{rows[-1].id}{seat}"[: messages.NONCE]
            if number == MISSED_DEADLINES and seat in who:
                await self.call(scene, say_to("missed.told", number=number), who[seat], nonce)
            elif number == MISSED_DEADLINES + 1:
                said = scene.narrator.say("missed.offer", seat=seat, number=number)
                press = Press(
                    CustomId(VOTE, record.id, PLACE, ("kick", token(seat)), "open"), scene.plain.say("missed.button")
                )
                forms = [messages.plain_form(said, view([press])), messages.plain_form(said)]
                await self._channels.send(scene, messages.plain_message("call", said, nonce, forms=forms), memory)

    async def _close(self, scene: Scene, prompts: Sequence[Prompt]) -> None:
        """Remove the buttons of finished lobbies and proposals; ``Live`` closes questions."""
        for prompt in prompts:
            never_begun = prompt.key == LOBBY and not scene.record.epoch
            closed = {"content": scene.narrator.say("lobby.closed")} if never_begun else {}
            if prompt.key != PROMPT:
                await self.edit(scene, prompt.message_id, view=None, **closed)
        if prompts:
            await self._store.forget_prompts(scene.game_id, [prompt.message_id for prompt in prompts])

    async def show(self, scene: Scene, sitting: Sitting | None = None) -> None:
        """Update the prompt of the open question; the caller holds the lock."""
        if not await self.live.show(scene, sitting):
            known = await self._store.prompts(scene.game_id)
            gone = [prompt.message_id for prompt in known if _is_open_prompt(prompt, scene.standing)]
            await self._store.forget_prompts(scene.game_id, gone)

    async def call(self, scene: Scene, say: Say, user_id: int, nonce: str) -> None:
        """Call somebody publicly with a message, by a ping if they are awake; connection errors are only logged."""
        said = say(scene, user_id)
        try:
            ping = await self.direct.call(scene, [user_id], say)
            await self._channels.send(scene, messages.plain_message("call", said, nonce, ping=ping))
        except LINE as failure:
            _log.warning("call.failed", game=scene.game_id, raised=type(failure).__name__)

    async def edit(self, scene: Scene, message_id: int, **changes: Any) -> bool:
        """Edit a prompt in the channel; return False if it was deleted and must be posted again."""
        if await self._channels.edit(scene, message_id, **changes):
            return True
        await self._store.forget_prompts(scene.game_id, [message_id])
        return False


def _is_open_prompt(prompt: Prompt, standing: Standing) -> bool:
    return prompt.key == PROMPT and prompt.address == standing.address


def _is_done(prompt: Prompt, standing: Standing) -> bool:
    """Whether a message is finished, except for questions (see ``Store.note_posted``); some proposals
    stay to the end.
    """
    if prompt.key == LOBBY:
        return standing.record.phase != "lobby"
    if prompt.key in (STATUS, THREAD):
        return False
    over = standing.waiting is None
    if prompt.key == PROMPT:
        return over
    return prompt.address != standing.address and (over or prompt.address != PLACE)
