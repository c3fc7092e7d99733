"""Erasing a person: names and ids go, the games stay.

Names of characters stay, as they belong to the story.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace
from structlog import get_logger

from bot.acts.seating import vacate_seat
from bot.session import lobby
from bot.session.sessions import TRIES, Sessions
from bot.session.transaction import Transaction
from bot.store import Overtaken, Store
from bot.table.authority import present_seats
from bot.table.events import MasterNamed, SeatLeft
from bot.table.records import GameRecord, SeatRecord, Sitter
from bot.table.seat_names import somebody
from bot.words.narrator import Narrator
from rules.kernel.errors import Refused
from rules.kernel.requests import Seat

log = get_logger(__name__)


PAUSES = (0.0, 0.05, 0.1, 0.2, 0.4)
"""Seconds between tries to empty the journal; short reads are over by then."""


async def forget(sessions: Sessions, user_id: int) -> list[str]:
    """Erase a person's id and name from all games, with settings and notes; return the ids of the changed tables.

    Running games of rivals keep a hash, so that whoever has seen a hand sits at no other. All or nothing: raises
    ``Refused("stale")`` if other processes keep changing the tables.
    """
    rivals = [name for name, rules in sessions.games.items() if rules.rivals]
    for _ in range(TRIES):
        tables = await sessions.store.all_tables_of(user_id)
        with suppress(Overtaken):
            async with sessions.work_out(tables, _leave_transaction(sessions.store, user_id)) as actions:
                await sessions.store.forget(user_id, [action.unit(None) for action in actions], rivals)
                return [action.record.id for action in actions]
    raise Refused("stale")


async def try_to_scrub(store: Store) -> bool:
    """Try to erase deleted rows from all files; False: not yet, the clock keeps trying."""
    for pause in PAUSES:
        await asyncio.sleep(pause)
        if await store.scrub():
            return True
    log.warning("journal.unscrubbed")
    return False


def _leave_transaction(store: Store, user_id: int) -> Any:
    async def leave(action: Transaction) -> None:
        _vacate_seats(action, user_id, _seats_left_before(await store.sitters(action.record.id), user_id))
        _hand_over_roles(action, user_id)

    return leave


def _seats_left_before(sitters: Sequence[Sitter], user_id: int) -> set[Seat]:
    """Return the seats that nobody has held under another name since this person left them."""
    names = {(sitter.seat, sitter.name) for sitter in sitters if sitter.user_id == user_id}
    last = {sitter.seat: sitter for sitter in sitters}
    return {
        seat
        for seat, sitter in last.items()
        if sitter.user_id == user_id or (not sitter.user_id and (seat, sitter.name) in names)
    }


def _vacate_seats(action: Transaction, user_id: int, left: set[Seat]) -> None:
    record = action.record
    mine = [each_seat.seat for each_seat in record.seats if each_seat.user_id == user_id]
    if record.phase == "lobby" and mine:
        action.rewrite(**lobby.changes_on_leaving(record, user_id))
        return
    others = any(each_seat.user_id != user_id for each_seat in record.seats if each_seat.seat in present_seats(record))
    seats = {seat.seat: seat for seat in _seats_without_person(record, user_id, left, alone=not others)}
    action.rewrite(seats=tuple(seats.values()))
    for seat in mine if record.phase == "playing" else ():
        vacate_seat(action, seats[seat])
        action.tell(SeatLeft(seat, False))


def _seats_without_person(record: GameRecord, user_id: int, left: set[Seat], *, alone: bool) -> Iterator[SeatRecord]:
    """Yield the seats without this person; the autopilot plays on, unless nobody is left to see it.

    ``left``: seats without a player that still have this person's name.
    """
    voice = Narrator(record.locale, marked=False)
    for number, seat in enumerate(record.seats, 1):
        if seat.user_id == user_id:
            yield SeatRecord(seat.seat, 0, str(somebody(voice, number)), autopilot=not alone)
        elif seat.stand_in == user_id:
            yield replace(seat, stand_in=0, autopilot=seat.autopilot or seat.away_until > 0)
        elif seat.seat in left and not seat.user_id:
            yield replace(seat, name=str(somebody(voice, number)))
        else:
            yield seat


def _hand_over_roles(action: Transaction, user_id: int) -> None:
    """Make the first remaining player the leader, and remove the game master."""
    record = action.record
    if record.leader_id == user_id:
        there = [seat.user_id for seat in record.seats if seat.seat in present_seats(record)]
        action.rewrite(leader_id=next(iter(there), 0))
    if record.gm_id == user_id:
        action.rewrite(gm_id=0)
        if record.phase == "playing":
            action.tell(MasterNamed(False))
