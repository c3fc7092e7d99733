"""What buttons and commands share: find the table, post to the channel, link to its messages, report errors."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

from discord import HTTPException
from structlog import get_logger

from bot.acts import archive
from bot.acts.copies.importing import Lanes
from bot.acts.seating import stranger
from bot.acts.table_settings import change_guild_settings, settings_of
from bot.discord import logs
from bot.discord.channels import missing_permissions
from bot.discord.direct import scene_for
from bot.discord.in_flight import OUTLIVED, Outlived
from bot.discord.limits import Limits
from bot.discord.live import PROMPT
from bot.discord.posting import Posting
from bot.discord.prompts.open_question import Scene, draft_address
from bot.discord.prompts.panel import Draft
from bot.discord.prompts.public import Shown, address_of
from bot.discord.prompts.question_path import part_of, without_secret_actions
from bot.discord.prompts.reply import UNHEARD, Interaction, Reply, Slot
from bot.discord.retry_queue import LINE
from bot.discord.sitting import Sitting
from bot.discord.temporary_replies import TemporaryReplies
from bot.metrics import Metrics
from bot.session.faults import OurFault
from bot.session.sessions import Sessions
from bot.store import StoreUnavailable
from bot.table.authority import may_look, speaker
from bot.table.records import Standing
from bot.table.seat_names import seat_names
from bot.words.catalogues import LOCALES
from bot.words.matching import MOST_COMPARISONS, Budget
from bot.words.narrator import Narrator, Said
from rules.kernel.errors import Refused
from rules.kernel.game import Rules
from rules.kernel.requests import Request, Seat


async def link_to(sessions: Sessions, standing: Standing, key: str) -> str:
    """Return the address of the message with this key, else of the channel; only an open question is a prompt."""
    prompts = await sessions.store.prompts(standing.record.id)
    old = [prompt for prompt in prompts if prompt.key == PROMPT and prompt.address != standing.address]
    here = [prompt.message_id for prompt in prompts if prompt.key == key and prompt not in old]
    return address_of(standing.record, here[-1] if here else 0)


async def way_back(sessions: Sessions, scene: Scene) -> str:
    """Return the last line of an ephemeral reply, a link to the open question; '' if no question is open."""
    if not scene.standing.waiting:
        return ""
    return scene.narrator.say("prompt.back", place=Said(await link_to(sessions, scene.standing, PROMPT)))


PEOPLE = 1_000
"""Maximum number of remembered people, by their last look-up."""


class Favourites:
    """Counts each person's look-ups of each table."""

    def __init__(self) -> None:
        self._of: OrderedDict[int, Counter[str]] = OrderedDict()

    def note(self, user_id: int, table: str) -> None:
        """Count a look-up."""
        self._of.setdefault(user_id, Counter())[table] += 1
        self._of.move_to_end(user_id)
        if len(self._of) > PEOPLE:
            self._of.popitem(last=False)

    def times(self, user_id: int, table: str) -> int:
        """Return how often this person has looked up a table."""
        return self._of[user_id][table] if user_id in self._of else 0


UNKNOWN_INTERACTION = (10062, 10015, 40060)
_log = get_logger(__name__)


