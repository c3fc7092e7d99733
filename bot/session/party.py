"""Questions that the party answers together (by anyone, by the leader, or by vote), and owners' consent."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from bot.games import face_of
from bot.session.transaction import Transaction
from bot.table.authority import is_master, leader_seat, present_seats, seats_of
from bot.table.consent import PREPARE, missing_consents, open_preparations, with_helpers
from bot.table.events import Voted
from bot.table.records import Address, GameRecord
from bot.table.timekeeping import is_decided_together
from bot.table.votes import Outcome, Vote, consent, counting_votes, find_winner, latest_votes, tally
from rules.kernel.answers import Value, is_waited_for, judge, plain, refusal_of
from rules.kernel.errors import Refused
from rules.kernel.requests import PARTY, ChooseSome, NextAction, Request, Seat

FEWEST_VOTERS = 2
QUESTION = "question"


def question(address: Address) -> str:
    """Return the key of the votes on the question at this address."""
    return f"{QUESTION}/{address.epoch}.{address.stage}.{address.step}"


def is_common(waiting: Request | None, value: Value) -> bool:
    """Whether this answer is the party's: no die, no action of a single seat."""
    if isinstance(waiting, NextAction):
        wanted = value[:1] if isinstance(value, list | tuple) else [value]
        named = [action for action in waiting.actions if [action.option.id] == list(wanted)]
        return any(action.who == PARTY for action in named)
    return is_decided_together(waiting)


async def put_in(action: Transaction, seat: Seat, value: Value, user_id: int) -> None:
    """Give an answer in the way this table decides: at once, by the leader, or as a vote; raises ``Refused``.

    The game master's answer counts at once. An answer that risks another player's hero or spends their gold needs their
    consent: raises ``Refused`` with consent_ballot (``matter``: the proposal) or not_yours.
    """
    if value == [PREPARE]:
        await _prepare(action, seat, user_id)
        return
    if is_master(action.record, user_id):
        await action.give(seat, value, user_id)
        return
    if action.record.habits.deciding == "leader" and is_common(action.waiting, value):
        seat = _require_leader_seat(action.record, seat, user_id)
    if (owners := await _owners_to_ask(action, seat, value, user_id)) and action.waiting:
        same = _normalised_answer(action.waiting, value, seat)
        raise Refused("consent_ballot", matter=consent_proposal(action.address, seat, owners, same))
    await _decide(action, seat, value, user_id)


async def _prepare(action: Transaction, seat: Seat, user_id: int) -> None:
    """Take the advised preparations of a seat one after another; raises ``Refused("nothing_to_prepare")`` if none."""
    advised = face_of(action.rules.name).preparations
    values = open_preparations(advised, await action.standing(), action.waiting, seat)
    if not values:
        raise Refused("nothing_to_prepare")
    for value in values:
        if action.waiting and not refusal_of(action.waiting, value, seat):
            await put_in(action, seat, value, user_id)


# Consent of owners -----------------------------------------------------------------------------------------------


CONSENT = "consent"


class Wish(Struct, frozen=True):
    """An answer that a seat wants to give at this address, and the owners who must consent."""

    at: Address
    seat: Seat
    owners: tuple[Seat, ...]
    value: Value


def consent_proposal(address: Address, seat: Seat, owners: Sequence[Seat], value: Value) -> str:
    """Return the proposal by which owners consent to an answer."""
    at = f"{address.epoch}.{address.stage}.{address.step}"
    return f"{CONSENT}/{at}/{seat}/{','.join(owners)}/{msgspec.json.encode(value).decode()}"


def read_wish(matter: str) -> Wish | None:
    """Parse a consent proposal; None if it is another kind."""
    try:
        kind, at, seat, owners, value = matter.split("/", 4)
        wish = Wish(Address(*map(int, at.split("."))), seat, tuple(owners.split(",")), msgspec.json.decode(value))
    except (ValueError, TypeError):
        return None
    return wish if kind == CONSENT else None


