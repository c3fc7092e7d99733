"""What a game master may rule at a table now."""

from __future__ import annotations

from bot.acts.rulings import must_master
from bot.session import lobby
from bot.session.sessions import Sessions
from rules.kernel.corrections import offered
from rules.kernel.errors import Refused
from rules.kernel.requests import NextAction


async def corrections(sessions: Sessions, game_id: str, user_id: int) -> NextAction:
    """Return the corrections and placements; raises ``Refused`` with not_gm, gm_not_now and others."""
    standing = await sessions.standing_of(game_id)
    assert standing is not None
    must_master(standing.record, user_id)
    lobby.must_be_open(standing)
    if not standing.rulable:
        raise Refused("gm_not_now")
    return offered(sessions.games[standing.record.game], standing.state)
