"""What is kept of a person, and how to be forgotten: names and ids go, the games stay.

What somebody typed as the name of a character stays, too: it is the character's name in the story, not the player's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import structlog

from bot.events import MasterNamed, SeatLeft
from bot.faults import OurFault
from bot.narrator import Narrator
from bot.records import GameRecord, SeatRecord
from bot.seats import lobby
from bot.seats.sitting import somebody
from bot.sessions import Sessions
from bot.together.voices import present
from bot.turns import Turn
from rules.kernel.errors import Refused

log = structlog.get_logger(__name__)


async def forget(sessions: Sessions, user_id: int) -> list[str]:
    """Replace a person's id and name in all games, and drop what they wished and noted; the tables that were changed.

    What breaks off in the middle can be done again: what is left is found again.
    """
    changed = []
    for game_id in await sessions.store.all_tables_of(user_id):
        try:
            await sessions.change(game_id, None, _leaving(user_id))
            changed.append(game_id)
        except (Refused, OurFault) as trouble:  # a table that cannot be played any more; the store sees to it below
            log.info("forget.unplayable", game=game_id, raised=type(trouble).__name__)
    await sessions.store.forget(user_id)
    return changed


def _leaving(user_id: int) -> Any:
    async def leave(turn: Turn) -> None:
        _get_up(turn, user_id)
        _hand_on(turn, user_id)

    return leave


def _get_up(turn: Turn, user_id: int) -> None:
    record = turn.record
    mine = [one.seat for one in record.seats if one.user_id == user_id]
    if record.phase == "lobby" and mine:
        turn.rewrite(**lobby.left(record, user_id))
        return
    others = any(one.user_id != user_id for one in record.seats if one.seat in present(record))
    turn.rewrite(seats=tuple(_without(record, user_id, alone=not others)))
    for seat in mine if record.phase == "playing" else ():
        turn.tell(SeatLeft(seat, False))


def _without(record: GameRecord, user_id: int, *, alone: bool) -> Iterator[SeatRecord]:
    """The seats without this person; the autopilot plays on, unless nobody is left to see it."""
    voice = Narrator(record.locale, marked=False)
    for number, one in enumerate(record.seats, 1):
        if one.user_id == user_id:
            yield SeatRecord(one.seat, 0, str(somebody(voice, number)), autopilot=not alone)
        elif one.stand_in == user_id:
            yield msgspec.structs.replace(one, stand_in=0, autopilot=one.autopilot or one.away_until > 0)
        else:
            yield one


def _hand_on(turn: Turn, user_id: int) -> None:
    """Somebody else leads, the first who is there; a table that had a game master has none any more."""
    record = turn.record
    if record.leader_id == user_id:
        there = [one.user_id for one in record.seats if one.seat in present(record)]
        turn.rewrite(leader_id=next(iter(there), 0))
    if record.gm_id == user_id:
        turn.rewrite(gm_id=0)
        if record.phase == "playing":
            turn.tell(MasterNamed(False))
