"""Questions that the party answers together: by anyone, by the leader, or by vote."""

from __future__ import annotations

from bot.deciding import Vote, decided
from bot.events import Voted
from bot.records import Address
from bot.store import Store
from bot.turns import Turn
from bot.voices import leader_seat, present
from rules.kernel.answers import Value, judge
from rules.kernel.errors import Refused
from rules.kernel.requests import PARTY, Draw, Everyone, NextAction, Request, Roll, Seat

FEWEST_VOTERS = 2


def question(address: Address) -> str:
    """The matter of a vote on an open question."""
    return f"question/{address.epoch}.{address.stage}.{address.step}"


def is_common(waiting: Request[object] | None, value: Value) -> bool:
    """Whether this answer decides for the whole party: no die, nobody's own action, nothing done first."""
    if isinstance(waiting, NextAction):
        named = [
            action
            for action in waiting.actions
            if isinstance(value, list | tuple) and [action.option.id] == list(value[:1])
        ]
        return any(action.who == PARTY and not action.aside for action in named)
    return waiting is not None and waiting.who == PARTY and not isinstance(waiting, Everyone | Roll | Draw)


async def put_in(store: Store, turn: Turn, seat: Seat, value: Value, user_id: int) -> None:
    """Put in an answer as the table decides: at once, by the leader alone, or as a vote; raises ``Refused``."""
    habits = turn.record.habits
    if user_id == turn.record.gm_id or habits.deciding == "anyone" or not is_common(turn.waiting, value):
        turn.give(seat, value, user_id)
    elif habits.deciding == "leader":
        _by_the_leader(turn, seat, value, user_id)
    else:
        await _by_vote(store, turn, seat, value, user_id)


def _by_the_leader(turn: Turn, seat: Seat, value: Value, user_id: int) -> None:
    leader = leader_seat(turn.record)
    if leader in present(turn.record) and seat != leader:
        raise Refused("leader_decides", who=leader)
    turn.give(seat, value, user_id)


async def _by_vote(store: Store, turn: Turn, seat: Seat, value: Value, user_id: int) -> None:
    """Note the vote; the one that decides puts in what won."""
    voters = present(turn.record)
    if seat not in voters or len(voters) < FEWEST_VOTERS or turn.waiting is None:
        turn.give(seat, value, user_id)
        return
    judge(turn.waiting, value, seat)
    matter = question(turn.address)
    vote = Vote(seat, value, turn.at, user_id)
    votes = [*(await store.votes(turn.record.id)).get(matter, ()), vote]
    outcome = decided(votes, voters, leader_seat(turn.record))
    if outcome is None:
        turn.vote(matter, [vote], on_question=True)
        return
    turn.settle(matter)
    turn.tell(Voted(tuple(one.seat for one in votes if one.value == outcome.value), voters))
    turn.give(outcome.seat, outcome.value, outcome.user_id)
