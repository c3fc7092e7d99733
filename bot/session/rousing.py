"""How a table is looked at: what its open stage asks, also where that cannot be run, and what came of an action."""

from __future__ import annotations

from collections.abc import Callable

import structlog

from bot.session.faults import blame_on_us
from bot.session.history import house_rules
from bot.session.progress import Progress
from bot.session.transaction import Transaction
from bot.table.events import StageAgain
from bot.table.records import Accepted, Standing
from rules.kernel.answers import Value
from rules.kernel.errors import Diverged
from rules.kernel.requests import CHANCE, Seat

log = structlog.get_logger(__name__)


async def roused(turn: Callable[[Progress], Transaction], table: Progress) -> Transaction:
    """Run the open stage to see what is asked; it begins anew where its answers do not fit today's rules."""
    action = turn(table)
    try:
        await action.look()
    except Diverged as diverged:
        log.warning("stage.again", game=table.record.id, stage=table.address.stage, step=diverged.step)
        return await _begun_anew(turn(table))
    except Exception:
        if table.snapshot is not None and table.snapshot.tables != action.rules.digest:
            log.error("stage.other_tables", game=table.record.id, stage=table.address.stage)
        raise
    return action


async def _begun_anew(action: Transaction) -> Transaction:
    table = action.before
    if agreed := list(house_rules(table.answers)):
        action.rewrite(options=agreed[0][0])
    people = sum(row.seat != CHANCE for row in table.answers)
    await action.again(StageAgain(table.address.stage, people))
    return action


async def standing_of(action: Transaction) -> Standing:
    """Where the table stands; of one that is played no more without its state where the stage cannot be run."""
    try:
        return await action.standing()
    except Exception:
        if action.record.phase == "playing" and not action.record.archived:
            raise
        log.exception("state.unknown", game=action.record.id, at=action.address)
        return action.now.standing


async def accepted_by(action: Transaction, seat: Seat, value: Value) -> Accepted:
    """What came of an action that is stored, or was before; ``seat``: whose it was, ``value``: its answer."""
    with blame_on_us(action.record.id, action.address):
        asked = action.before.waiting if action.stored else None
        return Accepted(
            seat, value, tuple(action.heard), await standing_of(action), repeated=not action.stored, asked=asked
        )
