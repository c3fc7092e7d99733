"""Who has seen what: where people play against each other, nobody gets to know two hands.

Whoever sat at a seat or stood in for it knows what it hides, a game master knows everything; neither is unlearnt by
getting up. So a person keeps to one seat of such a game, or masters it, but never both.
"""

from __future__ import annotations

from typing import Any

from bot.games import face_of
from bot.session.transaction import Transaction
from bot.store import Store
from bot.table.records import GameRecord
from rules.kernel.errors import Refused
from rules.kernel.game import Rules
from rules.kernel.requests import GM, Seat


async def must_be_free_to_know(store: Store, rules: Rules[Any], record: GameRecord, user_id: int, seat: Seat) -> None:
    """Raises ``Refused`` (seat_after_gm, seat_of_another) where this person may not learn what a seat hides."""
    if not rules.rivals:
        return
    seen = await store.insider(record.id, user_id)
    if GM in seen or record.gm_id == user_id:
        raise Refused("seat_after_gm")
    if others := sorted(seen - {seat}):
        raise Refused("seat_of_another", own=others[0])


async def known_seat(store: Store, rules: Rules[Any], record: GameRecord, user_id: int) -> Seat:
    """The only seat that this person may take, as they have seen what it hides; '' where any will do."""
    seen = await store.insider(record.id, user_id) - {GM} if rules.rivals else ()
    return next(iter(sorted(seen)), "")


async def must_be_free_to_master(store: Store, action: Transaction, user_id: int) -> None:
    """Raises ``Refused`` (gm_plays, gm_played) for somebody who can still win this game of rivals."""
    record = action.record
    if not action.rules.rivals:
        return
    if record.phase == "lobby":
        if record.seat_of(user_id):
            raise Refused("gm_plays")
        return
    for seat in sorted(await store.insider(record.id, user_id) - {GM}):
        if not has_fallen(action.rules, (await action.standing()).state, seat):
            raise Refused("gm_played", own=seat)


def has_fallen(rules: Rules[Any], state: Any, seat: Seat) -> bool:
    """Whether all characters of a seat are dead, so that nothing can be won there any more."""
    return face_of(rules.name).has_fallen(rules.view(state, None), seat)
