"""Questions that the party answers together: by anyone, by the leader, or by vote."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.session.transaction import Turn
from bot.store import Store
from bot.table.authority import is_master, leader_seat, present, seats_of
from bot.table.events import Voted
from bot.table.records import Address, GameRecord
from bot.table.votes import Outcome, Vote, decided, standing, tally
from bot.table.waiting import decides_together
from rules.kernel.answers import Value, is_waited_for, judge, plain
from rules.kernel.errors import Refused
from rules.kernel.requests import PARTY, ChooseSome, NextAction, Request, Seat

FEWEST_VOTERS = 2
QUESTION = "question"


def question(address: Address) -> str:
    """The matter of a vote on an open question."""
    return f"{QUESTION}/{address.epoch}.{address.stage}.{address.step}"


def is_common(waiting: Request[Any] | None, value: Value) -> bool:
    """Whether this answer decides for the whole party: no die, nobody's own action, nothing done first."""
    if isinstance(waiting, NextAction):
        wanted = value[:1] if isinstance(value, list | tuple) else [value]
        named = [action for action in waiting.actions if [action.option.id] == list(wanted)]
        return any(action.who == PARTY and not action.aside for action in named)
    return decides_together(waiting)


async def put_in(store: Store, turn: Turn, seat: Seat, value: Value, user_id: int) -> None:
    """Put in an answer as the table decides: at once, by the leader alone, or as a vote; raises ``Refused``."""
    habits = turn.record.habits
    if is_master(turn.record, user_id) or habits.deciding == "anyone" or not is_common(turn.waiting, value):
        await turn.give(seat, value, user_id)
    elif habits.deciding == "leader":
        await turn.give(_by_the_leader(turn.record, seat, user_id), value, user_id)
    else:
        await _by_vote(store, turn, seat, value, user_id)


def _by_the_leader(record: GameRecord, seat: Seat, user_id: int) -> Seat:
    """The seat that answers: the leader's, whoever answers for it; anybody's when the leader is not there."""
    leader = leader_seat(record)
    if leader not in present(record) or seat == leader:
        return seat
    if leader not in seats_of(record, user_id):
        raise Refused("leader_decides", who=leader)
    return leader


async def _by_vote(store: Store, turn: Turn, seat: Seat, value: Value, user_id: int) -> None:
    """Note the vote of all seats that the person speaks for; the one that decides puts in what won."""
    voters = present(turn.record)
    if len(voters) < FEWEST_VOTERS or turn.waiting is None:
        await turn.give(seat, value, user_id)
        return
    if seat not in voters:
        raise Refused("away_vote")
    same = _in_one_form(turn.waiting, value, seat)
    mine = [seat, *(one for one in seats_of(turn.record, user_id) if one in voters and one != seat)]
    cast = [Vote(one, same, turn.at, user_id) for one in mine]
    votes = [*await _votes(store, turn), *cast]
    outcome = decided(votes, voters, leader_seat(turn.record))
    if outcome is None:
        turn.vote(question(turn.address), cast, on_question=True)
    else:
        await carry(turn, votes, outcome)


def _in_one_form(waiting: Request[Any], value: Value, seat: Seat) -> Value:
    """The answer in the one form that all ways to give it share, so that equal wishes count together."""
    same = plain(waiting, judge(waiting, value, seat), seat)
    if isinstance(waiting, ChooseSome):
        return [option.id for option in waiting.options if option.id in same]
    return same


async def recount(store: Store, turn: Turn) -> None:
    """Count an open vote anew when seats have changed: who left votes no more, and that may decide it."""
    if turn.record.seats == turn.before.record.seats or not _is_voting(turn):
        return
    votes = await _votes(store, turn)
    outcome = decided(votes, present(turn.record), leader_seat(turn.record))
    if outcome is not None:
        await carry(turn, votes, outcome)


async def hold_on(store: Store, turn: Turn) -> None:
    """The same question asked anew keeps the votes that still fit; and its time, if nobody did what it waits for."""
    before = turn.before
    if turn.waiting is None or turn.address == before.address or not _asked_again(turn):
        return
    if before.address.step == turn.address.step or _done_beside(turn):
        turn.asked_since(before.asked_at)
    old = question(before.address)
    if not before.voted or old in turn.settled:
        return
    cast = (await store.votes(turn.record.id)).get(old, ())
    kept = [vote for vote in cast if vote.seat not in turn.silenced and _fits(turn.waiting, vote)]
    turn.settle(old)
    if kept and turn.record.habits.deciding == "vote":
        turn.vote(question(turn.address), kept, on_question=True)


def _asked_again(turn: Turn) -> bool:
    """Whether something done first, or a game master's ruling, has the open question asked anew."""
    then, now, was = turn.before.address, turn.address, turn.before.waiting
    if was is None or turn.waiting is None or was.asked != turn.waiting.asked or then.stage != now.stage:
        return False
    return then.step == now.step or (isinstance(was, NextAction) and then.epoch == now.epoch)


def _done_beside(turn: Turn) -> bool:
    """Whether somebody did something for whom the game does not wait: that gives nobody else more time."""
    was = turn.before.waiting
    return was is not None and bool(turn.voice) and not is_waited_for(was, turn.voice)


def _fits(waiting: Request[Any], vote: Vote) -> bool:
    try:
        judge(waiting, vote.value, vote.seat)
    except Refused:
        return False
    return True


def _is_voting(turn: Turn) -> bool:
    """Whether votes on the question that was open are still to be counted."""
    voted = bool(turn.before.voted) and turn.record.habits.deciding == "vote"
    return voted and turn.waiting is not None and turn.address == turn.before.address


async def _votes(store: Store, turn: Turn) -> Sequence[Vote]:
    """The votes on the open question; those on questions that were left open in the past are thrown away."""
    votes = await store.votes(turn.record.id)
    for matter in votes:
        if matter.startswith(f"{QUESTION}/") and matter != question(turn.address):
            turn.settle(matter)
    return [vote for vote in votes.get(question(turn.address), ()) if vote.seat not in turn.silenced]


async def carry(turn: Turn, votes: Sequence[Vote], outcome: Outcome) -> None:
    """Tell how the vote on the open question ended, and put in what won."""
    counted = standing(votes, present(turn.record))
    winners = next(seats for value, seats in tally(counted) if value == outcome.value)
    turn.settle(question(turn.address))
    turn.tell(Voted(winners, tuple(vote.seat for vote in counted)))
    await turn.give(outcome.seat, outcome.value, outcome.user_id)
