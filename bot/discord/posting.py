"""From the outbox to the channel: after a commit the story, then the question; nothing twice, nothing lost."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from itertools import groupby
from typing import Any
from weakref import WeakValueDictionary

import discord
import structlog

from bot.acts.archive import UNKNOWN_CHANNEL, archive
from bot.discord import letters
from bot.discord.channels import NONCE_LIVES, Channels, Memory
from bot.discord.debts import LINE, Debt, Debts, debt_of
from bot.discord.prompts import story
from bot.discord.prompts.again import Asked, identify_question, seats_that_know
from bot.discord.prompts.public import Shown, prompt, reminder
from bot.discord.prompts.scene import Scene
from bot.discord.status_line import STATUS, StatusLine
from bot.discord.telling.farewell import farewell
from bot.discord.under_way import UnderWay
from bot.games.pictures import Picture
from bot.metrics import Metrics
from bot.session.lobby import LOBBY, PLACE
from bot.session.sessions import Sessions
from bot.store import StoreUnavailable
from bot.table.events import Reminded
from bot.table.habits import Person
from bot.table.records import OutboxRow, Prompt, Standing
from bot.table.timekeeping import awake_at
from bot.table.waiting import players, waited_at
from rules.kernel.game import Rules
from rules.kernel.requests import Seat
from rules.kernel.table import DiceRolled

PROMPT = "prompt"
"""The key of the one public prompt."""
PAUSES = (0.5, 5.0)
"""Seconds before a delivery that broke is tried again; after that the clock's rounds find what is owed."""

_log = structlog.get_logger(__name__)


