"""Who may answer for which seat: players, stand-ins, the game master, and the leader after a deadline."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from bot.table.records import GameRecord, SeatRecord
from rules.kernel.answers import is_waited_for, may_answer
from rules.kernel.requests import GM, NextAction, Request, Seat


def seats_of(record: GameRecord, user_id: int) -> tuple[Seat, ...]:
    """Return the user's own seat, then the seats they stand in for or answer for at a real table."""
    own = [seat.seat for seat in record.seats if seat.user_id == user_id]
    in_person = in_person_seats(record) if is_named_master(record, user_id) else ()
    return (
        *own,
        *(seat.seat for seat in record.seats if (bool(user_id) and seat.away_until > 0 and seat.stand_in == user_id)),
        *in_person,
    )


def in_person_seats(record: GameRecord) -> tuple[Seat, ...]:
    """Return the seats of people without an account, who sit at a real table with the game master."""
    if not (record.habits.in_person and record.gm_id):
        return ()
    return tuple(seat.seat for seat in record.seats if not (seat.user_id or seat.autopilot))


def present_seats(record: GameRecord) -> tuple[Seat, ...]:
    """Return the seats for which a person answers."""
    in_person = in_person_seats(record)
    return tuple(seat.seat for seat in record.seats if seat.seat in in_person or (seat.user_id and not seat.autopilot))


def is_alone(record: GameRecord) -> bool:
    """Whether at most one person answers for all seats of people."""
    there = present_seats(record)
    return len({seat.stand_in or seat.user_id or record.gm_id for seat in record.seats if seat.seat in there}) < 2


def consenters(record: GameRecord) -> tuple[Seat, ...]:
    """Return the seats whose consent a decision of the whole table needs: those of people.

    Among rivals, and if only one person is left, absent players' seats count, too.
    """
    there = present_seats(record)
    if not (record.rivals or is_alone(record)):
        return there
    return tuple(seat.seat for seat in record.seats if seat.seat in there or (seat.user_id and seat.away_until))


def consenting_seats(record: GameRecord, user_id: int) -> tuple[Seat, ...]:
    """Return the seats for which this person may consent: their own, and those they stand in for.

    The last person left consents for their own seat and those at the real table only.
    """
    mine = seats_of(record, user_id)
    if is_alone(record):
        mine = tuple(seat for seat in mine if seat == record.seat_of(user_id) or seat in in_person_seats(record))
    return tuple(seat for seat in consenters(record) if seat in mine)


def leader_seat(record: GameRecord) -> Seat:
    """Return the seat that the leader sits at or stands in for; '' if there is none."""
    return next(iter(seats_of(record, record.leader_id)), "")


def is_named_master(record: GameRecord, user_id: int) -> bool:
    """Whether this is the table's game master, with or without rights."""
    return bool(record.gm_id) and user_id == record.gm_id


def is_master(record: GameRecord, user_id: int) -> bool:
    """Whether this person has the view and the rights of the table's game master."""
    return is_named_master(record, user_id) and not master_competes(record)


def master_competes(record: GameRecord) -> bool:
    """Whether the game master plays against people with an account: at a seat, or for people in the room.

    Such tables cannot be opened any more; in older ones the game master has no special view and no rights.
    """
    if not (record.rivals and record.gm_id):
        return False
    people = [seat.user_id for seat in record.seats if seat.user_id]
    return record.gm_id in people or bool(people and in_person_seats(record))


def competes(record: GameRecord, user_id: int, known: Collection[Seat] = ()) -> bool:
    """Whether this person plays at a table of rivals with other people.

    ``known``: the seats they know as an insider; they may return to a seat that they left.
    """
    mine = seats_of(record, user_id)
    plays = bool({*mine, *known} - {GM})
    others = any((seat.user_id or is_left(record, seat)) and seat.seat not in mine for seat in record.seats)
    return record.rivals and plays and others


def is_left(record: GameRecord, seat: SeatRecord) -> bool:
    """Whether a person left this seat; the autopilot plays until somebody takes it."""
    return not (seat.user_id or seat.computer or is_set_aside(seat)) and seat.seat not in in_person_seats(record)


def is_set_aside(seat: SeatRecord) -> bool:
    """Whether somebody without an account is absent from a real table for now; the autopilot answers meanwhile."""
    return not seat.user_id and seat.away_until > 0


def is_left_alone(record: GameRecord) -> bool:
    """Whether only one person is left among rivals and another seat is empty, so that nobody can agree or object."""
    return record.rivals and len(consenters(record)) < 2 and any(is_left(record, seat) for seat in record.seats)


def speaker(
    record: GameRecord,
    waiting: Request | None,
    done: Collection[Seat],
    user_id: int,
    asked_at: float,
    wanted: str = "",
    named: Seat = "",
) -> Seat | None:
    """Return the seat for which this user answers now; None for strangers. ``named``: only this seat.

    Seats that may take the action ``wanted`` come before seats that are only asked; among them, seats that are waited
    for come first. ``done``: seats that have answered.
    """
    mine = [seat for seat in dict.fromkeys(_answerable_seats(record, user_id, asked_at)) if named in ("", seat)]
    asked = best_first(waiting, [seat for seat in mine if seat not in done])
    fitting = [seat for seat in asked if _may_take_action(waiting, seat, wanted)]
    return next(iter([*fitting, *asked, *mine]), None)


def may_look(record: GameRecord, user_id: int, seat: Seat) -> bool:
    """Whether this user may see a seat's secrets; a leader who answers after its deadline may not."""
    return is_master(record, user_id) or seat in seats_of(record, user_id)


def best_first(waiting: Request | None, seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats that may answer the open question, those that are waited for first."""
    asked = [seat for seat in seats if waiting and may_answer(waiting, seat)]
    return sorted(asked, key=lambda seat: waiting is not None and not is_waited_for(waiting, seat))


def _answerable_seats(record: GameRecord, user_id: int, asked_at: float) -> Iterator[Seat]:
    yield from seats_of(record, user_id)
    if is_master(record, user_id):
        yield from (seat.seat for seat in record.seats)
    if user_id == record.leader_id and record.habits.deadline_then == "leader":
        yield from (seat.seat for seat in record.seats if seat.overdue_at > asked_at)


def _may_take_action(waiting: Request | None, seat: Seat, wanted: str) -> bool:
    if not wanted or not isinstance(waiting, NextAction):
        return True
    return any(action.option.id == wanted for action in waiting.of(seat))


def title(record: GameRecord, user_id: int) -> Seat:
    """Return the user's role at the table: a seat, the game master, or a manager of the channel (``keeper``)."""
    own = next((seat.seat for seat in record.seats if seat.user_id == user_id), "")
    return own or (GM if is_master(record, user_id) else "keeper")
