"""Wakes a table: runs its open stage, which may have been played by older rules, or by newer ones than these."""

from __future__ import annotations

from collections.abc import Callable

import structlog

from bot.session.faults import NewerGame
from bot.session.history import house_rules
from bot.session.table_state import Progress
from bot.session.transaction import Transaction
from bot.table.events import StageAgain
from rules.kernel.advance import Snapshot
from rules.kernel.errors import BadSave, Diverged
from rules.kernel.game import Rules
from rules.kernel.requests import CHANCE

log = structlog.get_logger(__name__)


async def run_open_stage(transaction: Callable[[Progress], Transaction], table: Progress) -> Transaction:
    """Run the open stage; it restarts if its answers do not fit today's rules.

    Raises ``NewerGame``, and changes nothing, if a newer program has served this database and its rules are needed.
    """
    action = transaction(table)
    newer, snapshot = bool(action.store.newer_version), table.snapshot
    try:
        if newer and snapshot is not None and holds_more(action.rules, snapshot):
            raise NewerGame(table.record.id)
        await action.look()
    except (Diverged, BadSave) as error:
        if newer:
            raise NewerGame(table.record.id) from error
        if not isinstance(error, Diverged):
            raise
        log.warning("stage.again", game=table.record.id, stage=table.address.stage, step=error.step)
        return await _restart_stage(transaction(table))
    return action


def holds_more(rules: Rules, snapshot: Snapshot) -> bool:
    """Whether these rules would lose a part of a stored state, or are older than those that stored it."""
    if snapshot.version > rules.version:
        return True
    return rules.encode(rules.decode(snapshot.state, snapshot.schema)) != snapshot.state


async def _restart_stage(action: Transaction) -> Transaction:
    table = action.before
    if agreed := list(house_rules(table.answers)):
        action.rewrite(options=agreed[0][0])
    people = sum(row.seat != CHANCE for row in table.answers)
    await action.again(StageAgain(table.address.stage, people))
    return action
