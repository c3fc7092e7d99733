"""A real table: people without an account, whose seats are names, and the game master who answers for them."""

from __future__ import annotations

import re

from bot.session import lobby
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from bot.table.authority import is_named_master
from bot.table.names import appearance
from bot.table.records import Standing
from rules.kernel.errors import Refused

LONGEST_NAME = 32
"""Letters of a name, as many as Discord allows its own people."""
_BETWEEN = re.compile(r"[,;\n]")


def read_names(typed: str) -> list[str]:
    """The names that somebody typed, with commas between them; raises ``Refused`` with name_long or name_twice."""
    names = [" ".join(one.split()) for one in _BETWEEN.split(typed)]
    found: list[str] = []
    for name in filter(None, names):
        if len(name) > LONGEST_NAME:
            raise Refused("name_long", name=name[:LONGEST_NAME], most=LONGEST_NAME)
        if appearance(name) in map(appearance, found):
            raise Refused("name_twice", name=name)
        found.append(name)
    return found


async def seat_people(sessions: Sessions, game_id: str, user_id: int, interaction_id: int, typed: str) -> Standing:
    """Have these people sit at the real table, in place of those who sat there; who has an account keeps a seat.

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
