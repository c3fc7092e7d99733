"""Joining, leaving, handing over and freeing seats of a running game; nobody may know the hands of two rivals."""

from __future__ import annotations

import math
from typing import Any

from msgspec.structs import replace

from bot.games import face_of
from bot.session import lobby
from bot.session.sessions import Sessions
from bot.session.transaction import NOBODY, Transaction
from bot.store import Store
from bot.table.authority import in_person_seats, is_master, is_named_master, master_competes, present_seats, seats_of
from bot.table.events import MasterPlays, SeatLeft, SeatReturned, SeatTaken
from bot.table.records import Accepted, GameRecord, SeatRecord, Standing
from bot.table.seat_names import appearance, seat_names
from bot.table.timekeeping import waited_for
from bot.table.votes import FREED, Vote, majority
from rules.kernel.errors import Refused
from rules.kernel.game import Rules
from rules.kernel.requests import GM, PARTY, Seat


async def must_be_free_to_know(store: Store, rules: Rules, record: GameRecord, user_id: int, seat: Seat) -> None:
    """Raise ``Refused`` (seat_after_gm, seat_of_another) if this person may not learn a seat's secrets."""
    if not rules.rivals:
        return
    seen = await store.insider(record.id, user_id)
    if GM in seen or record.gm_id == user_id:
        raise Refused("seat_after_gm")
    if others := sorted(seen - {seat}):
        raise Refused("seat_of_another", own=others[0])


async def known_seat(store: Store, rules: Rules, record: GameRecord, user_id: int) -> Seat:
    """Return the only seat that this person may take, because they know its secrets; '' for any seat."""
    seen = await store.insider(record.id, user_id) - {GM} if rules.rivals else ()
    return next(iter(sorted(seen)), "")


async def must_be_free_to_master(action: Transaction, user_id: int) -> None:
    """Raise ``Refused`` (gm_plays, gm_played) for somebody who can still win this game of rivals."""
    record = action.record
    if not action.rules.rivals:
        return
    if record.phase == "lobby":
        if record.seat_of(user_id):
            raise Refused("gm_plays")
        return
    for seat in sorted(await action.store.insider(record.id, user_id) - {GM}):
        if not has_fallen(action.rules, (await action.standing()).state, seat):
            raise Refused("gm_played", own=seat)


def has_fallen(rules: Rules, state: Any, seat: Seat) -> bool:
    """Whether all characters of a seat are dead, so that it cannot win any more."""
    return face_of(rules.name).has_fallen(rules.view(state, None), seat)


ABSENT = 24 * 3600.0
"""Seconds of silence after which the others may free a seat."""
LONG_ABSENT = 7 * 24 * 3600.0
"""Seconds of silence before one person alone may free a seat at a table without a deadline."""
OFFER_LASTS = 3 * 24 * 3600.0
"""Seconds for which an offered seat can be taken."""
FEWEST = 2
"""The fewest people who may free a seat before its deadline."""


def kick_proposal(seat: Seat) -> str:
    """Return the proposal to free an absent player's seat."""
    return f"kick/{seat}"


def hand_over_proposal(seat: Seat) -> str:
    """Return the key of the offer of a seat; its one vote holds the user to whom it is offered."""
    return f"hand/{seat}"


# Sitting down ------------------------------------------------------------------------------------------------


def free_seats(record: GameRecord) -> tuple[Seat, ...]:
    """Return the seats that anybody may take: empty seats, then those left to the autopilot for good.

    Seats at a real table are taken, although their players have no account.
    """
    taken = in_person_seats(record)
    nobodys = [seat.seat for seat in record.seats if not (seat.user_id or seat.away_until) and seat.seat not in taken]
    return (*nobodys, *(seat.seat for seat in record.seats if seat.user_id and seat.autopilot and not seat.away_until))


async def join(
    sessions: Sessions,
    game_id: str,
    user_id: int,
    name: str,
    interaction_id: int,
    wanted: Seat = "",
    username: str = "",
) -> Accepted:
    """Take a free seat, the wanted one or the first; among rivals the one whose secrets this person knows.

    Raises ``Refused`` with already_seated, seat_taken, seat_fallen or no_free_seat, and as ``must_be_free_to_know`` and
    ``must_not_compete``.
    """

    async def sit_down(action: Transaction) -> None:
        lobby.must_be_open(action)
        seat = await place_for(sessions.store, action.rules, await action.standing(), user_id, wanted)
        _seat_player(action, seat, user_id, name, username)
        leader = action.record.leader_id
        if not (leader and (leader == action.record.gm_id or action.record.seat_of(leader))):
            action.rewrite(leader_id=_next_leader_id(action.record))

    return await sessions.accept(game_id, interaction_id, sit_down)


