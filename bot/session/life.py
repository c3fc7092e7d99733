"""What happens to a game, for the log and the metrics: seats and counts, no people, no words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.session.transaction import NOBODY, Transaction
from bot.store.units import Logged
from bot.table import events
from rules.kernel.requests import GM, PARTY

TOLD = {
    events.Overdue: "overdue",
    events.Reminded: "reminded",
    events.SeatLeft: "left",
    events.TakenBack: "undone",
    events.BroughtBack: "redone",
    events.RolledAgain: "ruled",
    events.RollForced: "ruled",
    events.Skipped: "ruled",
}
"""What an event of the bot is called in the log."""


def life_of(action: Transaction) -> dict[str, Any] | None:
    """Return the line of this action, named after the first that happened; None if nothing of a game's life did."""
    record, told = action.record, [fact.event for fact in action.heard if type(fact.event) in TOLD]
    # An undo and a ruling put earlier rows in again, at their own times.
    rows = [row for row in action.changes.rows if row.at == action.at]
    moved = {row.answer.seat for row in rows if row.user_id == NOBODY}
    autopilot = [seat.seat for seat in record.seats if seat.seat in moved]
    happened = [*_changes(action, rows), *(TOLD[type(event)] for event in told), *(["autopilot"] if autopilot else [])]
    if not happened:
        return None
    return {
        "event": f"game.{happened[0]}",
        "also": happened[1:],
        "game": record.id,
        "rules": record.game,
        "guild": record.guild_id,
        "phase": record.phase,
        "stage": action.address.stage,
        "answers": len(rows),
        "autopilot": autopilot,
        "seats": [seat for event in told for seat in getattr(event, "seats", [getattr(event, "seat", PARTY)])],
    }


def _changes(action: Transaction, rows: Sequence[Logged]) -> Iterator[str]:
    before, now = action.before.record, action.record
    if before.phase != now.phase:
        closed = before.phase == "lobby" or any(isinstance(fact.event, events.TableClosed) for fact in action.heard)
        begun = "reopened" if before.phase == "ended" else "began"
        yield begun if now.phase == "playing" else "closed" if closed else "ended"
    if before.archived != now.archived:
        yield "put_away" if now.archived else "resumed"
    if GM in (row.answer.seat for row in rows):
        yield "ruled"
