"""Whom a table waits for, who answers there, and until when."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from bot.table.authority import in_person_seats, leader_seat, present_seats
from bot.table.records import GameRecord, SeatRecord, Standing
from bot.table.timekeeping import HOUR
from rules.kernel.answers import is_waited_for
from rules.kernel.requests import PARTY, Draw, Everyone, NextAction, Request, Roll, Seat


def player_of(seat: SeatRecord) -> int:
    """Who answers for a seat: its player, or the stand-in while the player is away; 0: nobody, or the autopilot.

    Who sits at a real table has no account, and is no user.
    """
    if seat.autopilot or not seat.user_id:
        return 0
    return seat.stand_in if seat.away_until and seat.stand_in else seat.user_id


def players(record: GameRecord) -> dict[Seat, int]:
    """Who answers for each seat that has somebody."""
    found = {one.seat: player_of(one) for one in record.seats}
    return {seat: user_id for seat, user_id in found.items() if user_id}


def stand_in_of(record: GameRecord, seat: Seat) -> int:
    """The user who answers for a seat in its player's place; 0: nobody does, or the autopilot."""
    return next((player_of(one) for one in record.seats if one.seat == seat and player_of(one) != one.user_id), 0)


def is_empty(record: GameRecord) -> bool:
    """Whether all seats are free."""
    return not any(one.user_id for one in record.seats) and not in_person_seats(record)


def waited_for(
    record: GameRecord, waiting: Request[Any] | None, done: Collection[Seat], voted: Collection[Seat]
) -> tuple[Seat, ...]:
    """The seats whose people the game waits for: those yet to answer; where the leader decides, the leader's."""
    if waiting is None:
        return ()
    there = {*players(record), *in_person_seats(record)}
    open_ones = tuple(one.seat for one in record.seats if one.seat in there and one.seat not in (*done, *voted))
    asked = tuple(seat for seat in open_ones if is_waited_for(waiting, seat))
    leader = leader_seat(record)
    alone = record.habits.deciding == "leader" and is_decided_together(waiting) and leader in present_seats(record)
    return (leader,) if alone and leader in asked else asked


def waited_at(standing: Standing) -> tuple[Seat, ...]:
    """The seats whose people a table waits for now."""
    return waited_for(standing.record, standing.waiting, standing.done, standing.voted)


def is_waiting_for(standing: Standing, user_id: int) -> bool:
    """Whether a table waits for this person: in their own place, a friend's, or, as leader, an overdue seat's."""
    record, who = standing.record, players(standing.record)
    late = [one.seat for one in record.seats if one.overdue_at > standing.asked_at]
    leads = user_id == record.leader_id and record.habits.deadline_then == "leader"
    return any(who.get(seat, record.gm_id) == user_id or (leads and seat in late) for seat in waited_at(standing))


def is_decided_together(waiting: Request[Any] | None) -> bool:
    """Whether the open question is the party's to answer; of actions, whether one that moves the game on is."""
    if isinstance(waiting, NextAction):
        return any(action.who == PARTY and not action.aside for action in waiting.actions)
    return waiting is not None and waiting.who == PARTY and not isinstance(waiting, Everyone | Roll | Draw)


def may_be_called(record: GameRecord, waiting: Request[Any] | None) -> bool:
    """Whether there may be others of a party to call when whoever sits at the table has left it."""
    return record.habits.deciding == "anyone" and is_decided_together(waiting) and len(players(record)) > 1


def deadline_of(standing: Standing) -> float | None:
    """When the time for the open question is up (seconds), quiet hours aside; None without one, or in an idle one."""
    hours = standing.record.habits.deadline_after
    if standing.waiting is None or is_idle(standing.waiting):
        return None
    return standing.asked_at + hours * HOUR if hours else None


def is_idle(waiting: Request[Any] | None) -> bool:
    """Whether a question is open to which nobody need ever answer."""
    return isinstance(waiting, NextAction) and waiting.idle
