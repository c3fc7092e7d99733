"""What would come of a ruling: it is worked out in full, and nothing of it is stored."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.acts.rulings import put_right
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from rules.kernel.answers import Value
from rules.kernel.errors import Refused
from rules.kernel.requests import Request
from rules.kernel.table import Told


class Preview(msgspec.Struct, frozen=True):
    """What would be told, what would be asked then, and whether it can be whispered.

    ``since``: how many rulings stand at the open question already.
    """

    told: tuple[Told, ...]
    asked: Request[Any] | None
    may_whisper: bool
    since: int


async def preview(sessions: Sessions, game_id: str, user_id: int, what: str, answer: Value) -> Preview:
    """Look what a ruling would do; raises ``Refused`` as the ruling itself would."""
    openly = await _try_out(sessions, game_id, user_id, what, answer, whispered=False)
    try:
        await _try_out(sessions, game_id, user_id, what, answer, whispered=True)
    except Refused:
        return openly
    return msgspec.structs.replace(openly, may_whisper=True)


async def _try_out(
    sessions: Sessions, game_id: str, user_id: int, what: str, answer: Value, *, whispered: bool
) -> Preview:
    seen: list[Preview] = []
    refused: list[Refused] = []

    async def look(action: Transaction) -> None:
        try:
            since = await put_right(sessions.store, action, user_id, what, answer, whispered)
        except Refused as refusal:
            refused.append(refusal)
            raise
        seen.append(Preview(tuple(action.heard), action.waiting, False, since))
        raise Refused("only_looked")  # nobody plays on from there

    async with sessions.work_out([game_id], look):
        pass
    if not seen:
        raise refused[0] if refused else Refused("gm_not_now")
    return seen[0]
