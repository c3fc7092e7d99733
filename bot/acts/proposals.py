"""Proposals that a table votes on: undo, house rules, habits, seats, game master, end of a game of rivals."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace
from structlog import get_logger

from bot.acts.game_master import vote_on_master
from bot.acts.rulings import vote_on_house_rule
from bot.acts.seating import kick_proposal, vote_on_kick
from bot.acts.table_settings import read_habits, vote_on_habits
from bot.acts.undo import address_in_matter, gather_consent, vote_on_redo, vote_on_undo
from bot.session import lobby
from bot.session.faults import OurFault
from bot.session.party import CONSENT, read_wish, speak_on_wish
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from bot.table.authority import consenters, consenting_seats, is_left_alone, is_master, present_seats, seats_of
from bot.table.events import CameBack, Overdue, SeatTaken, TableClosed
from bot.table.records import Accepted, Ballot, GameRecord, Standing
from bot.table.timekeeping import HOUR
from bot.table.votes import OBJECTION, Vote
from bot.table.votes import counting_votes as counting
from rules.kernel.errors import Refused
from rules.kernel.requests import PARTY, Seat

END = "end"
"""The proposal to end the game."""
OBJECTION_TIME = 24 * HOUR
"""Seconds in which any player can object."""
OBJECTION_HOLDS = 7 * OBJECTION_TIME
"""Seconds after an objection in which silence is no consent to a proposal to end."""
MISSED_DEADLINES = 3
"""A player who misses so many deadlines in a row is not waited for."""
KICK = kick_proposal("")

log = get_logger(__name__)


class _Ballot(Struct, frozen=True):
    """A person's vote on a proposal."""

    user_id: int
    matter: str
    yes: bool
    gone: bool = False
    """Whether the seat that is to be freed has missed its last deadlines."""


async def propose(sessions: Sessions, game_id: str, user_id: int, interaction_id: int, matter: str) -> Accepted:
    """Propose something to the table with the proposer's vote for it, or vote for it if it is open already.

    It happens at once if nobody else must agree. Raises ``Refused("ballot_over")`` if it cannot be proposed now.
    """
    return await _vote(sessions, game_id, interaction_id, _Ballot(user_id, matter, yes=True), opens=True)


async def speak(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int, matter: str, yes: bool
) -> Accepted:
    """Vote for or against an open proposal; a decision takes effect at once.

    Raises ``Refused("ballot_over")`` if the proposal is closed: only ``propose`` opens one.
    """
    return await _vote(sessions, game_id, interaction_id, _Ballot(user_id, matter, yes), opens=False)


async def _vote(sessions: Sessions, game_id: str, interaction_id: int, cast: _Ballot, *, opens: bool) -> Accepted:
    result: Ballot = ""
    if cast.matter.startswith(KICK) and (standing := await sessions.standing_of(game_id)):
        cast = replace(
            cast, gone=bool(await vanished_seats(sessions, standing.record, [cast.matter.removeprefix(KICK)]))
        )

    async def count(action: Transaction) -> None:
        nonlocal result
        votes = await action.votes()
        was_open = bool(votes.get(cast.matter)) and not (opens and _has_outlived_objection(action, votes, cast.matter))
        standing = await action.standing()
        may_be_open = is_open(standing, cast.matter) or (opens and cast.matter.startswith(KICK))  # says itself why not
        if not (may_be_open and (was_open or opens)):
            raise Refused("ballot_over")
        lobby.must_be_open(action, or_over=cast.matter.startswith("undo/"))
        if not was_open and votes.get(cast.matter):
            action.close_matter(cast.matter)
        carried = await (_vote_for if cast.yes else _vote_against)(action, cast)
        if cast.matter in dict(action.changes.votes):
            result = "open" if was_open else "opened"
        else:
            result = "carried" if carried else "rejected"

    accepted = await sessions.accept(game_id, interaction_id, count)
    return accepted if accepted.repeated else replace(accepted, ballot=result)


# The end of a game of rivals ---------------------------------------------------------------------------------


async def _vote_to_end(action: Transaction, user_id: int) -> bool:
    votes = await action.votes_on(END)
    seat = action.record.seat_of(user_id)
    if seat is None:
        raise Refused("not_seated")  # a stand-in may object, but not give the game away
    if is_left_alone(action.record):  # whose seat stands empty can come back and object
        action.vote(END, votes or [Vote(seat, True, action.at, user_id)])
        return False
    if not await gather_consent(action, user_id, END, True):
        return False
    _close_table(action, votes)
    return True