class Posting:
    """Delivers what is stored. One delivery at a time for each game."""

    def __init__(
        self, client: discord.Client, sessions: Sessions, games: Mapping[str, Rules[Any]], metrics: Metrics
    ) -> None:
        self._metrics = metrics
        self._sessions = sessions
        self._games = games
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._pictures: dict[str, list[bytes]] = {}
        self._unnoted: dict[str, tuple[list[int], int | None]] = {}
        self._failures: dict[str, int] = {}
        self._edits: Counter[str] = Counter()
        self._asked: dict[str, Asked | None] = {}
        self._channels = Channels(client, metrics)
        self.under_way = UnderWay()
        self.status = StatusLine(self._channels, sessions, self.under_way)
        self.debts = Debts()
        self.pauses: Sequence[float] = PAUSES

    async def deliver_unfinished(self) -> None:
        """After a start: whatever was stored and not said."""
        for game_id in await self._sessions.store.unfinished():
            try:
                await self.deliver(game_id)
            except Exception:  # one table that cannot be read keeps no other waiting
                _log.exception("delivery.failed", game=game_id)
                self._metrics.faults.inc()

    async def overdue_tables(self) -> list[str]:
        """The tables that are owed something and are to be tried now; the clock asks once a round."""
        return self.debts.round(await self._sessions.store.unfinished())

    def lock(self, game_id: str) -> asyncio.Lock:
        """Whoever holds it alone changes what stands in the channel of this game."""
        return self._locks.setdefault(game_id, asyncio.Lock())

    def edits(self, game_id: str) -> int:
        """How many changes of prompts are over; whoever changed one by its interaction sees if another came between."""
        return self._edits[game_id]

    async def begin_anew(self, game_id: str) -> None:
        """The table comes back to a channel: nobody was asked, and of what may still stand there nothing is live."""
        for known in (self._asked, self._pictures, self._failures):
            known.pop(game_id, None)
        self.debts.mark_paid(game_id)
        async with self.lock(game_id):
            standing = await self._sessions.standing_of(game_id)
            if standing is not None:
                await self._withdraw(self._scene(standing))

    async def _withdraw(self, scene: Scene) -> None:
        game_id = scene.standing.record.id
        known = await self._sessions.store.prompts(game_id)
        for one in known:
            await self._channels.remove(scene, one.message_id)
        await self._sessions.store.forget_prompts(game_id, [one.message_id for one in known])

    async def put_back(self, game_id: str) -> Debt | None:
        """Look whether what can be pressed still stands in the channel, and deliver what is missing."""
        try:
            async with self.lock(game_id):
                standing = await self._sessions.standing_of(game_id)
                if standing is not None and not standing.record.archived:
                    await self._forget_deleted(self._scene(standing))
        except LINE as failure:
            _log.info("prompt.unseen", game=game_id, raised=type(failure).__name__)
        return await self.deliver(game_id)

    async def _forget_deleted(self, scene: Scene) -> None:
        game_id = scene.standing.record.id
        for one in await self._sessions.store.prompts(game_id):
            if one.key in (LOBBY, PROMPT, STATUS) and not await self._channels.is_there(scene, one.message_id):
                await self._sessions.store.forget_prompts(game_id, [one.message_id])

    async def deliver(self, game_id: str, present: Seat | None = None) -> Debt | None:
        """Post the stories, close the prompts that are answered, show the question that is open.

        ``present`` has just acted and is not pinged, nor is who was asked the same just before.
        Returns what stands in the way where not everything could be said; it stays owed and is tried again.
        """
        standing: Standing | None = None
        async with self.lock(game_id):
            try:
                standing = await self._sessions.standing_of(game_id)
                if standing is not None and not standing.record.archived:
                    await self._deliver(standing, present)
            except Exception as failure:
                debt = self._owe(game_id, standing, failure)
                if debt.why == "fault":
                    raise
                if debt.code == UNKNOWN_CHANNEL:
                    await archive(self._sessions, game_id)
                elif debt.why == "line":
                    self._try_again(game_id, present)
                return debt
            self._failures.pop(game_id, None)
            self.debts.mark_paid(game_id)
        return None

    def _owe(self, game_id: str, standing: Standing | None, failure: Exception) -> Debt:
        self._metrics.posts_failed.inc()
        reason = {"reason": failure.reason} if isinstance(failure, StoreUnavailable) else {}
        if isinstance(failure, StoreUnavailable):
            self._metrics.store_errors.labels(failure.reason).inc()
        debt = debt_of(failure, standing.record.guild_id if standing is not None else 0)
        before = self.debts.of(game_id)
        noted = self.debts.note(game_id, debt)
        if before is None or (before.why, before.code) != (debt.why, debt.code) or debt.why == "line":
            facts = {"why": debt.why, "code": debt.code, "text": debt.text, "raised": type(failure).__name__, **reason}
            _log.warning("post.failed", game=game_id, **facts)
        return noted

    def _try_again(self, game_id: str, present: Seat | None) -> None:
        """The line broke: once more after a while; what had arrived is not shown twice, its nonce is the same."""
        failed = self._failures[game_id] = self._failures.get(game_id, 0) + 1
        if failed <= len(self.pauses):
            self.under_way.begin(self._later(self.pauses[failed - 1], game_id, present))

    async def _later(self, pause: float, game_id: str, present: Seat | None) -> Debt | None:
        await self.under_way.rest(pause)
        return await self.deliver(game_id, present)

    async def _deliver(self, standing: Standing, present: Seat | None) -> None:
        scene = self._scene(standing)
        await self._note(standing.record.id)
        rows = await self._sessions.outbox(standing.record.id)
        known = await self._sessions.store.prompts(standing.record.id)
        open_ones = [one for one in known if _asks(one, standing)]
        memory = await self._memory(scene, rows, known)
        if to_ask := standing.waiting is not None and not open_ones:
            await self.status.make(scene, known, memory)
        stories = [row for row in rows if not _only_reminds(row)]
        await self._tell(scene, stories, memory)
        await self._close(scene, [one for one in known if _answered(one, standing)])
        if standing.record.phase == "lobby" and not any(one.key == LOBBY for one in known):
            await self._open_lobby(scene, memory)
        if to_ask:
            await self._ask(scene, present, memory)
        elif standing.waiting is not None and any(row.by is None for row in stories):
            await self._say_who_is_left(scene, open_ones)
        await self._remind(scene, open_ones, rows, memory)
        self.status.bring_up_to_date(scene, known)

    def _scene(self, standing: Standing) -> Scene:
        return Scene(standing, self._games[standing.record.game])

    async def _memory(self, scene: Scene, rows: Sequence[OutboxRow], known: Sequence[Prompt]) -> Memory | None:
        """What was said before, where something is to be said that an earlier try may have posted; None: all is new."""
        record, now = scene.standing.record, self._sessions.clock()
        since = min([*(row.at for row in rows), scene.standing.asked_at or record.created_at])
        if 0 <= now - since < NONCE_LIVES:
            return None
        after = await self._sessions.store.last_posted(record.id)
        return self._channels.memory(scene, after, [one.message_id for one in known])

    # The lobby ---------------------------------------------------------------------------------------------

    async def _open_lobby(self, scene: Scene, memory: Memory | None) -> None:
        message_id = await self._channels.send(scene, letters.lobby_letter(scene), memory)
        await self._sessions.note_prompt(scene.standing.record.id, PLACE, LOBBY, message_id)

    # The story ---------------------------------------------------------------------------------------------

    async def _tell(self, scene: Scene, rows: Sequence[OutboxRow], memory: Memory | None) -> None:
        """What one action told is one story: a row that comes later never joins it, so a second try looks the same."""
        actions = [list(action) for _, action in groupby(rows, key=lambda row: row.at)]
        for action in actions:
            await self._tell_one(scene, action, memory, last=action is actions[-1])

    async def _tell_one(self, scene: Scene, rows: Sequence[OutboxRow], memory: Memory | None, *, last: bool) -> None:
        lines = [line for row in rows for line in story.lines(scene.narrator, row.told, row.address)]
        pages = list(story.pages(lines))
        message_id: int | None = None
        for nth, told in enumerate(pages):
            pictures = await self._new_pictures(scene, rows) if last and nth == len(pages) - 1 else []
            message_id = await self._channels.send(
                scene, letters.story_letter(told, pictures, _nonce(scene, rows, nth)), memory
            )
            if pictures:
                self._pictures[scene.standing.record.id] = [_digest(picture) for picture in pictures]
        if last and scene.standing.record.phase == "ended":
            await self._part(scene, _nonce(scene, rows, len(pages)), memory)
        self._unnoted[scene.standing.record.id] = ([row.id for row in rows], message_id)
        await self._note(scene.standing.record.id)

    async def _part(self, scene: Scene, nonce: str, memory: Memory | None) -> None:
        """The last words of a game."""
        said, files = await farewell(self._sessions, scene)
        if said:
            await self._channels.send(scene, letters.plain_letter("ending", said, nonce, files=files), memory)

    async def _note(self, game_id: str) -> None:
        """Store that a story was told; when the store cannot be used, it is not told again but noted later."""
        if (told := self._unnoted.get(game_id)) is not None:
            await self._sessions.store.mark_posted(*told)
            del self._unnoted[game_id]

    async def _new_pictures(self, scene: Scene, rows: Sequence[OutboxRow]) -> list[Picture]:
        """Pictures when something happened that they show, not for dice alone; never the same twice in a row."""
        events = [one.event for row in rows for one in row.told]
        if all(isinstance(event, DiceRolled) for event in events):
            return []
        record, view = scene.standing.record, self._view(scene)
        seen = self._pictures.get(record.id, [])
        pictures = await scene.face.story(scene.narrator, view, events, record.phase == "ended")
        return [picture for picture in pictures if _digest(picture) not in seen]

    # The question ------------------------------------------------------------------------------------------

    async def _ask(self, scene: Scene, present: Seat | None, memory: Memory | None) -> None:
        at, asked_at = scene.standing.address, int(scene.standing.asked_at * 1000)  # a table that moved asks anew
        nonce = f"{scene.standing.record.id}q{at.epoch}.{at.stage}.{at.step}.{asked_at % 2**16:x}"
        game_id, now = scene.standing.record.id, identify_question(scene)
        spared = [*seats_that_know(self._asked.get(game_id), now), *([present] if present else [])]
        await self._shown(scene, await self._send(scene, prompt(scene, spared), nonce, memory))
        self._asked[game_id] = now

    async def _say_who_is_left(self, scene: Scene, prompts: Sequence[Prompt]) -> None:
        """Something happened at the table that nobody pressed here: it may be for others to answer now."""
        for one in prompts:
            shown = prompt(scene)
            await self.edit(scene, one.message_id, content=shown.content, view=shown.view)

    async def _remind(
        self, scene: Scene, prompts: Sequence[Prompt], rows: Sequence[OutboxRow], memory: Memory | None
    ) -> None:
        """Put the question at the bottom once more, for those who are still waited for; the older one closes.

        ``prompts`` are those of the open question from before this delivery: one that was put just now is news enough.
        The note that all is posted comes last, so that a crash before it repeats the same steps with the same nonce.
        """
        if not (reminders := [row for row in rows if _only_reminds(row)]):
            return
        game_id, message_id = scene.standing.record.id, None
        if prompts and (seats := _still_waited_for(scene.standing, reminders)):
            shown = reminder(scene, seats, await self._awake(scene))
            message_id = await self._send(scene, shown, f"{game_id}r{reminders[-1].id}", memory)
            for one in prompts:
                if one.message_id != message_id:
                    await self.edit(scene, one.message_id, view=None)
            await self._shown(scene, message_id)
        self._unnoted[game_id] = ([row.id for row in reminders], message_id)
        await self._note(game_id)

    async def _awake(self, scene: Scene) -> list[int]:
        """Whom a ping would not wake: a reminder that is late, as the bot was down, may meet somebody's night."""
        users, now = players(scene.standing.record).values(), self._sessions.clock()
        people = await self._sessions.store.people(users)
        return [user for user in users if awake_at(people.get(user) or Person(user), now) == now]

    async def _send(self, scene: Scene, shown: Shown, nonce: str, memory: Memory | None) -> int:
        picture = await scene.face.question_picture(scene.narrator, self._view(scene))
        letter = letters.question_letter(scene, shown, picture, nonce)
        return await self._channels.send(scene, letter, memory)

    async def _shown(self, scene: Scene, message_id: int) -> None:
        standing = scene.standing
        await self._sessions.note_prompt(standing.record.id, standing.address, PROMPT, message_id)

    async def _close(self, scene: Scene, prompts: Sequence[Prompt]) -> None:
        """A question that nobody answered by this message is asked below, or nowhere any more; others lose buttons."""
        for one in prompts:
            await (
                self._channels.remove(scene, one.message_id)
                if one.key == PROMPT
                else self.edit(scene, one.message_id, view=None)
            )
        if prompts:
            await self._sessions.store.forget_prompts(scene.standing.record.id, [one.message_id for one in prompts])

    async def keep(self, before: Scene, after: Scene, shown: Shown) -> None:
        """What is asked now stays in the message of the question before; the caller has the lock."""
        game_id, store = after.standing.record.id, self._sessions.store
        for one in await store.prompts(game_id):
            if _asks(one, before.standing) and await self.edit(
                after, one.message_id, content=shown.content, view=shown.view
            ):
                await store.forget_prompts(game_id, [one.message_id])
                await self._shown(after, one.message_id)
                self._asked[game_id] = identify_question(after)

    async def call(self, scene: Scene, said: str, user_id: int, nonce: str) -> None:
        """Tell somebody something that concerns them, before everybody; a channel that takes no words hears nothing."""
        try:
            await self._channels.send(scene, letters.plain_letter("call", said, nonce, ping=[user_id]))
        except LINE as failure:
            _log.warning("call.failed", game=scene.standing.record.id, raised=type(failure).__name__)

    async def edit(self, scene: Scene, message_id: int, **changes: Any) -> bool:
        """Change a prompt that stands in the channel; False: somebody deleted it, and it is to be put back."""
        try:
            if await self._channels.edit(scene, message_id, **changes):
                return True
        finally:
            self._edits[scene.standing.record.id] += 1
        await self._sessions.store.forget_prompts(scene.standing.record.id, [message_id])
        return False

    # -------------------------------------------------------------------------------------------------------

    def _view(self, scene: Scene) -> Any:
        return self._games[scene.standing.record.game].view(scene.standing.state, None)


