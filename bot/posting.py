"""From the outbox to the channel: after a commit the story, then the question; nothing twice, nothing lost."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from io import BytesIO
from itertools import groupby
from typing import Any
from weakref import WeakValueDictionary

import aiohttp
import discord
import msgspec
import structlog

from bot.narrator import Said
from bot.prompts import story
from bot.prompts.again import Asked, asked, knowing
from bot.prompts.pictures import Picture, of_placement, of_story, page
from bot.prompts.public import Shown, prompt
from bot.prompts.scene import Scene
from bot.records import OutboxRow, Prompt, Standing
from bot.sessions import Sessions
from bot.store import StoreUnavailable
from rules.kernel.errors import Diverged, Refused
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

    def __init__(self, client: discord.Client, sessions: Sessions, games: Mapping[str, Rules[Any]]) -> None:
        self._client = client
        self._sessions = sessions
        self._games = games
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._told_off: set[str] = set()
        self._pictures: dict[str, list[bytes]] = {}
        self._unnoted: dict[str, tuple[list[int], int | None]] = {}
        self._failures: dict[str, int] = {}
        self._asked: dict[str, Asked | None] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def deliver_unfinished(self) -> None:
        """After a start: whatever was stored and not said."""
        for game_id in await self._sessions.unfinished():
            try:
                await self.deliver(game_id)
            except Exception:  # one table that cannot be read keeps no other waiting
                _log.exception("delivery.failed", game=game_id)

    def lock(self, game_id: str) -> asyncio.Lock:
        """Whoever holds it alone changes what stands in the channel of this game."""
        return self._locks.setdefault(game_id, asyncio.Lock())

    async def deliver(self, game_id: str, present: Seat | None = None) -> bool:
        """Post the stories, close the prompts that are answered, show the question that is open.

        ``present`` has just acted and is not pinged, nor is who was asked the same just before.
        False: the channel cannot be written to; it keeps its outbox.
        """
        async with self.lock(game_id):
            try:
                standing = await self._sessions.standing_of(game_id)
                if standing is not None:
                    await self._deliver(standing, present)
            except (discord.Forbidden, discord.NotFound) as refusal:
                self._note_refusal(game_id, refusal)
                return False
            except (discord.HTTPException, aiohttp.ClientError, OSError, StoreUnavailable) as failure:
                _log.warning("post.failed", game=game_id, raised=type(failure).__name__)
                self._try_again(game_id, present)
            else:
                self._failures.pop(game_id, None)
        return True

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
        await self._tell(scene, await self._sessions.outbox(standing.record.id))
        prompts = await self._sessions.prompts(standing.record.id)
        await self._close(scene, [one for one in prompts if _answered(one, standing)])
        if standing.waiting is not None and not any(one.address == standing.address for one in prompts):
            await self._ask(scene, present)
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
            said, files = await self.farewell(scene)
            if said:
                await self._channel(scene).send(said, files=files, nonce=_nonce(scene, rows, len(pages)))
        self._unnoted[scene.standing.record.id] = ([row.id for row in rows], message_id)
        await self._note(scene.standing.record.id)

    async def _note(self, game_id: str) -> None:
        """Store that a story was told; when the store cannot be used, it is not told again but noted later."""
        if (told := self._unnoted.get(game_id)) is not None:
            await self._sessions.posted(*told)
            del self._unnoted[game_id]

    async def farewell(self, scene: Scene) -> tuple[str, list[discord.File]]:
        """How it ended, the seed behind the seal, the proof of the dice; '' when the game never began."""
        game_id = scene.standing.record.id
        try:
            proof = await self._sessions.proof(game_id)
        except Refused:
            return "", []
        except Diverged:  # played by older rules: the seed is shown, the proof needs their version
            seed = await self._sessions.revealed(game_id)
            return self._ending(scene) + scene.narrator.say("game.revealed", seed=Said(seed.hex())), []
        file = discord.File(BytesIO(msgspec.json.encode(proof)), f"labirynt-{game_id}.json")
        return self._ending(scene) + scene.narrator.say("game.proven", seed=Said(proof.seed)), [file]

    def _ending(self, scene: Scene) -> str:
        """How the game ended, on a line of its own; '' when it was closed before."""
        outcome = getattr(self._view(scene), "outcome", "")
        return f"{scene.narrator.say(f'farewell.{outcome}')}\n" if outcome else ""

    async def _new_pictures(self, scene: Scene, rows: Sequence[OutboxRow]) -> list[Picture]:
        """Pictures when something happened that they show: not for dice alone, nor while a segment is being laid.

        The same picture is not posted twice in a row.
        """
        events = [one.event for row in rows for one in row.told]
        view, record = self._view(scene), scene.standing.record
        if all(isinstance(event, DiceRolled) for event in events) or getattr(view, "placement", None) is not None:
            return []
        seen = self._pictures.get(record.id, [])
        pictures = await of_story(scene.narrator, view, events, record.phase == "ended")
        return [picture for picture in pictures if _digest(picture) not in seen]

    async def _send_page(self, scene: Scene, parts: Sequence[str | Picture], nonce: str) -> int:
        layout, files = page(*parts)
        more: dict[str, Any] = {"files": files} if files else {}
        sent = await self._channel(scene).send(view=layout, nonce=nonce[:25], **more)
        return sent.id

    # The question ------------------------------------------------------------------------------------------

    async def _ask(self, scene: Scene, present: Seat | None) -> None:
        at = scene.standing.address
        nonce = f"{scene.standing.record.id}q{at.epoch}.{at.stage}.{at.step}"
        game_id, now = scene.standing.record.id, asked(scene)
        spared = [*knowing(self._asked.get(game_id), now), *([present] if present else [])]
        await self.show(scene, prompt(scene, spared), nonce[:25])
        self._asked[game_id] = now

    async def show(self, scene: Scene, shown: Shown, nonce: str = "") -> None:
        """Put the open question at the bottom of the channel."""
        picture = await of_placement(scene.narrator, self._view(scene))
        sent = await self._channel(scene).send(
            shown.content,
            view=shown.view,
            allowed_mentions=shown.mentions,
            nonce=nonce or secrets.token_hex(12),
            files=[picture.file()] if picture else [],
        )
        standing = scene.standing
        await self._sessions.prompt_shown(standing.record.id, standing.address, PROMPT, sent.id)

    async def _close(self, scene: Scene, prompts: Sequence[Prompt]) -> None:
        for one in prompts:
            await self.edit(scene, one.message_id, view=None)
        if prompts:
            await self._sessions.prompts_gone(scene.standing.record.id, [one.message_id for one in prompts])

    async def edit(self, scene: Scene, message_id: int, **changes: Any) -> None:
        """Change a prompt that stands in the channel; one that somebody deleted is gone."""
        try:
            await self._channel(scene).get_partial_message(message_id).edit(**changes)
        except (discord.NotFound, discord.Forbidden):
            _log.info("prompt.gone", game=scene.standing.record.id)

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


def _answered(one: Prompt, standing: Standing) -> bool:
    return standing.waiting is None or one.address != standing.address
