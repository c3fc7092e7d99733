"""From the outbox to the channel: after a commit the story, then the question; nothing twice, nothing lost."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from itertools import groupby
from typing import Any
from weakref import WeakValueDictionary

import aiohttp
import discord
import structlog

from bot.events import Reminded
from bot.metrics import Metrics
from bot.prompts import story
from bot.prompts.again import Asked, asked, knowing
from bot.prompts.pictures import Picture, page
from bot.prompts.public import Shown, prompt, reminder
from bot.prompts.scene import Scene
from bot.records import OutboxRow, Prompt, Standing
from bot.seats.archive import UNKNOWN_CHANNEL, archive
from bot.seats.lobby import LOBBY, PLACE
from bot.sessions import Sessions
from bot.store import StoreUnavailable
from bot.telling.farewell import farewell
from bot.weeks.habits import Person
from bot.weeks.status_line import STATUS, StatusLine
from bot.weeks.timekeeping import awake_at
from bot.weeks.waiting import players, waited_at
from rules.kernel.game import Rules
from rules.kernel.requests import Seat
from rules.kernel.table import DiceRolled

PROMPT = "prompt"
"""The key of the one public prompt."""
PAUSES = (0.5, 5.0, 30.0, 120.0)
"""Seconds before a delivery that broke is tried again; after that the next answer or the next start brings it."""

_log = structlog.get_logger(__name__)


class Posting:
    """Delivers what is stored. One delivery at a time for each game."""

    def __init__(
        self, client: discord.Client, sessions: Sessions, games: Mapping[str, Rules[Any]], metrics: Metrics
    ) -> None:
        self._client = client
        self._metrics = metrics
        self._sessions = sessions
        self._games = games
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._told_off: set[str] = set()
        self._pictures: dict[str, list[bytes]] = {}
        self._unnoted: dict[str, tuple[list[int], int | None]] = {}
        self._failures: dict[str, int] = {}
        self._asked: dict[str, Asked | None] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._status = StatusLine(client, sessions, metrics)

    async def deliver_unfinished(self) -> None:
        """After a start: whatever was stored and not said."""
        for game_id in await self._sessions.store.unfinished():
            try:
                await self.deliver(game_id)
            except Exception:  # one table that cannot be read keeps no other waiting
                _log.exception("delivery.failed", game=game_id)
                self._metrics.faults.inc()

    def lock(self, game_id: str) -> asyncio.Lock:
        """Whoever holds it alone changes what stands in the channel of this game."""
        return self._locks.setdefault(game_id, asyncio.Lock())

    def moved(self, game_id: str) -> None:
        """The table goes on in another channel, where nothing was shown yet and nobody was asked."""
        for known in (self._asked, self._pictures, self._failures):
            known.pop(game_id, None)
        self._told_off.discard(game_id)

    async def deliver(self, game_id: str, present: Seat | None = None) -> bool:
        """Post the stories, close the prompts that are answered, show the question that is open.

        ``present`` has just acted and is not pinged, nor is who was asked the same just before.
        False: the channel cannot be written to; it keeps its outbox.
        """
        async with self.lock(game_id):
            try:
                standing = await self._sessions.standing_of(game_id)
                if standing is not None and not standing.record.archived:
                    await self._deliver(standing, present)
            except (discord.Forbidden, discord.NotFound) as refusal:
                self._metrics.posts_failed.inc()
                self._note_refusal(game_id, refusal)
                if refusal.code == UNKNOWN_CHANNEL:
                    await archive(self._sessions, game_id)
                return False
            except StoreUnavailable as trouble:
                self._metrics.store_errors.labels(trouble.reason).inc()
                self._failed(game_id, present, raised=type(trouble).__name__, reason=trouble.reason)
            except (discord.HTTPException, aiohttp.ClientError, OSError) as failure:
                self._failed(game_id, present, raised=type(failure).__name__)
            else:
                self._failures.pop(game_id, None)
        return True

    def _failed(self, game_id: str, present: Seat | None, **why: str) -> None:
        self._metrics.posts_failed.inc()
        _log.warning("post.failed", game=game_id, **why)
        self._try_again(game_id, present)

    def _try_again(self, game_id: str, present: Seat | None) -> None:
        """The line broke: once more after a while; what had arrived is not shown twice, its nonce is the same."""
        failed = self._failures[game_id] = self._failures.get(game_id, 0) + 1
        if failed <= len(PAUSES):
            task = asyncio.create_task(self._later(PAUSES[failed - 1], game_id, present))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _later(self, pause: float, game_id: str, present: Seat | None) -> None:
        await asyncio.sleep(pause)
        await self.deliver(game_id, present)

    def _note_refusal(self, game_id: str, refusal: discord.HTTPException) -> None:
        if game_id not in self._told_off:
            self._told_off.add(game_id)
            _log.warning("post.refused", game=game_id, code=refusal.code)

    async def _deliver(self, standing: Standing, present: Seat | None) -> None:
        scene = Scene(standing, self._games[standing.record.game])
        await self._note(standing.record.id)
        rows = await self._sessions.outbox(standing.record.id)
        known = await self._sessions.store.prompts(standing.record.id)
        open_ones = [one for one in known if _asks(one, standing)]
        if to_ask := standing.waiting is not None and not open_ones:
            await self._status.make(scene, known)
        stories = [row for row in rows if not _only_reminds(row)]
        await self._tell(scene, stories)
        await self._close(scene, [one for one in known if _answered(one, standing)])
        if to_ask:
            await self._ask(scene, present)
        elif standing.waiting is not None and any(row.by is None for row in stories):
            await self._say_who_is_left(scene, open_ones)
        await self._remind(scene, open_ones, rows)
        await self._status.bring_up_to_date(scene, known)
        self._told_off.discard(standing.record.id)

    # The story ---------------------------------------------------------------------------------------------

    async def _tell(self, scene: Scene, rows: Sequence[OutboxRow]) -> None:
        """What one action told is one story: a row that comes later never joins it, so a second try looks the same."""
        actions = [list(action) for _, action in groupby(rows, key=lambda row: row.at)]
        for action in actions:
            await self._tell_one(scene, action, last=action is actions[-1])

    async def _tell_one(self, scene: Scene, rows: Sequence[OutboxRow], *, last: bool) -> None:
        lines = [line for row in rows for line in story.lines(scene.narrator, row.told, row.address)]
        pages = list(story.pages(lines))
        message_id: int | None = None
        for nth, told in enumerate(pages):
            pictures = await self._new_pictures(scene, rows) if last and nth == len(pages) - 1 else []
            message_id = await self._send_page(scene, [told, *pictures], _nonce(scene, rows, nth))
            if pictures:
                self._pictures[scene.standing.record.id] = [_digest(picture) for picture in pictures]
        if last and scene.standing.record.phase == "ended":
            said, files = await farewell(self._sessions, scene)
            if said:
                await self._channel(scene).send(said, files=files, nonce=_nonce(scene, rows, len(pages)))
                self._metrics.posts.labels("ending").inc()
        self._unnoted[scene.standing.record.id] = ([row.id for row in rows], message_id)
        await self._note(scene.standing.record.id)

    async def _note(self, game_id: str) -> None:
        """Store that a story was told; when the store cannot be used, it is not told again but noted later."""
        if (told := self._unnoted.get(game_id)) is not None:
            await self._sessions.store.posted(*told)
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

    async def _send_page(self, scene: Scene, parts: Sequence[str | Picture], nonce: str) -> int:
        layout, files = page(*parts)
        more: dict[str, Any] = {"files": files} if files else {}
        sent = await self._channel(scene).send(view=layout, nonce=nonce[:25], **more)
        self._metrics.posts.labels("story").inc()
        return sent.id

    # The question ------------------------------------------------------------------------------------------

    async def _ask(self, scene: Scene, present: Seat | None) -> None:
        at, asked_at = scene.standing.address, int(scene.standing.asked_at * 1000)  # a table that moved asks anew
        nonce = f"{scene.standing.record.id}q{at.epoch}.{at.stage}.{at.step}.{asked_at % 2**16:x}"
        game_id, now = scene.standing.record.id, asked(scene)
        spared = [*knowing(self._asked.get(game_id), now), *([present] if present else [])]
        await self.show(scene, prompt(scene, spared), nonce[:25])
        self._asked[game_id] = now

    async def _say_who_is_left(self, scene: Scene, prompts: Sequence[Prompt]) -> None:
        """Something happened at the table that nobody pressed here: it may be for others to answer now."""
        for one in prompts:
            shown = prompt(scene)
            await self.edit(scene, one.message_id, content=shown.content, view=shown.view)

    async def _remind(self, scene: Scene, prompts: Sequence[Prompt], rows: Sequence[OutboxRow]) -> None:
        """Put the question at the bottom once more, for those who are still waited for; the older one closes.

        ``prompts`` are those of the open question from before this delivery: one that was put just now is news enough.
        The note that all is posted comes last, so that a crash before it repeats the same steps with the same nonce.
        """
        if not (reminders := [row for row in rows if _only_reminds(row)]):
            return
        game_id, message_id = scene.standing.record.id, None
        if prompts and (seats := _still_waited_for(scene.standing, reminders)):
            nonce = f"{game_id}r{reminders[-1].id}"
            message_id = await self._send(scene, reminder(scene, seats, await self._awake(scene)), nonce[:25])
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

    async def show(self, scene: Scene, shown: Shown, nonce: str = "") -> None:
        """Put the open question at the bottom of the channel."""
        await self._shown(scene, await self._send(scene, shown, nonce or secrets.token_hex(12)))

    async def _send(self, scene: Scene, shown: Shown, nonce: str) -> int:
        picture = await scene.face.asked(scene.narrator, self._view(scene))
        sent = await self._channel(scene).send(
            shown.content,
            view=shown.view,
            allowed_mentions=shown.mentions,
            nonce=nonce,
            files=[picture.file()] if picture else [],
        )
        self._metrics.posts.labels("question").inc()
        return sent.id

    async def _shown(self, scene: Scene, message_id: int) -> None:
        standing = scene.standing
        await self._sessions.prompt_shown(standing.record.id, standing.address, PROMPT, message_id)

    async def _close(self, scene: Scene, prompts: Sequence[Prompt]) -> None:
        """A question that nobody answered by this message is asked below, or nowhere any more; others lose buttons."""
        for one in prompts:
            await (
                self._remove(scene, one.message_id)
                if one.key == PROMPT
                else self.edit(scene, one.message_id, view=None)
            )
        if prompts:
            await self._sessions.store.prompts_gone(scene.standing.record.id, [one.message_id for one in prompts])

    async def _remove(self, scene: Scene, message_id: int) -> None:
        with contextlib.suppress(discord.NotFound, discord.Forbidden):
            await self._channel(scene).get_partial_message(message_id).delete()

    async def keep(self, before: Scene, after: Scene, shown: Shown, pressed: int | None) -> None:
        """The question asked anew stays in its message, which was ``pressed`` or is edited; the caller has the lock."""
        game_id, store = after.standing.record.id, self._sessions.store
        for one in await store.prompts(game_id):
            if not _asks(one, before.standing):
                continue
            if one.message_id == pressed or await self.edit(
                after, one.message_id, content=shown.content, view=shown.view
            ):
                await store.prompts_gone(game_id, [one.message_id])
                await self._shown(after, one.message_id)
                self._asked[game_id] = asked(after)

    async def call(self, scene: Scene, said: str, user_id: int, nonce: str) -> None:
        """Tell somebody something that concerns them, before everybody; a channel that takes no words hears nothing."""
        ping = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user_id)])
        try:
            await self._channel(scene).send(said, allowed_mentions=ping, nonce=nonce[:25])
            self._metrics.posts.labels("call").inc()
        except (discord.HTTPException, aiohttp.ClientError, OSError) as failure:
            _log.warning("call.failed", game=scene.standing.record.id, raised=type(failure).__name__)

    async def edit(self, scene: Scene, message_id: int, **changes: Any) -> bool:
        """Change a prompt that stands in the channel; False: somebody deleted it."""
        try:
            await self._channel(scene).get_partial_message(message_id).edit(**changes)
        except (discord.NotFound, discord.Forbidden):
            _log.info("prompt.gone", game=scene.standing.record.id)
            return False
        return True

    # -------------------------------------------------------------------------------------------------------

    def _channel(self, scene: Scene) -> discord.PartialMessageable:
        record = scene.standing.record
        return self._client.get_partial_messageable(record.channel_id, guild_id=record.guild_id)

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