def objection_ends(votes: Sequence[Vote], now: float) -> float:
    """Return when the time to object ends (seconds); without a vote it counts from ``now``."""
    return min((vote.at for vote in votes), default=now) + OBJECTION_TIME


def needs_everybody_until(votes: Mapping[str, Sequence[Vote]]) -> float:
    """Return until when a proposal to end needs everybody's vote after an objection (seconds); 0 without one."""
    return max((vote.at + OBJECTION_HOLDS for vote in votes.get(OBJECTION, ())), default=0.0)


def needs_everybody(votes: Mapping[str, Sequence[Vote]]) -> bool:
    """Whether the proposal to end was made so soon after an objection that silence is no consent to it."""
    return min((vote.at for vote in votes.get(END, ())), default=math.inf) < needs_everybody_until(votes)


def _has_outlived_objection(action: Transaction, votes: Mapping[str, Sequence[Vote]], matter: str) -> bool:
    """Whether the end can be proposed anew with silence as consent."""
    return matter == END and needs_everybody(votes) and action.at >= needs_everybody_until(votes)


async def vanished_seats(sessions: Sessions, record: GameRecord, seats: Collection[Seat]) -> list[Seat]:
    """Return those of these seats that missed their last three deadlines, without an answer in between."""
    missed = await missed_deadlines(sessions, record, seats)
    return [seat for seat, number in missed.items() if number >= MISSED_DEADLINES]


async def missed_deadlines(sessions: Sessions, record: GameRecord, seats: Collection[Seat]) -> dict[Seat, int]:
    """Return how many deadlines each of these seats has missed in a row, without an answer in between."""
    store, found = sessions.store, dict[Seat, int]()
    for seat in record.seats:
        since = max([await store.last_acted(record.id, user) for user in (seat.user_id, seat.stand_in) if user] or [0])
        if seat.seat not in seats or seat.overdue_at <= since:
            continue
        missed = 0
        for event in [fact.event for row in await sessions.chronicle(record.id) if row.at > since for fact in row.told]:
            match event:
                case Overdue(seats=late) if seat.seat in late:
                    missed += 1
                case SeatTaken(seat=taken) | CameBack(seat=taken) if taken == seat.seat:
                    missed = 0
        found[seat.seat] = missed
    return found


async def give_time_anew(action: Transaction) -> None:
    """Restart the time to object, because the table or a player was away; it needs the votes that it needed before."""
    votes = await action.votes()
    if needs_everybody(votes):
        since = action.at - OBJECTION_HOLDS + 1
        action.vote(OBJECTION, [replace(vote, at=max(vote.at, since)) for vote in votes[OBJECTION]])
    action.vote(END, [replace(vote, at=action.at) for vote in votes.get(END, ())])


async def end_unopposed(sessions: Sessions) -> list[str]:
    """End the games proposed for ending a day ago without objection; return them."""
    ended: list[str] = []
    for game_id in await sessions.store.proposed(END, sessions.clock() - OBJECTION_TIME):
        try:
            if await _end_if_unopposed(sessions, game_id):
                ended.append(game_id)
        except (OurFault, Refused):
            log.exception("end.failed", game=game_id)
    return ended


async def _end_if_unopposed(sessions: Sessions, game_id: str) -> bool:
    before, standing = await sessions.store.votes(game_id), await sessions.standing_of(game_id)
    if not standing:
        return False
    silent = silent_seats(standing.record, END, before.get(END, ()))
    if needs_everybody(before) and len(await vanished_seats(sessions, standing.record, silent)) < len(silent):
        return False

    async def close(action: Transaction) -> None:
        votes = await action.votes_on(END)
        spoken = [vote.seat for vote in votes]
        asleep = any(seat.away_until and not seat.stand_in and seat.seat not in spoken for seat in action.record.seats)
        late = votes == before[END] and objection_ends(votes, action.at) <= action.at
        if late and not asleep and action.record.phase == "playing":
            _close_table(action, votes)

    return (await sessions.lay_down(game_id, None, close)).record.phase == "ended"


def _close_table(action: Transaction, votes: Sequence[Vote]) -> None:
    first = min(votes, key=lambda vote: vote.at, default=None)
    seat = first.seat if first else (action.voice or "")
    action.close_matter(END)
    action.rewrite(phase="ended")
    action.tell(TableClosed(seat))


# All kinds ---------------------------------------------------------------------------------------------------