async def place_for(store: Store, rules: Rules, now: Standing, user_id: int, wanted: Seat) -> Seat:
    """Return the seat that this person would take; raises as ``join``."""
    if now.record.seat_of(user_id):
        raise Refused("already_seated")
    own = await known_seat(store, rules, now.record, user_id)
    await must_be_free_to_know(store, rules, now.record, user_id, wanted or own)
    return _seat_to_take(rules, now, wanted or own)


def _seat_to_take(rules: Rules, now: Standing, wanted: Seat) -> Seat:
    record, open_now = now.record, free_seats(now.record)
    if wanted and wanted not in open_now:
        known = any(seat.seat == wanted for seat in record.seats)
        raise Refused("seat_taken", who=wanted) if known else Refused("no_such_seat")
    sought = (wanted,) if wanted else open_now
    fit = [seat for seat in sought if not _holder_of_seat(record, seat) or not has_fallen(rules, now.state, seat)]
    if not fit:
        if not sought:
            raise Refused("seats_fixed" if record.habits.in_person else "no_free_seat")
        raise Refused("seat_fallen", who=sought[0])
    return fit[0]


def _holder_of_seat(record: GameRecord, seat: Seat) -> int:
    return next((each_seat.user_id for each_seat in record.seats if each_seat.seat == seat), 0)


def _seat_player(
    action: Transaction, seat: Seat, user_id: int, name: str, username: str, *, handed_over: bool = False
) -> None:
    """Seat a new player without the previous player's settings; the time to answer starts anew.

    If the seat was ``handed_over`` the time runs on, so that passing it around gains none.
    """
    stood_empty = not present_seats(action.record)
    # The name of a person with an account is not written into the story, from which it could not be erased.
    before = seat_names(action.record.seats)[seat] if seat in in_person_seats(action.record) else ""
    new = SeatRecord(seat, user_id, name, username=username)
    lobby.must_not_compete(action.record, _seats_with(action.record, new))
    _replace_seat(action, new)
    if stood_empty or (
        not handed_over and seat in waited_for(action.record, action.waiting, action.before.done, action.before.voted)
    ):
        action.asked_since(action.at)
    action.tell(SeatTaken(seat, before if appearance(before) != appearance(name) else ""))
    if is_named_master(action.record, user_id):
        action.tell(MasterPlays(seat))


def _seats_with(record: GameRecord, new: SeatRecord) -> tuple[SeatRecord, ...]:
    return tuple(new if seat.seat == new.seat else seat for seat in record.seats)


def _replace_seat(action: Transaction, new: SeatRecord) -> None:
    action.rewrite(seats=_seats_with(action.record, new))
    action.close_matter(kick_proposal(new.seat))
    action.silence(new.seat)


def _next_leader_id(record: GameRecord) -> int:
    """Return the next leader: the first present player, else the first absent one, else the old leader."""
    there = present_seats(record)
    people = [seat for seat in record.seats if seat.user_id]
    return next(
        (person.user_id for person in sorted(people, key=lambda seat: seat.seat not in there)), record.leader_id
    )


# Getting up --------------------------------------------------------------------------------------------------


async def leave(sessions: Sessions, game_id: str, user_id: int, interaction_id: int) -> Accepted:
    """Give up one's seat; the autopilot plays it until somebody takes it over."""

    async def get_up(action: Transaction) -> None:
        lobby.must_be_open(action)
        seat = action.record.seat_of(user_id)
        if seat is None:
            raise Refused("not_seated")
        await free_seat(action, seat, voted=False)

    return await sessions.accept(game_id, interaction_id, get_up)


