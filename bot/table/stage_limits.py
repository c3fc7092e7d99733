"""How long a stage may become: its log is read again with each answer, so asides and rulings have an end.

The longest stages that the autopilot ever played, great battles, have some two hundred rows, half of them people's.
What moves the game on is always taken: a table is never stuck because of its past.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from bot.table.records import GameRecord
from rules.kernel.answers import Answer, Value
from rules.kernel.errors import Refused
from rules.kernel.game import Rules
from rules.kernel.requests import PARTY, NextAction, Request, Seat

MOST_FREE_ACTIONS, LEAST_SHARE = 300, 100
"""Rows of a stage that the seats share for asides, and what a seat has at least, however many there are.

Each seat has a share of its own, so that nobody uses up what another may still do.
"""
MOST_RULED = 600
"""Rows of a stage after which no aside and no ruling is taken any more: the game has to move on."""
LONGEST = 1000
"""Rows that a stage of an imported copy may have: more than any stage can reach here."""


def is_idle_free_action(request: Request[Any], value: Value, seat: Seat) -> bool:
    """Whether an answer is an aside where another action would move the game on."""
    given = value[:1] if isinstance(value, list | tuple) else [value]
    return (
        isinstance(request, NextAction)
        and any(action.aside and [action.option.id] == list(given) for action in request.of(seat))
        and not all(action.aside for action in request.actions)
    )


def without_free_actions(request: Request[Any]) -> Request[Any]:
    """The same question without its asides."""
    if not isinstance(request, NextAction):
        return request
    return msgspec.structs.replace(request, actions=tuple(action for action in request.actions if not action.aside))


def of_everybody(request: Request[Any], record: GameRecord, openly: Collection[str] = ()) -> Request[Any]:
    """The same question with only what anybody may do, where that moves the game on and several sit.

    ``openly``: for what it is asked (each ``why``) where only what is secret is left out.
    """
    if not isinstance(request, NextAction) or len(record.seats) < 2:
        return request
    whole = request.why in openly
    open_to_all = tuple(action for action in request.actions if (not action.secret if whole else action.who == PARTY))
    if all(action.aside for action in open_to_all):
        return request
    return msgspec.structs.replace(request, actions=open_to_all)


def must_have_room(rows: Sequence[object]) -> None:
    """Raise ``Refused("stage_full")`` if the stage is too long for a ruling: first the game has to go on."""
    if len(rows) >= MOST_RULED:
        raise Refused("stage_full")


def has_room_for_free_action(rows: Sequence[Answer], seat: Seat, seats: int) -> bool:
    """Whether a seat may still do an aside in a stage with this log, at a table of so many seats."""
    share = max(LEAST_SHARE, MOST_FREE_ACTIONS // seats)
    return len(rows) < MOST_RULED and sum(row.seat == seat for row in rows) < share


def usual(
    rules: Rules[Any], state: Any, ask: Request[Any], seat: Seat, rows: Sequence[Answer], *, seats: int = 1
) -> Value:
    """What the autopilot answers in a stage with this log: an aside only while there is room for one."""
    value = rules.autopilot(state, ask, seat)
    if not has_room_for_free_action(rows, seat, seats) and is_idle_free_action(ask, value, seat):
        return rules.autopilot(state, without_free_actions(ask), seat)
    return value
