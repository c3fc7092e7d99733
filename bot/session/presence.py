"""Who is sitting at a table right now, as far as their answers tell."""

from __future__ import annotations

from typing import Any

from bot.store import Store
from bot.table.records import GameRecord
from bot.table.timekeeping import AT_ONCE
from bot.table.waiting import may_be_called
from rules.kernel.requests import Request


async def whoever_sat(store: Store, record: GameRecord, waiting: Request[Any] | None, asked_at: float) -> int:
    """Whose answer led to a question that any one of a party may answer, so that the others were spared the ping.

    ``asked_at``: since when it is open (seconds). Returns a user's id; 0: nobody's, so all of them were pinged.
    """
    if not may_be_called(record, waiting):
        return 0
    user_id, at = await store.last_answer(record.id)
    return user_id if abs(at - asked_at) < AT_ONCE else 0
