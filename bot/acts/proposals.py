"""Proposals that a table votes on: undo, house rules, habits, seats, game master, end of a game of rivals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import structlog

from bot.acts.game_master import appoint
from bot.acts.rulings import change_house_rule
from bot.acts.seating import kick, kick_proposal
from bot.acts.table_settings import agree_on_habits, read_habits
from bot.acts.undo import address_in_matter, ask_for_redo, ask_for_undo, gather_consent
from bot.session import lobby
from bot.session.faults import OurFault
from bot.session.party import CONSENT, read_wish, speak_on_wish
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from bot.store import Store
from bot.table.authority import consenters, consenting_seats, is_left_alone, is_master, present_seats, seats_of
from bot.table.events import TableClosed
from bot.table.records import Accepted, Address, GameRecord, Standing
from bot.table.timekeeping import HOUR
from bot.table.votes import Vote
from bot.table.votes import counting_votes as counting
from rules.kernel.errors import Refused
from rules.kernel.requests import Seat

END = "end"
"""The proposal to end the game."""
OBJECTION_TIME = 24 * HOUR
"""Seconds in which any player can object."""

log = structlog.get_logger(__name__)


async def agree_to_end(sessions: Sessions, game_id: str, user_id: int, interaction_id: int, yes: bool) -> Accepted:
    """Vote for or against ending the game; the last vote needed ends it."""

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
            _close_table(action, (await sessions.store.votes(game_id)).get(END, ()))

    return await sessions.accept(game_id, interaction_id, vote)


def objection_ends(votes: Sequence[Vote], now: float) -> float:
    """Return when the time to object ends (seconds); without a vote it counts from ``now``."""
    return min((vote.at for vote in votes), default=now) + OBJECTION_TIME


async def give_time_anew(store: Store, action: Transaction) -> None:
    """Restart the time to object, because the table or a player was away."""
    votes = (await store.votes(action.record.id)).get(END, ())
    action.vote(END, [msgspec.structs.replace(vote, at=action.at) for vote in votes])


async def end_unopposed(sessions: Sessions) -> list[str]:
    """End the games proposed for ending a day ago without objection; return them."""
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
                _close_table(action, votes)

        try:
            standing = await sessions.lay_down(game_id, None, close)
        except (OurFault, Refused):
            log.exception("end.failed", game=game_id)
            continue
        if standing.record.phase == "ended":
            ended.append(game_id)
    return ended


def _close_table(action: Transaction, votes: Sequence[Vote]) -> None:
    first = min(votes, key=lambda vote: vote.at, default=None)
    seat = first.seat if first else (action.voice or "")
    action.close_matter(END)
    action.rewrite(phase="ended")
    action.tell(TableClosed(seat))


async def speak(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int, matter: str, yes: bool
) -> Accepted:
    """Vote for or against a proposal; a decision takes effect at once.

    Raises ``Refused("ballot_over")`` if the proposal is closed.
    """
    standing = await sessions.standing_of(game_id)
    if standing is None or not is_open(standing, matter):
        return await sessions.accept(game_id, interaction_id, _refuse_late_vote)
    if not yes and matter.partition("/")[0] in BY_CONSENT:
        return await _vote_against(sessions, game_id, user_id, interaction_id, matter)
    return await _cast_vote(sessions, game_id, user_id, interaction_id, matter, yes)


async def _refuse_late_vote(_: Transaction) -> None:
    """Refuse; only the vote that closed the proposal gets its old answer when Discord delivers it again."""
    raise Refused("ballot_over")


def is_open(standing: Standing, matter: str) -> bool:
    """Whether votes on this proposal still count."""
    record = standing.record
    if standing.waiting is None or record.archived:
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
    if (wish := read_wish(matter)) is not None:
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


async def _vote_against(sessions: Sessions, game_id: str, user_id: int, interaction_id: int, matter: str) -> Accepted:
    """Vote against; this closes a proposal that needs full consent, and so does the game master's vote."""

    async def refuse(action: Transaction) -> None:
        lobby.must_be_open(action.record, action.waiting)
        if is_master(action.record, user_id):
            action.close_matter(matter)
        elif read_wish(matter) is not None:
            await speak_on_wish(sessions.store, action, user_id, matter, False)
        else:
            await gather_consent(sessions.store, action, user_id, matter, False)

    return await sessions.accept(game_id, interaction_id, refuse)


async def _cast_vote(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int, matter: str, yes: bool
) -> Accepted:
    voice = (sessions, game_id, user_id, interaction_id)
    match matter.split("/"):
        case ["undo", steps, at]:
            return await ask_for_undo(*voice, int(steps), yes, Address(*map(int, at.split("."))))
        case ["redo", at]:
            return await ask_for_redo(*voice, yes, Address(*map(int, at.split("."))))
        case ["house", switch, value]:
            return await change_house_rule(*voice, switch, value, yes)
        case ["habits", voted]:
            return await agree_on_habits(*voice, voted, yes)
        case ["kick", seat]:
            return await kick(*voice, seat, yes)
        case ["gm", master]:
            return await appoint(sessions, game_id, user_id, int(master), interaction_id, may=False, yes=yes)
        case [kind] if kind == END:
            return await agree_to_end(*voice, yes)
        case [kind, *_] if kind == CONSENT:
            return await _agree_to_wish(*voice, matter)
    raise Refused("ballot_over")


async def _agree_to_wish(sessions: Sessions, game_id: str, user_id: int, interaction_id: int, matter: str) -> Accepted:
    """Record consent by an owner, or by the person who proposes the use of the owner's things."""

    async def agree(action: Transaction) -> None:
        lobby.must_be_open(action.record, action.waiting)
        await speak_on_wish(sessions.store, action, user_id, matter, True)

    wish = read_wish(matter)
    return await sessions.accept(game_id, interaction_id, agree, wish.seat if wish is not None else "")


BY_CONSENT = ("undo", "redo", "house", "habits", "gm", CONSENT, END)
"""The kinds of proposals that one vote against closes; the others go by majority."""
