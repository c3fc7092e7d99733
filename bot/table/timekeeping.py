"""Whom a table waits for and until when: reminders and deadlines that respect quiet hours."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, time, timedelta, tzinfo
from typing import Literal, get_args
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from bot.table.authority import in_person_seats, leader_seat, present_seats
from bot.table.habits import Habits, Person
from bot.table.records import GameRecord, SeatRecord, Standing
from rules.kernel.answers import is_waited_for
from rules.kernel.requests import PARTY, Draw, Everyone, NextAction, Request, Roll, Seat

HOUR = 3600.0
DAY = 24 * HOUR
AT_ONCE = 1.0
"""The most seconds between an answer and the question that it led to."""
GRACE = HOUR
"""The least seconds between a reminder and the deadline."""

SPREAD = 600
"""Seconds over which the direct messages of one morning are spread."""
_MOST_NIGHTS = 4
"""Days within which a night surely ends, even if the clocks skip its end or the calendar a day."""


class Waited(Struct, frozen=True):
    """A seat that the game waits for, and its player.

    ``reminded_at``, ``called_at``, ``overdue_at``: the last reminder, call and noted deadline at this table (seconds;
    0: never); times before the question belong to an older one. ``spared``: the player was not pinged, as somebody else
    was at the table. ``present``: the player was there, so that no ping was held back for the night.
    """

    seat: Seat
    person: Person
    reminded_at: float = 0.0
    overdue_at: float = 0.0
    called_at: float = 0.0
    spared: bool = False
    present: bool = False


class Due(Struct, frozen=True):
    """Whom to remind now, whose deadline is over, and when to look again (seconds; None: never).

    ``call``: whom to ping now because the question did not: somebody else was at the table, or it was night for them.
    ``next_at`` assumes that all
    that is due is recorded as ``called_at``, ``reminded_at`` and ``overdue_at``; the rest is due again at the next
    look.
    """

    remind: tuple[Seat, ...]
    struck: tuple[Seat, ...]
    next_at: float | None
    call: tuple[Seat, ...] = ()


Kind = Literal["call", "reminder", "deadline"]


class _Step(Struct, frozen=True):
    seat: Seat
    kind: Kind
    at: float


def clock_of(person: Person) -> tzinfo:
    """Return the person's time zone; UTC if this machine does not know it."""
    try:
        return ZoneInfo(person.zone)
    except (LookupError, ValueError, OSError):  # unknown, malformed, the name of a folder
        return ZoneInfo("UTC")


def awake_at(person: Person, moment: float) -> float:
    """Return the moment, or the end of the person's quiet hours if it falls into them.

    Quiet hours follow the local clock. If the clocks skip the end of a night, it ends that much later.
    """
    clock = clock_of(person)
    if not _is_quiet_at(person, clock, moment):
        return moment
    return next(
        end for end in _quiet_hour_ends(person, clock, moment) if end > moment and not _is_quiet_at(person, clock, end)
    )


def mornings(people: Iterable[Person], moments: Iterable[float]) -> list[float]:
    """Return the ends of the quiet hours into which these moments fall."""
    return [end for moment in moments for person in people if (end := awake_at(person, moment)) > moment]


def _is_quiet_at(person: Person, clock: tzinfo, moment: float) -> bool:
    wall = datetime.fromtimestamp(moment, clock)
    minute, first, end = wall.hour * 60 + wall.minute, person.quiet_from, person.quiet_to
    return first <= minute < end if first <= end else not end <= minute < first