async def free_seat(action: Transaction, seat: Seat, *, voted: bool) -> None:
    """Remove the player from a seat; the autopilot plays on, or the game master at a real table.

    There the seat has again the name of whoever sat there without an account. ``voted``: the others decided it.
    """
    record = action.record
    before = next(each_seat for each_seat in record.seats if each_seat.seat == seat)
    sitters = await action.store.sitters(record.id) if record.habits.in_person else []
    names = [sitter.name for sitter in sitters if sitter.seat == seat and not sitter.user_id and sitter.name]
    autopilot = autopilot_takes(record, seat)
    vacate_seat(action, SeatRecord(seat, 0, names[-1] if names else before.name, autopilot=autopilot))
    if action.record.leader_id == before.user_id:
        action.rewrite(leader_id=_next_leader_id(action.record))
    action.tell(SeatLeft(seat, voted) if autopilot else SeatReturned(seat))


def autopilot_takes(record: GameRecord, seat: Seat) -> bool:
    """Whether the autopilot plays this seat once its player leaves; otherwise the game master answers for it."""
    return not record.habits.in_person or master_competes(
        replace(record, seats=_seats_with(record, SeatRecord(seat, 0, "")))
    )


def vacate_seat(action: Transaction, new: SeatRecord) -> None:
    """Put a seat without a player in its place; its votes and offer end, and rivals take back nothing from before."""
    _replace_seat(action, new)
    if action.record.rivals:
        action.vote(FREED, [Vote(PARTY, [action.address.stage, action.address.step], action.at, NOBODY)])


# Handing over ------------------------------------------------------------------------------------------------


async def offer(
    sessions: Sessions, game_id: str, user_id: int, friend_id: int, interaction_id: int, wanted: Seat = ""
) -> Accepted:
    """Offer one's seat to a friend, in place of an earlier offer.

    It ends after three days, when its player answers a question or withdraws it, or when somebody else sits down there.
    ``wanted``: a seat at the real table, offered by its game master. Raises ``Refused`` with not_seated, seat_taken or
    hand_seated, and if the friend may not know the seat's secrets.
    """

    async def hold_out(action: Transaction) -> None:
        lobby.must_be_open(action)
        seat = _seat_to_offer(action.record, user_id, wanted)
        if action.record.seat_of(friend_id):
            raise Refused("hand_seated")
        await _require_eligible_friend(action, friend_id, seat)
        action.vote(hand_over_proposal(seat), [Vote(seat, True, action.at, friend_id)])

    return await sessions.accept(game_id, interaction_id, hold_out)


async def withdraw_offer(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int, wanted: Seat = ""
) -> Accepted:
    """Withdraw the offer of a seat, by anybody who may offer it; raises ``Refused("hand_over")`` if
    there is no offer.
    """

    async def withdraw(action: Transaction) -> None:
        lobby.must_be_open(action)
        seat = _seat_to_offer(action.record, user_id, wanted)
        if not (await sessions.store.votes(game_id)).get(hand_over_proposal(seat), ()):
            raise Refused("hand_over")
        action.close_matter(hand_over_proposal(seat))

    return await sessions.accept(game_id, interaction_id, withdraw)


async def _is_offer_open(action: Transaction, offer: Vote) -> bool:
    giver = _holder_of_seat(action.record, offer.seat)
    answered_since = bool(giver) and await action.store.last_acted(action.record.id, giver) > offer.at
    return action.at < offer.at + OFFER_LASTS and not answered_since


def _seat_to_offer(record: GameRecord, user_id: int, wanted: Seat) -> Seat:
    own = record.seat_of(user_id)
    if wanted and wanted != own:
        if wanted not in in_person_seats(record) or not is_named_master(record, user_id):
            raise Refused("seat_taken", who=wanted)
        return wanted
    if own is None:
        raise Refused("not_seated")
    return own


async def _require_eligible_friend(action: Transaction, friend_id: int, seat: Seat) -> None:
    try:
        await must_be_free_to_know(action.store, action.rules, action.record, friend_id, seat)
    except Refused as refusal:
        raise Refused("hand_insider") from refusal
    lobby.must_not_compete(action.record, _seats_with(action.record, SeatRecord(seat, friend_id, "")))


