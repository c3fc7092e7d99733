"""Reports how a press or command ended: to the person in one sentence, to the operator in one line of the log."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any

from discord import HTTPException
from structlog import get_logger

from bot.acts.table_settings import change_guild_settings, settings_of
from bot.discord import logs
from bot.discord.commands.finding import TableFinder, language_of
from bot.discord.in_flight import OUTLIVED, Outlived
from bot.discord.posting import Posting
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import UNHEARD, Interaction, Reply, Slot
from bot.discord.temporary_replies import TemporaryReplies
from bot.metrics import Metrics
from bot.session.faults import OurFault
from bot.store import StoreUnavailable
from bot.words.matching import MOST_COMPARISONS, Budget
from bot.words.narrator import Narrator
from rules.kernel.errors import Refused

UNKNOWN_INTERACTION = (10062, 10015, 40060)
_log = get_logger(__name__)


class Reports:
    """Runs what people ask for, and tells them and the log how it ended."""

    def __init__(self, tables: TableFinder, posting: Posting, metrics: Metrics) -> None:
        self._tables = tables
        self._direct = posting.direct
        self._in_flight = posting.in_flight
        self._metrics = metrics
        self.temporary = TemporaryReplies()
        self._guild_names: dict[int, str] = {}
        self.offered: set[int] = set()
        """The prepared calls that were offered."""
        self.offers: dict[tuple[int, int], tuple[set[int], Shown]] = {}
        """The prepared calls that await a person's next private answer in a channel."""

    async def kindly(self, interaction: Interaction, work: Awaitable[None], reply: Reply) -> None:
        """Run the work; report any error to the person in one sentence, and the outcome in one line of the log."""
        logs.bind_interaction(interaction)
        try:
            with self._in_flight.answering():
                await self._note_name(interaction)
                outcome = await self._outcome(self._in_flight.admit(work), reply)
            with self._in_flight.track():
                await self.temporary.replace(reply)
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
        closed = self._direct.closed
        if reply.user_id in closed:
            closed.remove(reply.user_id)
            await self.sorry(reply, "dm.closed")

    def _count_outcome(self, outcome: str, reply: Reply) -> None:
        self._metrics.count_interaction(outcome, reply.waited)
        waited = None if reply.waited is None else round(reply.waited * 1000, 1)
        _log.info("interaction.done", outcome=outcome, milliseconds=waited)

    async def _note_name(self, interaction: Interaction) -> None:
        """Store the person's current names if they changed; a failure must not block the answer."""
        user = interaction.user
        try:
            await self._tables.sessions.note_name(interaction.channel_id or 0, user.id, user.display_name, user.name)
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
            if (await settings_of(self._tables.store, guild.id)).name != guild.name:
                await change_guild_settings(self._tables.store, guild.id, name=guild.name)

    async def _outcome(self, work: Awaitable[None], reply: Reply) -> str:
        try:
            with Budget(MOST_COMPARISONS):
                await work
                return "ok"
            raise Refused("text_too_unclear")
        except Refused as refusal:
            await self.sorry(reply, f"refused.{refusal.reason}", **refusal.facts)
            return f"refused:{refusal.reason}"
        except OurFault as fault:
            await self.sorry(reply, fault.key, reference=fault.reference)
            return "fault"
        except StoreUnavailable as trouble:
            logs.bind_reason(trouble.reason)
            self._metrics.store_errors.labels(trouble.reason).inc()
            await self.sorry(reply, "fault.store")
            return "store"
        except Outlived:
            return OUTLIVED
        except HTTPException as failure:
            _log.warning("interaction.failed", status=failure.status, code=failure.code)
            if failure.code not in UNKNOWN_INTERACTION:
                await self.sorry(reply, "fault.discord")
            return "discord"
        except Exception:
            reference = secrets.token_hex(3)
            _log.exception("interaction.fault", reference=reference)
            await self.sorry(reply, "fault.ours", reference=reference)
            return "fault"

    async def sorry(self, reply: Reply, key: str, **facts: Any) -> None:
        """Tell the person alone what went wrong; who floods is told so without a look at the table."""
        hurried = key in ("refused.too_fast", "refused.too_soon")
        narrator = Narrator(language_of(reply.interaction)) if hurried else await self._tables.voice(reply.interaction)
        slot: Slot | None = "said" if key.startswith("refused.") else None  # a reference stays, to be passed on
        try:
            await reply.whisper(narrator.say(key, **facts), slot=slot)
        except UNHEARD as failure:
            code = failure.code if isinstance(failure, HTTPException) else 0
            _log.warning("interaction.unanswered", code=code, raised=type(failure).__name__)
