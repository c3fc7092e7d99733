"""Ending a game in which people play against each other: nobody who can still lose it ends it alone.

Everybody agrees, or nobody objects for a day; one objection cancels it. Whoever has no seat and looks after the
channel or leads the table still closes it at once, and so does whoever plays alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import structlog

from bot.acts.undo import gather_consent
from bot.session import lobby
from bot.session.faults import OurFault
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from bot.store import Store
from bot.table.authority import is_left_alone
from bot.table.events import TableClosed
from bot.table.records import Accepted
from bot.table.timekeeping import HOUR
from bot.table.votes import Vote
from rules.kernel.errors import Refused

END = "end"
"""The matter of the vote on ending the game."""
OBJECTION_TIME = 24 * HOUR
"""Seconds in which any player can object."""

log = structlog.get_logger(__name__)


async def agree_to_end(sessions: Sessions, game_id: str, user_id: int, interaction_id: int, yes: bool) -> Accepted:
    """Give a voice for or against ending the game; the last one that was needed ends it."""

    async def vote(action: Transaction) -> None:
        lobby.must_be_open(action.record, action.waiting)
        seat = action.record.seat_of(user_id)
        if yes and seat is None:
            raise Refused("not_seated")  # a stand-in may object, but not give the game away
        if not await gather_consent(sessions.store, action, user_id, END, yes):
            return
        if is_left_alone(action.record) and seat is not None:  # whose seat stands empty can come back and object
            action.vote(END, [Vote(seat, True, action.at, user_id)])
        else:
            _close(action, (await sessions.store.votes(game_id)).get(END, ()))

    return await sessions.accept(game_id, interaction_id, vote)


def objection_ends(votes: Sequence[Vote], now: float) -> float:
    """Until when somebody can object (seconds); ``now`` if nobody has proposed it yet."""
    return min((vote.at for vote in votes), default=now) + OBJECTION_TIME


async def give_time_anew(store: Store, action: Transaction) -> None:
    """Let the time to object begin anew: while the table, or a player, was away they could not."""
    votes = (await store.votes(action.record.id)).get(END, ())
    action.vote(END, [msgspec.structs.replace(vote, at=action.at) for vote in votes])


async def end_unopposed(sessions: Sessions) -> list[str]:
    """End the games that somebody proposed to end a day ago, and nobody objected; returns them."""
    ended: list[str] = []
    for game_id in await sessions.store.proposed(END, sessions.clock() - OBJECTION_TIME):

        async def close(action: Transaction, game_id: str = game_id) -> None:
            votes = (await sessions.store.votes(game_id)).get(END, ())
            spoken = [vote.seat for vote in votes]
            asleep = any(
                seat.away_until and not seat.stand_in and seat.seat not in spoken for seat in action.record.seats
            )
            late = bool(votes) and objection_ends(votes, action.at) <= action.at
            if late and not asleep and action.record.phase == "playing":
                _close(action, votes)

        try:
            standing = await sessions.lay_down(game_id, None, close)
        except (OurFault, Refused):
            log.exception("end.failed", game=game_id)
            continue
        if standing.record.phase == "ended":
            ended.append(game_id)
    return ended


def _close(action: Transaction, votes: Sequence[Vote]) -> None:
    first = min(votes, key=lambda vote: vote.at, default=None)
    seat = first.seat if first else (action.voice or "")
    action.close_matter(END)
    action.rewrite(phase="ended")
    action.tell(TableClosed(seat))
