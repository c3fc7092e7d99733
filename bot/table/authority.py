"""Whose voice counts for which seat: players, stand-ins, the game master, and the leader when somebody's time is up."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from bot.table.records import GameRecord, SeatRecord
from rules.kernel.answers import is_waited_for, may_answer
from rules.kernel.requests import GM, NextAction, Request, Seat


def seats_of(record: GameRecord, user_id: int) -> tuple[Seat, ...]:
    """Where a user sits, then the seats that the user stands in for, or answers for at a real table."""
    own = [seat.seat for seat in record.seats if seat.user_id == user_id]
    in_person = in_person_seats(record) if is_named_master(record, user_id) else ()
    return (
        *own,
        *(seat.seat for seat in record.seats if (bool(user_id) and seat.away_until > 0 and seat.stand_in == user_id)),
        *in_person,
    )


def in_person_seats(record: GameRecord) -> tuple[Seat, ...]:
    """The seats of people without an account, who sit at a real table with the game master."""
    if not (record.habits.in_person and record.gm_id):
        return ()
    return tuple(seat.seat for seat in record.seats if not (seat.user_id or seat.autopilot))


def present_seats(record: GameRecord) -> tuple[Seat, ...]:
    """The seats for which a person answers."""
    in_person = in_person_seats(record)
    return tuple(seat.seat for seat in record.seats if seat.seat in in_person or (seat.user_id and not seat.autopilot))


def is_alone(record: GameRecord) -> bool:
    """Whether one person, or nobody, answers for all the seats at which people play."""
    there = present_seats(record)
    return len({seat.stand_in or seat.user_id or record.gm_id for seat in record.seats if seat.seat in there}) < 2


def consenters(record: GameRecord) -> tuple[Seat, ...]:
    """The seats whose consent is needed for what the whole table has to decide: those at which people play.

    Among rivals, and where only one person is left, the seats of those who are away count, too: nobody decides
    because the others sleep.
    """
    there = present_seats(record)
    if not (record.rivals or is_alone(record)):
        return there
    return tuple(seat.seat for seat in record.seats if seat.seat in there or (seat.user_id and seat.away_until))


def consenting_seats(record: GameRecord, user_id: int) -> tuple[Seat, ...]:
    """The seats for which this person may consent: their own, and those they stand in for.

    Where only one person is left, that person consents for their own seat alone, and for those at the real table.
    """
    mine = seats_of(record, user_id)
    if is_alone(record):
        mine = tuple(seat for seat in mine if seat == record.seat_of(user_id) or seat in in_person_seats(record))
    return tuple(seat for seat in consenters(record) if seat in mine)


def leader_seat(record: GameRecord) -> Seat:
    """The seat that the leader sits at or stands in for; '' if there is none."""
    return next(iter(seats_of(record, record.leader_id)), "")


def is_named_master(record: GameRecord, user_id: int) -> bool:
    """Whether this is the table's game master, with or without the rights of one."""
    return bool(record.gm_id) and user_id == record.gm_id


def is_master(record: GameRecord, user_id: int) -> bool:
    """Whether this person has the sight and the rights of the table's game master."""
    return is_named_master(record, user_id) and not master_competes(record)


def master_competes(record: GameRecord) -> bool:
    """Whether the game master plays against somebody with an account: at a seat, or for people in the room.

    No such table can be opened; one from before that rule goes on, and its game master sees and rules nothing.
    """
    if not (record.rivals and record.gm_id):
        return False
    people = [seat.user_id for seat in record.seats if seat.user_id]
    return record.gm_id in people or bool(people and in_person_seats(record))


def competes(record: GameRecord, user_id: int, known: Collection[Seat] = ()) -> bool:
    """Whether this person plays at a table of rivals, at which other people play, too.

    ``known``: what they know as an insider; whoever got up from one of these seats can sit down there again.
    """
    mine = seats_of(record, user_id)
    plays = bool({*mine, *known} - {GM})
    others = any((seat.user_id or is_left(record, seat)) and seat.seat not in mine for seat in record.seats)
    return record.rivals and plays and others


def is_left(record: GameRecord, seat: SeatRecord) -> bool:
    """Whether a person played at this seat and is gone; the autopilot plays until somebody sits down there."""
    return not (seat.user_id or seat.computer) and seat.seat not in in_person_seats(record)


def is_left_alone(record: GameRecord) -> bool:
    """Whether only one person is left among rivals, and another one's seat stands empty: nobody can agree or object."""
    return record.rivals and len(consenters(record)) < 2 and any(is_left(record, seat) for seat in record.seats)


def speaker(
    record: GameRecord,
    waiting: Request[Any] | None,
    done: Collection[Seat],
    user_id: int,
    asked_at: float,
    wanted: str = "",
    named: Seat = "",
) -> Seat | None:
    """The seat for which this user answers now; None for strangers. ``named``: this one and no other.

    A seat that may take the action ``wanted`` goes before one that is only asked, and of several the one that is waited
    for. ``done``: seats that have answered already.
    """
    mine = [seat for seat in dict.fromkeys(_answerable_seats(record, user_id, asked_at)) if named in ("", seat)]
    asked = best_first(waiting, [seat for seat in mine if seat not in done])
    fitting = [seat for seat in asked if _may_take_action(waiting, seat, wanted)]
    return next(iter([*fitting, *asked, *mine]), None)


def may_look(record: GameRecord, user_id: int, seat: Seat) -> bool:
    """Whether this user may see what only this seat may: not a leader who answers for it because its time is up."""
    return is_master(record, user_id) or seat in seats_of(record, user_id)


def best_first(waiting: Request[Any] | None, seats: Sequence[Seat]) -> list[Seat]:
    """Those of the seats that may answer the open question, the ones that are waited for first."""
    asked = [seat for seat in seats if waiting is not None and may_answer(waiting, seat)]
    return sorted(asked, key=lambda seat: waiting is not None and not is_waited_for(waiting, seat))


def _answerable_seats(record: GameRecord, user_id: int, asked_at: float) -> Iterator[Seat]:
    yield from seats_of(record, user_id)
    if is_master(record, user_id):
        yield from (seat.seat for seat in record.seats)
    if user_id == record.leader_id and record.habits.deadline_then == "leader":
        yield from (seat.seat for seat in record.seats if seat.overdue_at > asked_at)


def _may_take_action(waiting: Request[Any] | None, seat: Seat, wanted: str) -> bool:
    if not wanted or not isinstance(waiting, NextAction):
        return True
    return any(action.option.id == wanted for action in waiting.of(seat))


def title(record: GameRecord, user_id: int) -> Seat:
    """What this user is at the table: a seat, the game master, or somebody who looks after the channel (``keeper``)."""
    own = next((seat.seat for seat in record.seats if seat.user_id == user_id), "")
    return own or (GM if is_master(record, user_id) else "keeper")