def is_open(standing: Standing, matter: str) -> bool:
    """Whether votes on this proposal still count."""
    record = standing.record
    over = record.phase == "ended" and not matter.startswith("undo/")  # the end itself may be taken back
    if record.archived or record.phase == "lobby" or over:
        return False
    match matter.split("/"):
        case ["undo", steps, at]:
            return steps.isdecimal() and at == address_in_matter(standing.address)
        case ["redo", at]:
            return at == address_in_matter(standing.address)
        case ["house", switch, value]:
            return record.options.get(switch) != value
        case ["kick", seat]:
            return seat in present_seats(record)
        case ["gm", user_id]:
            return user_id.isdecimal() and record.gm_id != int(user_id)
        case ["end"]:
            return record.rivals
        case ["habits", voted]:
            changes = read_habits(voted)
            return any(getattr(record.habits, habit) != value for habit, value in changes.items())
        case [kind, *_] if kind == CONSENT:
            wish = read_wish(matter)
            return wish is not None and wish.at == standing.address
    return False


def voters(record: GameRecord, matter: str) -> tuple[Seat, ...]:
    """Return the seats that vote on a proposal; nobody votes on freeing their own seat or on another's hero."""
    if wish := read_wish(matter):
        return wish.owners
    if matter.partition("/")[0] in BY_CONSENT:
        return consenters(record)
    return tuple(seat for seat in present_seats(record) if matter != kick_proposal(seat))


def open_proposals(standing: Standing, votes: Mapping[str, Sequence[Vote]]) -> list[str]:
    """Return the open proposals of a table, the oldest first."""
    begun = sorted(votes, key=lambda matter: min(vote.at for vote in votes[matter]))
    return [matter for matter in begun if is_open(standing, matter)]


def silent_seats(record: GameRecord, matter: str, votes: Sequence[Vote]) -> list[Seat]:
    """Return the seats that have yet to vote on a proposal."""
    entitled = voters(record, matter)
    spoken = [vote.seat for vote in counting(votes, entitled)]
    return [seat for seat in entitled if seat not in spoken]


def proposals_awaiting(standing: Standing, votes: Mapping[str, Sequence[Vote]], user_id: int) -> list[str]:
    """Return the open proposals on which this person has yet to vote."""
    record = standing.record
    return [
        matter
        for matter in open_proposals(standing, votes)
        if any(seat in _votable_seats(record, matter, user_id) for seat in silent_seats(record, matter, votes[matter]))
    ]


def _votable_seats(record: GameRecord, matter: str, user_id: int) -> tuple[Seat, ...]:
    by_consent = matter.partition("/")[0] in BY_CONSENT and read_wish(matter) is None
    return consenting_seats(record, user_id) if by_consent else seats_of(record, user_id)


async def _vote_against(action: Transaction, cast: _Ballot) -> bool:
    """Vote against; this closes a proposal that needs full consent, and so does the game master's vote."""
    matter = cast.matter
    if matter.startswith(KICK):
        return await vote_on_kick(action, cast.user_id, matter.removeprefix(KICK), False, gone=cast.gone)
    if is_master(action.record, cast.user_id):
        action.close_matter(matter)
    elif read_wish(matter):
        await speak_on_wish(action, cast.user_id, matter, False)
    else:
        await gather_consent(action, cast.user_id, matter, False)
    if matter == END:
        action.vote(OBJECTION, [Vote(PARTY, False, action.at, cast.user_id)])
    return False


async def _vote_for(action: Transaction, cast: _Ballot) -> bool:
    """Vote for a proposal, as its proposer or as somebody who agrees; return whether it is carried."""
    user_id = cast.user_id
    match cast.matter.split("/"):
        case ["undo", steps, _]:
            return await vote_on_undo(action, user_id, int(steps))
        case ["redo", _]:
            return await vote_on_redo(action, user_id)
        case ["house", switch, value]:
            return await vote_on_house_rule(action, user_id, switch, value)
        case ["habits", voted]:
            return await vote_on_habits(action, user_id, voted)
        case ["kick", seat]:
            return await vote_on_kick(action, user_id, seat, True, gone=cast.gone)
        case ["gm", master]:
            return await vote_on_master(action, user_id, int(master))
        case [kind] if kind == END:
            return await _vote_to_end(action, user_id)
        case [kind, *_] if kind == CONSENT:
            return await speak_on_wish(action, user_id, cast.matter, True)
    raise Refused("ballot_over")


BY_CONSENT = ("undo", "redo", "house", "habits", "gm", CONSENT, END)
"""The kinds of proposals that one vote against closes; the others go by majority."""