async def _owners_to_ask(action: Transaction, seat: Seat, value: Value, user_id: int) -> tuple[Seat, ...]:
    """Return the owners who have yet to consent; raises ``Refused`` with not_yours if one of them refuses.

    A vote for the answer counts as consent.
    """
    if not action.waiting:
        return ()
    mine = (seat, *seats_of(action.record, user_id))
    missing = missing_consents(action.waiting, value, seat, action.record, mine)
    if not missing:
        return ()
    same = _normalised_answer(action.waiting, value, seat)
    votes = latest_votes(await action.votes_on(question(action.address)))
    agreed = {vote.seat for vote in votes if vote.value == same}
    if refused := [owner for owner, given in missing.items() if given == "refused" and owner not in agreed]:
        raise Refused("not_yours", who=refused[0])
    return tuple(owner for owner in missing if owner not in agreed)


async def speak_on_wish(action: Transaction, user_id: int, matter: str, yes: bool) -> bool:
    """Record a vote of an owner or the proposer; once all owners consent, the answer is given as the table decides.

    Returns whether they do. Raises ``Refused`` with ballot_over if another question is open, and with not_yours for
    anybody else.
    """
    wish = read_wish(matter)
    if not wish or wish.at != action.address:
        raise Refused("ballot_over")
    spoken = [seat for seat in seats_of(action.record, user_id) if seat in (*wish.owners, wish.seat)]
    if not spoken:
        raise Refused("not_yours", who=wish.owners[0])
    if not yes:
        action.close_matter(matter)
        return False
    cast = [Vote(seat, True, action.at, user_id) for seat in spoken]
    votes = [*await action.votes_on(matter), *cast]
    wisher = next((vote.user_id for vote in votes if vote.seat == wish.seat), None)
    if wisher is None:
        raise Refused("ballot_over")
    if consent(votes, wish.owners) is not True:
        action.vote(matter, cast)
        return False
    action.close_matter(matter)
    agreed = [Vote(owner, wish.value, action.at, user_id) for owner in wish.owners]
    await _decide(action, wish.seat, wish.value, wisher, agreed)
    return True


async def _decide(action: Transaction, seat: Seat, value: Value, user_id: int, agreed: Sequence[Vote] = ()) -> None:
    if action.record.habits.deciding == "vote" and is_common(action.waiting, value):
        await _cast_votes(action, seat, value, user_id, agreed)
        return
    await _give(action, seat, value, user_id, agreed)
    if _is_voting_on_before(action) and not (action.address == action.before.address or _is_question_repeated(action)):
        raise Refused("vote_open")


async def _give(action: Transaction, seat: Seat, value: Value, user_id: int, agreed: Sequence[Vote] = ()) -> None:
    """Give the answer; a sum of money is paid by its giver and by those who agreed."""
    mine, friends = (seat, *seats_of(action.record, user_id)), [vote.seat for vote in agreed]
    await action.give(seat, with_helpers(action.waiting, value, seat, action.record, mine, friends), user_id)


def _is_voting_on_before(action: Transaction) -> bool:
    """Whether the question open before the action was put to the vote."""
    return bool(action.before.voted) and action.record.habits.deciding == "vote"


def _require_leader_seat(record: GameRecord, seat: Seat, user_id: int) -> Seat:
    """Return the leader's seat, for which this user must speak; any ``seat`` while the leader is absent."""
    leader = leader_seat(record)
    if leader not in present_seats(record) or seat == leader:
        return seat
    if leader not in seats_of(record, user_id):
        raise Refused("leader_decides", who=leader)
    return leader


async def _cast_votes(action: Transaction, seat: Seat, value: Value, user_id: int, agreed: Sequence[Vote] = ()) -> None:
    """Cast the votes of all seats that the person speaks for, and give the winning answer if they decide.

    ``agreed``: votes of owners who have just consented, cast together with them.
    """
    voters = present_seats(action.record)
    if len(voters) < FEWEST_VOTERS or not action.waiting:
        await _give(action, seat, value, user_id, agreed)
        return
    if seat not in voters:
        raise Refused("away_vote")
    same = _normalised_answer(action.waiting, value, seat)
    mine = [
        seat,
        *(each_seat for each_seat in seats_of(action.record, user_id) if each_seat in voters and each_seat != seat),
    ]
    cast = [*agreed, *(Vote(name, same, action.at, user_id) for name in mine)]
    votes = [*await _votes_on_open_question(action), *cast]
    outcome = find_winner(votes, voters, leader_seat(action.record))
    if not outcome:
        action.vote(question(action.address), cast, on_question=True)
    else:
        await carry(action, votes, outcome)


