"""Seats without an account: computer players, and people at a real table for whom the game master answers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from bot.session import lobby
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from bot.table.authority import is_named_master
from bot.table.records import Computer, Standing
from bot.table.seat_names import appearance
from bot.words.narrator import Narrator
from rules.kernel.errors import Refused

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
