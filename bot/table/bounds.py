"""How long a stage may become: its log is read again with each answer, so what leads nowhere has an end.

The longest stages that the autopilot ever played, great battles, have some two hundred rows, half of them people's.
What moves the game on is always taken: a table is never stuck because of its past.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.kernel.answers import Value
from rules.kernel.errors import Refused
from rules.kernel.game import Rules
from rules.kernel.requests import NextAction, Request, Seat

MOST_ASIDE = 300
"""Rows of a stage after which nothing is done first any more; the game has to go on."""
MOST_RULED = 600
"""Rows after which a game master sets nothing right any more before the game goes on."""
LONGEST = 1000
"""Rows of a stage that a copy may bring: all that can be come to here, with room."""


def stays(request: Request[Any], value: Value, seat: Seat) -> bool:
    """Whether an answer leaves the game where it is, although somebody can move it on."""
    given = value[:1] if isinstance(value, list | tuple) else [value]
    return (
        isinstance(request, NextAction)
        and any(action.aside and [action.option.id] == list(given) for action in request.of(seat))
        and not all(action.aside for action in request.actions)
    )


def onward(request: Request[Any]) -> Request[Any]:
    """The same question without what can be done first."""
    if not isinstance(request, NextAction):
        return request
    return msgspec.structs.replace(request, actions=tuple(one for one in request.actions if not one.aside))


def must_have_room(rows: Sequence[object], most: int) -> None:
    """Raises ``Refused("stage_full")`` where a stage has so many rows already: first the game has to go on."""
    if len(rows) >= most:
        raise Refused("stage_full")


def usual(rules: Rules[Any], state: Any, ask: Request[Any], seat: Seat, rows: Sequence[object]) -> Value:
    """What the autopilot answers in a stage of these rows: something done first only while there is room for it."""
    value = rules.autopilot(state, ask, seat)
    if len(rows) >= MOST_ASIDE and stays(ask, value, seat):
        return rules.autopilot(state, onward(ask), seat)
    return value
