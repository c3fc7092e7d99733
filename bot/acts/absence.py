"""Absences, stand-ins, and quiet times."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, get_args

from msgspec.structs import replace

from bot.acts.proposals import give_time_anew
from bot.acts.seating import must_be_free_to_know
from bot.acts.table_settings import lock_of
from bot.acts.typed_times import quiet, until, zone
from bot.session.asking import people_of
from bot.session.faults import OurFault
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from bot.store import Store, StoreUnavailable
from bot.table.events import CameBack, WentAway
from bot.table.habits import CallPlace, Person, Pings, wish
from bot.table.records import GameRecord, SeatRecord, Standing
from bot.table.timekeeping import is_waiting_for
from bot.words.narrator import Said
from rules.kernel.errors import Refused
from rules.kernel.game import Rules
from rules.kernel.requests import Seat


def with_player_back(record: GameRecord, seat: Seat) -> tuple[SeatRecord, ...]:
    """Return the seats with this seat's player back, so that no stand-in or autopilot answers for it."""
    return tuple(_seat_marked_present(each_seat) if each_seat.seat == seat else each_seat for each_seat in record.seats)


def _seat_marked_present(seat: SeatRecord) -> SeatRecord:
    plays_on = seat.autopilot and not (seat.user_id or seat.away_until)
    return replace(seat, away_until=0.0, stand_in=0, autopilot=plays_on)


def _seats_marked_away(record: GameRecord, seat: Seat, end: float, stand_in: int) -> tuple[SeatRecord, ...]:
    changes = {"away_until": end, "stand_in": stand_in, "autopilot": not stand_in}
    return tuple(replace(each_seat, **changes) if each_seat.seat == seat else each_seat for each_seat in record.seats)


async def person_of(store: Store, user_id: int) -> Person:
    """Return a person's settings, or the defaults."""
    return (await people_of(store, [user_id]))[0]


# Going away and coming back ----------------------------------------------------------------------------------


async def go_away(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int | None, end: float, stand_in: int = 0
) -> bool:
    """Record that a player is away until ``end`` (seconds); the stand-in answers, or the autopilot (0).

    Returns False if this interaction was accepted before. Raises ``Refused`` as ``must_be_free_to_stand_in``.
    """

    async def leave(action: Transaction) -> None:
        seat = _seat_in_running_game(action.record, user_id)
        await must_be_free_to_stand_in(sessions.store, action.rules, action.record, user_id, stand_in)
        action.rewrite(seats=_seats_marked_away(action.record, seat, end, stand_in))
        seat_of_friend = action.record.seat_of(stand_in) if stand_in else None
        known = (seat_of_friend,) if seat_of_friend else ()
        action.tell(WentAway(seat, int(end), friend=bool(stand_in), stand_in=known))

    return not (await sessions.accept(game_id, interaction_id, leave)).repeated


async def must_be_free_to_stand_in(store: Store, rules: Rules, record: GameRecord, user_id: int, stand_in: int) -> None:
    """Raise ``Refused`` if this person cannot stand in: the player, and at a table of rivals an insider.

    An insider plays at the table, knows another seat's secrets, or has been its game master.
    """
    if stand_in == user_id:
        raise Refused("stand_in_self")
    if rules.rivals and stand_in and record.seat_of(stand_in):
        raise Refused("stand_in_rival", place=Said(f"<#{record.channel_id}>"))
    if not stand_in:
        return
    try:
        await must_be_free_to_know(store, rules, record, stand_in, record.seat_of(user_id) or "")
    except Refused as refusal:
        raise Refused("stand_in_insider", place=Said(f"<#{record.channel_id}>")) from refusal


async def come_back(sessions: Sessions, game_id: str, user_id: int, interaction_id: int | None) -> bool:
    """Let the player answer in person again, whether an absence or something else had given the seat away.

    Returns False as ``go_away``; raises ``Refused("not_away")``.
    """

    async def sit_down(action: Transaction) -> None:
        seat = _seat_in_running_game(action.record, user_id)
        if not is_away(action.record, user_id):
            raise Refused("not_away")
        action.rewrite(seats=with_player_back(action.record, seat))
        await give_time_anew(action)
        action.tell(CameBack(seat))

    return not (await sessions.accept(game_id, interaction_id, sit_down)).repeated