def _quiet_hour_ends(person: Person, clock: tzinfo, moment: float) -> Iterable[float]:
    """Return the possible ends of quiet hours from this day on; both times if the clocks show that minute twice."""
    today = datetime.fromtimestamp(moment, clock).date()
    end = time(person.quiet_to // 60, person.quiet_to % 60)
    for later in range(_MOST_NIGHTS):
        for fold in (0, 1):
            day = today + timedelta(days=later)
            yield datetime.combine(day, end.replace(fold=fold), clock).timestamp()


def remind_at(habits: Habits, person: Person, asked_at: float) -> float | None:
    """Return when to remind a person; None if the table or the person wants no reminders.

    A person pinged once a day is reminded at the end of the next night.
    """
    if not habits.remind_after or person.pings == "never":
        return None
    return (
        morning(person, asked_at)
        if person.pings == "daily"
        else awake_at(person, asked_at + habits.remind_after * HOUR)
    )


def morning(person: Person, moment: float) -> float:
    """Return the end of the person's next quiet hours; without quiet hours a day later."""
    if person.quiet_from == person.quiet_to:
        return moment + 24 * HOUR
    return next(end for end in _quiet_hour_ends(person, clock_of(person), moment) if end > moment)


def strikes_at(habits: Habits, person: Person, asked_at: float, reminded_at: float) -> float | None:
    """Return a person's deadline; None without one, or while a reminder must come first.

    So after an outage the bot reminds (without reminders: calls) once and then waits the usual hour.
    """
    reminded = reminded_at > asked_at
    if not habits.deadline_after or (habits.remind_after and not reminded and person.pings != "never"):
        return None
    deadline = asked_at + habits.deadline_after * HOUR
    return awake_at(person, max(deadline, reminded_at + GRACE) if reminded else deadline)


def call_at(habits: Habits, waited: Waited, asked_at: float) -> float | None:
    """Return when to ping somebody whom the question did not ping; None if no such ping is due.

    A ping that was held back in quiet hours comes when they end; direct messages are spread over ``SPREAD`` seconds. A
    person spared because somebody else was at the table is called after the table's hours of silence.
    """
    person, wanted = waited.person, waited.person.pings
    morning_at = awake_at(person, asked_at)
    spared = waited.spared and wanted == "needed"
    asleep = not (waited.present or habits.in_person) and wanted != "daily" and morning_at > asked_at
    if wanted == "never" or waited.called_at > asked_at or not (asleep or (spared and habits.call_after)):
        return None
    if spared:
        return awake_at(person, asked_at + habits.call_after * HOUR)
    return morning_at + (person.user_id % SPREAD if person.dm_id else 0)


def due(habits: Habits, asked_at: float, waited: Sequence[Waited], now: float) -> Due:
    """Return what is due now for the seats waited for: per question at most one call, reminder and deadline."""
    steps = [step for wait in waited if (step := _next_step(habits, asked_at, wait, now))]
    call, remind, struck = (
        tuple(step.seat for step in steps if step.kind == kind and step.at <= now) for kind in get_args(Kind)
    )
    done = [replace(wait, reminded_at=now) for wait in waited if wait.seat in remind]
    done += [replace(wait, called_at=now) for wait in waited if wait.seat in call]
    after = [step for wait in done if (step := _next_step(habits, asked_at, wait, now))]
    return Due(remind, struck, min((step.at for step in [*steps, *after] if step.at > now), default=None), call)


def _next_step(habits: Habits, asked_at: float, waited: Waited, now: float) -> _Step | None:
    """Return the next step for one seat and its time, not before now and not at night."""
    if waited.overdue_at > asked_at:
        return None
    kind: Kind = "deadline"
    noted = waited.reminded_at if habits.remind_after else max(waited.reminded_at, waited.called_at)
    at = strikes_at(habits, waited.person, asked_at, noted)
    if waited.reminded_at <= asked_at:
        reminder = remind_at(habits, waited.person, asked_at)
        if reminder is not None:
            kind, at = "reminder", reminder
        call = call_at(habits, waited, asked_at)
        if call is not None and (at is None or (call <= at if kind == "deadline" else max(now, call) < at)):
            kind, at = "call", call
    return None if at is None else _Step(waited.seat, kind, awake_at(waited.person, max(now, at)))


def earliest(habits: Habits, asked_at: float, away: Iterable[float], *, calls: bool = False) -> float | None:
    """Return the earliest moment at which anything can be due; None if nothing can be.

    ``away``: the ends of absences (0: none) and of quiet hours. ``calls``: other party members may be called.
    """
    hours = (habits.remind_after, habits.deadline_after, habits.call_after if calls else 0.0)
    moments = [asked_at + after * HOUR for after in hours if after] + [end for end in away if end > 0]
    return min(moments, default=None)


def next_look(
    record: GameRecord, asked_at: float, due: float | None, mornings: Iterable[float] = (), *, calls: bool
) -> float | None:
    """Return when the clock must look at a table next: at ``due``, else as its habits say; None: never (seconds).

    ``mornings``: ends of the quiet hours in which something was asked.
    """
    if record.phase != "playing" or record.archived:
        return None
    away = [*(seat.away_until for seat in record.seats), *mornings]
    return earliest(record.habits, asked_at, away, calls=calls) if due is None else due


def player_of(seat: SeatRecord) -> int:
    """Return the user who answers for a seat: the player or the stand-in; 0: nobody, or the autopilot.

    People at a real table have no account and count as nobody.
    """
    if seat.autopilot or not seat.user_id:
        return 0
    return seat.stand_in if seat.away_until and seat.stand_in else seat.user_id


def players(record: GameRecord) -> dict[Seat, int]:
    """Return the answering user of each seat that has one."""
    found = {seat.seat: player_of(seat) for seat in record.seats}
    return {seat: user_id for seat, user_id in found.items() if user_id}


def stand_in_of(record: GameRecord, seat: Seat) -> int:
    """Return the user who answers in the player's place; 0: nobody, or the autopilot."""
    return next(
        (
            player_of(each_seat)
            for each_seat in record.seats
            if each_seat.seat == seat and player_of(each_seat) != each_seat.user_id
        ),
        0,
    )


def is_empty(record: GameRecord) -> bool:
    """Whether all seats are free."""
    return not any(seat.user_id for seat in record.seats) and not in_person_seats(record)


def waited_for(
    record: GameRecord, waiting: Request | None, done: Collection[Seat], voted: Collection[Seat]
) -> tuple[Seat, ...]:
    """Return the seats that have yet to answer; if the leader decides, the leader's."""
    if not waiting:
        return ()
    there = {*players(record), *in_person_seats(record)}
    open_ones = tuple(seat.seat for seat in record.seats if seat.seat in there and seat.seat not in (*done, *voted))
    asked = tuple(seat for seat in open_ones if is_waited_for(waiting, seat))
    leader = leader_seat(record)
    alone = record.habits.deciding == "leader" and is_decided_together(waiting) and leader in present_seats(record)
    return (leader,) if alone and leader in asked else asked


def waited_at(standing: Standing) -> tuple[Seat, ...]:
    """Return the seats that a table waits for now."""
    return waited_for(standing.record, standing.waiting, standing.done, standing.voted)


def is_waiting_for(standing: Standing, user_id: int) -> bool:
    """Whether a table waits for this person: for their own seat, a friend's, or, as leader, an overdue one."""
    record, who = standing.record, players(standing.record)
    late = [seat.seat for seat in record.seats if seat.overdue_at > standing.asked_at]
    leads = user_id == record.leader_id and record.habits.deadline_then == "leader"
    return any(who.get(seat, record.gm_id) == user_id or (leads and seat in late) for seat in waited_at(standing))


def is_decided_together(waiting: Request | None) -> bool:
    """Whether the open question, or an action that moves the game on, is the party's to answer."""
    if isinstance(waiting, NextAction):
        return any(action.who == PARTY and not action.aside for action in waiting.actions)
    return waiting is not None and waiting.who == PARTY and not isinstance(waiting, Everyone | Roll | Draw)


def may_be_called(record: GameRecord, waiting: Request | None) -> bool:
    """Whether other party members may be called if the person at the table stays silent."""
    return record.habits.deciding == "anyone" and is_decided_together(waiting) and len(players(record)) > 1


def deadline_of(standing: Standing) -> float | None:
    """Return the deadline of the open question (seconds), ignoring quiet hours; None without one or if idle."""
    hours = standing.record.habits.deadline_after
    if not standing.waiting or is_idle(standing.waiting):
        return None
    return standing.asked_at + hours * HOUR if hours else None


def is_idle(waiting: Request | None) -> bool:
    """Whether the open question never needs an answer."""
    return isinstance(waiting, NextAction) and waiting.idle
