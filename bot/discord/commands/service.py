"""What buttons and commands share beside finding a table: resume it, count pings, post what was done."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from structlog import get_logger

from bot.acts import archive
from bot.acts.copies.importing import Lanes
from bot.bounded import Bounded
from bot.discord.channels import missing_permissions
from bot.discord.commands.finding import TableFinder
from bot.discord.commands.reporting import Reports
from bot.discord.limits import Limits
from bot.discord.posting import Posting
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.retry_queue import LINE
from bot.discord.sitting import Sitting
from bot.metrics import Metrics
from bot.session.sessions import Sessions
from rules.kernel.errors import Refused
from rules.kernel.game import Rules

ACTED = 10_000
"""Maximum number of remembered people at tables, by their last action."""
PEOPLE = 1_000
"""Maximum number of remembered people, by their last look-up."""


class Favourites:
    """Counts each person's look-ups of each table."""

    def __init__(self) -> None:
        self._of = Bounded[int, Counter[str]](PEOPLE)

    def note(self, user_id: int, table: str) -> None:
        """Count a look-up."""
        self._of[user_id] = self._of.get(user_id, Counter()) + Counter([table])

    def times(self, user_id: int, table: str) -> int:
        """Return how often this person has looked up a table."""
        return self._of[user_id][table] if user_id in self._of else 0


_log = get_logger(__name__)


class TableService(TableFinder):
    """The service behind every command and control."""

    def __init__(self, sessions: Sessions, games: Mapping[str, Rules], posting: Posting, metrics: Metrics) -> None:
        super().__init__(sessions, games)
        self.posting = posting
        self.metrics = metrics
        self.in_flight = posting.in_flight
        self.limits = Limits(metrics)
        self.favourites = Favourites()
        self.reports = Reports(self, posting, metrics)
        self.lanes = Lanes()
        self.acted = Bounded[tuple[str, int], float](ACTED)
        """The last action of each person at each table known to this process (seconds)."""

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

    def may_call_others(self, interaction: Interaction) -> None:
        """Count a ping of others against the person's rate limit; raises ``Refused("too_fast")``."""
        self.limits.take("call", interaction.user.id, interaction.guild_id or 0)

    async def deliver(self, reply: Reply, game_id: str, sitting: Sitting | None = None) -> bool:
        """Post the result of an action, or tell only the person if the channel refuses; return whether
        it was posted.
        """
        pending = await self.posting.deliver(game_id, sitting)
        if pending and pending.why in ("shut", "refused"):
            lacking = missing_permissions(reply.interaction)
            if pending.why == "shut" and lacking:
                await self.reports.sorry(reply, "answer.unheard", missing=lacking)
            else:
                await self.reports.sorry(reply, "answer.refused", code=pending.code, text=pending.text)
        return pending is None

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
