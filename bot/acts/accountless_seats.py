"""Seats without an account: computer players, and people at a real table for whom the game master answers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from msgspec.structs import replace

from bot.session import lobby
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from bot.table.authority import in_person_seats, is_named_master, is_set_aside, present_seats
from bot.table.events import CameBack, SeatRenamed, SeatSetAside
from bot.table.records import Accepted, Computer, Standing
from bot.table.seat_names import appearance, seat_names
from bot.words.narrator import Narrator, Said
from rules.kernel.errors import Refused
from rules.kernel.requests import Seat

MOST = 5
"""The most computer players; each has a name and a face in the catalogues."""


async def invite(
    sessions: Sessions,
    game_id: str,
    user_id: int,
    interaction_id: int,
    computer: Computer,
    *,
    may: bool = False,
) -> Standing:
    """Seat a computer player; ``may``: the caller manages the channel.

    Raises ``Refused`` with full, already_started, no_game, or not_leader for anybody but the leader or game master.
    """

    async def seat_one(action: Transaction) -> None:
        lobby.must_be_free_to_agree(action.record, user_id, may)
        name = next(names(action.record.locale, [seat.name for seat in action.record.seats]))
        action.rewrite(seats=lobby.with_computer(action.record, action.rules.seats, name, computer))

    return await sessions.change(game_id, interaction_id, seat_one)


async def send_away(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int, *, may: bool = False
) -> Standing:
    """Free the seat of the last computer player, if there is one; raises as ``invite``."""

    async def free_one(action: Transaction) -> None:
        lobby.must_be_free_to_agree(action.record, user_id, may)
        action.rewrite(seats=lobby.without_computer(action.record))

    return await sessions.change(game_id, interaction_id, free_one)


def names(locale: str, taken: Collection[str]) -> Iterator[str]:
    """Yield unused names for computer players, as many as there are seats."""
    voice = Narrator(locale, marked=False)
    known = (str(voice.say(f"computer.{nth}")) for nth in range(1, MOST + 1))
    looks = set(map(appearance, taken))
    yield from (name for name in known if appearance(name) not in looks)
    yield from (f"🤖 {nth}" for nth in range(1, len(taken) + 2) if appearance(f"🤖 {nth}") not in looks)


LONGEST_NAME = 32
"""The most characters of a name, as in Discord."""
_BETWEEN = re.compile(r"[,;\n]")


def read_names(typed: str) -> list[str]:
    """Parse names separated by commas; raises ``Refused`` with name_long or name_twice."""
    names = [" ".join(each_name.split()) for each_name in _BETWEEN.split(typed)]
    found: list[str] = []
    for name in filter(None, names):
        if len(name) > LONGEST_NAME:
            raise Refused("name_long", name=name[:LONGEST_NAME], most=LONGEST_NAME)
        if appearance(name) in map(appearance, found):
            raise Refused("name_twice", name=name)
        found.append(name)
    return found


async def seat_people(sessions: Sessions, game_id: str, user_id: int, interaction_id: int, typed: str) -> Standing:
    """Seat these people at the real table in place of those before; people with an account keep their seats.

    Raises ``Refused`` as ``read_names``, and with not_gm, not_in_person, already_started, no_game or full.
    """

    async def seat(action: Transaction) -> None:
        lobby.must_be_in_lobby(action.record)
        if not action.record.habits.in_person:
            raise Refused("not_in_person")
        if not is_named_master(action.record, user_id):
            raise Refused("not_gm")
        seats = lobby.with_people_in_person(action.record, action.rules.seats, read_names(typed))
        action.rewrite(seats=seats)

    return await sessions.change(game_id, interaction_id, seat)


# During the game ---------------------------------------------------------------------------------------------

EVENING = 18 * 3600.0
"""Seconds for which somebody is set aside, unless the game master brings them back."""


async def rename(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int, seat: Seat, typed: str
) -> Accepted:
    """Write another name on the seat of somebody without an account; several names share it.

    Raises ``Refused`` as ``read_names``, and with not_in_person, not_gm, seat_with_account, no_such_seat or text_empty.
    """

    async def write(action: Transaction) -> None:
        _require_seat_of_table(action, user_id, seat)
        names = read_names(typed)
        if not names:
            raise Refused("text_empty")
        name = str(Narrator(action.record.locale, marked=False).join_words([Said(each_name) for each_name in names]))
        if len(name) > LONGEST_NAME:
            raise Refused("name_long", name=name[:LONGEST_NAME], most=LONGEST_NAME)
        shown = seat_names(action.record.seats)
        if appearance(name) in [appearance(shown[other]) for other in shown if other != seat]:
            raise Refused("name_twice", name=name)
        _change_seat(action, seat, name=name)
        action.tell(SeatRenamed(seat, shown[seat], name, shared=len(names) > 1))

    return await sessions.accept(game_id, interaction_id, write)


async def set_aside(sessions: Sessions, game_id: str, user_id: int, interaction_id: int, seat: Seat) -> Accepted:
    """Let the autopilot answer for somebody who is absent this evening; somebody else has to stay.

    Raises ``Refused`` as ``rename``, and with already_aside or aside_last.
    """

    async def leave(action: Transaction) -> None:
        _require_seat_of_table(action, user_id, seat)
        if any(is_set_aside(record) for record in action.record.seats if record.seat == seat):
            raise Refused("already_aside", who=seat)
        if not [other for other in present_seats(action.record) if other != seat]:
            raise Refused("aside_last", who=seat)
        _change_seat(action, seat, autopilot=True, away_until=action.at + EVENING)
        action.tell(SeatSetAside(seat))

    return await sessions.accept(game_id, interaction_id, leave)


async def bring_back(sessions: Sessions, game_id: str, user_id: int, interaction_id: int, seat: Seat) -> Accepted:
    """Let the game master answer again for somebody who was absent.

    Raises ``Refused`` as ``rename``, and with not_aside.
    """

    async def sit_down(action: Transaction) -> None:
        _require_seat_of_table(action, user_id, seat)
        if not any(is_set_aside(record) for record in action.record.seats if record.seat == seat):
            raise Refused("not_aside", who=seat)
        _change_seat(action, seat, autopilot=False, away_until=0.0)
        action.tell(CameBack(seat))

    return await sessions.accept(game_id, interaction_id, sit_down)


def _require_seat_of_table(action: Transaction, user_id: int, seat: Seat) -> None:
    record = action.record
    if not record.habits.in_person:
        raise Refused("not_in_person")
    if not is_named_master(record, user_id):
        raise Refused("not_gm")
    lobby.must_be_open(action)
    found = next((each_seat for each_seat in record.seats if each_seat.seat == seat), None)
    if not found:
        raise Refused("no_such_seat")
    if seat not in in_person_seats(record) and not is_set_aside(found):
        raise Refused("seat_with_account", who=seat)


def _change_seat(action: Transaction, seat: Seat, **changes: Any) -> None:
    action.rewrite(
        seats=tuple(
            replace(each_seat, **changes) if each_seat.seat == seat else each_seat for each_seat in action.record.seats
        )
    )
