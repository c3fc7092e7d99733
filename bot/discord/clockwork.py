"""Handles what happens at a table as time passes: reminders, deadlines and ends of absences.

Due times are stored, so a restart neither loses nor repeats anything.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Collection, Iterable
from typing import Any

from msgspec.structs import replace
from structlog import get_logger

from bot.acts.absence import with_player_back
from bot.acts.housekeeping import AS_USUAL, Guilds, Housekeeping
from bot.acts.old_proofs import record_old_proofs
from bot.acts.proposals import end_unopposed, give_time_anew, open_proposals, silent_seats
from bot.discord.posting import Posting
from bot.metrics import Metrics
from bot.session.asking import waited_people
from bot.session.party import carry, question
from bot.session.sessions import Sessions
from bot.session.transaction import NOBODY, Transaction
from bot.store import StoreUnavailable
from bot.store.retention import Thrift
from bot.table.authority import leader_seat, present_seats
from bot.table.events import REST, CameBack, Overdue, Reminded
from bot.table.records import Accepted
from bot.table.timekeeping import GRACE, HOUR, Due, due, player_of, players, waited_for
from bot.table.votes import find_winner_at_deadline
from rules.kernel.requests import Everyone, Seat
from rules.kernel.words import Word

EVERY = 15.0
"""Seconds between two rounds."""
AT_A_TIME = 200
"""Number of tables read from the store at once."""
DELIVERIES = 8
"""Number of channels that are written to at the same time."""
PUT_OFF = HOUR
"""Seconds for which a table is skipped after an error."""
NEVER = math.inf

log = get_logger(__name__)


# One table -------------------------------------------------------------------------------------------------


async def keep_time(sessions: Sessions, game_id: str) -> Accepted:
    """End absences, remind players, act on deadlines, and schedule the next check of this table."""

    async def look(action: Transaction) -> None:
        if action.record.phase != "playing" or action.record.archived:
            return
        if _end_absences(action):
            await give_time_anew(action)
        next_at = [await _check_deadline(action), await _call_voters(action)]
        if action.address == action.before.address:
            ends = [seat.away_until for seat in action.record.seats]
            action.look_again_at(min(filter(None, [*next_at, *ends]), default=NEVER))

    return await sessions.accept(game_id, None, look)


def _end_absences(action: Transaction) -> bool:
    back = [seat for seat in action.record.seats if 0 < seat.away_until <= action.at]
    for seat in back:
        action.rewrite(seats=with_player_back(action.record, seat.seat))
        if seat.user_id or action.record.habits.in_person:
            action.tell(CameBack(seat.seat))
    return bool(back)


async def _check_deadline(action: Transaction) -> float | None:
    if await _rests(action):
        return None
    there = players(action.record)
    waited = waited_for(action.record, action.waiting, action.before.done, action.before.voted)
    seats = tuple(seat for seat in waited if seat in there)
    asked_at = action.before.asked_at
    people = await waited_people(action.store, action.record, action.waiting, asked_at, seats)
    found = due(action.record.habits, asked_at, people, action.at)
    _note_reminders(action, found, asked_at)
    if isinstance(action.waiting, Everyone):
        await _play_overdue_seats(action, found.struck)
    elif seats and all(seat.overdue_at > asked_at for seat in action.record.seats if seat.seat in seats):
        await _resolve_shared_deadline(action, seats, news=bool(found.struck))
    return found.next_at


async def _call_voters(action: Transaction) -> float | None:
    """Call those who slept when a proposal was made that still waits for their vote; return when to look again."""
    before, votes = action.before.record, await action.votes()
    habits = replace(before.habits, call_after=0.0, remind_after=0.0, deadline_after=0.0)
    looks: list[float | None] = []
    for matter in open_proposals(await action.standing(), votes):
        made_at, silent = min(vote.at for vote in votes[matter]), silent_seats(before, matter, votes[matter])
        found = due(habits, made_at, await waited_people(action.store, before, None, made_at, silent), action.at)
        looks.append(found.next_at)
        _note_reminders(action, found, made_at, vote=True)
    return min(filter(None, looks), default=None)


async def _rests(action: Transaction) -> bool:
    """Whether all have missed a deadline since a person last answered; then the table waits for one to come back."""
    _, since = await action.store.last_answer(action.record.id)
    silent = all(seat.overdue_at > since for seat in action.record.seats if player_of(seat))
    return silent and action.record.habits.deadline_then == "autopilot" and not action.before.voted


def _note_reminders(action: Transaction, found: Due, since: float, *, vote: bool = False) -> None:
    """Tell who is reminded, and store it and who is overdue, so that neither is repeated for this question."""
    noted = {"reminded_at": found.remind, "overdue_at": found.struck, "called_at": found.call}
    if any(noted.values()):
        seats = action.record.seats
        for name, due_seats in noted.items():
            seats = tuple(replace(seat, **{name: action.at}) if seat.seat in due_seats else seat for seat in seats)
        action.rewrite(seats=seats)
    for reminded, called in ((found.remind, False), (found.call, True)):
        if reminded:
            action.tell(Reminded(reminded, int(since), called, vote))


# What a deadline does --------------------------------------------------------------------------------------


async def _play_overdue_seats(action: Transaction, struck: tuple[Seat, ...]) -> None:
    """Announce the overdue seats of an ``Everyone``; play for them if the table says so."""
    then = action.record.habits.deadline_then
    if not struck:
        return
    action.tell(Overdue(struck, REST if await _rests(action) else Word(f"then.{then}")))
    if then == "autopilot":
        for seat in struck:
            await action.give_usual(seat, NOBODY)


async def _resolve_shared_deadline(action: Transaction, seats: tuple[Seat, ...], *, news: bool) -> None:
    """Resolve an overdue question that anybody may answer: by the votes cast, else by the table's habits.

    ``news``: the deadline was only now noticed; it is announced once.
    """
    votes = await action.votes_on(question(action.address))
    outcome = find_winner_at_deadline(votes, present_seats(action.record), leader_seat(action.record))
    then = "nothing" if outcome else action.record.habits.deadline_then
    if news or outcome or then == "autopilot":
        action.tell(Overdue(seats, REST if await _rests(action) else Word(f"then.{then}")))
    if outcome:
        await carry(action, votes, outcome)
    elif then == "autopilot":
        await action.give_usual(seats[0], NOBODY)


# All tables ------------------------------------------------------------------------------------------------


class Clockwork:
    """The background task that checks due tables.

    ``every``: seconds between two rounds; ``guilds``: as in ``Housekeeping``.
    """

    def __init__(
        self,
        sessions: Sessions,
        posting: Posting,
        metrics: Metrics,
        every: float = EVERY,
        thrift: Thrift = AS_USUAL,
        guilds: Guilds | None = None,
    ) -> None:
        self._sessions = sessions
        self._posting = posting
        self._under_way = posting.in_flight
        self._metrics = metrics
        self._every = every
        self._housekeeping = Housekeeping(sessions, thrift, guilds)
        self._put_off: dict[str, float] = {}
        self._room = asyncio.Semaphore(DELIVERIES)
        self._deliveries: set[asyncio.Task[None]] = set()
        self._life: asyncio.Task[None] | None = None
        self._proving: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the background task unless it runs already."""
        if not self._life:
            self._life = self._under_way.begin(self._live())
            self._proving = self._under_way.begin(self._record_old_proofs())

    async def stop(self) -> None:
        """Stop the background task; stored but unsent messages are sent at the next start."""
        tasks: list[asyncio.Task[Any]] = [*self._deliveries, *filter(None, (self._life, self._proving))]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._life = None

    async def _live(self) -> None:
        began = self._sessions.clock()
        while True:
            try:
                await self._housekeeping.tidy()
                await self.pay(await self._housekeeping.close_old_lobbies())
                if self._sessions.clock() - began >= GRACE:  # while the bot was down nobody could object
                    await self.pay(await end_unopposed(self._sessions))
                await self.go_round()
                made = await self._housekeeping.make_room()
                self._metrics.room_made.inc(max(0, made.bytes.total()))
            except StoreUnavailable as unavailable:
                log.warning("clockwork.waits", reason=unavailable.reason)
                self._metrics.store_errors.labels(unavailable.reason).inc()
            except Exception:  # whatever it is, reminders must not end for all tables
                log.exception("clockwork.failed")
                self._metrics.faults.inc()
            await self._under_way.rest(self._every)

    async def _record_old_proofs(self) -> None:
        while True:
            try:
                return await record_old_proofs(self._sessions)
            except StoreUnavailable as unavailable:
                log.warning("proof.waits", reason=unavailable.reason)
            except Exception:
                log.exception("proof.failed")
                return self._metrics.faults.inc()
            await self._under_way.rest(self._every)

    async def go_round(self) -> int:
        """Check every table that is due now once; return their number."""
        now, seen = self._sessions.clock(), set[str]()
        self._put_off = {game_id: until for game_id, until in self._put_off.items() if until > now}
        while fresh := await self._due(now, seen):
            for game_id in fresh:
                seen.add(game_id)
                await self._look_at(game_id, now)
                await asyncio.sleep(0)  # whoever presses a button meanwhile goes first
        await self.pay(await self._posting.overdue_tables())
        await self._posting.threads.look()
        await self._posting.bulletins.go_round()
        return len(seen)

    async def pay(self, game_ids: Iterable[str]) -> None:
        """Deliver the pending messages of these tables."""
        for game_id in game_ids:
            await self._deliver(game_id)

    async def _due(self, now: float, seen: Collection[str]) -> list[str]:
        """Return the next due tables of this round; skipped tables must not fill the page."""
        left = {*seen, *self._put_off}
        found = await self._sessions.store.due(now, AT_A_TIME + len(left))
        return [game_id for game_id in found if game_id not in left]

    async def _look_at(self, game_id: str, now: float) -> None:
        try:
            accepted = await keep_time(self._sessions, game_id)
        except StoreUnavailable:
            raise
        except Exception as trouble:  # one table that cannot be played on keeps no other waiting
            log.exception("clockwork.put_off", game=game_id, raised=type(trouble).__name__)
            self._metrics.faults.inc()
            self._put_off[game_id] = now + PUT_OFF
        else:
            if accepted.told:
                reminded = sum(len(fact.event.seats) for fact in accepted.told if isinstance(fact.event, Reminded))
                self._metrics.reminders.inc(reminded)
                await self._deliver(game_id)

    async def _deliver(self, game_id: str) -> None:
        """Deliver in the background; wait only while too many channels are being written to."""
        await self._room.acquire()
        task = self._under_way.begin(self._posting.deliver_beside(game_id))
        self._deliveries.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._deliveries.discard(task)
        self._room.release()