async def change_everywhere(
    game_ids: Sequence[str], change: Callable[[str, int | None], Awaitable[bool]], interaction_id: int
) -> tuple[list[str], dict[str, Exception]]:
    """Make one change at several tables by one interaction; return the changed tables and the others' errors.

    ``change`` returns False if the interaction was accepted before; then nothing is done. If no table could be changed,
    raises the error of the first.
    """
    done: list[str] = []
    left: dict[str, Exception] = {}
    for game_id in game_ids:
        try:
            changed = await change(game_id, None if done else interaction_id)
        except (Refused, OurFault, StoreUnavailable) as hindrance:
            left[game_id] = hindrance
            continue
        if not changed:
            return [], {}  # this interaction had been accepted before
        done.append(game_id)
    if not done and left:
        raise next(iter(left.values()))
    return done, left


def is_away(record: GameRecord, user_id: int) -> bool:
    """Whether a stand-in or the autopilot answers for this person."""
    return any(seat.user_id == user_id and (seat.away_until or seat.autopilot) for seat in record.seats)


def _seat_in_running_game(record: GameRecord, user_id: int) -> Seat:
    seat = record.seat_of(user_id)
    if seat is None:
        raise Refused("not_seated")
    if record.phase != "playing":
        raise Refused("not_started" if record.phase == "lobby" else "game_over")
    return seat


async def tables_played(sessions: Sessions, user_id: int, guild_id: int) -> list[Standing]:
    """Return this guild's running games where this person has a seat."""
    return [table for table in await known_tables(sessions, user_id, guild_id) if table.record.seat_of(user_id)]


async def tables_waiting_for(sessions: Sessions, user_id: int) -> list[Standing]:
    """Return the tables that wait for this person's answer, the longest wait first."""
    return those_waiting_for(await known_tables(sessions, user_id), user_id)


def those_waiting_for(tables: Iterable[Standing], user_id: int) -> list[Standing]:
    """Return those of the tables that wait for this person's answer, the longest wait first."""
    waiting = (standing for standing in tables if is_waiting_for(standing, user_id))
    return sorted(waiting, key=lambda standing: standing.asked_at)


async def known_tables(sessions: Sessions, user_id: int, guild_id: int = 0) -> list[Standing]:
    """Return this guild's (0: all) running games in which this person plays, stands in, leads or is game master.

    A game that cannot be loaded is left out; its own channel reports it.
    """
    found: list[Standing] = []
    for entry in await sessions.store.tables_of(user_id):
        if guild_id not in (0, entry.guild_id) or entry.phase != "playing":
            continue
        with suppress(OurFault):
            standing = await sessions.standing_of(entry.id)
            found += [standing] if standing else []
    return found


# Nights ------------------------------------------------------------------------------------------------------


async def end_of(sessions: Sessions, user_id: int, typed: str) -> float:
    """Parse the end of an absence by this person's clock (seconds); raises ``Refused("until")``."""
    return until(typed, await person_of(sessions.store, user_id), sessions.clock())


async def set_rest(
    sessions: Sessions,
    user_id: int,
    zone_name: str = "",
    hours: str = "",
    pings: str = "",
    place: str = "",
    dm: tuple[int, str] = (0, ""),
) -> Person:
    """Set the time zone, quiet hours, pings and the place of calls, each if given; raises ``Refused`` with zone, quiet
    or option.

    ``dm``: with the place, the channel and the language of direct messages.
    """
    changes: dict[str, Any] = {}
    if zone_name:
        changes["zone"] = zone(zone_name)
    if hours:
        changes["quiet_from"], changes["quiet_to"] = quiet(hours)
    if pings:
        changes["pings"] = wish(pings, get_args(Pings))
    if place:
        changes["place"] = wish(place, get_args(CallPlace))
        changes["dm_id"], changes["locale"] = dm
    async with lock_of("person", user_id):
        before = await person_of(sessions.store, user_id)
        now = replace(before, **changes)
        if now != before:
            await sessions.store.put_person(now)
    return now