async def hand_over(
    sessions: Sessions, game_id: str, seat: Seat, user_id: int, name: str, interaction_id: int, username: str = ""
) -> Accepted:
    """Take the seat offered to this user; the leader's seat brings the lead.

    Raises ``Refused`` with already_seated or hand_over, and as ``must_be_free_to_know``.
    """

    async def take(action: Transaction) -> None:
        lobby.must_be_open(action)
        if action.record.seat_of(user_id):
            raise Refused("already_seated")
        offers = await action.votes_on(hand_over_proposal(seat))
        offer = next((vote for vote in offers if vote.user_id == user_id), None)
        if not offer or not await _is_offer_open(action, offer):
            raise Refused("hand_over")
        await must_be_free_to_know(sessions.store, action.rules, action.record, user_id, seat)
        if _holder_of_seat(action.record, seat) == action.record.leader_id:
            action.rewrite(leader_id=user_id)
        _seat_player(action, seat, user_id, name, username, handed_over=True)

    return await sessions.accept(game_id, interaction_id, take)


# Giving an absent player's seat away -------------------------------------------------------------------------


async def vote_on_kick(action: Transaction, user_id: int, seat: Seat, yes: bool, *, gone: bool = False) -> bool:
    """Vote for or against freeing an absent player's seat; return whether it is freed.

    More than half of the others decide, or the game master alone. ``gone``: the seat has missed its last deadlines, so
    that it is absent even if the game does not wait for it now. Raises ``Refused`` with no_such_seat, kick_yourself,
    kick_free, kick_present or not_seated.
    """
    since = await _absent_since(action, seat, user_id, gone=gone)
    if is_master(action.record, user_id):
        return await _settle_kick_vote(action, seat, freed=yes)
    voters = _kick_voters(action.record, seat)
    cast = [Vote(mine, yes, action.at, user_id) for mine in seats_of(action.record, user_id) if mine in voters]
    if not cast:
        raise Refused("not_seated")
    before = await action.votes_on(kick_proposal(seat))
    votes = [*(vote for vote in before if vote.at > since), *cast]  # those on an earlier absence do not count
    outcome = majority(votes, voters)
    if outcome is not None:
        return await _settle_kick_vote(action, seat, freed=outcome)
    action.vote(kick_proposal(seat), cast)
    return False


async def _settle_kick_vote(action: Transaction, seat: Seat, *, freed: bool) -> bool:
    if freed:
        await free_seat(action, seat, voted=True)
    else:
        action.close_matter(kick_proposal(seat))
    return freed


def _kick_voters(record: GameRecord, seat: Seat) -> tuple[Seat, ...]:
    return tuple(each_seat for each_seat in present_seats(record) if each_seat != seat)


async def _absent_since(action: Transaction, seat: Seat, by: int, *, gone: bool) -> float:
    """Return since when the game has waited for the player of a seat (seconds); raises ``Refused`` as ``kick``."""
    this_seat = next((each_seat for each_seat in action.record.seats if each_seat.seat == seat), None)
    if not this_seat:
        raise Refused("no_such_seat")
    if by == this_seat.user_id:
        raise Refused("kick_yourself")
    if this_seat.seat not in present_seats(action.record):
        raise Refused("kick_free", who=seat)
    since = await action.store.last_acted(action.record.id, this_seat.user_id)
    if gone:
        return since
    since = max(action.before.asked_at, since)
    alone = not is_master(action.record, by) and _voter_count(action.record, seat) < FEWEST
    silent = this_seat.overdue_at > since or action.at - since >= _seconds_until_absent(action.record, alone=alone)
    if not silent or seat not in waited_for(action.record, action.waiting, action.before.done, action.before.voted):
        days, hours = int(LONG_ABSENT // (24 * 3600)), int(ABSENT // 3600)
        raise Refused("kick_of_two" if alone else "kick_present", who=seat, hours=hours, days=days)
    return since


def _voter_count(record: GameRecord, seat: Seat) -> int:
    return len(
        {
            each_seat.stand_in or each_seat.user_id
            for each_seat in record.seats
            if each_seat.seat in _kick_voters(record, seat)
        }
    )


def _seconds_until_absent(record: GameRecord, *, alone: bool) -> float:
    """Return the seconds of silence after which a player counts as absent before the deadline.

    Rivals with a deadline keep to it.
    """
    if not alone and not (record.rivals and record.habits.deadline_after):
        return ABSENT
    return math.inf if record.habits.deadline_after else LONG_ABSENT


# People without a seat ---------------------------------------------------------------------------------------


def stranger(record: GameRecord) -> Refused:
    """Return the refusal for somebody without a seat: how to get one, or that they may watch."""
    if record.phase == "lobby":
        return Refused("not_seated")
    return Refused("spectator_free") if free_seats(record) else Refused("spectator")
