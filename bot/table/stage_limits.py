"""Limits on the length of a stage: its log is replayed with each answer, so free actions and rulings are bounded.

The longest stages of the autopilot, great battles, have about two hundred rows, half of them people's. Answers that
move the game on are always accepted.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from msgspec.structs import replace

from bot.table.records import GameRecord
from rules.kernel.answers import Answer, Value
from rules.kernel.errors import Refused
from rules.kernel.game import Rules
from rules.kernel.requests import PARTY, NextAction, Request, Seat

MOST_FREE_ACTIONS, LEAST_SHARE = 300, 100
"""Rows of a stage shared by the seats for free actions, and the least share of a seat.

Each seat has its own share, so that nobody uses up another's.
"""
MOST_RULED = 600
"""Rows of a stage after which no free action or ruling is accepted."""
LONGEST = 1000
"""The most rows of a stage in an imported copy, more than a stage can reach here."""


def is_idle_free_action(request: Request, value: Value, seat: Seat) -> bool:
    """Whether an answer is a free action while another action would move the game on."""
    given = value[:1] if isinstance(value, list | tuple) else [value]
    return (
        isinstance(request, NextAction)
        and any(action.aside and [action.option.id] == list(given) for action in request.of(seat))
        and not all(action.aside for action in request.actions)
    )


def without_free_actions(request: Request) -> Request:
    """Return the question without its free actions."""
    if not isinstance(request, NextAction):
        return request
    return replace(request, actions=tuple(action for action in request.actions if not action.aside))


def of_everybody(request: Request, record: GameRecord, openly: Collection[str] = ()) -> Request:
    """Return the question with only the actions open to anybody, if one moves the game on and several people sit.

    ``openly``: each ``why`` for which only secret actions are removed.
    """
    if not isinstance(request, NextAction) or len(record.seats) < 2:
        return request
    whole = request.why in openly
    open_to_all = tuple(action for action in request.actions if (not action.secret if whole else action.who == PARTY))
    if all(action.aside for action in open_to_all):
        return request
    return replace(request, actions=open_to_all)


def must_have_room(rows: Sequence[object]) -> None:
    """Raise ``Refused("stage_full")`` if the stage is too long for a ruling."""
    if len(rows) >= MOST_RULED:
        raise Refused("stage_full")


def has_room_for_free_action(rows: Sequence[Answer], seat: Seat, seats: int) -> bool:
    """Whether a seat may take another free action in a stage with this log; ``seats``: the number of seats."""
    share = max(LEAST_SHARE, MOST_FREE_ACTIONS // seats)
    return len(rows) < MOST_RULED and sum(row.seat == seat for row in rows) < share


def usual(rules: Rules, state: Any, ask: Request, seat: Seat, rows: Sequence[Answer], *, seats: int = 1) -> Value:
    """Return the autopilot's answer in a stage with this log; free actions only while there is room."""
    value = rules.autopilot(state, ask, seat)
    if not has_room_for_free_action(rows, seat, seats) and is_idle_free_action(ask, value, seat):
        return rules.autopilot(state, without_free_actions(ask), seat)
    return value
