"""Appointing the game master: by the leader in the lobby, later by everybody or by the guild's role.

Among rivals nobody can be both player and game master of the same game, even one after the other.
"""

from __future__ import annotations

from msgspec.structs import replace

from bot.acts.seating import free_seat, has_fallen, must_be_free_to_master
from bot.acts.undo import gather_consent
from bot.session.lobby import leader_name
from bot.session.sessions import Sessions
from bot.session.transaction import NOBODY, Transaction
from bot.store import Store
from bot.table.authority import (
    competes,
    consenters,
    consenting_seats,
    in_person_seats,
    is_named_master,
    master_competes,
)
from bot.table.events import MasterNamed, MasterPlays
from bot.table.records import Accepted, GameRecord, Note
from rules.kernel.errors import Refused
from rules.kernel.requests import GM

PROPOSAL = "gm/"
"""Begins the proposals for a game master; the candidate's id follows."""


async def appoint(
    sessions: Sessions,
    game_id: str,
    by_user: int,
    user_id: int,
    interaction_id: int,
    *,
    may: bool,
) -> Accepted:
    """Make somebody the game master of a table.

    In the lobby the leader may do so; ``may``: the caller has the guild's role and may at any time unless competing.
    Raises ``Refused("gm_ballot")`` in a running game, where all must consent, ``Refused("gm_by_table")`` for a caller
    without a vote, and as ``must_be_free_to_master``.
    """

    async def name(action: Transaction) -> None:
        await _must_be_nameable(action, user_id)
        if not (may and not await _can_still_win(action, by_user)):
            if action.record.phase != "lobby":
                _must_have_vote(action.record, by_user)
                raise Refused("gm_ballot")
            if by_user not in (action.record.leader_id, action.record.gm_id):
                raise Refused("not_table_leader", name=leader_name(action.record))
        await _take_over(action, user_id)

    return await sessions.accept(game_id, interaction_id, name)


async def vote_on_master(action: Transaction, by_user: int, user_id: int) -> bool:
    """Vote for a game master in a running game; return whether all agree. Raises as ``appoint``."""
    await _must_be_nameable(action, user_id)
    _must_have_vote(action.record, by_user)
    if not await gather_consent(action, by_user, f"{PROPOSAL}{user_id}", True):
        return False
    await _take_over(action, user_id)
    return True


async def _must_be_nameable(action: Transaction, user_id: int) -> None:
    if action.record.phase not in ("lobby", "playing") or action.record.archived:
        raise Refused("game_over")
    if action.record.gm_id == user_id:
        raise Refused("gm_already")
    await must_be_free_to_master(action, user_id)


def _must_have_vote(record: GameRecord, user_id: int) -> None:
    if not (consenting_seats(record, user_id) or is_named_master(record, user_id)):
        raise Refused("gm_by_table", names=consenters(record))


async def own_notes(store: Store, game_id: str, user_id: int) -> list[Note]:
    """Return this person's notes as game master, and those of an imported copy, whose author is unknown."""
    return [note for note in await store.notes(game_id) if note.user_id in (user_id, NOBODY)]


async def step_down(sessions: Sessions, game_id: str, user_id: int, interaction_id: int) -> Accepted:
    """Step down as game master, so that the bot runs the game.

    Raises ``Refused`` with not_gm, or gm_needed if people at a real table need one to answer for them.
    """

    async def leave(action: Transaction) -> None:
        if not is_named_master(action.record, user_id):
            raise Refused("not_gm")
        if in_person_seats(action.record):
            raise Refused("gm_needed")
        await _take_over(action, 0)

    return await sessions.accept(game_id, interaction_id, leave)


async def _can_still_win(action: Transaction, user_id: int) -> bool:
    """Whether somebody competes here, or may return to a seat, with a living character."""
    known = await action.store.insider(action.record.id, user_id)
    if action.record.phase != "playing" or not competes(action.record, user_id, known):
        return False
    own, state = action.record.seat_of(user_id), (await action.standing()).state
    seats = {*known, *([own] if own else [])} - {GM}
    return not seats or not all(has_fallen(action.rules, state, seat) for seat in seats)


async def _take_over(action: Transaction, user_id: int) -> None:
    """Change the game master and close other proposals for one; in the lobby its message shows it, not an event.

    Among rivals a player whose characters have all fallen gives up the seat. Raises ``Refused("rivals_room")`` if the
    new game master would compete.
    """
    own = action.record.seat_of(user_id)
    if action.record.rivals and own and action.record.phase == "playing":
        await free_seat(action, own, voted=False)
    if master_competes(replace(action.record, gm_id=user_id)):
        raise Refused("rivals_room")
    action.rewrite(gm_id=user_id)
    for matter in await action.votes():
        if matter.startswith(PROPOSAL):
            action.close_matter(matter)
    if action.record.phase == "playing":
        action.tell(MasterNamed(bool(user_id)))
        if (seat := action.record.seat_of(user_id)) is not None and user_id:
            action.tell(MasterPlays(seat))