class TableService:
    """The service behind every command and control: finds the table, delivers, and reports errors."""

    def __init__(self, sessions: Sessions, games: Mapping[str, Rules], posting: Posting, metrics: Metrics) -> None:
        self.sessions = sessions
        self.store = sessions.store
        self.games = games
        self.posting = posting
        self.metrics = metrics
        self.in_flight = posting.in_flight
        self.limits = Limits(metrics)
        self.favourites = Favourites()
        self.passing = TemporaryReplies()
        self.lanes = Lanes()
        self._guild_names: dict[int, str] = {}
        self.offered: set[int] = set()
        """The prepared calls that were offered."""
        self.offers: dict[tuple[int, int], tuple[set[int], Shown]] = {}
        """The prepared calls that await a person's next private answer in a channel."""
        self.acted: OrderedDict[tuple[str, int], float] = OrderedDict()
        """The last action of each person at each table known to this process (seconds)."""

    def scene(self, standing: Standing) -> Scene:
        """Return the scene of a table, from which prompts are made."""
        logs.bind_table(standing.record.id, standing.address)
        return Scene(standing, self.games[standing.record.game])

    async def here(self, by: Interaction | Reply) -> Scene:
        """Return the table of the channel; refuses if there is none."""
        standing = await self.sessions.standing(by.channel_id or 0)
        if not standing:
            raise Refused("no_game")
        return self.scene(standing)

    async def past(self, reply: Reply) -> Scene:
        """Return the table of the channel for looking back; before its game begins, the previous game."""
        standing = await self.sessions.look_back(reply.channel_id)
        if not standing:
            raise Refused("no_game")
        return self.scene(standing)

    async def game(self, game_id: str) -> Scene:
        """Return a table by its id; refuses if there is none."""
        standing = await self.sessions.standing_of(game_id)
        if not standing:
            raise Refused("no_game")
        return self.scene(standing)

    async def pressed(self, game_id: str, reply: Reply) -> Scene:
        """Return the table of a control by its id.

        An archived table whose channel exists is resumed; then raises ``Refused("returned")``, because it has a new
        message.
        """
        scene = await self.game(game_id)
        record = scene.record
        if record.archived and record.channel_id == reply.channel_id and await self._return(game_id):
            raise Refused("returned")
        return scene

    async def return_here(self, reply: Reply) -> bool:
        """Resume the newest resting table of this channel; return False if none rests or another table is open."""
        resting = await self.store.resting()
        here = [entry.id for entry in resting if entry.channel_id == reply.channel_id]
        return bool(here) and await self._return(here[0])

    async def _return(self, game_id: str) -> bool:
        if not await archive.resume_in_place(self.sessions, game_id):
            return False
        await self.posting.return_beside(game_id)
        return True

    def seat(self, scene: Scene, interaction: Interaction, wanted: str = "", named: Seat = "") -> Seat:
        """Return the seat for which the person acts, preferably one that may do what is ``wanted``; refuses strangers.

        ``named``: the person's seat to use.
        """
        now = scene.standing
        seat = speaker(now.record, now.waiting, now.done, interaction.user.id, now.asked_at, wanted, named)
        if seat is None:
            raise stranger(now.record)
        return seat

    def may_call_others(self, interaction: Interaction) -> None:
        """Count a ping of others against the person's rate limit; raises ``Refused("too_fast")``."""
        self.limits.take("call", interaction.user.id, interaction.guild_id or 0)

    def part(
        self, scene: Scene, interaction: Interaction, wanted: str = "", named: Seat = "", *, blind: bool = False
    ) -> tuple[Seat, Request]:
        """Return the seat for which the person acts, and the part of its question that the person may see.

        ``named``: as in ``seat``. ``blind``: return the whole question, because the person answers without seeing it.
        """
        seat, record = self.seat(scene, interaction, wanted, named), scene.record
        if seat in scene.standing.done:
            raise Refused("already_answered")
        asked = part_of(scene.waiting, seat)
        return seat, asked if blind or may_look(record, interaction.user.id, seat) else without_secret_actions(asked)

    async def draft(self, scene: Scene, seat: Seat) -> Draft:
        """Return what this seat has picked but not sent."""
        return await self.store.draft(scene.game_id, draft_address(scene.standing, seat), seat)

    async def deliver(self, reply: Reply, game_id: str, sitting: Sitting | None = None) -> bool:
        """Post the result of an action, or tell only the person if the channel refuses; return whether
        it was posted.
        """
        debt = await self.posting.deliver(game_id, sitting)
        if debt and debt.why in ("shut", "refused"):
            lacking = missing_permissions(reply.interaction)
            if debt.why == "shut" and lacking:
                await self._sorry(reply, "answer.unheard", missing=lacking)
            else:
                await self._sorry(reply, "answer.refused", code=debt.code, text=debt.text)
        return debt is None

    @asynccontextmanager
    async def best_effort(self, game_id: str) -> AsyncIterator[None]:
        """Suppress connection errors: a failed acknowledgement must not block delivery."""
        try:
            yield
        except LINE as failure:
            _log.warning("answer.unacknowledged", game=game_id, raised=type(failure).__name__)

    async def redraw(self, scene: Scene) -> None:
        """Update the prompt of the open question."""
        game_id = scene.game_id
        if scene.standing.waiting:
            async with self.best_effort(game_id), self.posting.lock(game_id):
                await self.posting.show(scene)

    # Kindness ----------------------------------------------------------------------------------------------

    async def kindly(self, interaction: Interaction, work: Awaitable[None], reply: Reply) -> None:
        """Run the work; report any error to the person in one sentence, and the outcome in one line of the log."""
        logs.bind_interaction(interaction)
        try:
            with self.in_flight.answering():
                await self._note_name(interaction)
                outcome = await self._outcome(self.in_flight.admit(work), reply)
            with self.in_flight.track():
                await self.passing.replace(reply)
                await self._tell_closed(reply)
                await self._note_guild(interaction)
                if offer := self.offers.pop((reply.user_id, reply.channel_id), None):
                    self.offered |= offer[0]
                    with suppress(*UNHEARD):
                        await reply.whisper(offer[1])
        except asyncio.CancelledError:
            self._count_outcome(OUTLIVED, reply)
            raise
        finally:
            reply.close()
        self._count_outcome(outcome, reply)

    async def _tell_closed(self, reply: Reply) -> None:
        """Tell somebody once that they are called in channels again, as they take no direct messages."""
        closed = self.posting.direct.closed
        if reply.user_id in closed:
            closed.remove(reply.user_id)
            await self._sorry(reply, "dm.closed")

    def _count_outcome(self, outcome: str, reply: Reply) -> None:
        self.metrics.count_interaction(outcome, reply.waited)
        waited = None if reply.waited is None else round(reply.waited * 1000, 1)
        _log.info("interaction.done", outcome=outcome, milliseconds=waited)

    async def _note_name(self, interaction: Interaction) -> None:
        """Store the person's current names if they changed; a failure must not block the answer."""
        user = interaction.user
        try:
            await self.sessions.note_name(interaction.channel_id or 0, user.id, user.display_name, user.name)
        except StoreUnavailable as trouble:
            _log.info("name.unnoted", reason=trouble.reason)
        except Exception:
            _log.exception("name.unnoted")

    async def _note_guild(self, interaction: Interaction) -> None:
        """Store the guild's current name if it changed, for ``/mine`` elsewhere."""
        guild = interaction.guild
        if not guild or self._guild_names.get(guild.id) == guild.name:
            return
        self._guild_names[guild.id] = guild.name
        with suppress(StoreUnavailable):
            if (await settings_of(self.store, guild.id)).name != guild.name:
                await change_guild_settings(self.store, guild.id, name=guild.name)

    async def _outcome(self, work: Awaitable[None], reply: Reply) -> str:
        try:
            with Budget(MOST_COMPARISONS):
                await work
                return "ok"
            raise Refused("text_too_unclear")
        except Refused as refusal:
            await self._sorry(reply, f"refused.{refusal.reason}", **refusal.facts)
            return f"refused:{refusal.reason}"
        except OurFault as fault:
            await self._sorry(reply, fault.key, reference=fault.reference)
            return "fault"
        except StoreUnavailable as trouble:
            logs.bind_reason(trouble.reason)
            self.metrics.store_errors.labels(trouble.reason).inc()
            await self._sorry(reply, "fault.store")
            return "store"
        except Outlived:
            return OUTLIVED
        except HTTPException as failure:
            _log.warning("interaction.failed", status=failure.status, code=failure.code)
            if failure.code not in UNKNOWN_INTERACTION:
                await self._sorry(reply, "fault.discord")
            return "discord"
        except Exception:
            reference = secrets.token_hex(3)
            _log.exception("interaction.fault", reference=reference)
            await self._sorry(reply, "fault.ours", reference=reference)
            return "fault"

    async def _sorry(self, reply: Reply, key: str, **facts: Any) -> None:
        # Whoever floods is told in their own language, without a look at the table.
        hurried = key in ("refused.too_fast", "refused.too_soon")
        narrator = Narrator(language_of(reply.interaction)) if hurried else await self.voice(reply.interaction)
        slot: Slot | None = "said" if key.startswith("refused.") else None  # a reference stays, to be passed on
        try:
            await reply.whisper(narrator.say(key, **facts), slot=slot)
        except UNHEARD as failure:
            code = failure.code if isinstance(failure, HTTPException) else 0
            _log.warning("interaction.unanswered", code=code, raised=type(failure).__name__)

    async def person(self, interaction: Interaction) -> str:
        """Return the person's name at the channel's table, without markup; without a seat there, their display name."""
        try:
            standing = await self.sessions.standing(interaction.channel_id or 0)
        except OurFault:  # it is in the log; a table that cannot be played on can still be closed
            standing = None
        seat = standing.record.seat_of(interaction.user.id) if standing else None
        if not standing or seat is None:
            return interaction.user.display_name
        return seat_names(standing.record.seats)[seat]

    async def voice(self, interaction: Interaction) -> Narrator:
        """Return a narrator in the person's language, with the names of the table."""
        locale = language_of(interaction)
        try:
            standing = await self.sessions.standing(interaction.channel_id or 0)
        except Exception:
            standing = None
        return scene_for(self.scene(standing), locale).narrator if standing else Narrator(locale)


def own_scene(scene: Scene, reply: Reply) -> Scene:
    """Return the scene in the person's language, for what nobody else reads."""
    return scene_for(scene, language_of(reply.interaction))


def language_of(interaction: Interaction) -> str:
    """Return the person's language, else the guild's (en-US for every guild that is no community), else English."""
    spoken = [str(locale)[:2] for locale in (interaction.locale, interaction.guild_locale)]
    return next((locale for locale in spoken if locale in LOCALES), "en")