def _normalised_answer(waiting: Request, value: Value, seat: Seat) -> Value:
    """Return the answer in plain form, so that equal answers count together."""
    same = plain(waiting, judge(waiting, value, seat), seat)
    if isinstance(waiting, ChooseSome):
        return [option.id for option in waiting.options if option.id in same]
    return same


async def recount(action: Transaction) -> None:
    """Recount an open vote after seats have changed; this may decide it."""
    if action.record.seats == action.before.record.seats or not _is_voting(action):
        return
    votes = await _votes_on_open_question(action)
    outcome = find_winner(votes, present_seats(action.record), leader_seat(action.record))
    if outcome:
        await carry(action, votes, outcome)


async def keep_fitting_votes(action: Transaction) -> None:
    """Keep the votes that still fit when the action repeats the open question.

    The question's time runs on after a ruling or an unasked free action; else it starts anew.
    """
    before = action.before
    if not action.waiting or action.address == before.address or not _is_question_repeated(action):
        return
    if before.address.step == action.address.step or _was_unasked_action(action):
        action.asked_since(before.asked_at)
    old = question(before.address)
    if not before.voted or old in action.changes.closed:
        return
    cast = await action.votes_on(old)
    kept = [
        vote
        for vote in cast
        if vote.seat not in action.changes.silenced and (not refusal_of(action.waiting, vote.value, vote.seat))
    ]
    action.close_matter(old)
    if kept and action.record.habits.deciding == "vote":
        action.vote(question(action.address), kept, on_question=True)


def _is_question_repeated(action: Transaction) -> bool:
    """Whether the open question is the previous one, asked again after an action or a ruling."""
    then, now, was = action.before.address, action.address, action.before.waiting
    if was is None or action.waiting is None or was.asked != action.waiting.asked or then.stage != now.stage:
        return False
    return then.step == now.step or (isinstance(was, NextAction) and then.epoch == now.epoch)


def _was_unasked_action(action: Transaction) -> bool:
    """Whether the game did not wait for the seat that acted; then nobody gains time."""
    was = action.before.waiting
    return was is not None and bool(action.voice) and not is_waited_for(was, action.voice)


def _is_voting(action: Transaction) -> bool:
    """Whether votes on the previously open question still need counting."""
    there = action.waiting is not None and action.address == action.before.address
    return there and _is_voting_on_before(action)


async def _votes_on_open_question(action: Transaction) -> Sequence[Vote]:
    """Return the votes on the open question, and drop those on earlier unanswered questions."""
    votes = await action.votes()
    for matter in votes:
        if matter.startswith(f"{QUESTION}/") and matter != question(action.address):
            action.close_matter(matter)
    return [vote for vote in votes.get(question(action.address), ()) if vote.seat not in action.changes.silenced]


async def carry(action: Transaction, votes: Sequence[Vote], outcome: Outcome) -> None:
    """Close the vote on the open question: tell the result and give the winning answer."""
    action.decided = counting_votes(votes, present_seats(action.record))
    answers = tally(action.decided)
    winners = next(seats for value, seats in answers if value == outcome.value)
    is_tie = len([seats for _, seats in answers if len(seats) == len(winners)]) > 1
    by_leader = is_tie and leader_seat(action.record) in winners
    action.close_matter(question(action.address))
    voters = tuple(vote.seat for vote in action.decided)
    action.tell(Voted(winners, voters, by_leader=by_leader, by_first=is_tie and not by_leader))
    agreed = [vote for vote in votes if vote.value == outcome.value]
    await _give(action, outcome.seat, outcome.value, outcome.user_id, agreed)