def _digest(picture: Picture) -> bytes:
    return blake2b(picture.data, digest_size=12).digest()


def _nonce(scene: Scene, rows: Sequence[OutboxRow], nth: int) -> str:
    """The same for the same action, so that Discord takes each of its pages once."""
    told = f"{scene.standing.record.id}.{rows[0].id}.{rows[-1].id}.{nth}"
    return blake2b(told.encode(), digest_size=12).hexdigest()


def _asks(one: Prompt, standing: Standing) -> bool:
    return one.key == PROMPT and one.address == standing.address


def _only_reminds(row: OutboxRow) -> bool:
    """Whether a row is no story: it only says that somebody is to be reminded."""
    return bool(row.told) and all(isinstance(one.event, Reminded) for one in row.told)


def _still_waited_for(standing: Standing, reminders: Sequence[OutboxRow]) -> list[Seat]:
    """The seats to remind: of the question that is open, and only who has not answered it meanwhile."""
    events = [one.event for row in reminders if row.address == standing.address for one in row.told]
    wanted = [seat for event in events if isinstance(event, Reminded) for seat in event.seats]
    return [seat for seat in waited_at(standing) if seat in wanted]


def _answered(one: Prompt, standing: Standing) -> bool:
    """Whether a message has done its work: its question is answered; a ballot that hangs on none stays till the end."""
    if one.key == LOBBY:
        return standing.record.phase != "lobby"
    if one.key == STATUS:
        return False
    return standing.waiting is None or one.address not in (standing.address, PLACE)
